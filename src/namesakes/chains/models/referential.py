"""Referential mentions: those that are in a chain at all, which *it* in "it rains" and bare nouns seldom are.

A logistic model over the attributes of a mention by itself. A resolver with a threshold leaves less probable mentions
alone: they are put in no chain and are nobody's candidates.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, Float32Array, Float64Array, UInt32Array
from namesakes.chains.features.templates import ALONE, Templates, atoms
from namesakes.chains.training.examples import Example
from namesakes.config import bounded
from namesakes.mentions.attributes import Attributes

_COMPARED = ("match", "match_distance", "likeness", "name_match")
"""What is known only once mentions have been compared with their candidates."""

TEMPLATES = (
    *(template for template in ALONE if not any(name in _COMPARED for _, name, _ in atoms(template))),
    "m.often m.class",
    "m.often m.lemma",
    "m.often m.entity m.length",
    "m.often m.phrase m.class",
    "m.often m.order m.class",
)
"""What the model looks at."""


@dataclass(frozen=True)
class ReferentialSettings:
    """How referential mentions are told from others.

    Parameters
    ----------
    threshold : mentions that are less probable to be in a chain are left alone; 0 for none, and then nothing is fitted.
    bits : there are 2^bits weights.
    strength : how far the weights may go: the inverse of the penalty on their squares.
    """

    threshold: float = 0.0
    bits: int = bounded(16, 1, 30)
    strength: float = 0.03


class ReferentialFilter:
    """The probability of each mention to be in a chain, and those that are probable enough."""

    def __init__(self, weights: Float32Array, offset: float, threshold: float) -> None:
        self.weights, self.offset, self.threshold = weights, offset, threshold

    def probabilities(self, known: Attributes) -> Float64Array:
        """Of each mention, the root first."""
        sums = self.weights[_places(known, len(self.weights).bit_length() - 1)].sum(axis=1)
        return np.asarray(1.0 / (1.0 + np.exp(-(sums.astype(np.float64) + self.offset))))

    def kept(self, known: Attributes) -> BoolArray:
        """Which mentions are probable enough; the root is."""
        found = self.probabilities(known) >= self.threshold
        found[0] = True
        return found

    @classmethod
    def fitted(cls, examples: Sequence[Example], settings: ReferentialSettings) -> "ReferentialFilter":
        """The filter under which the mentions of these examples that are in gold chains are most probable."""
        from scipy.sparse import csr_matrix
        from sklearn.linear_model import LogisticRegression

        places = np.concatenate([_places(each.pairs.attributes, settings.bits)[1:] for each in examples])
        right = np.concatenate([each.chains[1:] >= 0 for each in examples])
        if right.all() or not right.any():
            return cls(np.zeros(1 << settings.bits, dtype=np.float32), 0.0, settings.threshold)
        ends = np.arange(0, places.size + 1, places.shape[1])
        shape = (len(places), 1 << settings.bits)
        rows = csr_matrix((np.ones(places.size), places.astype(np.int32).ravel(), ends), shape=shape)
        rows.sum_duplicates()
        found = LogisticRegression(C=settings.strength, max_iter=200).fit(rows, right)
        return cls(found.coef_[0].astype(np.float32), float(found.intercept_[0]), settings.threshold)


def _places(known: Attributes, bits: int) -> UInt32Array:
    """The places of each mention's features among the weights."""
    return Templates.build((), TEMPLATES).places(known.codes, bits)
