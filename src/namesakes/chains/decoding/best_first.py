"""Best-first: the best antecedent of each mention by itself."""

import numpy as np

from namesakes.chains.features.mention_pairs import Kept, MentionPairs
from namesakes.chains.models.kernels import pairs as kernel
from namesakes.chains.models.tree_model import Rows, Scores


def best_first(scores: Scores, pairs: MentionPairs, allowed: Kept | None = None) -> Rows:
    """The best row of each mention (-1 for the root itself): the best tree. O(rows)."""
    best = np.empty(pairs.count + 1, dtype=np.int64)
    allowed = np.ones(len(scores), dtype=np.uint8) if allowed is None else allowed
    kernel.best_rows(scores, allowed, pairs.candidates.starts, best)
    return best
