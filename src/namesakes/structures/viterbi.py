"""The best sequence of labels by dynamic programming (Viterbi 1967), first or second order."""

import numpy as np
from numpy.typing import NDArray

from namesakes.structures.kernels import viterbi as kernel

Scores = NDArray[np.float64]


def best_sequence(
    offsets: NDArray[np.int32], labels: NDArray[np.int32], scores: Scores, pairs: Scores, triples: Scores | None = None
) -> tuple[NDArray[np.int32], float]:
    """The labels of the best sequence, one a position, and its score.

    Parameters
    ----------
    offsets, labels, scores : position i may take `labels[offsets[i]:offsets[i + 1]]`, with these scores; leaving labels
        out prunes, and a penalty on a label at a position is added to its score. No position may be without labels.
    pairs, triples : scores of neighbouring labels; their last row and column stand for the edges of the sequence.
    """
    edges = np.array([0, len(offsets) - 1], dtype=np.int32)
    return best_sequences(edges, offsets, labels, scores, pairs, triples)


def best_sequences(
    edges: NDArray[np.int32],
    offsets: NDArray[np.int32],
    labels: NDArray[np.int32],
    scores: Scores,
    pairs: Scores,
    triples: Scores | None = None,
) -> tuple[NDArray[np.int32], float]:
    """The labels of the best of each of many sequences, one a position, and the sum of their scores.

    Sequence s has the positions `edges[s]` to `edges[s + 1]`; the rest is as `best_sequence` has it.
    """
    path = np.zeros(len(offsets) - 1, dtype=np.int32)
    if len(path) == 0:
        return path, 0.0
    widths = np.diff(offsets).astype(np.int64)
    before = np.append(1, widths[:-1])
    before[edges[:-1][edges[:-1] < len(path)]] = 1
    sizes = widths * before
    states = np.cumsum(sizes) - sizes
    if triples is None:
        triples = np.zeros((len(pairs),) * 3)
    best, back = np.empty(int(sizes.sum())), np.empty(int(sizes.sum()), dtype=np.int32)
    total = kernel.second_order(edges, offsets, labels, scores, pairs, triples, states, best, back, path)
    return path, float(total)
