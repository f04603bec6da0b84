"""Connected components of a graph given as pairs of nodes."""

import numpy as np

from namesakes.arrays import BoolArray, Int32Array
from namesakes.structures.kernels import union_find


def components(count: int, left: Int32Array, right: Int32Array) -> Int32Array:
    """For each of `count` nodes, the smallest node that it is connected to by the edges `left[i]`–`right[i]`."""
    labels = np.arange(count, dtype=np.int32)
    union_find.connect(labels, left.astype(np.int32, copy=False), right.astype(np.int32, copy=False))
    return labels


def spanning_forest(count: int, left: Int32Array, right: Int32Array, joined: Int32Array | None = None) -> BoolArray:
    """Which edges join what the edges before them, and `joined`, a result of `components`, had left apart.

    Edges in falling order of their weights give a maximum spanning forest (Kruskal 1956).
    """
    labels = np.arange(count, dtype=np.int32) if joined is None else joined.astype(np.int32)
    kept = np.zeros(len(left), dtype=np.uint8)
    union_find.grow(labels, left.astype(np.int32, copy=False), right.astype(np.int32, copy=False), kept)
    return kept > 0
