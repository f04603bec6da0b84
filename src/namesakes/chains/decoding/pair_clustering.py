"""Pair clustering: chains from decisions about single pairs.

A pair is taken for coreferent where the score of the candidate is above that of the root, which a model of pairs leaves
at 0: where coreference is more probable than not.
"""

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, Int64Array
from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.features.mention_pairs import MentionPairs, correct_rows
from namesakes.structures.components import components


def single_link(scores: Float64Array, pairs: MentionPairs) -> Int64Array:
    """The row of each mention in the chains that all coreferent pairs make together, by transitive closure.

    Of the candidates in its chain a mention goes back to the best one. With a window of candidates, those of a chain
    that only a later mention brought together may be out of reach: the mention then begins a chain.
    """
    rows = pairs.candidates
    chosen = _coreferent(scores, pairs)
    labels = components(pairs.count + 1, rows.owners[chosen].astype(np.int32), rows.antecedents[chosen])
    return best_first(scores, pairs, correct_rows(rows, labels))


def closest_first(scores: Float64Array, pairs: MentionPairs) -> Int64Array:
    """The row of the nearest candidate that is coreferent; the root's where there is none (Soon et al. 2001)."""
    allowed = _coreferent(scores, pairs)
    allowed[pairs.candidates.starts[1:-1]] = True
    return best_first(np.arange(len(scores), dtype=np.float64), pairs, allowed.astype(np.uint8))


def _coreferent(scores: Float64Array, pairs: MentionPairs) -> BoolArray:
    """Which rows are above the root's of the same mention."""
    starts = pairs.candidates.starts
    roots = np.repeat(scores[starts[1:-1]], np.diff(starts)[1:]) if pairs.count else scores
    return np.asarray(scores > roots)
