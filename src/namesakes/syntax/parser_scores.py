"""Scores of arcs and siblings in one sentence, the filter that leaves few arcs, and the best tree."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from namesakes.structures.eisner import grand_tree, max_marginals, projective_tree, pruned_tree
from namesakes.structures.spanning_tree import spanning_tree
from namesakes.syntax import parser_features as features
from namesakes.syntax.kernels import arcs as kernel

Scores = NDArray[np.float64]
Heads = NDArray[np.int32]
Kept = NDArray[np.uint8]
Values = NDArray[np.float32]
Bytes = NDArray[np.int8]

FILTER = features.templates(features.FILTER, features.ARC_ATOMS)
ARCS = features.templates(features.ARCS, features.ARC_ATOMS)
BETWEEN = features.templates(features.BETWEEN, features.ARC_ATOMS)
SIBLINGS = features.templates(features.SIBLINGS, features.SIBLING_ATOMS)
GRANDPARENTS = features.templates(features.GRANDPARENTS, features.GRAND_ATOMS)
CHOSEN = {
    "full": (ARCS, BETWEEN, SIBLINGS, GRANDPARENTS),
    "clusters": (
        features.templates(features.ARCS + features.CLUSTER_ARCS, features.ARC_ATOMS),
        BETWEEN,
        features.templates(features.SIBLINGS + features.CLUSTER_SIBLINGS, features.SIBLING_ATOMS),
        features.templates(features.GRANDPARENTS + features.CLUSTER_GRANDPARENTS, features.GRAND_ATOMS),
    ),
    "mcdonald": (
        features.templates(features.MCDONALD_ARCS, features.ARC_ATOMS),
        features.templates(features.MCDONALD_BETWEEN, features.ARC_ATOMS),
        features.templates(features.MCDONALD_SIBLINGS, features.SIBLING_ATOMS),
        GRANDPARENTS,
    ),
}
"""The templates of arcs, of what is between, of siblings and of grandparents, by the settings' `features`."""

FILTER_BETWEEN = features.templates(features.FILTER_BETWEEN, features.ARC_ATOMS)
_LARGEST = 2 * (sum(map(len, CHOSEN["clusters"])) + 64 * len(BETWEEN))
"""More places than one word's parts can have."""

NOTHING = -1e300
"""The score of an arc that is not there."""


@dataclass(frozen=True)
class Rows:
    """One sentence as the kernels take it; see `parser_features.Sentences`."""

    codes: NDArray[np.uint64]
    coarse: NDArray[np.uint8]

    @property
    def size(self) -> int:
        """The words and the root."""
        return len(self.codes) - 1


@dataclass(frozen=True)
class Scored:
    """The scores of one sentence's arcs that are left, of their siblings, and of their grandparents.

    `tree` may be asked many times with other penalties: nothing is scored again.
    """

    arcs: Scores
    parts: NDArray[np.int32] | None = None
    starts: NDArray[np.int32] | None = None
    siblings: Scores | None = None
    ends: NDArray[np.int32] | None = None
    grandparents: Scores | None = None
    decoder: str = "eisner"

    def tree(self, penalties: Scores | None = None) -> tuple[Heads, float]:
        """The heads of the best tree (-1 for the root itself), and its score, with these numbers added to its arcs."""
        arcs = self.arcs if penalties is None else self.arcs + penalties
        if self.decoder == "spanning-tree":
            return spanning_tree(np.where(arcs < NOTHING / 2, -np.inf, arcs), single_root=True)
        if self.parts is None or self.starts is None or self.siblings is None:
            return projective_tree(arcs)
        if self.ends is not None and self.grandparents is not None:
            return grand_tree(arcs, self.parts, self.starts, self.siblings, self.ends, self.grandparents)
        return pruned_tree(arcs, self.parts, self.starts, self.siblings)


