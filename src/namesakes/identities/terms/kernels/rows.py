"""Products of sparse rows, as dense matrices: cosines, SoftTFIDF and sums of vectors.

Row i of a sparse matrix has the columns `columns[starts[i]:starts[i + 1]]` with these `values`. Sums are made in the
order of the columns in the rows, in single precision, so that they are the same to the last bit wherever they are made.
"""

from math import sqrt

import cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from namesakes.resources import warn_interpreted

    warn_interpreted()


@cython.boundscheck(False)
@cython.wraparound(False)
def transpose(
    starts: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    turned_starts: cython.int[::1],
    turned_columns: cython.int[::1],
    turned_values: cython.float[::1],
) -> None:
    """Write the matrix with its rows as columns; `turned_starts` is 0 and one longer than the columns are many."""
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    place: cython.Py_ssize_t
    for k in range(columns.shape[0]):
        turned_starts[columns[k] + 1] += 1
    for k in range(1, turned_starts.shape[0]):
        turned_starts[k] += turned_starts[k - 1]
    for i in range(starts.shape[0] - 1):
        for k in range(starts[i], starts[i + 1]):
            place = turned_starts[columns[k]]
            turned_columns[place] = i
            turned_values[place] = values[k]
            turned_starts[columns[k]] += 1
    for k in range(turned_starts.shape[0] - 1, 0, -1):
        turned_starts[k] = turned_starts[k - 1]
    turned_starts[0] = 0


@cython.boundscheck(False)
@cython.wraparound(False)
def multiply(
    starts: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    other_starts: cython.const[cython.int][::1],
    other_columns: cython.const[cython.int][::1],
    other_values: cython.const[cython.float][::1],
    out: cython.float[:, ::1],
) -> None:
    """Add the product of two sparse matrices to `out`. O(Σ over the entries of the one of the row of the other)."""
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    value: cython.float
    for i in range(starts.shape[0] - 1):
        for k in range(starts[i], starts[i + 1]):
            value = values[k]
            for p in range(other_starts[columns[k]], other_starts[columns[k] + 1]):
                out[i, other_columns[p]] += value * other_values[p]


@cython.boundscheck(False)
@cython.wraparound(False)
def add_vectors(
    starts: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    vectors: cython.const[cython.float][:, ::1],
    out: cython.float[:, ::1],
) -> None:
    """Add the product of a sparse and a dense matrix to `out`. O(entries · width)."""
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    j: cython.Py_ssize_t
    row: cython.Py_ssize_t
    value: cython.float
    for i in range(starts.shape[0] - 1):
        for k in range(starts[i], starts[i + 1]):
            value = values[k]
            row = columns[k]
            for j in range(vectors.shape[1]):
                out[i, j] += value * vectors[row, j]


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def soft_multiply(
    starts: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    turned_starts: cython.const[cython.int][::1],
    turned_columns: cython.const[cython.int][::1],
    turned_values: cython.const[cython.float][::1],
    near_starts: cython.const[cython.int][::1],
    near_columns: cython.const[cython.int][::1],
    near_values: cython.const[cython.float][::1],
    first: cython.Py_ssize_t,
    ranks: cython.float[::1],
    weights: cython.float[::1],
    nearness: cython.float[::1],
    lengths: cython.float[::1],
    out: cython.float[:, ::1],
) -> None:
    """Write into `out[j, i]`, which is 0, how far the terms of row i meet those of row `first + j`.

    The columns of a row are in falling order. Every term of row i meets the term of the other row that is nearest to
    it; the sum of their products is divided by the length of all that were met, where that is above 1. `near` has the
    nearness of terms; the other way round, `turned`, is of the same matrix as the rows. `ranks`, `weights` and
    `nearness`, one a term, and `lengths`, one a row, are scratch space; `ranks` and `lengths` are 0 before and after.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    term: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    value: cython.float
    square: cython.float
    rank: cython.float
    for j in range(out.shape[0]):
        low = ranks.shape[0]
        high = -1
        for k in range(starts[first + j], starts[first + j + 1]):
            value = values[k]
            for p in range(near_starts[columns[k]], near_starts[columns[k] + 1]):
                term = near_columns[p]
                rank = near_values[p]
                if term == columns[k]:  # a term itself comes before its neighbours, whatever their nearness
                    rank = rank + 1
                if rank > ranks[term] or (rank == ranks[term] and value > weights[term]):
                    ranks[term] = rank
                    weights[term] = value
                    nearness[term] = near_values[p]
                    low = min(low, term)
                    high = max(high, term)
        for term in range(high, low - 1, -1):
            if ranks[term] > 0:
                value = weights[term] * nearness[term]
                square = weights[term] * weights[term]
                for p in range(turned_starts[term], turned_starts[term + 1]):
                    i = turned_columns[p]
                    out[j, i] += turned_values[p] * value
                    lengths[i] += square
                ranks[term] = 0
        for i in range(out.shape[1]):
            if lengths[i] > 1:
                value = sqrt(lengths[i])
                out[j, i] = out[j, i] / value
            lengths[i] = 0
