"""Connected components of a graph given as pairs of nodes."""

import numpy as np
from numpy.typing import NDArray

from namesakes.structures.kernels import union_find


def components(count: int, left: NDArray[np.int32], right: NDArray[np.int32]) -> NDArray[np.int32]:
    """For each of `count` nodes, the smallest node that it is connected to by the edges `left[i]`–`right[i]`."""
    labels = np.arange(count, dtype=np.int32)
    union_find.connect(labels, left.astype(np.int32, copy=False), right.astype(np.int32, copy=False))
    return labels
