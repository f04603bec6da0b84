"""Fuzzy relational clustering: memberships and prototypes by turns, for KARC and FRC.

A relation gives dissimilarities R between items. With V_ik = w_k·u_ik^m / Σ_k w_k·u_ik^m, the prototypes as mixtures of
items (w: how many items a group has), both algorithms take

    d_ij = Σ_k V_ik·R_jk − h·½·ΣΣ V_ik·V_il·R_kl,      u_ij ∝ d_ij^(−1/(m−1)),      J = ΣΣ w_j·u_ij^m·d_ij

by turns. FRC: R = 1 − r and h = 1. KARC: R = 2 − 2K, the squared distances that a kernel K induces; h = 1 is the exact
distance to a prototype and h = 0 the papers', whose prototypes have norm 1 by assumption (their equation 6).
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.config import generator
from namesakes.errors import UnknownNameError
from namesakes.identities.clustering.clusterer import Clusterer
from namesakes.identities.clustering.constraints import Groups, separated
from namesakes.identities.clustering.memberships import Memberships, numbered, soft
from namesakes.identities.clustering.validity import choose, grid

STARTS = ("linked", "farthest", "random")


@dataclass(frozen=True, eq=False)
class Relation:
    """Dissimilarities between items, their weights, and whether prototypes' spread is taken off (h above)."""

    dissimilarities: Float64Array
    weights: Float64Array
    centred: bool

    def powers(self, shares: Float64Array, fuzziness: float) -> Float64Array:
        """w_j·u_ij^m, items × clusters."""
        raised: Float64Array = shares**fuzziness
        raised *= self.weights[:, None]
        return raised

    def distances(self, mixtures: Float64Array) -> Float64Array:
        """d, items × clusters. O(N²·C), all of it in one product of matrices."""
        mixed = self.dissimilarities @ mixtures
        return mixed - np.einsum("ki,ki->i", mixtures, mixed) / 2 if self.centred else mixed

    def separations(self, mixtures: Float64Array) -> Float64Array:
        """Distances between prototypes, clusters × clusters."""
        between = mixtures.T @ self.dissimilarities @ mixtures
        own = np.diagonal(between)
        return between - (own[:, None] + own[None, :]) / 2 if self.centred else between

    def spread(self) -> float:
        """J_1: the objective of one cluster with everybody in it."""
        everybody = self.weights[:, None]
        return float(np.vdot(everybody, self.distances(prototypes(everybody))))

    def farthest(self, count: int) -> Int64Array:
        """Items far from each other: first the most central one, then always the one farthest from those chosen."""
        return self._far[:count]

    def linked(self, count: int) -> Int64Array:
        """The clusters that average-link makes when it stops at so many of them."""
        size = len(self.weights)
        owners = list(range(2 * size - 1))
        for step in range(size - count - 1, -1, -1):  # from the last merge down: each part belongs where its whole does
            for part in self._tree[step, :2]:
                owners[int(part)] = owners[size + step]
        return numbered(np.array(owners[:size]))

    @cached_property
    def _far(self) -> Int64Array:
        chosen = [int((self.dissimilarities @ self.weights).argmin())]
        nearest = self.dissimilarities[chosen[0]].copy()
        for _ in range(len(self.weights) - 1):
            nearest[chosen[-1]] = -np.inf
            chosen.append(int(nearest.argmax()))
            np.minimum(nearest, self.dissimilarities[chosen[-1]], out=nearest)
        return np.array(chosen)

    @cached_property
    def _tree(self) -> Float64Array:
        """The merges of average-link, as SciPy gives them."""
        from scipy.cluster.hierarchy import linkage
        from scipy.spatial.distance import squareform

        tree: Float64Array = linkage(squareform(self.dissimilarities, checks=False), "average")
        return tree


@dataclass(frozen=True, eq=False)
class Fit:
    """Where the turns ended: memberships, the objective after each turn, and the smallest separation of prototypes."""

    shares: Float64Array
    objectives: Sequence[float]
    separation: float

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return int(self.shares.shape[1])

    @property
    def objective(self) -> float:
        """J_C at the end."""
        return self.objectives[-1]

    @property
    def index(self) -> float:
        """The Xie-Beni index: the variation within clusters over their separation."""
        spread = self.objective / len(self.shares)
        return spread / self.separation if self.separation > np.finfo(np.float64).eps else np.inf


def prototypes(powers: Float64Array) -> Float64Array:
    """V, items × clusters: each prototype's mixture of items; columns have the sum 1."""
    mixtures: Float64Array = powers / np.maximum(powers.sum(axis=0), np.finfo(np.float64).tiny)
    return mixtures


def shares_of(distances: Float64Array, fuzziness: float) -> Float64Array:
    """u_ij ∝ d_ij^(−1/(m−1)), rows with sum 1 (equation 4); distances of 0 share the whole membership.

    Where dissimilarities are not Euclidean a distance may be negative. Then the Kuhn-Tucker conditions of u ≥ 0 hold as
    in FANNY and in the robust FRC: with s = sign(d)·|d|^(−1/(m−1)), clusters whose part s/Σs is not positive get
    nothing, the others share.
    """
    exact = np.finfo(np.float64).eps
    shares = np.maximum(np.abs(distances), exact)
    shares /= shares.min(axis=1, keepdims=True)
    np.log(shares, out=shares)
    shares *= -1.0 / (fuzziness - 1.0)
    np.exp(shares, out=shares)
    negative = distances < -exact
    if negative.any():
        signed = np.where(negative, -shares, shares)
        totals = signed.sum(axis=1, keepdims=True)
        shares[signed * np.where(totals < 0, -1.0, 1.0) <= 0] = 0.0
    shares /= shares.sum(axis=1, keepdims=True)
    return shares


