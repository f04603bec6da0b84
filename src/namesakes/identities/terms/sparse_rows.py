"""Sparse rows: a matrix of which only what is not 0 is kept, and its products.

Most blocks are of a few profiles; a general library takes longer to check such matrices than to multiply them.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from namesakes.arrays import Float32Array, Int32Array
from namesakes.identities.terms.kernels import rows as kernel


@dataclass(frozen=True, eq=False)
class SparseRows:
    """A sparse matrix: row i has the columns `columns[starts[i]:starts[i + 1]]`, each once, with these `values`.

    Products are dense, and sum in the order of the columns in the rows.
    """

    starts: Int32Array
    columns: Int32Array
    values: Float32Array
    width: int

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def sizes(self) -> Int32Array:
        """How many entries each row has."""
        return self.starts[1:] - self.starts[:-1]

    def with_values(self, values: Float32Array) -> "SparseRows":
        """The same places with other values."""
        return SparseRows(self.starts, self.columns, values, self.width)

    @property
    def indicator(self) -> "SparseRows":
        """The same places with 1 everywhere."""
        return self.with_values(np.ones(len(self.columns), dtype=np.float32))

    def transposed(self) -> "SparseRows":
        """The matrix with its rows as columns."""
        count = len(self.columns)
        found = SparseRows(
            np.zeros(self.width + 1, dtype=np.int32),
            np.empty(count, dtype=np.int32),
            np.empty(count, dtype=np.float32),
            len(self),
        )
        kernel.transpose(self.starts, self.columns, self.values, found.starts, found.columns, found.values)
        return found

    def sorted(self) -> "SparseRows":
        """The matrix with the columns of each row in rising order."""
        return self.transposed().transposed()

    def products(self, other: "SparseRows | None" = None) -> Float32Array:
        """The products of all pairs of rows, of these or of these with others."""
        right = (other or self).transposed()
        found = np.zeros((len(self), right.width), dtype=np.float32)
        kernel.multiply(self.starts, self.columns, self.values, right.starts, right.columns, right.values, found)
        return found

    def weighted_sums(self, vectors: Float32Array) -> Float32Array:
        """For each row the sum of the vectors of its columns, times their values."""
        found = np.zeros((len(self), vectors.shape[1]), dtype=np.float32)
        kernel.add_vectors(self.starts, self.columns, self.values, np.ascontiguousarray(vectors), found)
        return found

    def normalized(self) -> "SparseRows":
        """The rows scaled to length 1; empty rows stay empty. The columns come out the last first."""
        starts, sizes = self.starts, self.sizes
        lengths, filled = np.ones(len(sizes), dtype=np.float32), np.flatnonzero(sizes)
        if len(filled):
            squares = np.add.reduceat(self.values**2, starts[filled])
            lengths[filled] = np.where(squares > 0, np.sqrt(squares), 1)
        scaled = self.values * np.repeat(1 / lengths, sizes)
        back = np.repeat(starts[:-1] + starts[1:] - 1, sizes) - np.arange(len(scaled), dtype=np.int32)
        return SparseRows(starts, self.columns[back], scaled[back], self.width)

    def dense(self) -> Float32Array:
        """The matrix as an ordinary array."""
        found = np.zeros((len(self), self.width), dtype=np.float32)
        found[np.repeat(np.arange(len(self)), self.sizes), self.columns] = self.values
        return found


def symmetric(count: int, some: Int32Array, others: Int32Array, values: Float32Array) -> SparseRows:
    """The square matrix with these values at pairs of different places, either way round, and 1 on the diagonal."""
    itself = np.arange(count, dtype=np.int32)
    if not len(some):
        return SparseRows(np.arange(count + 1, dtype=np.int32), itself, np.ones(count, dtype=np.float32), count)
    rows = np.concatenate((itself, some, others))
    order = np.argsort(rows, kind="stable")
    starts = np.zeros(count + 1, dtype=np.int32)
    np.cumsum(np.bincount(rows, minlength=count), out=starts[1:])
    columns = np.concatenate((itself, others, some))[order]
    return SparseRows(starts, columns, np.concatenate((np.ones(count, dtype=np.float32), values, values))[order], count)


def soft_rows(vectors: SparseRows, near: SparseRows, first: int, last: int) -> Float32Array:
    """For each of some rows, and for all rows, how far the terms of the latter meet those of the former."""
    turned = vectors.transposed()
    found = np.zeros((last - first, len(vectors)), dtype=np.float32)
    scratch = [np.zeros(vectors.width, dtype=np.float32) for _ in range(3)]
    kernel.soft_multiply(
        vectors.starts, vectors.columns, vectors.values, turned.starts, turned.columns, turned.values,
        near.starts, near.columns, near.values, first, *scratch, np.zeros(len(vectors), dtype=np.float32), found,
    )  # fmt: skip
    return found
