"""Result: the scores of a response, in total, by document and by genre."""

from dataclasses import dataclass
from math import fsum
from typing import Any

import numpy as np

from namesakes.arrays import Float64Array, IntegerArray
from namesakes.metrics.measure import MEASURES, Score

CONLL = ("muc", "b3", "ceaf_e")
"""The measures whose mean F1 is the CoNLL score."""

Scores = dict[str, Score]


@dataclass(frozen=True)
class Result:
    """The counts of several measures, one row a document, and the scores that follow from them."""

    names: list[str]
    genres: list[str | None]
    counts: dict[str, Float64Array]

    def scores(self, rows: IntegerArray | slice = slice(None)) -> Scores:
        """The micro average over some documents, or over all: the score of their summed counts."""
        return {name: MEASURES[name].finish(counts[rows].sum(axis=0)) for name, counts in self.counts.items()}

    @property
    def conll(self) -> float | None:
        """The CoNLL score of all documents; None where one of its three measures was not asked for."""
        return conll(self.scores())

    def by_document(self) -> dict[str, Scores]:
        """The scores of each document."""
        return {name: self.scores(slice(row, row + 1)) for row, name in enumerate(self.names)}

    def by_genre(self) -> dict[str, Scores]:
        """The scores of each genre, where documents carry one."""
        known = sorted({genre for genre in self.genres if genre is not None})
        rows = {genre: np.flatnonzero([each == genre for each in self.genres]) for genre in known}
        return {genre: self.scores(rows[genre]) for genre in known}

    def f1s(self, measure: str) -> Float64Array:
        """One measure's F1 document by document; `conll` stands for the mean of its three."""
        if measure == "conll":
            return np.asarray(np.mean([self.f1s(name) for name in CONLL], axis=0))
        finish = MEASURES[measure].finish
        return np.array([finish(row).f1 for row in self.counts[measure]])

    def to_json(self, *, per_document: bool = False) -> dict[str, Any]:
        """The result as the command prints it with --json."""
        found: dict[str, Any] = {**scores_to_json(self.scores()), "documents": len(self.names)}
        genres = self.by_genre()
        if genres:
            found["genres"] = {genre: scores_to_json(scores) for genre, scores in genres.items()}
        if per_document:
            found["per_document"] = {name: scores_to_json(scores) for name, scores in self.by_document().items()}
        return found


def conll(scores: Scores) -> float | None:
    """The mean F1 of MUC, B³ and CEAF-e; None where one of them is missing."""
    if not all(name in scores for name in CONLL):
        return None
    return fsum(scores[name].f1 for name in CONLL) / len(CONLL)  # the same in every release of Python


def scores_to_json(scores: Scores) -> dict[str, Any]:
    """Scores as JSON's types, with the CoNLL score where it can be had."""
    found: dict[str, Any] = {"metrics": {name: score.to_json() for name, score in scores.items()}}
    average = conll(scores)
    if average is not None:
        found["conll"] = average
    return found
