"""Projective dependency trees: the best one, with or without siblings and grandparents, and max-marginals of arcs.

Node 0 is the root, which has one dependent. `arcs[h, m]` is the score of an arc from head h to dependent m; a penalty
on an arc is added to its score. Eisner (1996); McDonald & Pereira (2006) for siblings; Koo & Collins (2010) for
grandparents.
"""

import numpy as np

from namesakes.arrays import ByteArray, Float64Array, Int32Array
from namesakes.structures.kernels import eisner as kernel
from namesakes.structures.kernels import grandparents as grand_kernel
from namesakes.structures.kernels import max_marginals as marginal_kernel
from namesakes.structures.kernels import pruned as pruned_kernel


def projective_tree(arcs: Float64Array) -> tuple[Int32Array, float]:
    """The heads of the best projective tree (-1 for the root itself), and its score. O(n³).

    Parameters
    ----------
    arcs : scores by head and dependent, n + 1 by n + 1.
    """
    size = len(arcs)
    heads = np.full(size, -1, dtype=np.int32)
    if size < 2:
        return heads, 0.0
    incomplete, complete = np.empty((size, size, 2)), np.empty((size, size, 2))
    splits = np.zeros((2, size, size, 2), dtype=np.int32)
    kernel.first_order(arcs, incomplete, complete, splits[0], splits[1])
    kernel.trace(splits[0], splits[1], np.empty((3 * size, 4), dtype=np.int32), heads)
    return heads, float(complete[0, size - 1, 1])


def best_arcs(through: Float64Array, least: float, most: int) -> ByteArray:
    """Which arcs have at least a value, and among those of their dependent one of the `most` largest. O(n² · most)."""
    kept = np.empty(through.shape, dtype=np.uint8)
    pruned_kernel.keep_arcs(through, least, np.empty(most), kept)
    return kept


def kept_arcs(kept: ByteArray) -> Int32Array:
    """The heads and dependents of the arcs that are kept, sorted. O(n²)."""
    ends = np.empty((np.count_nonzero(kept), 2), dtype=np.int32)
    return ends[: pruned_kernel.list_arcs(kept, ends)]


def kept_siblings(kept: ByteArray) -> tuple[Int32Array, Int32Array]:
    """The parts of two neighbouring dependents whose arcs are kept, and where those of each arc begin."""
    starts = np.empty(kept.shape, dtype=np.int32)
    parts = np.empty((16 * len(kept), 3), dtype=np.int32)
    count = pruned_kernel.list_siblings(kept, parts, starts, len(parts))
    if count > len(parts):
        parts = np.empty((count, 3), dtype=np.int32)
        pruned_kernel.list_siblings(kept, parts, starts, count)
    return parts[:count], starts


def pruned_tree(
    arcs: Float64Array, parts: Int32Array, starts: Int32Array, scores: Float64Array
) -> tuple[Int32Array, float]:
    """The heads and the score of the best projective tree with siblings where few arcs are left. O(n³) at worst.

    Parameters
    ----------
    arcs : scores by head and dependent; only those of the parts count.
    parts : rows of head, nearer dependent on the same side (or the head itself, for the nearest), and dependent; the
        parts of an arc stand together. The root has one dependent where its parts have no nearer ones.
    starts : by head and dependent the first row of its parts; -1 where there is no arc.
    scores : the scores of the parts.
    """
    size = len(arcs)
    heads = np.full(size, -1, dtype=np.int32)
    if size < 2:
        return heads, 0.0
    charts, splits = np.empty((3, size, size)), np.empty((3, size, size), dtype=np.int32)
    stack = np.empty((3 * size, 3), dtype=np.int32)
    found = pruned_kernel.pruned_second_order(
        arcs, parts, starts, scores, charts[0], charts[1], charts[2], splits, stack, heads
    )
    return heads, float(found)


def grand_tree(
    arcs: Float64Array,
    parts: Int32Array,
    starts: Int32Array,
    scores: Float64Array,
    ends: Int32Array,
    grandparents: Float64Array,
) -> tuple[Int32Array, float]:
    """The same as `pruned_tree` with scores of grandparents. O(arcs · n · dependents a head).

    Parameters
    ----------
    ends : the heads and dependents of the arcs, sorted.
    grandparents : by arc (g, h) and m, the score of m as a dependent of h whose head is g.
    """
    size, count = len(arcs), len(ends)
    heads = np.full(size, -1, dtype=np.int32)
    if size < 2:
        return heads, 0.0
    states, with_root = np.empty((size, size), dtype=np.int32), np.empty((count + 1, 2), dtype=np.int32)
    below, above_first = np.zeros((2, size + 1), dtype=np.int32)
    above, closing, closed = np.empty(count + 1, dtype=np.int32), np.empty((2, size), dtype=np.int32), np.empty(size)
    grand_kernel.index_arcs(ends, states, with_root, below, above, above_first)
    charts, splits = np.empty((2, count + 1, size)), np.empty((2, count + 1, size), dtype=np.int32)
    given = (arcs, states, with_root, below, above, above_first, parts, starts, scores, grandparents)
    meeting, split = np.empty(len(parts)), np.empty(len(parts), dtype=np.int32)
    stack = np.empty((4 * size, 3), dtype=np.int32)
    room = (charts[0], charts[1], meeting, splits[0], splits[1], split, closing, closed, stack)
    found = grand_kernel.third_order(*given, *room, heads)
    return heads, float(found)


def max_marginals(arcs: Float64Array) -> tuple[Float64Array, float]:
    """The score of the best tree through each arc (-inf where there is none), and of the best tree of all. O(n³)."""
    size = len(arcs)
    totals = np.full((size, size), -np.inf)
    if size < 2:
        return totals, 0.0
    total = marginal_kernel.max_marginals(arcs, np.empty((12, size, size)), totals)
    return totals, float(total)
