"""Learning links: how much the corrections of a user in some documents help with the chains of others."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.random import Generator

from namesakes.chains.resolver import Resolver
from namesakes.chains.training.corrections import CorrectedLinks, corrected_links, learned_chains
from namesakes.chains.training.development import Development
from namesakes.config import generator
from namesakes.errors import DataError
from namesakes.formats.records import read
from namesakes.text.document import Document
from namesakes.text.spans import Mentions
from reproduction.corpora import corpora_with, corpus_path, with_found_mentions
from reproduction.outcome import Experiment, Outcome


@dataclass(frozen=True)
class Settings:
    """What is measured: the numbers of corrections, how often documents are divided, and how many there are."""

    counts: Sequence[int] = (20, 100)
    draws: int = 1
    documents: int = 12


@dataclass
class Page:
    """A document while a user corrects its links: where each mention was found to belong, and where it belongs.

    Parameters
    ----------
    seen : with tags, trees and the chains that were found.
    spans, labels : the mentions of the chains, and the chain of each.
    gold : the gold chain of each that has one, else -1.
    """

    seen: Document
    spans: list[tuple[int, int]]
    labels: list[int]
    gold: list[int]

    @classmethod
    def of(cls, found: Document, gold: Document) -> "Page":
        """The page of a document."""
        assert found.mention_table is not None
        assert gold.mention_table is not None
        spans, chains = (_spans(table) for table in (found.mention_table, gold.mention_table))
        ordered = sorted({**chains, **spans}, key=lambda span: (span[0], -span[1]))
        alone = len(spans) + len(chains)
        labels = [spans.get(span, alone + place) for place, span in enumerate(ordered)]
        return cls(found, ordered, labels, [chains.get(span, -1) for span in ordered])

    def correct(self, random: Generator) -> bool:
        """Correct the link of one mention that is with the wrong ones before it; whether there was one."""
        wrong = [place for place in range(len(self.spans)) if self._is_wrong(place)]
        if not wrong:
            return False
        place = wrong[int(random.integers(len(wrong)))]
        fellows = [other for other in range(place) if self.gold[other] == self.gold[place]]
        self.labels[place] = self.labels[fellows[-1]] if fellows else max(self.labels) + 1
        return True

    def _is_wrong(self, place: int) -> bool:
        if self.gold[place] < 0:
            return False
        found = [other for other in range(place) if self.labels[other] == self.labels[place]]
        right = any(self.gold[other] == self.gold[place] for other in range(place))
        return (bool(found) and self.gold[found[-1]] != self.gold[place]) or (not found and right)

    def table(self) -> Mentions:
        """The chains as they are now."""
        return Mentions.build([[span] for span in self.spans], [str(label) for label in self.labels])


def _spans(table: Mentions) -> dict[tuple[int, int], int]:
    rows = zip(table.first.tolist(), table.end.tolist(), table.chains.tolist(), strict=True)
    return {(first, end): chain for first, end, chain in rows if chain >= 0}


def corrected(pages: Sequence[Page], count: int, random: Generator) -> int:
    """Let a user correct so many links in these documents, each in one drawn at random; how many there were."""
    done, left = 0, list(pages)
    while done < count and left:
        page = left[int(random.integers(len(left)))]
        if page.correct(random):
            done += 1
        else:
            left.remove(page)
    return done


def run(data: Path | None, seed: int, settings: Settings | None = None, resolver: Resolver | None = None) -> Outcome:
    """CoNLL F1 on the documents that nobody corrected, before and after."""
    settings, resolver = settings or Settings(), resolver or Resolver.shipped()
    folder = corpus_path(corpora_with(data, "ontogum"), "ontogum", "conllu", "dev")
    pairs = with_found_mentions(list(read(folder))[: settings.documents or None], "gold")
    found = [resolver.resolve(seen, singletons=True) for seen, _ in pairs]
    rows = []
    for count in settings.counts:
        draws = []
        for draw in range(settings.draws):
            random = generator(seed + draw, "simulated links", str(count))
            order = random.permutation(len(pairs)).tolist()
            mine, others = order[: len(order) // 2], order[len(order) // 2 :]
            pages = [Page.of(found[place], pairs[place][1]) for place in mine]
            before = [page.table() for page in pages]
            done = corrected(pages, count, random)
            links = [
                corrected_links(resolver, page.seen, old, page.table()) for page, old in zip(pages, before, strict=True)
            ]
            asked = Development.build([pairs[place] for place in others], resolver.settings)
            draws.append([done, *_learned(resolver, [each for each in links if each is not None], asked, seed)])
        means = np.mean(np.array(draws, dtype=np.float64), axis=0).tolist()
        helped = sum(bool(each[1]) for each in draws)
        cells = [f"{value:.2f}" for value in means[2:]]
        rows.append([f"{means[0]:.0f}", f"{helped} of {len(draws)}", *cells])
    columns = ["corrections", "learned in", "others before", "after learning", "after a step of 0.01 in any case"]
    notes = (
        "CoNLL F1 in per cent, of the half of the documents that nobody corrected, the mean over ways to divide them; "
        "gold syntax, predicted mentions, no quotes. A simulated user corrects mentions whose nearest fellow before "
        "them is a wrong one, or missing, each in a document drawn at random. The chains learn as `namesakes learn` "
        "does, which learns nothing where cross-validation over documents does not find that it helps. The model "
        "that learns is the shipped one, which was chosen on these documents. Steps that nobody chose harm: a few "
        "corrected documents are no corpus."
    )
    return Outcome(columns, rows, f"OntoGUM dev, {len(pairs)} documents", notes)


def _learned(
    resolver: Resolver, links: Sequence[CorrectedLinks], asked: Development, seed: int
) -> tuple[bool, float, float, float]:
    """Whether it helps by cross-validation, and the scores before, after, and after steps that nobody chose."""
    from namesakes.chains.training.corrections import continued

    before = 100 * asked(resolver.model)["conll"]
    forced = 100 * asked(continued(resolver, links, 0.01, seed).model)["conll"]
    try:
        lesson = learned_chains(resolver, links, seed)
    except DataError:
        return False, before, before, forced
    return lesson.helps, before, 100 * asked(lesson.resolver.model)["conll"], forced


EXPERIMENT = Experiment(
    "Learning from corrections of links",
    "What a user's corrections of links in some documents teach about the chains of others.",
    run,
)
