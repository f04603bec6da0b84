"""Best-first: the best antecedent of each mention by itself."""

import numpy as np

from namesakes.arrays import ByteArray, Float64Array, Int64Array
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.chains.models.kernels import pairs as kernel


def best_first(scores: Float64Array, pairs: MentionPairs, allowed: ByteArray | None = None) -> Int64Array:
    """The best row of each mention (-1 for the root itself): the best tree. O(rows)."""
    best = np.empty(pairs.count + 1, dtype=np.int64)
    allowed = np.ones(len(scores), dtype=np.uint8) if allowed is None else allowed
    kernel.best_rows(scores, allowed, pairs.candidates.starts, best)
    return best