class ArcModel:
    """Weights of arcs and siblings, or of the filter, with the work space that scoring needs.

    Parameters
    ----------
    weights : floats while they are learned, and then the bytes of `packed`, more of which fit into the caches.
    order : 0 for the filter.
    chosen : which templates; see `CHOSEN`.
    largest : the weight that the byte 127 stands for.
    """

    def __init__(self, weights: Values | Bytes, order: int, chosen: str = "full", largest: float = 1.0) -> None:
        self.weights, self.order, self.largest = weights, order, largest
        none = np.zeros(0, dtype=np.float32 if weights.dtype == np.int8 else np.int8)
        floats, small = (none, weights) if weights.dtype == np.int8 else (weights, none)
        self._values = floats, small, largest / 127**2
        self.shift = 64 - (len(weights).bit_length() - 1)
        every = CHOSEN[chosen] if order else (FILTER, FILTER_BETWEEN, SIBLINGS, GRANDPARENTS)
        self.templates, self.between, self.siblings, self.grandparents = every
        self.atoms = np.zeros(64, dtype=np.uint64)
        self.places = np.zeros(_LARGEST, dtype=np.uint32)

    def arcs(self, rows: Rows, kept: Kept | None = None) -> Scores:
        """The scores of the arcs that are kept; of all without `kept`."""
        scores = np.empty((rows.size, rows.size))
        kept = np.ones((rows.size, rows.size), dtype=np.uint8) if kept is None else kept
        shared = (*self._values, self.templates, self.between, self.shift, self.atoms, self.places)
        sums = _sums(rows, self.templates), _sums(rows, self.between)
        kernel.score_arcs(rows.codes, rows.coarse, kept, *shared, *sums, scores)
        return scores

    def score(self, rows: Rows, kept: Kept | None, decoder: str) -> Scored:
        """The scores of one sentence; from the second order on with siblings, at the third with grandparents too."""
        arcs = self.arcs(rows, kept)
        if self.order < 2 or kept is None or decoder == "spanning-tree":
            return Scored(arcs, decoder=decoder)
        parts, starts, siblings = self._siblings(rows, kept)
        if self.order < 3:
            return Scored(arcs, parts, starts, siblings)
        ends = np.argwhere(arcs > NOTHING).astype(np.int32)
        grandparents = np.zeros((len(ends), rows.size))
        shared = (*self._values, self.grandparents, self.shift, self.atoms, self.places)
        kernel.score_grandparents(rows.codes, kept, ends, *shared, _sums(rows, self.grandparents), grandparents)
        return Scored(arcs, parts, starts, siblings, ends, grandparents)

    def _siblings(self, rows: Rows, kept: Kept) -> tuple[NDArray[np.int32], NDArray[np.int32], Scores]:
        """The parts of neighbouring dependents, where those of each arc begin, and their scores."""
        starts = np.empty(kept.shape, dtype=np.int32)
        parts = np.empty((16 * len(kept), 3), dtype=np.int32)
        count = kernel.list_siblings(kept, parts, starts, len(parts))
        if count > len(parts):
            parts = np.empty((count, 3), dtype=np.int32)
            kernel.list_siblings(kept, parts, starts, count)
        scores = np.empty(count)
        shared = (*self._values, self.siblings, self.shift, self.atoms, self.places)
        kernel.score_siblings(rows.codes, parts[:count], *shared, _sums(rows, self.siblings), scores)
        return parts[:count], starts, scores

    def difference(self, rows: Rows, right: Heads, wrong: Heads) -> tuple[NDArray[np.uint32], int, int]:
        """The places of features in which two trees differ, how many of the right one's come first, and how many."""
        places = np.empty(_LARGEST * 2 * rows.size, dtype=np.uint32)
        shared = (self.templates, self.between, self.siblings, self.grandparents, self.shift, self.atoms, places)
        gained, count = kernel.difference(rows.codes, rows.coarse, right, wrong, self.order, *shared)
        return places, gained, count


def _sums(rows: Rows, templates: features.Templates) -> NDArray[np.uint64]:
    """The work space of the kernels: for three roles a row a word and one more, a number a template."""
    return np.zeros((3, rows.size + 1, len(templates)), dtype=np.uint64)


def packed(weights: Values, least: int = 0) -> tuple[Bytes, float]:
    """The weights in one byte each, and the largest: ±127·√(|w| / largest), since most weights are small.

    Bytes below `least` become 0: most weights are noise of features seen once, and without them a model is a third of
    the size and no worse.
    """
    largest = float(np.abs(weights).max(initial=0.0)) or 1.0
    found = np.rint(np.sign(weights) * np.sqrt(np.abs(weights) / largest) * 127).astype(np.int8)
    found[np.abs(found) < least] = 0
    return found, largest


def unpacked(codes: NDArray[np.int8], largest: float) -> Values:
    """The weights that these bytes stand for."""
    values = np.arange(-128, 128) / 127
    table = (values * np.abs(values) * largest).astype(np.float32)
    return table[codes.astype(np.int16) + 128]


def rounded(weights: Values) -> Values:
    """The weights as a model stores them, so that a parser is the same before it is saved and after."""
    return unpacked(*packed(weights))


def filter_arcs(scores: Scores, heads: int, margin: float) -> Kept:
    """Which arcs to keep: up to `heads` a word whose best tree loses at most `margin` against the best of all.

    The best tree is always among those left (max-marginals; Rush & Petrov 2012).
    """
    through, best = max_marginals(scores)
    kept = through >= best - max(margin, 1e-6)  # sums in another order differ a little
    if len(scores) > heads + 1:
        last = np.partition(through, len(scores) - heads, axis=0)[len(scores) - heads]
        kept &= through >= last
    return np.asarray(kept, dtype=np.uint8)


def filter_long(scores: Scores, heads: int, longest: int) -> Kept:
    """Which arcs to keep in a very long sentence: the `heads` best of each word up to a length, and a chain.

    The chain, from each word to the next one, makes sure that there is a tree.
    """
    size = len(scores)
    places = np.arange(size)
    near = np.abs(places[:, None] - places) <= longest
    near[0] = True
    usable = np.where(near, scores, -np.inf)
    last = np.partition(usable, size - heads, axis=0)[size - heads]
    kept = usable >= last
    kept[places[:-1], places[1:]] = True
    kept[0] |= usable[0] >= np.partition(usable[0], size - heads)[size - heads]
    return np.asarray(kept, dtype=np.uint8)
