"""Block features: what the similarities of a block say of a pair beyond the pair's own, for contextual rescoring.

Two profiles that resemble the same others are likely of one person though they share little themselves, and how much a
similarity is worth depends on who else is in the block. This is the objectified relation of Huang et al. (2009b,
§2.2.1), where an item is its row of similarities, made into features of each pair.
"""

import numpy as np

from namesakes.arrays import Float32Array, Float64Array, FloatingArray, IndexArray, IntegerArray

FEATURES = (
    "first look",  # the similarity itself
    "rows",  # the cosine of the two rows of similarities, each less its mean
    "path",  # the best way over a third: the smaller of its two similarities
    "nearer rank",  # 1 / (1 + rank) of one among the neighbours of the other, from the better side and from the worse
    "farther rank",
    "best of one",  # the highest similarity that either has with anybody, the larger and the smaller
    "best of other",
    "share of best",  # the similarity as a share of the smaller of these
    "friends of one",  # how many others either is similar to, the more and the fewer, as n / (n + 10)
    "friends of other",
    "block",  # the mean similarity of the block, and its size as n / (n + 50)
    "size",
)
"""The names of the features, as models have them."""

NEIGHBOURS = 30
"""The most similar others over whom the best way is looked for."""


def block_features(similarities: FloatingArray) -> Float32Array:
    """The features of all pairs of a block, N × N × features, from its complete similarities. O(N² · neighbours)."""
    matrix = np.array(similarities, dtype=np.float64)
    np.fill_diagonal(matrix, 0.0)
    count = len(matrix)
    order = np.argsort(-matrix, axis=1, kind="stable")
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.arange(count)[None, :], axis=1)
    best, friends = matrix.max(axis=1, initial=0.0), (matrix > 0.5).sum(axis=1)
    lower_best = np.minimum.outer(best, best)
    columns = (
        np.array(similarities, dtype=np.float64),
        row_cosines(matrix),
        _paths(matrix, order[:, :NEIGHBOURS]),
        1.0 / (1.0 + np.minimum(ranks, ranks.T)),
        1.0 / (1.0 + np.maximum(ranks, ranks.T)),
        np.maximum.outer(best, best),
        lower_best,
        matrix / (lower_best + 1e-6),
        _share(np.maximum.outer(friends, friends), 10),
        _share(np.minimum.outer(friends, friends), 10),
        np.full(matrix.shape, matrix.mean() if count else 0.0),
        np.full(matrix.shape, _share(np.array(count), 50)),
    )
    return np.stack(columns, axis=-1).astype(np.float32)


def row_cosines(similarities: FloatingArray) -> Float64Array:
    """The cosines of the rows of similarities, each less its mean: whether two resemble the same others."""
    rows = np.array(similarities, dtype=np.float64)
    np.fill_diagonal(rows, 0.0)
    rows -= rows.mean(axis=1, keepdims=True)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9
    return np.asarray(rows @ rows.T)


def _paths(matrix: Float64Array, neighbours: IndexArray) -> Float64Array:
    """The largest of the smaller similarities on a way from one to the other over a neighbour of either."""
    found = np.zeros_like(matrix)
    for place in range(neighbours.shape[1]):
        via = neighbours[:, place]
        np.maximum(found, np.minimum(matrix[np.arange(len(matrix)), via][:, None], matrix[via]), out=found)
    return np.asarray(np.maximum(found, found.T))


def _share(counts: IntegerArray, half: int) -> Float64Array:
    return np.asarray(counts / (counts + half), dtype=np.float64)
