"""The best sequence of labels by dynamic programming (Viterbi 1967), first or second order."""

import numpy as np

from namesakes.arrays import Float64Array, Int32Array
from namesakes.structures.kernels import viterbi as kernel


def best_sequences(
    edges: Int32Array,
    offsets: Int32Array,
    labels: Int32Array,
    scores: Float64Array,
    pairs: Float64Array,
    triples: Float64Array | None = None,
) -> tuple[Int32Array, float]:
    """The labels of the best of each of many sequences, one a position, and the sum of their scores.

    Parameters
    ----------
    edges : sequence s has the positions `edges[s]` to `edges[s + 1]`.
    offsets, labels, scores : position i may take `labels[offsets[i]:offsets[i + 1]]`, with these scores; leaving labels
        out prunes, and a penalty on a label at a position is added to its score. No position may be without labels.
    pairs, triples : scores of neighbouring labels; their last row and column stand for the edges of the sequence.
        Without triples the chain is of the first order.
    """
    path = np.zeros(len(offsets) - 1, dtype=np.int32)
    if len(path) == 0:
        return path, 0.0
    if triples is None:
        best, back = np.empty(len(labels)), np.empty(len(labels), dtype=np.int32)
        return path, float(kernel.first_order(edges, offsets, labels, scores, pairs, best, back, path))
    widths = np.diff(offsets).astype(np.int64)
    before = np.append(1, widths[:-1])
    before[edges[:-1][edges[:-1] < len(path)]] = 1
    sizes = widths * before
    states = np.cumsum(sizes) - sizes
    best, back = np.empty(int(sizes.sum())), np.empty(int(sizes.sum()), dtype=np.int32)
    total = kernel.second_order(edges, offsets, labels, scores, pairs, triples, states, best, back, path)
    return path, float(total)


def sequence_scores(
    edges: Int32Array,
    offsets: Int32Array,
    labels: Int32Array,
    scores: Float64Array,
    pairs: Float64Array,
    path: Int32Array,
    triples: Float64Array | None = None,
) -> Float64Array:
    """The scores of many sequences with the labels of a path, which must be among their candidates. O(candidates)."""
    sizes, edge = np.diff(edges), len(pairs) - 1
    found = np.zeros(len(sizes))
    filled = np.flatnonzero(sizes)
    if not len(filled):
        return found
    first = np.zeros(len(path), dtype=bool)
    first[edges[:-1][filled]] = True
    before = np.where(first, edge, np.append(edge, path[:-1]))
    value = scores[labels == np.repeat(path, np.diff(offsets))] + pairs[before, path]
    last = edges[1:][filled] - 1
    value[last] += pairs[path[last], edge]
    if triples is not None:
        earlier = np.where(first, edge, np.append(edge, before[:-1]))
        value += triples[earlier, before, path]
        value[last] += triples[before[last], path[last], edge]
    found[filled] = np.add.reduceat(value, edges[:-1][filled])
    return found
