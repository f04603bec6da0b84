"""The chain of names: a linear-chain conditional random field with hashed features."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from namesakes.syntax.entities.kernels import marginals as kernel
from namesakes.syntax.entities.labels import FORBIDDEN, possible_pairs
from namesakes.syntax.tagging.kernels import linear_chain as tagging
from namesakes.syntax.tagging.lexicon import Integers
from namesakes.syntax.tagging.linear_chain import Scores, Template, template_array
from namesakes.syntax.tagging.word_forms import Codes

Flags = NDArray[np.uint8]

QUANTA = 2047
"""The greatest weight in a model's file: weights have 12 bits."""

_ALL: Flags = np.zeros((0, 0), dtype=np.uint8)


class EntityChain:
    """A first-order chain (Lafferty, McCallum & Pereira 2001) in which an invalid sequence of labels cannot win.

    The score of a sequence is Σᵢ Σ_t w[feature t at i, yᵢ] + pairs[yᵢ₋₁, yᵢ], edges included.

    Parameters
    ----------
    names : the labels; the first is the one outside all entities.
    templates : of the features.
    bits : there are 2^bits hashed weights (and one run of labels more).
    """

    def __init__(self, names: Sequence[str], templates: Sequence[Template], bits: int) -> None:
        self.names, self.bits, self.templates = tuple(names), bits, template_array(templates)
        self.weights = np.zeros((1 << bits) + len(self.names), dtype=np.float32)
        self.pairs: Scores = np.where(possible_pairs(self.names), 0.0, FORBIDDEN)

    def bases(self, columns: Codes, edges: Integers) -> Codes:
        """The first place of each token's features in the weights. O(tokens · templates)."""
        found = np.empty((len(columns), len(self.templates)), dtype=np.uint32)
        tagging.hash_features(columns, edges, self.templates, self.bits, found)
        return found

    def scores(self, columns: Codes, edges: Integers, free: Flags) -> Scores:
        """The scores of all labels, one row a token; one that is not free is outside all entities."""
        found = closed_scores(free, len(self.names))
        kernel.add_scores(self.weights, self.bases(columns, edges), _ALL, free, 1.0, found)
        return found

    def best(self, scores: Scores, edges: Integers) -> Integers:
        """The labels of the best sequence of each sentence."""
        path = np.zeros(len(scores), dtype=np.int32)
        kernel.best_paths(
            scores, self.pairs, edges, np.empty_like(scores), np.empty(scores.shape, dtype=np.int32), path
        )
        return path

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The weights in 12 bits and the pairs in 16, by name, for a model's file."""
        scale = float(np.abs(self.weights).max()) / QUANTA or 1.0
        weights = np.round(self.weights / scale).astype(np.int16)
        return {"weights": weights, "scale": np.array(scale), "pairs": self.pairs.astype(np.float16)}

    def fill(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Take the weights from a model's arrays."""
        self.weights = arrays["weights"].astype(np.float32) * np.float32(arrays["scale"])
        self.pairs = arrays["pairs"].astype(np.float64)


def closed_scores(free: Flags, count: int) -> Scores:
    """Scores of nothing but that a token that is not free is outside all entities."""
    found = np.zeros((len(free), count))
    found[free == 0, 1:] = FORBIDDEN
    return found
