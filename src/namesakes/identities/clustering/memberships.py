"""Memberships: which items belong to which cluster, and how surely."""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import Float64Array, Int64Array, IntegerArray


@dataclass(frozen=True, eq=False)
class Memberships:
    """What a clusterer found.

    Parameters
    ----------
    labels : for each item the cluster it belongs to most.
    strengths : for each item how surely it belongs there: its largest membership where there are memberships, else its
        mean similarity to the others of its cluster (1 for an item that is alone).
    shares : of a soft clustering the memberships, items × clusters, each row with sum 1; None of a hard one.
    threshold : of a soft clustering: an item is in every cluster in which it has a larger membership (Huang et al.
        2009b, §2.2.1), and always in the one of its label, so that nobody is lost.
    """

    labels: Int64Array
    strengths: Float64Array
    shares: Float64Array | None = None
    threshold: float = 0.0

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def soft(self) -> bool:
        """Whether an item may be in several clusters."""
        return self.shares is not None

    @property
    def count(self) -> int:
        """How many clusters have somebody in them."""
        return len(self.sets())

    def sets(self) -> list[Int64Array]:
        """The members of each cluster that has any, those that belong most surely first."""
        inside, degrees = self._inside()
        order = np.lexsort((np.arange(len(degrees)), -degrees)) if len(degrees) else np.zeros(0, dtype=np.int64)
        items, clusters = inside[0][order], inside[1][order]
        by_cluster = np.argsort(clusters, kind="stable")
        starts = np.flatnonzero(np.diff(clusters[by_cluster], prepend=-1))
        return np.split(items[by_cluster], starts[1:]) if len(starts) else []

    def _inside(self) -> tuple[tuple[Int64Array, Int64Array], Float64Array]:
        """The pairs of an item and a cluster that it is in, and the degrees."""
        everybody = np.arange(len(self.labels))
        if self.shares is None:
            return (everybody, self.labels), self.strengths
        within = self.shares > self.threshold
        within[everybody, self.labels] = True
        items, clusters = np.nonzero(within)
        return (items, clusters), self.shares[items, clusters]

    def hardened(self) -> "Memberships":
        """The hard clustering in which every item is in the cluster that it belongs to most (KARC-H)."""
        return Memberships(numbered(self.labels), self.strengths)


def numbered(labels: IntegerArray) -> Int64Array:
    """The labels as 0, 1, 2 … in the order in which they first appear."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    ranks = np.empty(len(first), dtype=np.int64)
    ranks[np.argsort(first)] = np.arange(len(first))
    return ranks[inverse]


def hard(labels: IntegerArray, similarities: Float64Array) -> Memberships:
    """The hard clustering with these labels; items are as sure as they are similar to the others of their cluster."""
    labels = numbered(labels)
    order = np.argsort(labels, kind="stable")
    starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
    totals = np.add.reduceat(similarities[:, order], starts, axis=1)[np.arange(len(labels)), labels]
    others = np.bincount(labels)[labels] - 1
    own = np.diagonal(similarities)
    return Memberships(labels, np.where(others > 0, (totals - own) / np.maximum(others, 1), 1.0))


def soft(shares: Float64Array, threshold: float) -> Memberships:
    """The soft clustering with these memberships."""
    return Memberships(shares.argmax(axis=1), shares.max(axis=1), shares, threshold)
