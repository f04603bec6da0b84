"""Scores of pairs of mentions, and sums of their features, hashed on the way.

A pair's feature t has the place

    mix(earlier[a, t] + later[m, t] + Σ_j (comparisons[row, column_j] + 1) · key_j) >> shift

in the weights: the parts that depend on one mention alone are hashed once a mention, outside (`chains.templates`).
The rows of candidates are as in `kernels.comparisons`; the root's rows have the features of `alone`, whose places are
known beforehand.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MIX = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)


@cython.cfunc
@cython.inline
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def place(
    hashed: cython.ulonglong,
    comparisons: cython.const[cython.uchar][:, :],
    row: cython.Py_ssize_t,
    slots: cython.const[cython.int][:],
    columns: cython.const[cython.int][:],
    keys: cython.const[cython.ulonglong][:],
    t: cython.Py_ssize_t,
    shift: cython.int,
) -> cython.uint:
    """The place of one feature of one pair."""
    j: cython.Py_ssize_t
    for j in range(slots[t], slots[t + 1]):
        hashed += (cython.cast(cython.ulonglong, comparisons[row, columns[j]]) + 1) * cython.cast(
            cython.ulonglong, keys[j]
        )
    hashed = hashed & MASK
    hashed = ((hashed ^ (hashed >> 32)) * MIX) & MASK
    return cython.cast(cython.uint, hashed >> shift)


@cython.boundscheck(False)
@cython.wraparound(False)
def score(
    earlier: cython.const[cython.ulonglong][:, :],
    later: cython.const[cython.ulonglong][:, :],
    alone: cython.const[cython.uint][:, :],
    comparisons: cython.const[cython.uchar][:, :],
    slots: cython.const[cython.int][:],
    columns: cython.const[cython.int][:],
    keys: cython.const[cython.ulonglong][:],
    weights: cython.const[cython.float][:],
    shift: cython.int,
    starts: cython.const[cython.longlong][:],
    candidates: cython.const[cython.int][:],
    wanted: cython.const[cython.uchar][:],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    scores: cython.double[:],
) -> None:
    """Fill the scores of the wanted rows of the mentions from `first` to before `last`. O(rows · templates)."""
    m: cython.Py_ssize_t
    row: cython.Py_ssize_t
    t: cython.Py_ssize_t
    a: cython.Py_ssize_t
    h: cython.uint
    total: cython.double
    hashed: cython.ulonglong
    for m in range(first, last):
        for row in range(starts[m], starts[m + 1]):
            if not wanted[row]:
                continue
            a = candidates[row]
            total = 0.0
            if a == 0:
                for t in range(alone.shape[1]):
                    total += cython.cast(cython.double, weights[alone[m, t]])
            else:
                for t in range(earlier.shape[1]):
                    hashed = cython.cast(cython.ulonglong, earlier[a, t]) + cython.cast(cython.ulonglong, later[m, t])
                    h = place(hashed, comparisons, row, slots, columns, keys, t, shift)
                    total += cython.cast(cython.double, weights[h])
            scores[row] = total


@cython.boundscheck(False)
@cython.wraparound(False)
def accumulate(
    earlier: cython.const[cython.ulonglong][:, :],
    later: cython.const[cython.ulonglong][:, :],
    alone: cython.const[cython.uint][:, :],
    comparisons: cython.const[cython.uchar][:, :],
    slots: cython.const[cython.int][:],
    columns: cython.const[cython.int][:],
    keys: cython.const[cython.ulonglong][:],
    shift: cython.int,
    candidates: cython.const[cython.int][:],
    rows: cython.const[cython.longlong][:],
    mentions: cython.const[cython.int][:],
    amounts: cython.const[cython.double][:],
    sums: cython.float[:],
    marks: cython.uchar[:],
    touched: cython.uint[:],
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Add so much to the sum of each feature of these rows, and note the places; how many places are noted.

    `sums` and `marks` are zero where nothing was added; `touched` has the places, each once.
    """
    i: cython.Py_ssize_t
    row: cython.Py_ssize_t
    m: cython.Py_ssize_t
    a: cython.Py_ssize_t
    t: cython.Py_ssize_t
    h: cython.uint
    hashed: cython.ulonglong
    for i in range(rows.shape[0]):
        row = rows[i]
        m = mentions[i]
        a = candidates[row]
        if a == 0:
            for t in range(alone.shape[1]):
                h = alone[m, t]
                if marks[h] == 0:
                    marks[h] = 1
                    touched[count] = h
                    count += 1
                sums[h] += amounts[i]
        else:
            for t in range(earlier.shape[1]):
                hashed = cython.cast(cython.ulonglong, earlier[a, t]) + cython.cast(cython.ulonglong, later[m, t])
                h = place(hashed, comparisons, row, slots, columns, keys, t, shift)
                if marks[h] == 0:
                    marks[h] = 1
                    touched[count] = h
                    count += 1
                sums[h] += amounts[i]
    return count


@cython.boundscheck(False)
@cython.wraparound(False)
def best_rows(
    scores: cython.const[cython.double][:],
    allowed: cython.const[cython.uchar][:],
    starts: cython.const[cython.longlong][:],
    best: cython.longlong[:],
) -> None:
    """Fill the best allowed row of each mention, -1 where there is none; of equal ones the last, the nearest."""
    m: cython.Py_ssize_t
    row: cython.Py_ssize_t
    for m in range(best.shape[0]):
        best[m] = -1
        for row in range(starts[m], starts[m + 1]):
            if allowed[row] and (best[m] < 0 or scores[row] >= scores[best[m]]):
                best[m] = row


@cython.boundscheck(False)
@cython.wraparound(False)
def contributions(
    earlier: cython.const[cython.ulonglong][:, :],
    later: cython.const[cython.ulonglong][:, :],
    alone: cython.const[cython.uint][:, :],
    comparisons: cython.const[cython.uchar][:, :],
    slots: cython.const[cython.int][:],
    columns: cython.const[cython.int][:],
    keys: cython.const[cython.ulonglong][:],
    weights: cython.const[cython.float][:],
    shift: cython.int,
    candidates: cython.const[cython.int][:],
    row: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    found: cython.double[:],
) -> None:
    """Fill the weight of each template's feature in one row of mention m; `score` is their sum."""
    t: cython.Py_ssize_t
    a: cython.Py_ssize_t = candidates[row]
    hashed: cython.ulonglong
    if a == 0:
        for t in range(alone.shape[1]):
            found[t] = weights[alone[m, t]]
    else:
        for t in range(earlier.shape[1]):
            found[t] = 0.0
            hashed = cython.cast(cython.ulonglong, earlier[a, t]) + cython.cast(cython.ulonglong, later[m, t])
            found[t] = weights[place(hashed, comparisons, row, slots, columns, keys, t, shift)]
