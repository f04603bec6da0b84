"""How far the probabilities of links, and of chains, can be believed: predicted against observed."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.chains.calibration import Bin, Decisions, calibration_error, decisions, reliability
from namesakes.chains.certainty import ChainCertainty, chain_decisions
from namesakes.chains.links import Links, chained
from namesakes.chains.preparation import prepared
from namesakes.chains.resolver import Resolver
from namesakes.formats import read
from namesakes.text.document import Document
from reproduction.corpora import corpus_path
from reproduction.figures import Figure, label
from reproduction.outcome import Experiment, Outcome

CASES = {
    "OntoGUM dev, gold syntax": ("ontogum/conllu/dev", "gold"),
    "OntoGUM dev, words only": ("ontogum/conllu/dev", "predicted"),
    "LitBank dev, words only": ("litbank/dev.nosingle.conll", "predicted"),
    "FantasyCoref, words only": ("fantasycoref/dev.jsonl", "predicted"),
}
LEFT_OUT = "FantasyCoref, words only"
"""What nothing was ever fitted on."""
Resolved = dict[str, list[tuple[Links, Document]]]


def run(data: Path | None, seed: int, cases: Mapping[str, tuple[str, str]] = CASES) -> Outcome:
    """The links of the shipped model by their confidence, its chains, and how many of them are right."""
    found = {title: _decided(corpus_path(data, path), syntax) for title, (path, syntax) in cases.items()}
    rows = [row for title, (links, new) in found.items() for row in _rows(title, links, new)]
    for title, (path, syntax) in cases.items():
        rows += _total(title, "all links, without the curve", _decided(corpus_path(data, path), syntax, bent=False)[0])
    rows += _chain_rows({title: _resolved(corpus_path(data, path), syntax) for title, (path, syntax) in cases.items()})
    notes = (
        "A link is right where an earlier mention of the chain that was found is in the same gold chain; a mention "
        "that is in no gold chain, or whose span is not quite that of the gold one, is a wrong link. The error "
        "expected of a link is the mean distance between the two columns, weighted by the number of links. The one "
        "temperature of the model was fitted on OntoGUM dev and LitBank dev, with gold and with predicted syntax, "
        "and so were the curves that correct the confidence of links and of chains; FantasyCoref was not looked at. "
        "Beginnings are mentions that go back to nothing. Of chains, each mention is a case: it is right where it is "
        "in the gold chain of most mentions of its chain. The curve of the other half is fitted on every second "
        "document of the development data and used for the rest, both ways."
    )
    links = {title: links for title, (links, _) in found.items()}
    figure = Figure("Predicted and observed probability of links", lambda axes: draw(axes, links), (5.0, 4.2))
    columns = ["documents", "confidence", "decisions", "predicted", "observed", "expected error"]
    return Outcome(columns, rows, "ontogum and litbank, dev", notes, figure)


def _decided(path: Path, syntax: str, *, bent: bool = True) -> tuple[Decisions, Decisions]:
    """All links of the documents, and all their beginnings of chains; with the model's curve or without."""
    resolver = Resolver.shipped()
    resolver = resolver if bent else Resolver(resolver.settings, resolver.model, resolver.temperature)
    pairs = [(resolver.links(prepared(document, syntax), without=["quotes"]), document) for document in read(path)]
    links, new = (
        Decisions.joined(decisions(found, gold, linked=linked) for found, gold in pairs) for linked in (True, False)
    )
    return links, new


def _resolved(path: Path, syntax: str) -> list[tuple[Links, Document]]:
    return [(Resolver.shipped().links(prepared(document, syntax)), document) for document in read(path)]


def _chain_rows(resolved: Resolved) -> list[list[str]]:
    """The certainty of chains: by the mean of their links, by the model, and by a curve that did not see them."""
    halves = [_fitted(resolved, half) for half in (0, 1)]
    rows = []
    for title, pairs in resolved.items():
        plain = [chain_decisions(chained(replace(links, certainties=np.zeros(0))), gold) for links, gold in pairs]
        own = [chain_decisions(chained(links), gold) for links, gold in pairs]
        held = [
            chain_decisions(chained(replace(links, certainties=curve(links))), gold)
            for place, (links, gold) in enumerate(pairs)
            if (curve := halves[1 - place % 2]) is not None
        ]
        for name, found in (("mean of links", plain), ("curve", own), ("curve of the other half", held)):
            rows += _total(title, f"chains, {name}", Decisions.joined(found))
    return rows


def _fitted(resolved: Resolved, half: int) -> ChainCertainty | None:
    seen = [pairs for title, pairs in resolved.items() if title != LEFT_OUT]
    return ChainCertainty.fitted([each for pairs in seen for each in pairs[half::2]])


def _rows(title: str, links: Decisions, new: Decisions) -> list[list[str]]:
    rows = [[title, f"links, {each.low:.1f}–{each.high:.1f}", *_figures(each)] for each in reliability(links)]
    for name, all_of_them in (("all links", links), ("all beginnings", new)):
        rows += _total(title, name, all_of_them)
    return rows


def _total(title: str, name: str, found: Decisions) -> list[list[str]]:
    error = f"{100 * calibration_error(found):.1f}"
    return [[title, name, *_figures(each)[:-1], error] for each in reliability(found, 1)]


def _figures(each: Bin) -> list[str]:
    return [f"{each.count:,}", f"{100 * each.predicted:.1f}", f"{100 * each.observed:.1f}", ""]


def draw(axes: Any, found: Mapping[str, Decisions]) -> None:
    """Draw the reliability diagram of links."""
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1.0, linestyle="--", label="as it should be")
    for title, links in found.items():
        bins = reliability(links)
        values = [each.observed for each in bins]
        axes.plot([each.predicted for each in bins], values, marker="o", markersize=3, linewidth=1.2, label=title)
    label(axes, "predicted probability of a link", "share of links that are right")


EXPERIMENT = Experiment(
    "How sure links are, and how often right",
    "The confidences of the shipped model's links and chains against the share of them that is right.",
    run,
)
