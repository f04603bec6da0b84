"""Agglomeration: the most similar clusters are merged first, never two that are apart."""

from collections.abc import Iterator, Sequence

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.identities.clustering.constraints import Groups

LEEWAY = 1e-12
"""A similarity that rounding put just below the threshold still reaches it."""


def agglomerate(matrix: Float64Array, groups: Groups, threshold: float, *, closest: float = 0.0) -> Int64Array:
    """The clusters left when no two may be merged whose similarity is at least the threshold, as `merges` has it."""
    (labels,) = agglomerated(matrix, groups, (threshold,), closest=closest)
    return labels


def agglomerated(
    matrix: Float64Array, groups: Groups, thresholds: Sequence[float], *, closest: float = 0.0
) -> list[Int64Array]:
    """The clusters at each threshold.

    Merges come in the same order whatever the threshold, which says where they end: a higher one never leaves fewer
    clusters, and all of them together cost as much as the lowest.
    """
    labels = np.arange(len(matrix))
    coming = merges(matrix, groups, closest=closest)
    found: dict[float, Int64Array] = {}
    step = next(coming, None)
    for threshold in sorted(set(thresholds), reverse=True):
        while step is not None and step[0] >= threshold - LEEWAY:
            labels[labels == step[2]] = step[1]
            step = next(coming, None)
        found[threshold] = labels.copy()
    return [found[threshold] for threshold in thresholds]


def merges(matrix: Float64Array, groups: Groups, *, closest: float = 0.0) -> Iterator[tuple[float, int, int]]:
    """The merges of clusters, each with their similarity and the items that they are called by; the first one stays.

    The two most similar clusters are merged first, never two that are apart. The similarity of clusters is a mixture:
    `closest` · the largest similarity of two of their items, and the rest the mean over all their pairs; 0 is average
    link, 1 single link. Each merge costs O(n): the nearest neighbour of every cluster is kept, so that all cost O(n²)
    as a rule.
    """
    count = len(matrix)
    sizes = groups.sizes.astype(np.float64)
    means = matrix.copy()
    means[groups.apart] = -np.inf
    np.fill_diagonal(means, -np.inf)
    largest, nearness = means.copy(), means.copy()
    nearest = nearness.argmax(axis=1)
    highest = nearness[np.arange(count), nearest]
    for _ in range(count - 1):
        kept = int(highest.argmax())
        if np.isneginf(highest[kept]):
            break
        similarity = float(highest[kept])
        kept, gone = sorted((kept, int(nearest[kept])))
        yield similarity, kept, gone
        # −∞, which keeps apart, is handed on by the mean itself
        mean = (sizes[kept] * means[kept] + sizes[gone] * means[gone]) / (sizes[kept] + sizes[gone])
        most = np.maximum(largest[kept], largest[gone])
        mean[kept] = mean[gone] = -np.inf
        merged, near = mean.copy(), mean > -np.inf
        merged[near] += closest * (most[near] - mean[near])
        means[gone] = means[:, gone] = -np.inf
        means[kept] = means[:, kept] = mean
        largest[kept] = largest[:, kept] = most
        sizes[kept] += sizes[gone]
        nearness[gone] = nearness[:, gone] = -np.inf
        nearness[kept] = nearness[:, kept] = merged
        pointing = (nearest == kept) | (nearest == gone)
        closer = (merged > highest) | (pointing & (merged >= highest - LEEWAY))
        nearest[closer], highest[closer] = kept, merged[closer]
        stale = np.concatenate((np.flatnonzero(pointing & ~closer), (kept, gone)))
        nearest[stale] = nearness[stale].argmax(axis=1)
        highest[stale] = nearness[stale, nearest[stale]]
