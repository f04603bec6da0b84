"""KARC: kernelised fuzzy relational clustering (Huang et al. 2009b, §2.2)."""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.errors import UnknownNameError
from namesakes.identities.clustering.constraints import Groups
from namesakes.identities.clustering.fuzzy import FuzzyClusterer, Relation

NORMS = ("unit", "exact")


@dataclass(frozen=True)
class Karc(FuzzyClusterer):
    """Fuzzy clusters of items, each seen as its row of similarities, under a Gaussian kernel (KARC-S).

    Parameters
    ----------
    gamma : of the kernel K(r_j, r_k) = exp(−γ‖r_j − r_k‖²).
    norm : "unit" takes prototypes to have norm 1, d² = 2 − 2·ΣV·K, as the paper does (equation 6); "exact" has their
        true norm, d² = 1 − 2·ΣV·K + ΣΣV·V·K, under which the objective never rises.
    """

    gamma: float = 0.015
    norm: str = "unit"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(self.gamma > 0, "gamma", "above 0")
        if self.norm not in NORMS:
            raise UnknownNameError("norm", self.norm, NORMS)

    def relation(self, matrix: Float64Array, groups: Groups) -> Relation:
        """The squared distances that the kernel induces, 2 − 2K."""
        weights = groups.sizes.astype(np.float64)
        return Relation(2.0 - 2.0 * gram(matrix, weights, self.gamma), weights, self.norm == "exact")


@dataclass(frozen=True)
class KarcHard(Karc):
    """KARC with each item only in the cluster that it belongs to most (KARC-H)."""

    hard: bool = True


def gram(matrix: Float64Array, weights: Float64Array, gamma: float) -> Float64Array:
    """K, items × items: the Gaussian kernel of the rows; a column counts as often as its weight says."""
    rows = matrix * np.sqrt(weights)
    lengths = np.einsum("jk,jk->j", rows, rows)
    squares = np.maximum(lengths[:, None] + lengths[None, :] - 2.0 * (rows @ rows.T), 0.0)
    np.fill_diagonal(squares, 0.0)
    kernel: Float64Array = np.exp(-gamma * squares)
    return kernel
