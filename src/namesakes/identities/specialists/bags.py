"""Bags: the terms of a block as a sparse matrix, profiles × terms, and the weights of the terms."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

import numpy as np
from numpy.typing import NDArray

from namesakes.identities.mixing.statistics import Statistics
from namesakes.identities.specialists.sparse_rows import Rows
from namesakes.identities.specialists.specialist import Similarities
from namesakes.identities.specialists.terms import Bag
from namesakes.profiles.profile import Profile

TRUST = 100.0
"""How many profiles of the block the corpus is worth when it is asked how usual a term is."""

Reader = Callable[[Profile], Bag]


class Gathered(list[Profile]):
    """The profiles of a block, and the bags that were read of them: several specialists ask for the same ones."""

    def __init__(self, profiles: Iterable[Profile]) -> None:
        super().__init__(profiles)
        self.bags: dict[Reader, Bags] = {}


@dataclass(frozen=True, eq=False)
class Bags:
    """The bags of a block: `counts` has a row a profile and a column a term of `terms`."""

    terms: list[str]
    counts: Rows
    _told: dict[tuple[Statistics, str, float], NDArray[np.float32]] = field(default_factory=dict)

    @classmethod
    def read(cls, profiles: Sequence[Profile], reader: Reader) -> "Bags":
        """The bags that the reader finds in these profiles. O(terms)."""
        if not isinstance(profiles, Gathered):
            return cls.of(map(reader, profiles))
        if reader not in profiles.bags:
            profiles.bags[reader] = cls.of(map(reader, profiles))
        return profiles.bags[reader]

    @classmethod
    def of(cls, bags: Iterable[Bag]) -> "Bags":
        """These bags as a matrix; terms in order of their first appearance, as they are in the rows."""
        table: defaultdict[str, int] = defaultdict(count().__next__)
        columns: list[int] = []
        values: list[float] = []
        starts = [0]
        for bag in bags:
            columns += map(table.__getitem__, bag)
            values += bag.values()
            starts.append(len(columns))
        arrays = np.array(starts, np.int32), np.array(columns, np.int32), np.array(values, np.float32)
        return cls(list(table), Rows(*arrays, len(table)).in_order())

    @cached_property
    def awake(self) -> NDArray[np.bool_]:
        """Which profiles have any term."""
        return self.counts.sizes > 0

    @cached_property
    def alone(self) -> bool:
        """Whether fewer than two profiles have any term, so that there is no pair to be compared."""
        return int(np.count_nonzero(self.awake)) < 2

    def spread(self) -> NDArray[np.float64]:
        """How many profiles of the block have each term."""
        return np.bincount(self.counts.columns, minlength=len(self.terms)).astype(np.float64)

    def information(self, statistics: Statistics, kind: str, trust: float = TRUST) -> NDArray[np.float32]:
        """−log of how usual each term is: its share of the block, smoothed by its share of the corpus.

        With n profiles in the block, d of which have the term, a share p of the corpus and a trust t in it:
        −log((d + t·p) / (n + t)). So a person who occurs in every document of a block tells nothing there, and in a
        block of two profiles the corpus decides. Infinite trust leaves the corpus alone.
        """
        asked = statistics, kind, trust
        if asked not in self._told:
            usual = statistics.frequencies(kind, self.terms)
            if np.isfinite(trust):
                profiles = float(np.count_nonzero(self.awake))
                usual = (self.spread() + trust * usual) / (profiles + trust)
            self._told[asked] = np.maximum(-np.log(np.clip(usual, 1e-9, 1.0)), 1e-6).astype(np.float32)
        return self._told[asked]

    def weighted(self, information: NDArray[np.float32], *, logarithmic: bool = True) -> Rows:
        """(1 + log count) · information, or count · information, each row of length 1: TF-IDF."""
        found = self.counts
        counts = 1 + np.log(np.maximum(found.values, 1)) if logarithmic else found.values
        return found.holding(counts.astype(np.float32) * information[found.columns]).unit()


def similarities(values: NDArray[np.floating], awake: NDArray[np.bool_]) -> Similarities:
    """The values, made symmetric and cut to [0, 1], with NaN in the rows and columns of those who sleep."""
    found = np.minimum(np.maximum((values + values.T) / 2, 0), 1).astype(np.float32)
    if not awake.all():
        found[~awake] = np.nan
        found[:, ~awake] = np.nan
    return found


def asleep(count: int) -> Similarities:
    """The similarities of a block about which nothing is known."""
    return np.full((count, count), np.nan, dtype=np.float32)
