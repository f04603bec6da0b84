"""Best matches: two lists of values compared when the values have similarities of their own."""

import numpy as np

from namesakes.arrays import Float32Array, FloatingArray
from namesakes.identities.terms.sparse_rows import SparseRows

_ROWS = 256


def best_matches(counts: SparseRows, values: FloatingArray) -> Float32Array:
    """For all pairs of rows: the mean, over the values of the one, of the best similarity to a value of the other.

    Not symmetric: row i asks, column j answers. `counts` has a row a profile and a column a value; `values` is the
    similarity of any two values. Empty rows get 0. O(values · entries).
    """
    rows, sizes = len(counts), counts.sizes
    filled = np.flatnonzero(sizes)
    found = np.zeros((rows, rows), dtype=np.float32)
    if len(filled) == 0:
        return found
    starts = counts.starts[filled]
    best = np.zeros((counts.width, len(filled)), dtype=np.float32)
    for first in range(0, counts.width, _ROWS):
        part = np.asarray(values[first : first + _ROWS], dtype=np.float32)
        best[first : first + _ROWS] = np.maximum.reduceat(part[:, counts.columns], starts, axis=1)
    found[:, filled] = counts.indicator.weighted_sums(best) / np.maximum(sizes, 1)[:, None]
    return found
