"""Trees of antecedents: the chains that they make."""

import numpy as np

from namesakes.arrays import Int32Array


def clusters_of(antecedents: Int32Array) -> Int32Array:
    """The first mention of the chain of each mention, by following antecedents. O(n log n)."""
    above = np.where(antecedents > 0, antecedents, np.arange(len(antecedents)))
    while True:
        further = above[above]
        if np.array_equal(further, above):
            return above.astype(np.int32)
        above = further
