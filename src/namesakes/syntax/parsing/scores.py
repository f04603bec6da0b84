"""Scores of arcs and siblings in one sentence, the filter that leaves few arcs, and the best tree."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from namesakes.arrays import (
    ByteArray,
    Float32Array,
    Float64Array,
    IndexArray,
    Int8Array,
    Int32Array,
    UInt32Array,
    UInt64Array,
)
from namesakes.learning.quantization import SIGNED_SQUARES, root_scale
from namesakes.structures.eisner import (
    best_arcs,
    grand_tree,
    kept_arcs,
    kept_siblings,
    max_marginals,
    projective_tree,
    pruned_tree,
)
from namesakes.structures.spanning_tree import spanning_tree
from namesakes.syntax.parsing import templates
from namesakes.syntax.parsing.features import with_surroundings
from namesakes.syntax.parsing.kernels import arcs as kernel
from namesakes.syntax.parsing.templates import DISTANCES, TAGS, WORD, Table
from namesakes.text.vocabulary import code
from namesakes.threads import PerThread

_CLUSTERED = (
    templates.ARCS + templates.CLUSTER_ARCS,
    templates.BETWEEN,
    templates.SIBLINGS + templates.CLUSTER_SIBLINGS,
    templates.GRANDPARENTS + templates.CLUSTER_GRANDPARENTS,
)
CHOSEN = {
    "filter": (templates.FILTER, templates.FILTER_BETWEEN, templates.SIBLINGS, templates.GRANDPARENTS),
    "full": (templates.ARCS, templates.BETWEEN, templates.SIBLINGS, templates.GRANDPARENTS),
    "clusters": _CLUSTERED,
    "mcdonald": (
        templates.MCDONALD_ARCS,
        templates.MCDONALD_BETWEEN,
        templates.MCDONALD_SIBLINGS,
        templates.GRANDPARENTS,
    ),
}
"""The templates of arcs, of what is between, of siblings and of grandparents, by the settings' `features`."""

_SHAPES = (("hm", 0), ("hm", 500), ("hsm", 700), ("ghm", 800))
"""Of the same four, the roles, and the number of the first template."""

_ALL = np.zeros((0, 0), dtype=np.uint8)
"""Says that all arcs are kept."""

NOTHING = -1e300
"""The score of an arc that is not there."""


@dataclass(frozen=True)
class Rows:
    """One sentence as the kernels take it; see `features.Sentences`."""

    codes: UInt64Array
    coarse: ByteArray

    def part(self, words: IndexArray) -> "Rows":
        """Some words as if they were a sentence."""
        rows = np.concatenate(([0], words))
        end = np.full((1, len(WORD)), code("<end>"), dtype=np.uint64)
        codes = np.append(self.codes[rows, : len(WORD)], end, axis=0)
        return Rows(with_surroundings(codes, np.array([0, len(codes)])), self.coarse[[*rows, -1]])

    @property
    def size(self) -> int:
        """The words and the root."""
        return len(self.codes) - 1


@dataclass(frozen=True)
class Scored:
    """The scores of one sentence's arcs that are left, of their siblings, and of their grandparents.

    `tree` may be asked many times with other penalties: nothing is scored again.
    """

    arcs: Float64Array
    parts: Int32Array | None = None
    starts: Int32Array | None = None
    siblings: Float64Array | None = None
    ends: Int32Array | None = None
    grandparents: Float64Array | None = None
    decoder: str = "eisner"

    def tree(self, penalties: Float64Array | None = None) -> tuple[Int32Array, float]:
        """The heads of the best tree (-1 for the root itself), and its score, with these numbers added to its arcs."""
        arcs = self.arcs if penalties is None else self.arcs + penalties
        if self.decoder == "spanning-tree":
            return spanning_tree(np.where(arcs < NOTHING / 2, -np.inf, arcs), single_root=True)
        if self.parts is None or self.starts is None or self.siblings is None:
            return projective_tree(arcs)
        if self.ends is not None and self.grandparents is not None:
            return grand_tree(arcs, self.parts, self.starts, self.siblings, self.ends, self.grandparents)
        return pruned_tree(arcs, self.parts, self.starts, self.siblings)


class Shape:
    """One shape of parts: its templates and their features, with the room that the sums of a sentence take."""

    def __init__(self, table: Table, shift: int) -> None:
        third = table.tag_rows() if table.tag_keys.any() else np.zeros((1, len(table)), dtype=np.uint64)
        self.table, self._features = table, kernel.Features(table, third, shift)
        self._room = np.empty((table.roles, 0, len(table)), dtype=np.uint64)

    def see(self, rows: "Rows") -> Any:
        """The features, which have seen the words of a sentence."""
        if len(rows.codes) > self._room.shape[1]:
            self._room = np.empty((self.table.roles, 2 * len(rows.codes), len(self.table)), dtype=np.uint64)
        self._features.see(rows.codes, self._room)
        return self._features


