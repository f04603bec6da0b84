"""One step of beam search over partial trees, with features of the clusters that a tree has built so far.

A state is a row of the arrays: the cluster of each mention (its first mention), for each cluster its size, last
mention, shape and the grammatical values of its members, and the antecedent of each mention. The step of mention m
scores every candidate of every state, keeps the best, and writes their states.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MIX = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def class_of(number: cython.int) -> cython.int:
    """A number as one of nine classes."""
    if number <= 3:
        return number
    if number <= 5:
        return 4
    if number <= 8:
        return 5
    if number <= 15:
        return 6
    if number <= 50:
        return 7
    return 8


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def agreement(value: cython.int, seen: cython.int) -> cython.int:
    """How a value stands to those of a cluster: 0 nothing known, 1 the same, 2 others, 3 both."""
    if value == 0 or seen == 0:
        return 0
    if seen & (1 << value):
        return 1 if seen == (1 << value) else 3
    return 2


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def describe(
    clusters: cython.const[cython.int][::1],
    facts: cython.const[cython.int][:, ::1],
    values: cython.const[cython.int][:, ::1],
    matches: cython.const[cython.uchar][::1],
    m: cython.int,
    a: cython.int,
    atoms: cython.int[::1],
) -> cython.int:
    """Fill the atoms of the cluster of candidate a as mention m sees it; the cluster's last mention.

    `facts` of a cluster are its size, last mention, shape and, bit by bit, the numbers, genders, animacies and persons
    of its members; `values` those of each mention, with its kind first; `matches` the best match of m in the cluster.
    Each mention's own row of `facts` ends with its antecedent, which is 0 where it begins a cluster.
    """
    c: cython.int = clusters[a]
    i: cython.int
    atoms[0] = class_of(facts[c, 0])
    atoms[1] = facts[c, 2]
    atoms[2] = class_of(c - 1)
    for i in range(4):
        atoms[3 + i] = agreement(values[m, 1 + i], facts[c, 3 + i])
    atoms[7] = matches[c]
    atoms[8] = facts[c, 1] == a
    return facts[c, 1]


@cython.cfunc
@cython.inline
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def description(atoms: cython.const[cython.int][::1], p: cython.int, g: cython.int) -> cython.ulonglong:
    """All that features of a cluster look at but the candidate itself, as one number; MASK where it does not fit.

    The atoms are less than 2^4, 2^14, 2^4, four times 2^2, 2^2 and 2.
    """
    found: cython.ulonglong = 0
    i: cython.int
    if p >= 32768 or g >= 32768:
        return MASK
    found = cython.cast(cython.ulonglong, atoms[0]) | (cython.cast(cython.ulonglong, atoms[1]) << 4)
    found |= cython.cast(cython.ulonglong, atoms[2]) << 18
    for i in range(5):
        found |= cython.cast(cython.ulonglong, atoms[3 + i]) << (22 + 2 * i)
    found |= cython.cast(cython.ulonglong, atoms[8]) << 32
    return found | (cython.cast(cython.ulonglong, p) << 33) | (cython.cast(cython.ulonglong, g) << 48)


@cython.cfunc
@cython.inline
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def place(
    hashed: cython.ulonglong,
    atoms: cython.int[::1],
    slots: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    keys: cython.const[cython.ulonglong][::1],
    t: cython.Py_ssize_t,
    shift: cython.int,
) -> cython.uint:
    """The place of one feature of a mention and a cluster."""
    j: cython.Py_ssize_t
    for j in range(slots[t], slots[t + 1]):
        hashed += (cython.cast(cython.ulonglong, atoms[columns[j]]) + 1) * cython.cast(cython.ulonglong, keys[j])
    hashed = hashed & MASK
    hashed = ((hashed ^ (hashed >> 32)) * MIX) & MASK
    return cython.cast(cython.uint, hashed >> shift)


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def join(
    clusters: cython.int[::1],
    facts: cython.int[:, ::1],
    values: cython.const[cython.int][:, ::1],
    m: cython.int,
    a: cython.int,
) -> cython.void:
    """Put mention m into the cluster of its antecedent, or into one of its own."""
    c: cython.int
    i: cython.int
    shape: cython.int
    facts[m, 7] = a
    if a == 0:
        clusters[m] = m
        facts[m, 0] = 1
        facts[m, 1] = m
        facts[m, 2] = 4 + values[m, 0]
        for i in range(4):
            facts[m, 3 + i] = (1 << values[m, 1 + i]) if values[m, 1 + i] else 0
        return
    c = clusters[a]
    clusters[m] = c
    facts[c, 0] += 1
    facts[c, 1] = m
    shape = facts[c, 2] * 4 + values[m, 0]
    # the kinds of up to six mentions; of more, those of the last five
    facts[c, 2] = shape if shape < 8192 else 8192 + (shape & 1023)
    for i in range(4):
        if values[m, 1 + i]:
            facts[c, 3 + i] |= 1 << values[m, 1 + i]


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def note_matches(
    clusters: cython.const[cython.int][::1],
    candidates: cython.const[cython.int][::1],
    similar: cython.const[cython.uchar][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    matches: cython.uchar[::1],
) -> cython.void:
    """Note the best match of each cluster among the candidates of the rows from `first` to before `last`."""
    row: cython.Py_ssize_t
    a: cython.int
    for row in range(first, last):
        a = candidates[row]
        if a and similar[row] > matches[clusters[a]]:
            matches[clusters[a]] = similar[row]


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def forget_matches(
    clusters: cython.const[cython.int][::1],
    candidates: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    matches: cython.uchar[::1],
) -> cython.void:
    """Undo `note_matches`."""
    row: cython.Py_ssize_t
    a: cython.int
    for row in range(first, last):
        a = candidates[row]
        if a:
            matches[clusters[a]] = 0


@cython.boundscheck(False)
@cython.wraparound(False)
def expand(
    m: cython.int,
    starts: cython.const[cython.longlong][::1],
    candidates: cython.const[cython.int][::1],
    allowed: cython.const[cython.uchar][::1],
    local: cython.const[cython.double][::1],
    similar: cython.const[cython.uchar][::1],
    values: cython.const[cython.int][:, ::1],
    earlier: cython.const[cython.ulonglong][:, ::1],
    later: cython.const[cython.ulonglong][:, ::1],
    previous: cython.const[cython.ulonglong][:, ::1],
    grandparents: cython.const[cython.ulonglong][:, ::1],
    slots: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    keys: cython.const[cython.ulonglong][::1],
    weights: cython.const[cython.float][::1],
    shift: cython.int,
    count: cython.int,
    clusters: cython.const[cython.int][:, ::1],
    facts: cython.const[cython.int][:, :, ::1],
    totals: cython.const[cython.double][::1],
    matches: cython.uchar[::1],
    atoms: cython.int[::1],
    described: cython.ulonglong[::1],
    sums: cython.double[::1],
    best: cython.double[::1],
    parents: cython.int[::1],
    rows: cython.longlong[::1],
) -> cython.int:
    """Fill the scores, parents and rows of the best expansions of `count` states by mention m; how many there are.

    `similar` is how well each row's candidate matches the mention (0 not at all). `described` and `sums` have room for
    the mention's rows: most states agree in the cluster of a candidate, whose features are then summed once.
    """
    s: cython.int
    row: cython.Py_ssize_t
    a: cython.int
    p: cython.int
    g: cython.int
    t: cython.Py_ssize_t
    place_in: cython.int
    found: cython.int = 0
    width: cython.int = best.shape[0]
    score: cython.double
    h: cython.uint
    hashed: cython.ulonglong
    seen: cython.ulonglong
    i: cython.Py_ssize_t
    total: cython.double
    for row in range(starts[m], starts[m + 1]):
        described[row - starts[m]] = MASK
    for s in range(count):
        note_matches(clusters[s], candidates, similar, starts[m], starts[m + 1], matches)
        for row in range(starts[m], starts[m + 1]):
            if not allowed[row]:
                continue
            a = candidates[row]
            score = totals[s] + local[row]
            if a and earlier.shape[1]:
                p = describe(clusters[s], facts[s], values, matches, m, a, atoms)
                g = facts[s, a, 7]
                i = row - starts[m]
                seen = description(atoms, p, g)
                if seen == MASK or described[i] != seen:
                    total = 0.0
                    for t in range(earlier.shape[1]):
                        hashed = cython.cast(cython.ulonglong, earlier[a, t])
                        hashed += cython.cast(cython.ulonglong, later[m, t])
                        hashed += cython.cast(cython.ulonglong, previous[p, t])
                        hashed += cython.cast(cython.ulonglong, grandparents[g, t])
                        h = place(hashed, atoms, slots, columns, keys, t, shift)
                        total += cython.cast(cython.double, weights[h])
                    sums[i] = total
                    described[i] = seen
                score += sums[i]
            if found == width and score < best[found - 1]:
                continue
            # of equal scores the earlier state and the nearer candidate come first
            place_in = found if found < width else width - 1
            if found == width and score == best[found - 1] and parents[found - 1] != s:
                continue
            while place_in > 0 and (
                best[place_in - 1] < score or (best[place_in - 1] == score and parents[place_in - 1] == s)
            ):
                if place_in < width:
                    best[place_in] = best[place_in - 1]
                    parents[place_in] = parents[place_in - 1]
                    rows[place_in] = rows[place_in - 1]
                place_in -= 1
            best[place_in] = score
            parents[place_in] = s
            rows[place_in] = row
            if found < width:
                found += 1
        forget_matches(clusters[s], candidates, starts[m], starts[m + 1], matches)
    return found


@cython.boundscheck(False)
@cython.wraparound(False)
def advance(
    m: cython.int,
    candidates: cython.const[cython.int][::1],
    values: cython.const[cython.int][:, ::1],
    count: cython.int,
    parents: cython.const[cython.int][::1],
    rows: cython.const[cython.longlong][::1],
    old_clusters: cython.const[cython.int][:, ::1],
    old_facts: cython.const[cython.int][:, :, ::1],
    clusters: cython.int[:, ::1],
    facts: cython.int[:, :, ::1],
) -> None:
    """Write the states of the chosen expansions."""
    s: cython.int
    p: cython.int
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for s in range(count):
        p = parents[s]
        for i in range(m):
            clusters[s, i] = old_clusters[p, i]
            for j in range(8):
                facts[s, i, j] = old_facts[p, i, j]
        join(clusters[s], facts[s], values, m, candidates[rows[s]])


@cython.boundscheck(False)
@cython.wraparound(False)
def accumulate(
    chosen: cython.const[cython.longlong][::1],
    starts: cython.const[cython.longlong][::1],
    candidates: cython.const[cython.int][::1],
    similar: cython.const[cython.uchar][::1],
    values: cython.const[cython.int][:, ::1],
    earlier: cython.const[cython.ulonglong][:, ::1],
    later: cython.const[cython.ulonglong][:, ::1],
    previous: cython.const[cython.ulonglong][:, ::1],
    grandparents: cython.const[cython.ulonglong][:, ::1],
    slots: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    keys: cython.const[cython.ulonglong][::1],
    shift: cython.int,
    first: cython.int,
    last: cython.int,
    amount: cython.double,
    clusters: cython.int[::1],
    facts: cython.int[:, ::1],
    matches: cython.uchar[::1],
    atoms: cython.int[::1],
    sums: cython.float[::1],
    marks: cython.uchar[::1],
    touched: cython.uint[::1],
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Add the features of a tree's clusters, so much of each, from mention `first` on; how many places are noted.

    `chosen` are the rows of the tree's antecedents; the tree is built from its beginning to before mention `last`.
    """
    m: cython.int
    a: cython.int
    p: cython.int
    g: cython.int
    t: cython.Py_ssize_t
    h: cython.uint
    hashed: cython.ulonglong
    for m in range(1, last):
        a = candidates[chosen[m]]
        if a and m >= first:
            note_matches(clusters, candidates, similar, starts[m], starts[m + 1], matches)
            p = describe(clusters, facts, values, matches, m, a, atoms)
            g = facts[a, 7]
            for t in range(earlier.shape[1]):
                hashed = cython.cast(cython.ulonglong, earlier[a, t])
                hashed += cython.cast(cython.ulonglong, later[m, t])
                hashed += cython.cast(cython.ulonglong, previous[p, t])
                hashed += cython.cast(cython.ulonglong, grandparents[g, t])
                h = place(hashed, atoms, slots, columns, keys, t, shift)
                if marks[h] == 0:
                    marks[h] = 1
                    touched[count] = h
                    count += 1
                sums[h] += amount
            forget_matches(clusters, candidates, starts[m], starts[m + 1], matches)
        join(clusters, facts, values, m, a)
    return count


