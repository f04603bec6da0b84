"""FRC: fuzzy clustering of relational data (Davé & Sen 2002)."""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.identities.clustering.constraints import Groups
from namesakes.identities.clustering.fuzzy import FuzzyClusterer, Relation


@dataclass(frozen=True)
class Frc(FuzzyClusterer):
    """Fuzzy clusters straight from the dissimilarities R = 1 − r.

    a_ij = m·Σ_k u_ik^m·R_jk / Σ u_ik^m − m·ΣΣ u_ik^m·u_il^m·R_kl / (2·(Σ u_ik^m)²) and u_ij ∝ a_ij^(−1/(m−1)); the
    factor m cancels out. Negative a, which dissimilarities that are not Euclidean give, are treated as in the robust
    version.
    """

    def relation(self, matrix: Float64Array, groups: Groups) -> Relation:
        """The dissimilarities 1 − r."""
        return Relation(1.0 - matrix, groups.sizes.astype(np.float64), centred=True)


@dataclass(frozen=True)
class FrcHard(Frc):
    """FRC with each item only in the cluster that it belongs to most."""

    hard: bool = True
