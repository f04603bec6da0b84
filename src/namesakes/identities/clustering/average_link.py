"""Average-link: hierarchical clustering by mean similarity, cut at a threshold."""

from dataclasses import dataclass
from typing import ClassVar

from namesakes.arrays import Float64Array
from namesakes.identities.clustering.agglomeration import LEEWAY, agglomerate
from namesakes.identities.clustering.clusterer import Clusterer
from namesakes.identities.clustering.constraints import Groups
from namesakes.identities.clustering.memberships import Memberships, hard


@dataclass(frozen=True)
class AverageLink(Clusterer):
    """Merges the two clusters with the highest mean similarity as long as it reaches the threshold.

    SciPy does it where there are no constraints; with constraints it is done here, never merging what is apart.
    """

    threshold: float = 0.5
    cut: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(0 <= self.threshold <= 1, "threshold", "between 0 and 1")

    def partition(self, matrix: Float64Array, groups: Groups) -> Memberships:
        """The clusters, hard."""
        if len(matrix) < 2 or not groups.trivial or groups.apart.any():
            return hard(agglomerate(matrix, groups, self.threshold), matrix)
        from scipy.cluster.hierarchy import fcluster, linkage
        from scipy.spatial.distance import squareform

        tree = linkage(squareform(1.0 - matrix, checks=False), "average")
        return hard(fcluster(tree, 1.0 - self.threshold + LEEWAY, criterion="distance"), matrix)
