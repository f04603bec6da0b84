"""Bags: the terms of a block as a sparse matrix, profiles × terms, and the weights of the terms."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from namesakes.identities.specialists.specialist import Similarities
from namesakes.identities.specialists.terms import Bag
from namesakes.identities.statistics import Statistics
from namesakes.profiles.profile import Profile

TRUST = 100.0
"""How many profiles of the block the corpus is worth when it is asked how usual a term is."""


@dataclass(frozen=True)
class Bags:
    """The bags of a block: `counts` has a row a profile and a column a term of `terms`."""

    terms: list[str]
    counts: csr_array

    @classmethod
    def read(cls, profiles: Sequence[Profile], reader: Callable[[Profile], Bag]) -> "Bags":
        """The bags that the reader finds in these profiles. O(terms)."""
        return cls.of(reader(profile) for profile in profiles)

    @classmethod
    def of(cls, bags: Iterable[Bag]) -> "Bags":
        """These bags as a matrix; terms in order of their first appearance."""
        table: dict[str, int] = {}
        columns: list[int] = []
        values: list[float] = []
        starts = [0]
        for bag in bags:
            columns += [table.setdefault(term, len(table)) for term in bag]
            values += bag.values()
            starts.append(len(columns))
        shape = (len(starts) - 1, len(table))
        counts = csr_array((np.array(values, dtype=np.float32), np.array(columns, dtype=np.int32), starts), shape=shape)
        counts.sort_indices()
        return cls(list(table), counts)

    @property
    def awake(self) -> NDArray[np.bool_]:
        """Which profiles have any term."""
        return np.asarray(np.diff(self.counts.indptr) > 0)

    @property
    def alone(self) -> bool:
        """Whether fewer than two profiles have any term, so that there is no pair to be compared."""
        return int(self.awake.sum()) < 2

    def spread(self) -> NDArray[np.float64]:
        """How many profiles of the block have each term."""
        return np.bincount(self.counts.indices, minlength=len(self.terms)).astype(np.float64)

    def information(self, statistics: Statistics, kind: str, trust: float = TRUST) -> NDArray[np.float32]:
        """−log of how usual each term is: its share of the block, smoothed by its share of the corpus.

        With n profiles in the block, d of which have the term, a share p of the corpus and a trust t in it:
        −log((d + t·p) / (n + t)). So a person who occurs in every document of a block tells nothing there, and in a
        block of two profiles the corpus decides. Infinite trust leaves the corpus alone.
        """
        usual = statistics.frequencies(kind, self.terms)
        if np.isfinite(trust):
            profiles = float(self.awake.sum())
            usual = (self.spread() + trust * usual) / (profiles + trust)
        return np.maximum(-np.log(np.clip(usual, 1e-9, 1.0)), 1e-6).astype(np.float32)

    def weighted(self, information: NDArray[np.float32], *, logarithmic: bool = True) -> csr_array:
        """(1 + log count) · information, or count · information, each row of length 1: TF-IDF."""
        found = self.counts.copy()
        counts = 1 + np.log(np.maximum(found.data, 1)) if logarithmic else found.data
        found.data = counts.astype(np.float32) * information[found.indices]
        return unit_rows(found)


def unit_rows(matrix: csr_array) -> csr_array:
    """The rows of the matrix scaled to length 1; empty rows stay empty.

    The terms of a row come out the last first: products of rows sum them in this order, to the last bit.
    """
    starts, sizes = matrix.indptr, np.diff(matrix.indptr)
    lengths, filled = np.ones(len(sizes), dtype=np.float32), np.flatnonzero(sizes)
    if len(filled):
        squares = np.add.reduceat(matrix.data**2, starts[filled])
        lengths[filled] = np.where(squares > 0, np.sqrt(squares), 1)
    scaled = matrix.data * np.repeat(1 / lengths, sizes)
    back = np.repeat(starts[:-1] + starts[1:] - 1, sizes) - np.arange(len(scaled), dtype=starts.dtype)
    return csr_array((scaled[back], matrix.indices[back], starts), shape=matrix.shape)


def dense(matrix: csr_array) -> NDArray[np.float32]:
    """The matrix as an ordinary array."""
    return np.asarray(matrix.toarray(), dtype=np.float32)


def similarities(values: NDArray[np.floating], awake: NDArray[np.bool_]) -> Similarities:
    """The values, made symmetric and cut to [0, 1], with NaN in the rows and columns of those who sleep."""
    found = np.clip((values + values.T) / 2, 0, 1).astype(np.float32)
    found[~awake] = np.nan
    found[:, ~awake] = np.nan
    return found


def asleep(count: int) -> Similarities:
    """The similarities of a block about which nothing is known."""
    return np.full((count, count), np.nan, dtype=np.float32)
