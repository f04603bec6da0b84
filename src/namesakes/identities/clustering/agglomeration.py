"""Agglomeration: the most similar clusters are merged first, never two that are apart."""

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.identities.clustering.constraints import Groups

LEEWAY = 1e-12
"""A similarity that rounding put just below the threshold still reaches it."""


def agglomerate(matrix: Float64Array, groups: Groups, threshold: float, *, single: bool = False) -> Int64Array:
    """The clusters left when no two may be merged whose similarity is at least the threshold.

    The similarity of clusters is the mean over their pairs of items, or with `single` the largest of them. Each merge
    costs O(n): the nearest neighbour of every cluster is kept, so that all cost O(n²) as a rule.
    """
    count = len(matrix)
    labels, sizes = np.arange(count), groups.sizes.astype(np.float64)
    nearness = matrix.copy()
    nearness[groups.apart] = -np.inf
    np.fill_diagonal(nearness, -np.inf)
    nearest = nearness.argmax(axis=1)
    highest = nearness[labels, nearest]
    for _ in range(count - 1):
        kept = int(highest.argmax())
        if highest[kept] < threshold - LEEWAY:
            break
        kept, gone = sorted((kept, int(nearest[kept])))
        if single:
            merged = np.maximum(nearness[kept], nearness[gone])
            merged[np.isneginf(nearness[kept]) | np.isneginf(nearness[gone])] = -np.inf
        else:  # −∞, which keeps apart, is handed on by the mean itself
            merged = (sizes[kept] * nearness[kept] + sizes[gone] * nearness[gone]) / (sizes[kept] + sizes[gone])
        merged[kept] = merged[gone] = -np.inf
        labels[labels == gone] = kept
        sizes[kept] += sizes[gone]
        nearness[gone] = nearness[:, gone] = -np.inf
        nearness[kept] = nearness[:, kept] = merged
        pointing = (nearest == kept) | (nearest == gone)
        closer = (merged > highest) | (pointing & (merged >= highest - LEEWAY))
        nearest[closer], highest[closer] = kept, merged[closer]
        stale = np.concatenate((np.flatnonzero(pointing & ~closer), (kept, gone)))
        nearest[stale] = nearness[stale].argmax(axis=1)
        highest[stale] = nearness[stale, nearest[stale]]
    return labels
