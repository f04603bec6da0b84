"""Calibration: whether links that are 80 per cent sure are right in 80 of a hundred cases."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, Int32Array
from namesakes.chains.features.mention_pairs import gold_chains
from namesakes.chains.links import Links
from namesakes.learning.calibration import Calibration, log_odds
from namesakes.text.document import Document


@dataclass(frozen=True)
class Decisions:
    """Decisions of a resolver: how sure it was of each, and whether it was right."""

    confidences: Float64Array
    right: BoolArray

    def __len__(self) -> int:
        return len(self.confidences)

    @classmethod
    def joined(cls, parts: Iterable["Decisions"]) -> "Decisions":
        """The decisions of several documents together."""
        found = list(parts)
        empty = (np.zeros(0), np.zeros(0, dtype=np.bool_))
        return cls(
            np.concatenate([empty[0], *(each.confidences for each in found)]),
            np.concatenate([empty[1], *(each.right for each in found)]),
        )


@dataclass(frozen=True)
class Bin:
    """Decisions with a confidence between two bounds: how many, their mean confidence, and the share that is right."""

    low: float
    high: float
    count: int
    predicted: float
    observed: float


def decisions(links: Links, gold: Document, *, linked: bool = True) -> Decisions:
    """The links of a document, or its beginnings of chains, each held against the gold chains.

    A link is right where an earlier mention of the chain that was found is in the same gold chain, which is what its
    confidence is the probability of; a beginning is right where no earlier mention is. Mentions that another one with
    the same head stands for are left out, as they are in the outcome.

    Parameters
    ----------
    linked : whether links are looked at, or else the mentions that begin a chain or are in none.
    """
    mentions, right_ones = links.document.mention_table, gold.mention_table
    assert mentions is not None
    assert right_ones is not None
    chains = gold_chains(mentions, right_ones)
    wanted = (links.antecedents > 0) == linked
    wanted[0] = False
    if len(links.left_out):
        wanted &= ~links.left_out
    if linked:
        right = (chains >= 0) & _seen_before(np.stack([links.clusters, chains], axis=1))
    else:
        right = (chains < 0) | ~_seen_before(chains[:, None])
    return Decisions(links.confidences[wanted], right[wanted])


def reliability(found: Decisions, count: int = 10) -> list[Bin]:
    """The decisions in so many bins of the same width; those without any are left out."""
    return list(_bins(found, count))


def calibration_error(found: Decisions, count: int = 10) -> float:
    """The expected calibration error (Naeini et al. 2015): Σ n_b / n · |observed_b − predicted_b| over the bins."""
    bins = reliability(found, count)
    return sum(each.count * abs(each.observed - each.predicted) for each in bins) / max(len(found), 1)


def fitted_calibration(found: Decisions) -> Calibration | None:
    """The Platt scaling under which the confidences of these decisions fit how they turned out.

    One logistic curve over their log odds, so that the order of decisions stays where its slope is above 0; none where
    all decisions turned out alike.
    """
    if not found.right.any() or found.right.all():
        return None
    scaling = Calibration.fit(log_odds(found.confidences), found.right.astype(np.float64), np.ones(len(found)))
    return Calibration(round(scaling.slope, 4), round(scaling.offset, 4))


def _bins(found: Decisions, count: int) -> Iterator[Bin]:
    number = np.minimum((found.confidences * count).astype(np.intp), count - 1)
    sizes = np.bincount(number, minlength=count)
    sure = np.bincount(number, weights=found.confidences, minlength=count)
    right = np.bincount(number, weights=found.right, minlength=count)
    for place in np.flatnonzero(sizes).tolist():
        size = int(sizes[place])
        yield Bin(place / count, (place + 1) / count, size, float(sure[place] / size), float(right[place] / size))


def _seen_before(rows: Int32Array) -> BoolArray:
    """Whether the same row stands earlier."""
    _, first, number = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return np.asarray(first[number.ravel()] < np.arange(len(rows)))
