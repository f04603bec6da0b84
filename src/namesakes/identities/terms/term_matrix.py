"""The term matrix of a block: profiles × terms with counts, sparse, and the weights of the terms."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

import numpy as np

from namesakes.arrays import BoolArray, Float32Array, Float64Array, FloatingArray
from namesakes.identities.terms.sparse_rows import SparseRows
from namesakes.identities.terms.statistics import Statistics
from namesakes.identities.terms.terms import Bag
from namesakes.profiles.profile import Profile

TRUST = 100.0
"""The weight of the corpus as a prior on document frequencies, in profiles of the block."""

Reader = Callable[[Profile], Bag]


class CachedBlock(list[Profile]):
    """The profiles of a block, and their term matrices: several specialists ask for the same ones."""

    def __init__(self, profiles: Iterable[Profile]) -> None:
        super().__init__(profiles)
        self.matrices: dict[Reader, TermMatrix] = {}


@dataclass(frozen=True, eq=False)
class TermMatrix:
    """The bags of terms of a block: `counts` has a row a profile and a column a term of `terms`."""

    terms: list[str]
    counts: SparseRows
    _information: dict[tuple[Statistics, str, float], Float32Array] = field(default_factory=dict)

    @classmethod
    def of_profiles(cls, profiles: Sequence[Profile], reader: Reader) -> "TermMatrix":
        """The bags that the reader finds in these profiles. O(terms)."""
        if not isinstance(profiles, CachedBlock):
            return cls.of_bags(map(reader, profiles))
        if reader not in profiles.matrices:
            profiles.matrices[reader] = cls.of_bags(map(reader, profiles))
        return profiles.matrices[reader]

    @classmethod
    def of_bags(cls, bags: Iterable[Bag]) -> "TermMatrix":
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
        return cls(list(table), SparseRows(*arrays, len(table)).sorted())

    @cached_property
    def nonempty(self) -> BoolArray:
        """Which profiles have any term."""
        return self.counts.sizes > 0

    @cached_property
    def has_pairs(self) -> bool:
        """Whether two profiles have any term, so that there is a pair to be compared."""
        return int(np.count_nonzero(self.nonempty)) >= 2

    def document_frequencies(self) -> Float64Array:
        """How many profiles of the block have each term."""
        return np.bincount(self.counts.columns, minlength=len(self.terms)).astype(np.float64)

    def information(self, statistics: Statistics, kind: str, trust: float = TRUST) -> Float32Array:
        """The inverse document frequency of each term in the block, smoothed by that in the corpus.

        With n profiles in the block, d of which have the term, a share p of the corpus and a trust t in it:
        −log((d + t·p) / (n + t)). So a person who occurs in every document of a block tells nothing there, and in a
        block of two profiles the corpus decides. Infinite trust leaves the corpus alone.
        """
        asked = statistics, kind, trust
        if asked not in self._information:
            shares = statistics.frequencies(kind, self.terms)
            if np.isfinite(trust):
                profiles = float(np.count_nonzero(self.nonempty))
                shares = (self.document_frequencies() + trust * shares) / (profiles + trust)
            self._information[asked] = np.maximum(-np.log(np.clip(shares, 1e-9, 1.0)), 1e-6).astype(np.float32)
        return self._information[asked]

    def weighted(self, information: Float32Array, *, logarithmic: bool = True) -> SparseRows:
        """(1 + log count) · information, or count · information, each row of length 1: TF-IDF."""
        found = self.counts
        counts = 1 + np.log(np.maximum(found.values, 1)) if logarithmic else found.values
        return found.with_values(counts.astype(np.float32) * information[found.columns]).normalized()


def similarities(values: FloatingArray, known: BoolArray) -> Float32Array:
    """The values, made symmetric and cut to [0, 1], with NaN in the rows and columns of those that are not known."""
    found = np.minimum(np.maximum((values + values.T) / 2, 0), 1).astype(np.float32)
    if not known.all():
        found[~known] = np.nan
        found[:, ~known] = np.nan
    return found


def no_evidence(count: int) -> Float32Array:
    """The similarities of a block in which no pair can be compared."""
    return np.full((count, count), np.nan, dtype=np.float32)
