"""Mixed link: hierarchical clustering between single and average link, cut at a threshold."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from namesakes.arrays import Float64Array, FloatingArray
from namesakes.identities.clustering.agglomeration import agglomerate, agglomerated
from namesakes.identities.clustering.clusterer import Clusterer, completed
from namesakes.identities.clustering.constraints import NONE, Constraints, Groups
from namesakes.identities.clustering.memberships import Memberships, hard


@dataclass(frozen=True)
class MixedLink(Clusterer):
    """Merges the two clusters that are most similar as long as their similarity reaches the threshold.

    The similarity of clusters is that of their two most similar items and the mean over all their pairs, mixed. Of one
    person documents may speak that have little to do with each other: it is enough that one resembles some of the
    others well, and the rest does not speak against it.

    Parameters
    ----------
    closest : how much the two most similar items count beside the mean; 0 is average link, 1 single link.
    """

    threshold: float = 0.5
    closest: float = 0.75
    cut: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(0 <= self.threshold <= 1, "threshold", "between 0 and 1")
        self.require(0 <= self.closest <= 1, "closest", "between 0 and 1")

    def partition(self, matrix: Float64Array, groups: Groups) -> Memberships:
        """The clusters, hard."""
        return hard(agglomerate(matrix, groups, self.threshold, closest=self.closest), matrix)

    def cluster_at(
        self, thresholds: Sequence[float], similarities: FloatingArray, constraints: Constraints = NONE
    ) -> list[Memberships]:
        """The clusters at each of these thresholds, for the price of one."""
        matrix = completed(similarities, self.unknown)
        groups = constraints.groups(len(matrix))
        contracted = groups.contracted(matrix)
        found = agglomerated(contracted, groups, thresholds, closest=self.closest)
        members = [hard(labels, contracted) for labels in found]
        return [Memberships(each.labels[groups.labels], each.strengths[groups.labels]) for each in members]