@cython.boundscheck(False)
@cython.wraparound(False)
def roll_in(
    first: cython.int,
    last: cython.int,
    starts: cython.const[cython.longlong][::1],
    candidates: cython.const[cython.int][::1],
    similar: cython.const[cython.uchar][::1],
    values: cython.const[cython.int][:, ::1],
    earlier: cython.const[cython.ulonglong][:, ::1],
    later: cython.const[cython.ulonglong][:, ::1],
    previous: cython.const[cython.ulonglong][:, ::1],
    grandparents: cython.const[cython.ulonglong][:, ::1],
    slots: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    keys: cython.const[cython.ulonglong][::1],
    weights: cython.const[cython.float][::1],
    shift: cython.int,
    clusters: cython.int[::1],
    facts: cython.int[:, ::1],
    matches: cython.uchar[::1],
    atoms: cython.int[::1],
    scores: cython.double[::1],
    chosen: cython.longlong[::1],
) -> None:
    """Add what clusters say to the scores of the mentions from `first` to before `last`, each put where it fits best.

    The state goes on from the mentions before; of equally good rows the last, the nearest, is taken.
    """
    m: cython.int
    row: cython.Py_ssize_t
    a: cython.int
    p: cython.int
    g: cython.int
    t: cython.Py_ssize_t
    hashed: cython.ulonglong
    for m in range(first, last):
        note_matches(clusters, candidates, similar, starts[m], starts[m + 1], matches)
        chosen[m] = starts[m]
        for row in range(starts[m], starts[m + 1]):
            a = candidates[row]
            if a:
                p = describe(clusters, facts, values, matches, m, a, atoms)
                g = facts[a, 7]
                for t in range(earlier.shape[1]):
                    hashed = earlier[a, t] + later[m, t] + previous[p, t] + grandparents[g, t]
                    scores[row] += weights[place(hashed, atoms, slots, columns, keys, t, shift)]
            if scores[row] >= scores[chosen[m]]:
                chosen[m] = row
        forget_matches(clusters, candidates, starts[m], starts[m + 1], matches)
        join(clusters, facts, values, m, candidates[chosen[m]])


