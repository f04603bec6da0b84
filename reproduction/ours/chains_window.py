"""What it costs in long documents to look at the nearest mentions and at those that share a word, and not at all."""

import time
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

from namesakes.chains.links import chained
from namesakes.chains.long_documents import parts
from namesakes.chains.preparation import prepared
from namesakes.chains.resolver import LONG_WINDOW, Resolver
from namesakes.chains.training.examples import examples_of
from namesakes.chains.training.trainer import train
from namesakes.formats import read
from namesakes.metrics import score
from namesakes.text.document import Document
from reproduction.corpora import corpus_path, with_found_mentions
from reproduction.outcome import Experiment, Outcome

ALL = 1 << 30
"""A window that no document reaches beyond."""


@dataclass(frozen=True)
class Settings:
    """The windows that are tried, and the window, the number of documents and the epochs of the trained model."""

    windows: tuple[int, ...] = (300, 100, 60, 30)
    training_window: int = 100
    documents: int = 30
    epochs: int = 4


SETTINGS = Settings()


def run(data: Path | None, seed: int, settings: Settings = SETTINGS) -> Outcome:
    """The scores on CRAFT dev of two models, with all candidates and with windows of several sizes."""
    folder = corpus_path(data, "craft")
    gold = list(read(folder / "dev.conll"))
    seen = [prepared(document, "gold") for document in gold]
    resolvers = {"shipped": Resolver.shipped(), "trained on CRAFT": _trained(folder / "train.conll", seed, settings)}
    rows = [
        [title, *row] for title, resolver in resolvers.items() for row in _rows(resolver, settings.windows, gold, seen)
    ]
    notes = (
        "Candidates are the nearest mentions, as many as the window says, and farther ones that share the head, the "
        f"words, a name or the speaker. Very long documents have a window of {LONG_WINDOW} where the model has none. "
        "Tags are gold, dependency trees are predicted from them. The shipped model knows no such texts and finds few "
        f"of their chains; the other one has its templates, and has learned from {settings.documents} documents of "
        "CRAFT in "
        f"{settings.epochs} epochs with a window of {settings.training_window}. Seconds are those from mentions to "
        "chains, on one core. The "
        "goal is a loss below 0.2."
    )
    columns = ["model", "window", "candidates a mention", "CoNLL", "lost", "seconds"]
    return Outcome(columns, rows, "craft, dev", notes)


def _trained(path: Path, seed: int, settings: Settings) -> Resolver:
    """A resolver that has learned from the first documents of a file."""
    documents = [document for document, _ in zip(read(path), range(settings.documents), strict=False)]
    known = Resolver.shipped().settings
    features = replace(known.features, window=settings.training_window)
    chains = replace(known, features=features, epochs=settings.epochs, patience=0, seed=known.seed + seed)
    return Resolver(chains, train(examples_of(with_found_mentions(documents, "gold"), chains), chains))


def _rows(
    resolver: Resolver, windows: Sequence[int], gold: Sequence[Document], seen: Sequence[Document]
) -> Iterator[list[str]]:
    resolver.resolve(seen[0])  # what is loaded when it is first used is not what the time is about
    best = 0.0
    for window in (ALL, *windows):
        rate, conll, seconds = _figures(resolver, window, gold, seen)
        best = conll if window == ALL else best
        title, lost = ("all earlier mentions", "") if window == ALL else (str(window), f"{best - conll:.2f}")
        yield [title, f"{rate:,.0f}", f"{conll:.2f}", lost, f"{seconds:.1f}"]


def _figures(
    resolver: Resolver, window: int, gold: Sequence[Document], seen: Sequence[Document]
) -> tuple[float, float, float]:
    """The mean number of candidates, the CoNLL score and the seconds, with a window."""
    resolver = copy(resolver)
    resolver.settings = replace(resolver.settings, features=replace(resolver.settings.features, window=window))
    links, found, start = [], [], time.perf_counter()
    for document in seen:
        links.append(resolver.links(document, without=["quotes"]))
        found.append(chained(links[-1]))
    seconds = time.perf_counter() - start
    mentions = sum(each.pairs.count for each in links)
    rows = sum(len(part.scores) for each in links for part, *_ in parts(each))
    result = score(gold, found, first_of_duplicates=True)
    return rows / max(mentions, 1), 100 * (result.conll or 0.0), seconds


EXPERIMENT = Experiment(
    "Windows of candidates in long documents",
    "Chains of articles of about 10,000 words with all candidates, and with the nearest and those that share a word.",
    run,
)
