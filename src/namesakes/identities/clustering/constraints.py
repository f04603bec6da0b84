"""Constraints: pairs of items that must be together and pairs that must be apart.

Must-links are closed: what they join becomes one item. Cannot-links hold exactly in every clustering. Where the two
contradict each other nothing is clustered: the error names the pair and the must-links that join it.
"""

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, Int64Array
from namesakes.errors import DataError
from namesakes.identities.clustering.memberships import numbered
from namesakes.profiles.profile import Profile
from namesakes.structures.components import components

_YEAR = re.compile(r"(?<!\d)(1\d{3}|20\d{2})(?!\d)")


class ContradictionError(DataError):
    """Constraints that cannot all hold: `pair` must be apart, and the must-links along `way` join it."""

    def __init__(self, way: Sequence[int], names: Mapping[int, str] | None = None) -> None:
        self.way, self.pair = list(way), (way[0], way[-1])
        called = [(names or {}).get(item, str(item)) for item in way]
        joined = ", ".join(f"{left}–{right}" for left, right in pairwise(called))
        found = f"items {called[0]} and {called[-1]} must be apart, but must-links join them: {joined}"
        if not joined:
            found = f"item {called[0]} must be apart from itself"
        super().__init__(found, "Take one of these constraints back; nothing was merged.")

    def __reduce__(self) -> tuple[object, ...]:
        return ContradictionError, (self.way,), {"found": self.found}

    def named(self, names: Sequence[str]) -> "ContradictionError":
        """The same error with names in the place of the items' numbers."""
        return ContradictionError(self.way, {item: names[item] for item in self.way})


@dataclass(frozen=True, eq=False)
class Groups:
    """Items that must-links have joined: the group of each item, the groups' sizes, and which groups are apart."""

    labels: Int64Array
    sizes: Int64Array
    apart: BoolArray

    @property
    def trivial(self) -> bool:
        """Whether every item is a group by itself."""
        return len(self.sizes) == len(self.labels)

    def contracted(self, similarities: Float64Array) -> Float64Array:
        """The mean similarities of the groups; 0 where they are apart, 1 within."""
        matrix = similarities.copy()
        if not self.trivial:
            order = np.argsort(self.labels, kind="stable")
            starts = np.flatnonzero(np.diff(self.labels[order], prepend=-1))
            sums = np.add.reduceat(similarities[np.ix_(order, order)], starts, axis=0)
            matrix = np.add.reduceat(sums, starts, axis=1) / np.outer(self.sizes, self.sizes)
            matrix = (matrix + matrix.T) / 2
        matrix[self.apart] = 0.0
        np.fill_diagonal(matrix, 1.0)
        return matrix


def _pairs(pairs: Iterable[tuple[int, int]] | Int64Array) -> Int64Array:
    found = np.asarray(pairs if isinstance(pairs, np.ndarray) else list(pairs), dtype=np.int64)
    return found.reshape(-1, 2)


@dataclass(frozen=True, eq=False)
class Constraints:
    """Pairs of items that must be together and pairs that cannot be."""

    must: Int64Array = field(default_factory=lambda: _pairs(()))
    cannot: Int64Array = field(default_factory=lambda: _pairs(()))

    @classmethod
    def of(
        cls, must: Iterable[tuple[int, int]] | Int64Array = (), cannot: Iterable[tuple[int, int]] | Int64Array = ()
    ) -> "Constraints":
        """The constraints from any pairs."""
        return cls(_pairs(must), _pairs(cannot))

    def __add__(self, other: "Constraints") -> "Constraints":
        return Constraints(np.concatenate((self.must, other.must)), np.concatenate((self.cannot, other.cannot)))

    def groups(self, count: int) -> Groups:
        """The groups of `count` items that the must-links join; a `ContradictionError` where the constraints clash."""
        for pairs in (self.must, self.cannot):
            if len(pairs) and not 0 <= pairs.min() <= pairs.max() < count:
                wrong = pairs[(pairs < 0).any(axis=1) | (pairs >= count).any(axis=1)][0]
                raise DataError(f"a constraint names the items {wrong[0]} and {wrong[1]}; there are {count}")
        left, right = self.must[:, 0].astype(np.int32), self.must[:, 1].astype(np.int32)
        labels = numbered(components(count, left, right))
        clashes = np.flatnonzero(labels[self.cannot[:, 0]] == labels[self.cannot[:, 1]])
        if len(clashes):
            raise ContradictionError(self._way(*map(int, self.cannot[clashes[0]])))
        sizes = np.bincount(labels, minlength=0)
        apart = np.zeros((len(sizes), len(sizes)), dtype=np.bool_)
        first, second = labels[self.cannot[:, 0]], labels[self.cannot[:, 1]]
        apart[first, second] = apart[second, first] = True
        return Groups(labels, sizes, apart)

    def _way(self, start: int, end: int) -> list[int]:
        """The shortest way from one item to another along must-links."""
        neighbours: defaultdict[int, list[int]] = defaultdict(list)
        for left, right in self.must.tolist():
            neighbours[left].append(right)
            neighbours[right].append(left)
        before, queue = {start: start}, deque([start])
        while queue and end not in before:
            place = queue.popleft()
            for near in neighbours[place]:
                if near not in before:
                    before[near] = place
                    queue.append(near)
        way = [end]
        while way[-1] != start:
            way.append(before[way[-1]])
        return way[::-1]


NONE = Constraints()
"""No constraints at all."""


def clashing_years(profiles: Sequence[Profile], *, fact: str = "birth", tolerance: int = 1) -> Constraints:
    """Cannot-links between profiles whose years of birth (or of another fact) all differ by more than `tolerance`."""
    known = [(place, years) for place, profile in enumerate(profiles) if (years := years_of(profile, fact))]
    if len(known) < 2:
        return NONE
    places = np.array([place for place, _ in known])
    lowest, highest = (np.array([choose(years) for _, years in known]) for choose in (min, max))
    apart = (lowest[:, None] - highest[None, :] > tolerance) | (lowest[None, :] - highest[:, None] > tolerance)
    rows, columns = np.nonzero(np.triu(apart, 1))
    return Constraints.of(cannot=np.stack((places[rows], places[columns]), axis=1))


def years_of(profile: Profile, fact: str) -> list[int]:
    """The years that the values of a fact name."""
    return [int(year) for value in profile.values(fact) for year in _YEAR.findall(value)]


def separated(shares: Float64Array, threshold: float, apart: BoolArray) -> Float64Array:
    """The memberships, changed so that no two items that are apart share a cluster.

    An item has a claim on the clusters in which its membership is above the threshold and on that of its largest.
    The surest items choose first; a later one loses its membership in clusters that an item apart from it claims,
    what remains is scaled to the sum 1, and where nothing remains it gets a cluster of its own.
    """
    bound = np.flatnonzero(apart.any(axis=1))
    shares = shares.copy()
    claims: dict[int, Int64Array] = {}
    for item in bound[np.lexsort((bound, -shares[bound].max(axis=1)))].tolist():
        taken = [claims[other] for other in np.flatnonzero(apart[item]).tolist() if other in claims]
        if taken:
            shares[item, np.concatenate(taken)] = 0.0
        if shares[item].sum() <= 0.0:
            shares = np.pad(shares, ((0, 0), (0, 1)))
            shares[item, -1] = 1.0
        shares[item] /= shares[item].sum()
        claims[item] = np.union1d(np.flatnonzero(shares[item] > threshold), [shares[item].argmax()])
    return shares