@dataclass(frozen=True)
class FuzzyClusterer(Clusterer):
    """What KARC and FRC have in common.

    Parameters
    ----------
    fuzziness : m; near 1 memberships are nearly hard.
    threshold : an item is in a cluster when its membership is larger (θ).
    clusters : how many clusters; 0 finds it by the Xie-Beni index and J_1.
    maximum_clusters : the largest number of clusters that is tried.
    patience : how many larger numbers of clusters must have no better index for a minimum to be the first one.
    advantage : clusters are found only where J_C < advantage · J_1; 1 is the papers' rule.
    together : where the index only falls, all are together if their mean similarity reaches this. The papers do not say
        what then: it falls where items have no structure, be they all alike or all different, and for two items
        there is none.
    iterations, tolerance : the turns end after so many, or when no membership changes by more.
    start : "linked", the clusters of average-link; "farthest", items far from each other; or "random", any items, as
        the papers have it.
    restarts : further starts, each from random items; the fit with the lowest objective counts.
    seed : of the random starts.
    hard : whether each item is only in the cluster that it belongs to most.
    """

    fuzziness: float = 1.6
    threshold: float = 0.3
    clusters: int = 0
    maximum_clusters: int = 200
    patience: int = 1
    advantage: float = 1.0
    together: float = 0.5
    iterations: int = 100
    tolerance: float = 1e-4
    start: str = "linked"
    restarts: int = 0
    seed: int = 0
    hard: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require(self.fuzziness > 1, "fuzziness", "above 1")
        self.require(0 <= self.threshold < 1, "threshold", "at least 0 and below 1")
        self.require(self.clusters >= 0, "clusters", "0 or more")
        for setting in ("maximum_clusters", "patience", "iterations"):
            self.require(getattr(self, setting) >= 1, setting, "at least 1")
        self.require(self.restarts >= 0, "restarts", "0 or more")
        if self.start not in STARTS:
            raise UnknownNameError("start", self.start, STARTS)

    @abstractmethod
    def relation(self, matrix: Float64Array, groups: Groups) -> Relation:
        """The dissimilarities that are clustered."""

    def partition(self, matrix: Float64Array, groups: Groups) -> Memberships:
        """The clusters, soft or hard."""
        shares = separated(self.shares(matrix, groups), self.threshold, groups.apart)
        found = soft(shares, self.threshold)
        return found.hardened() if self.hard else found

    def shares(self, matrix: Float64Array, groups: Groups) -> Float64Array:
        """The memberships, items × clusters, before cannot-links."""
        count = len(matrix)
        if count == 1 or self.clusters == 1:
            return np.ones((count, 1))
        if self.clusters:
            return self.fit(self.relation(matrix, groups), min(self.clusters, count)).shares
        relation = self.relation(matrix, groups)
        chosen, minimal = choose(self._fits(relation), self.patience)
        mean = (matrix.sum() - np.trace(matrix)) / (count * (count - 1))
        if not minimal and mean >= self.together:
            return np.ones((count, 1))
        if chosen is None:
            return np.eye(count)
        return chosen.shares if chosen.objective < self.advantage * relation.spread() else np.ones((count, 1))

    def _fits(self, relation: Relation) -> Iterator[Fit]:
        """Fits with more and more clusters; each is made when it is asked for."""
        for count in grid(min(self.maximum_clusters, len(relation.weights) - 1)):
            yield self.fit(relation, count)

    def fit(self, relation: Relation, count: int) -> Fit:
        """The best fit of so many clusters among all starts."""
        starts = (self.first_shares(relation, count, number) for number in range(self.restarts + 1))
        return min((self._turns(relation, start) for start in starts), key=lambda fit: fit.objective)

    def first_shares(self, relation: Relation, count: int, number: int = 0) -> Float64Array:
        """The memberships that start number so-and-so begins with; all but the first are random."""
        if number == 0 and self.start == "linked":
            return np.eye(count)[relation.linked(count)]
        if number == 0 and self.start == "farthest":
            centres = relation.farthest(count)
        else:
            random = generator(self.seed, "fuzzy start", str(count), str(number))
            centres = random.choice(len(relation.weights), size=count, replace=False)
        return shares_of(relation.dissimilarities[:, centres], self.fuzziness)

    def _turns(self, relation: Relation, shares: Float64Array) -> Fit:
        """Memberships and distances by turns until memberships stand still (KARC, Algorithm 1)."""
        objectives: list[float] = []
        while True:
            powers = relation.powers(shares, self.fuzziness)
            mixtures = prototypes(powers)
            distances = relation.distances(mixtures)
            objectives.append(float(np.vdot(powers, distances)))
            after = shares_of(distances, self.fuzziness)
            still = np.abs(after - shares).max() < self.tolerance
            if still or len(objectives) >= self.iterations:
                break
            shares = after
        between = relation.separations(mixtures)
        np.fill_diagonal(between, np.inf)
        return Fit(shares, objectives, float(between.min()))
