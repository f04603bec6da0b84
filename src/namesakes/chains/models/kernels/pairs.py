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
elif cython.compiled:
    from cython.cimports.namesakes.learning.kernels.memory import prefetch

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MIX = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)


@cython.boundscheck(False)
@cython.wraparound(False)
def hash_atoms(
    values: cython.const[cython.ulonglong][:, ::1],
    slots: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    keys: cython.const[cython.ulonglong][::1],
    seeds: cython.const[cython.ulonglong][::1],
    hashes: cython.ulonglong[:, ::1],
) -> None:
    """Fill seed_t + Σ_j (values[m, column_j] + 1) · key_j, modulo 2^64, for each mention m and template t."""
    m: cython.Py_ssize_t
    t: cython.Py_ssize_t
    j: cython.Py_ssize_t
    total: cython.ulonglong
    for m in range(values.shape[0]):
        for t in range(seeds.shape[0]):
            total = cython.cast(cython.ulonglong, seeds[t])
            for j in range(slots[t], slots[t + 1]):
                total += (cython.cast(cython.ulonglong, values[m, columns[j]]) + 1) * cython.cast(
                    cython.ulonglong, keys[j]
                )
            hashes[m, t] = total & MASK


@cython.cfunc
@cython.inline
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def place(
    hashed: cython.ulonglong,
    comparisons: cython.const[cython.uchar][:, ::1],
    row: cython.Py_ssize_t,
    slots: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    keys: cython.const[cython.ulonglong][::1],
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


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def weights_of(
    earlier: cython.const[cython.ulonglong][:, ::1],
    later: cython.const[cython.ulonglong][:, ::1],
    comparisons: cython.const[cython.uchar][:, ::1],
    slots: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    keys: cython.const[cython.ulonglong][::1],
    weights: cython.const[cython.float][::1],
    shift: cython.int,
    a: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    row: cython.Py_ssize_t,
    templates: cython.const[cython.int][::1],
    places: cython.uint[::1],
) -> cython.double:
    """The sum of the weights of some features of one pair, those of the templates before the first -1.

    All weights are called for from memory before the first is added.
    """
    j: cython.Py_ssize_t
    t: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    hashed: cython.ulonglong
    total: cython.double = 0.0
    for j in range(templates.shape[0]):
        t = templates[j]
        if t < 0:
            break
        count += 1
        hashed = cython.cast(cython.ulonglong, earlier[a, t]) + cython.cast(cython.ulonglong, later[m, t])
        places[j] = place(hashed, comparisons, row, slots, columns, keys, t, shift)
        if cython.compiled:
            prefetch(cython.address(weights[places[j]]))
    for j in range(count):
        total += cython.cast(cython.double, weights[places[j]])
    return total


@cython.boundscheck(False)
@cython.wraparound(False)
def score(
    earlier: cython.const[cython.ulonglong][:, ::1],
    later: cython.const[cython.ulonglong][:, ::1],
    alone: cython.const[cython.uint][:, ::1],
    comparisons: cython.const[cython.uchar][:, ::1],
    slots: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    keys: cython.const[cython.ulonglong][::1],
    weights: cython.const[cython.float][::1],
    shift: cython.int,
    starts: cython.const[cython.longlong][::1],
    candidates: cython.const[cython.int][::1],
    wanted: cython.const[cython.uchar][::1],
    order: cython.const[cython.longlong][::1],
    groups: cython.const[cython.int][::1],
    full: cython.const[cython.int][::1],
    pruning_margin: cython.double,
    by_earlier: cython.const[cython.int][::1],
    by_later: cython.const[cython.int][::1],
    set_templates: cython.const[cython.int][:, ::1],
    set_columns: cython.const[cython.int][:, ::1],
    set_strides: cython.const[cython.int][:, ::1],
    set_places: cython.const[cython.longlong][::1],
    cells: cython.double[::1],
    row_sums: cython.double[:, ::1],
    row_marks: cython.int[:, ::1],
    places: cython.uint[::1],
    scores: cython.double[::1],
) -> None:
    """Fill the scores of the wanted rows of the mentions in `order`, which has those of one group side by side.

    Mentions of one group agree in what `chains.factors` calls classes. So the sum of the templates `by_earlier` is kept
    for each candidate as long as the group lasts (`row_sums[0]`), the sum of `by_later` for each group of candidates
    while the mention lasts (`row_sums[1]`), and the sum of a set of templates that look at classes and the same
    comparisons for each of their values (`cells`; set s begins at `set_places[s]` for each group of candidates, of
    templates, -1 stands where there are no more). The marks say for which group or mention a
    sum was made; cells without one are not numbers. `places` is room for those of one pair's features. Only the
    templates `full` are hashed for every pair, and only where the sum of the others is at most `pruning_margin` below
    the best of the mention's pairs; the score of other pairs is minus infinity. O(rows · (full templates + sets)).
    """
    m: cython.Py_ssize_t
    i: cython.Py_ssize_t
    s: cython.Py_ssize_t
    row: cython.Py_ssize_t
    t: cython.Py_ssize_t
    a: cython.Py_ssize_t
    group: cython.Py_ssize_t
    other: cython.Py_ssize_t
    cell: cython.Py_ssize_t
    sets: cython.Py_ssize_t = set_templates.shape[0]
    total: cython.double
    part: cython.double
    best: cython.double
    nan: cython.double = float("nan")
    infinity: cython.double = float("inf")
    group = 0
    for i in range(order.shape[0]):
        m = order[i]
        if group != groups[m] + 1:
            group = groups[m] + 1
            for cell in range(cells.shape[0]):
                cells[cell] = nan
        best = -infinity
        for row in range(starts[m], starts[m + 1]):
            if not wanted[row]:
                continue
            a = candidates[row]
            total = 0.0
            if a == 0:
                for t in range(alone.shape[1]):
                    total += cython.cast(cython.double, weights[alone[m, t]])
                scores[row] = total
                continue
            other = groups[a]
            if row_marks[0, a] != group:
                row_marks[0, a] = group
                row_sums[0, a] = weights_of(
                    earlier, later, comparisons, slots, columns, keys, weights, shift, a, m, row, by_earlier, places
                )
            if row_marks[1, other] != m:
                row_marks[1, other] = m
                row_sums[1, other] = weights_of(
                    earlier, later, comparisons, slots, columns, keys, weights, shift, a, m, row, by_later, places
                )
            total = row_sums[0, a] + row_sums[1, other]
            for s in range(sets):
                cell = (
                    set_places[s]
                    + other * set_strides[s, 3]
                    + comparisons[row, set_columns[s, 0]] * set_strides[s, 0]
                    + comparisons[row, set_columns[s, 1]] * set_strides[s, 1]
                    + comparisons[row, set_columns[s, 2]] * set_strides[s, 2]
                )
                part = cells[cell]
                if part != part:
                    part = weights_of(
                        earlier,
                        later,
                        comparisons,
                        slots,
                        columns,
                        keys,
                        weights,
                        shift,
                        a,
                        m,
                        row,
                        set_templates[s],
                        places,
                    )
                    cells[cell] = part
                total += part
            scores[row] = total
            if total > best:
                best = total
        for row in range(starts[m], starts[m + 1]):
            a = candidates[row]
            if not wanted[row] or a == 0:
                continue
            total = scores[row]
            if total < best - pruning_margin:
                scores[row] = -infinity
                continue
            scores[row] = total + weights_of(
                earlier, later, comparisons, slots, columns, keys, weights, shift, a, m, row, full, places
            )


@cython.boundscheck(False)
@cython.wraparound(False)
def accumulate(
    earlier: cython.const[cython.ulonglong][:, ::1],
    later: cython.const[cython.ulonglong][:, ::1],
    alone: cython.const[cython.uint][:, ::1],
    comparisons: cython.const[cython.uchar][:, ::1],
    slots: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    keys: cython.const[cython.ulonglong][::1],
    shift: cython.int,
    candidates: cython.const[cython.int][::1],
    rows: cython.const[cython.longlong][::1],
    mentions: cython.const[cython.int][::1],
    amounts: cython.const[cython.double][::1],
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
def places(
    earlier: cython.const[cython.ulonglong][:, ::1],
    later: cython.const[cython.ulonglong][:, ::1],
    comparisons: cython.const[cython.uchar][:, ::1],
    slots: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    keys: cython.const[cython.ulonglong][::1],
    shift: cython.int,
    candidates: cython.const[cython.int][::1],
    rows: cython.const[cython.longlong][::1],
    mentions: cython.const[cython.int][::1],
    templates: cython.const[cython.int][::1],
    found: cython.uint[:, ::1],
) -> None:
    """Fill the places of these templates' features in these rows, none of which is the root's, of these mentions."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    t: cython.Py_ssize_t
    row: cython.Py_ssize_t
    hashed: cython.ulonglong
    for i in range(rows.shape[0]):
        row = rows[i]
        for j in range(templates.shape[0]):
            t = templates[j]
            hashed = cython.cast(cython.ulonglong, earlier[candidates[row], t])
            hashed += cython.cast(cython.ulonglong, later[mentions[i], t])
            found[i, j] = place(hashed, comparisons, row, slots, columns, keys, t, shift)


@cython.boundscheck(False)
@cython.wraparound(False)
def best_rows(
    scores: cython.const[cython.double][::1],
    allowed: cython.const[cython.uchar][::1],
    starts: cython.const[cython.longlong][::1],
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
    earlier: cython.const[cython.ulonglong][:, ::1],
    later: cython.const[cython.ulonglong][:, ::1],
    alone: cython.const[cython.uint][:, ::1],
    comparisons: cython.const[cython.uchar][:, ::1],
    slots: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    keys: cython.const[cython.ulonglong][::1],
    weights: cython.const[cython.float][::1],
    shift: cython.int,
    candidates: cython.const[cython.int][::1],
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
            hashed = cython.cast(cython.ulonglong, earlier[a, t]) + cython.cast(cython.ulonglong, later[m, t])
            found[t] = weights[place(hashed, comparisons, row, slots, columns, keys, t, shift)]
