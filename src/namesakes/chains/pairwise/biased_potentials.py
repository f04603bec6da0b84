"""Biased potentials: coreferent pairs that count for more in training (Choi & Cardie 2007, section 4).

Coreferent pairs are few, and a model of the highest likelihood finds too few of them. Where a predicate holds in the
training data, the potentials are ψ = exp(β·λ·f) instead of exp(λ·f), for both values of the decision; when chains are
found the predicate never holds. (The text of their equation is lost; a factor β beside the exponential would cancel
out.) Weighted instances, the older way to the same end, are offered beside: such a pair counts β times.
"""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import ByteArray, Int32Array
from namesakes.chains.pairwise.blocks import PairRows
from namesakes.chains.pairwise.measures import gold_pairs
from namesakes.errors import ConfigError, UnknownNameError

PREDICATES = ("none", "all", "closest")
METHODS = ("potentials", "weights")


@dataclass(frozen=True)
class BiasSettings:
    """Which pairs count for more, and how.

    Parameters
    ----------
    pairs : "none", "all" coreferent pairs (P_a in the paper), or for each mention the "closest" coreferent one (P_1).
    factor : β; the paper has 1.5 and 3.
    method : "potentials" are biased, or instances have "weights".
    """

    pairs: str = "none"
    factor: float = 1.5
    method: str = "potentials"

    def __post_init__(self) -> None:
        if self.pairs not in PREDICATES:
            raise UnknownNameError("choice of biased pairs", self.pairs, PREDICATES)
        if self.method not in METHODS:
            raise UnknownNameError("method of bias", self.method, METHODS)
        if self.factor < 0:
            raise ConfigError(f"bias: factor: {self.factor} is negative; 1 changes nothing.")

    @property
    def factors(self) -> tuple[float, float]:
        """What the scores of biased pairs are multiplied with, and what their likelihood is."""
        return (self.factor, 1.0) if self.method == "potentials" else (1.0, self.factor)


def biased_pairs(kind: str, rows: PairRows, chains: Int32Array) -> ByteArray:
    """Which pairs of a document the predicate holds for, given its gold chains."""
    found = np.zeros(len(rows), dtype=np.uint8)
    if kind != "none":
        gold = np.flatnonzero(gold_pairs(rows, chains))
        if kind == "closest":  # candidates stand in document order, so that the last of a mention is the nearest
            owners = rows.mentions[gold]
            gold = gold[np.append(owners[1:] != owners[:-1], True)] if len(gold) else gold
        found[gold] = 1
    return found
