"""Spanning tree: the best tree of antecedents by Chu-Liu-Edmonds."""

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.structures.spanning_tree import spanning_tree


def maximum_spanning_tree(scores: Float64Array, pairs: MentionPairs) -> Int64Array:
    """The rows of the best tree; the same as best-first, since all arcs go one way. O(mentions²)."""
    size = pairs.count + 1
    owners, candidates = pairs.candidates.owners, pairs.candidates.antecedents
    arcs = np.full((size, size), -np.inf)
    arcs[candidates, owners] = scores
    place = np.full((size, size), -1, dtype=np.int64)
    place[candidates, owners] = np.arange(len(scores))
    heads, _ = spanning_tree(arcs)
    rows = np.full(size, -1, dtype=np.int64)
    rows[1:] = place[heads[1:], np.arange(1, size)]
    return rows
