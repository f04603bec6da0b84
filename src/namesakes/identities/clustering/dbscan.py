"""DBSCAN: clusters are where items lie densely (Ester et al. 1996), as scikit-learn finds them."""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, Int64Array
from namesakes.identities.clustering.agglomeration import LEEWAY, agglomerate
from namesakes.identities.clustering.clusterer import Clusterer
from namesakes.identities.clustering.constraints import Groups
from namesakes.identities.clustering.memberships import Memberships, hard


@dataclass(frozen=True)
class Dbscan(Clusterer):
    """Clusters of items within `epsilon` of each other, as 1 − similarity (Huang et al. 2009a, §3.4).

    Parameters
    ----------
    epsilon : the radius of a neighbourhood.
    neighbours : how many items a neighbourhood must have, its centre with them, to be dense: then its centre is a core.

    An item that is in no dense neighbourhood (noise) is a cluster by itself. A cluster that holds items which must be
    apart is made anew: its cores are joined from the most similar pair on, none of them across a cannot-link, and each
    of the others goes to its most similar core that it may go to.
    """

    epsilon: float = 0.4
    neighbours: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(0 < self.epsilon <= 1, "epsilon", "above 0 and at most 1")
        self.require(self.neighbours >= 1, "neighbours", "at least 1")

    def partition(self, matrix: Float64Array, groups: Groups) -> Memberships:
        """The clusters, hard; noise becomes clusters of one."""
        from sklearn.cluster import DBSCAN

        model = DBSCAN(eps=self.epsilon + LEEWAY, min_samples=self.neighbours, metric="precomputed")
        found = model.fit(1.0 - matrix, sample_weight=groups.sizes)
        labels, cores = found.labels_.astype(np.int64), np.zeros(len(matrix), dtype=np.bool_)
        cores[found.core_sample_indices_] = True
        noise = np.flatnonzero(labels < 0)
        labels[noise] = labels.max(initial=-1) + 1 + np.arange(len(noise))
        for cluster in np.unique(labels[np.flatnonzero(_clashing(labels, groups.apart))]).tolist():
            members = np.flatnonzero(labels == cluster)
            apart = labels.max() + 1 + self._divided(matrix, groups, members, cores[members])
            labels[members] = apart
        return hard(labels, matrix)

    def _divided(self, matrix: Float64Array, groups: Groups, members: Int64Array, core: BoolArray) -> Int64Array:
        """The labels of one cluster's members, divided so that all cannot-links hold."""
        inner = members[core]
        apart = groups.apart[np.ix_(members, members)]
        own = Groups(np.arange(len(inner)), groups.sizes[inner], apart[np.ix_(core, core)])
        labels = np.arange(len(members)) + len(inner)
        labels[core] = agglomerate(matrix[np.ix_(inner, inner)], own, 1.0 - self.epsilon, closest=1.0)
        nearness = matrix[np.ix_(members, inner)]
        border = np.flatnonzero(~core)
        for place in border[np.argsort(-nearness[border].max(axis=1, initial=0), kind="stable")].tolist():
            for near in np.argsort(-nearness[place], kind="stable").tolist():
                if nearness[place, near] < 1.0 - self.epsilon - LEEWAY:
                    break
                target = labels[np.flatnonzero(core)[near]]
                if not apart[place, labels == target].any():
                    labels[place] = target
                    break
        return labels


def _clashing(labels: Int64Array, apart: BoolArray) -> BoolArray:
    """Which items are together with one that they must be apart from."""
    clashing: BoolArray = (apart & (labels[:, None] == labels[None, :])).any(axis=1)
    return clashing