class WorkSpace:
    """What scoring fills, sentence by sentence; each thread has its own.

    Parameters
    ----------
    tables, shift : the templates of each shape, and how hashes become places.
    most : the places of one part's features at most.
    weights : floats, bytes, and what a sum of bytes is multiplied with; see `kernel.Sums`.
    """

    def __init__(
        self, tables: Sequence[Table], shift: int, most: int, weights: tuple[Float32Array | Int8Array, ByteArray, float]
    ) -> None:
        floats, small, scale = weights
        self.shapes = [Shape(table, shift) for table in tables]
        self.present = np.zeros(TAGS, dtype=np.int32)
        room = np.zeros(2 * (most + 128), dtype=np.uint32), np.zeros((2, 16, 2), dtype=np.int32)
        self.sums = kernel.Sums(floats, small, SIGNED_SQUARES, scale, *room)


class ArcModel:
    """Weights of arcs and siblings, or of the filter.

    Parameters
    ----------
    weights : floats while they are learned, and then the bytes of `quantize_roots`, more of which fit into the caches.
    order : 0 for the filter.
    chosen : which templates; see `CHOSEN`.
    largest : the weight that the byte 127 stands for.
    """

    def __init__(
        self, weights: Float32Array | Int8Array, order: int, chosen: str = "full", largest: float = 1.0
    ) -> None:
        self.weights, self.order, self.chosen, self.largest = weights, order, chosen, largest
        learning = weights.dtype != np.int8
        shift = 64 - (len(weights).bit_length() - 1)
        texts = CHOSEN[chosen if order else "filter"]
        tables = [Table.of(text, *shape) for text, shape in zip(texts, _SHAPES, strict=True)]
        self._most = sum(2 * len(table) for table in tables) + TAGS * len(tables[1])
        floats = weights if learning else np.zeros(0, dtype=np.float32)
        small = np.zeros(0, dtype=np.uint8) if learning else weights.view(np.uint8)
        given = floats, small, 1.0 if learning else root_scale(largest)
        self._work = PerThread(partial(WorkSpace, tables, shift, self._most, given))

    def __reduce__(self) -> tuple[Any, ...]:
        return ArcModel, (self.weights, self.order, self.chosen, self.largest)

    def arcs(self, rows: Rows, kept: ByteArray | None = None) -> Float64Array:
        """The scores of the arcs that are kept; of all without `kept`."""
        scores, work = np.empty((rows.size, rows.size)), self._work()
        arcs, between = work.shapes[:2]
        shared = arcs.see(rows), between.see(rows), between.table.tag_keys, DISTANCES, rows.coarse
        kernel.score_arcs(*shared, _ALL if kept is None else kept, rows.size, work.present, work.sums, scores.ravel())
        return scores

    def score(self, rows: Rows, kept: ByteArray | None, decoder: str) -> Scored:
        """The scores of one sentence; from the second order on with siblings, at the third with grandparents too."""
        arcs = self.arcs(rows, kept)
        if self.order < 2 or kept is None or decoder == "spanning-tree":
            return Scored(arcs, decoder=decoder)
        parts, starts, siblings = self._siblings(rows, kept)
        if self.order < 3:
            return Scored(arcs, parts, starts, siblings)
        ends = kept_arcs(kept)
        grandparents, work = np.zeros((len(ends), rows.size)), self._work()
        kernel.score_grandparents(work.shapes[3].see(rows), kept, ends, work.sums, grandparents.ravel())
        return Scored(arcs, parts, starts, siblings, ends, grandparents)

    def _siblings(self, rows: Rows, kept: ByteArray) -> tuple[Int32Array, Int32Array, Float64Array]:
        """The parts of neighbouring dependents, where those of each arc begin, and their scores."""
        parts, starts = kept_siblings(kept)
        scores, work = np.empty(len(parts)), self._work()
        kernel.score_siblings(work.shapes[2].see(rows), DISTANCES, parts, rows.size, work.sums, scores)
        return parts, starts, scores

    def difference(self, rows: Rows, right: Int32Array, wrong: Int32Array) -> tuple[UInt32Array, int, int]:
        """The places of features in which two trees differ, how many of the right one's come first, and how many."""
        places, work = np.empty(self._most * 2 * rows.size, dtype=np.uint32), self._work()
        arcs, between, siblings, grandparents = (shape.see(rows) for shape in work.shapes)
        shared = work.shapes[1].table.tag_keys, DISTANCES, rows.coarse, right, wrong, self.order, work.present, places
        gained, count = kernel.difference(arcs, between, siblings, grandparents, *shared)
        return places, gained, count


def filter_arcs(scores: Float64Array, heads: int, margin: float) -> ByteArray:
    """Which arcs to keep: up to `heads` a word whose best tree loses at most `margin` against the best of all.

    The best tree is always among those left (max-marginals; Rush & Petrov 2012).
    """
    through, best = max_marginals(scores)
    return best_arcs(through, best - max(margin, 1e-6), heads)  # sums in another order differ a little


def filter_long(scores: Float64Array, heads: int, longest: int) -> ByteArray:
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
