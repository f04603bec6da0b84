"""Trees of antecedents: the chains that they make."""

import numpy as np
from numpy.typing import NDArray

Antecedents = NDArray[np.int32]


def clusters_of(antecedents: Antecedents) -> Antecedents:
    """The first mention of the chain of each mention, by following antecedents. O(n log n)."""
    above = np.where(antecedents > 0, antecedents, np.arange(len(antecedents)))
    while True:
        further = above[above]
        if np.array_equal(further, above):
            return above.astype(np.int32)
        above = further
