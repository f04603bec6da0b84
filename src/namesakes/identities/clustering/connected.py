"""Connected components: items whose similarity reaches a threshold are together, and so are those they lead to."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.identities.clustering.agglomeration import LEEWAY, agglomerate
from namesakes.identities.clustering.clusterer import Clusterer
from namesakes.identities.clustering.constraints import Groups
from namesakes.identities.clustering.memberships import Memberships, hard
from namesakes.structures.components import components


@dataclass(frozen=True)
class Connected(Clusterer):
    """Joins every pair whose similarity reaches the threshold: single link, cut there.

    With cannot-links the most similar pairs are joined first, and none that would bring two together that are apart.
    """

    threshold: float = 0.5
    cut: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(0 <= self.threshold <= 1, "threshold", "between 0 and 1")

    def partition(self, matrix: Float64Array, groups: Groups) -> Memberships:
        """The clusters, hard."""
        if groups.apart.any():
            return hard(agglomerate(matrix, groups, self.threshold, closest=1.0), matrix)
        left, right = np.nonzero(np.triu(matrix >= self.threshold - LEEWAY, 1))
        return hard(components(len(matrix), left.astype(np.int32), right.astype(np.int32)), matrix)
