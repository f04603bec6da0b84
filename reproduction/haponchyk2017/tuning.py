"""Tuning of the strength C and the extra cost r of each loss, for each number of features.

The paper (section 6.1) trains on 100 documents with every C and r of a grid and keeps what is best on the development
documents. Here the grid grows where its edge is best.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.chains.losses.tuning import Choice

LEAST = {"strength": 0.1, "extra": 0.01}
"""No smaller values are tried: beside scores that differ by whole numbers C is nothing then, and so is r beside 1."""

Scores = Callable[[Sequence[Choice]], Sequence[float]]
"""The best score over epochs of each of some choices."""


@dataclass(frozen=True)
class Grid:
    """What is tried.

    Parameters
    ----------
    documents : how many are drawn to train on.
    epochs, patience : how long at most, and how many epochs without a better score end it.
    strengths : values of C, the paper's; each goes with every r.
    between : values of C that are tried with the best r alone.
    edge, tree_edges : values of r for these losses, the paper's.
    """

    documents: int = 100
    epochs: int = 10
    patience: int = 2
    strengths: Sequence[float] = (1.0, 100.0, 1000.0, 2000.0)
    between: Sequence[float] = (10.0, 300.0)
    edge: Sequence[float] = (0.5, 1.0, 1.5, 2.0, 2.5)
    tree_edges: Sequence[float] = (0.05, 0.1, 0.5)

    def extras(self, loss: str) -> Sequence[float]:
        """The values of r for a loss; none where it has no r."""
        return {"edge": self.edge, "tree-edges": self.tree_edges}.get(loss, ())

    @property
    def about(self) -> str:
        """The grid in words, for notes."""
        return (
            f"C is one of {_listed(self.strengths)} and r of {_listed(self.edge)} ('edge') or "
            f"{_listed(self.tree_edges)} ('tree-edges'), as in the paper, every pair of them; with the best r also "
            f"{_listed(self.between)}. Where the least or the largest is best, others beyond it are tried until it is "
            f"not (not below C = {LEAST['strength']:g} and r = {LEAST['extra']:g}, which are next to nothing); all on "
            f"{self.documents} documents, as in the paper, in one order, up to {self.epochs} epochs or "
            f"{self.patience} without gain"
        )


def tuned(loss: str, grid: Grid, scores: Scores) -> Choice:
    """The best choice of C and r for a loss; of equal ones the first."""
    extras, every = grid.extras(loss), (*grid.strengths, *grid.between)
    if not extras:
        return _along(lambda strength: Choice(loss, strength), every, LEAST["strength"], scores)
    choices = [Choice(loss, strength, extra) for strength in grid.strengths for extra in extras]
    best, seen = choices[int(np.argmax(scores(choices)))], set[Choice]()
    while best not in seen:
        seen.add(best)
        best = _along(_with_extra(loss, best.extra), every, LEAST["strength"], scores)
        best = _along(_with_strength(loss, best.strength), extras, LEAST["extra"], scores)
    return best


def _along(make: Callable[[float], Choice], values: Sequence[float], least: float, scores: Scores) -> Choice:
    """The best choice along one axis, which grows until its best value is inside or there is nothing smaller."""
    line = sorted(values)
    while True:
        best = int(np.argmax(scores([make(value) for value in line])))
        if best == len(line) - 1 and len(values) > 1 and len(line) < len(values) + 6:
            line.append(2 * line[-1])
        elif best == 0 and len(values) > 1 and line[0] > least:
            line.insert(0, max(line[0] / 5, least))
        else:
            return make(line[best])


def _with_extra(loss: str, extra: float | None) -> Callable[[float], Choice]:
    return lambda strength: Choice(loss, strength, extra)


def _with_strength(loss: str, strength: float) -> Callable[[float], Choice]:
    return lambda extra: Choice(loss, strength, extra)


def _listed(values: Sequence[float]) -> str:
    return ", ".join(f"{value:g}" for value in values)