@cython.boundscheck(False)
@cython.wraparound(False)
def accumulate_rows(
    first: cython.int,
    last: cython.int,
    chosen: cython.const[cython.longlong][::1],
    amounts: cython.const[cython.double][::1],
    starts: cython.const[cython.longlong][::1],
    candidates: cython.const[cython.int][::1],
    similar: cython.const[cython.uchar][::1],
    values: cython.const[cython.int][:, ::1],
    earlier: cython.const[cython.ulonglong][:, ::1],
    later: cython.const[cython.ulonglong][:, ::1],
    previous: cython.const[cython.ulonglong][:, ::1],
    grandparents: cython.const[cython.ulonglong][:, ::1],
    slots: cython.const[cython.int][::1],
    columns: cython.const[cython.int][::1],
    keys: cython.const[cython.ulonglong][::1],
    shift: cython.int,
    clusters: cython.int[::1],
    facts: cython.int[:, ::1],
    matches: cython.uchar[::1],
    atoms: cython.int[::1],
    sums: cython.float[::1],
    marks: cython.uchar[::1],
    touched: cython.uint[::1],
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Add the features of clusters of every row of these mentions, as much as its amount; how many places are noted.

    `amounts` begins with the first row of mention `first`. The state is built as `roll_in` built it.
    """
    m: cython.int
    row: cython.Py_ssize_t
    begin: cython.Py_ssize_t = starts[first]
    a: cython.int
    p: cython.int
    g: cython.int
    t: cython.Py_ssize_t
    h: cython.uint
    hashed: cython.ulonglong
    for m in range(first, last):
        note_matches(clusters, candidates, similar, starts[m], starts[m + 1], matches)
        for row in range(starts[m], starts[m + 1]):
            a = candidates[row]
            if a and amounts[row - begin] != 0.0:
                p = describe(clusters, facts, values, matches, m, a, atoms)
                g = facts[a, 7]
                for t in range(earlier.shape[1]):
                    hashed = earlier[a, t] + later[m, t] + previous[p, t] + grandparents[g, t]
                    h = place(hashed, atoms, slots, columns, keys, t, shift)
                    if marks[h] == 0:
                        marks[h] = 1
                        touched[count] = h
                        count += 1
                    sums[h] += amounts[row - begin]
        forget_matches(clusters, candidates, starts[m], starts[m + 1], matches)
        join(clusters, facts, values, m, candidates[chosen[m]])
    return count
