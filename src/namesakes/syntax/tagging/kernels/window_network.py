"""Rows of a table of feature vectors: sums for the tokens that have the features, and their updates."""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()


@cython.boundscheck(False)
@cython.wraparound(False)
def sum_rows(
    table: cython.const[cython.float][:, ::1], rows: cython.const[cython.uint][:, ::1], sums: cython.float[:, ::1]
) -> None:
    """Add to `sums[i]` the rows `rows[i]` of the table. O(tokens · features · width)."""
    i: cython.Py_ssize_t
    f: cython.Py_ssize_t
    j: cython.Py_ssize_t
    row: cython.Py_ssize_t
    for i in range(rows.shape[0]):
        for f in range(rows.shape[1]):
            row = rows[i, f]
            for j in range(table.shape[1]):
                sums[i, j] += table[row, j]


@cython.boundscheck(False)
@cython.wraparound(False)
def add_rows(
    table: cython.float[:, ::1], rows: cython.const[cython.uint][:, ::1], changes: cython.const[cython.float][:, ::1]
) -> None:
    """Add `changes[i]` to each of the rows `rows[i]` of the table. O(tokens · features · width)."""
    i: cython.Py_ssize_t
    f: cython.Py_ssize_t
    j: cython.Py_ssize_t
    row: cython.Py_ssize_t
    for i in range(rows.shape[0]):
        for f in range(rows.shape[1]):
            row = rows[i, f]
            for j in range(table.shape[1]):
                table[row, j] += changes[i, j]
