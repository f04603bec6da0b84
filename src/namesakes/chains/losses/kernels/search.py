"""Search for the tree with the best sum of its arcs' scores and a learned loss (Haponchyk & Moschitti 2017, Alg. 3).

The loss sees the clusters of a tree through sums over them. With n the mentions that a cluster r shares with the gold
entity k: links Σ (n − 1), Σ (|r| − 1); Σ n²/|k|, Σ n²/|r|, Σ |r|; Σ 2n / (|k| + |r|), and the number of clusters. When
a mention is given another antecedent its subtree leaves one cluster and joins another, so that only the terms of these
two change, and all antecedents in one cluster give the same loss. One mention costs O(mentions + candidates).

A cluster goes by its first mention. Of each, `facts` holds: size, mentions of gold entities, entities, Σ n², Σ n²/|k|
and Σ 2n / (|k| + |r|).
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()


@cython.cfunc
@cython.inline
@cython.cdivision(True)
@cython.exceptval(check=False)
def percent(part: cython.double, whole: cython.double) -> cython.double:
    """So many per cent; 0 of nothing."""
    return 100.0 * part / whole if whole > 0.0 else 0.0


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
@cython.exceptval(check=False)
def predicted(
    totals: cython.const[cython.double][::1],
    gold: cython.const[cython.double][::1],
    weights: cython.const[cython.double][::1],
) -> cython.double:
    """w·φ + b, where φ are recall, precision and F1 of MUC, of B³ and of the shortcut for CEAF, in per cent.

    `totals` are the sums over clusters, `gold` links, mentions and entities of the gold chains; b is the last weight.
    """
    found: cython.double = weights[9]
    recall: cython.double
    precision: cython.double
    i: cython.int
    for i in range(3):
        if i == 0:
            recall, precision = percent(totals[0], gold[0]), percent(totals[0], totals[1])
        elif i == 1:
            recall, precision = percent(totals[2], gold[1]), percent(totals[3], totals[4])
        else:
            recall, precision = percent(totals[5], gold[2]), percent(totals[5], totals[6])
        found += weights[3 * i] * recall + weights[3 * i + 1] * precision
        if recall + precision > 0.0:
            found += weights[3 * i + 2] * 2.0 * recall * precision / (recall + precision)
    return found


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
@cython.exceptval(check=False)
def add_terms(
    size: cython.double,
    found: cython.double,
    cells: cython.double,
    squares: cython.double,
    shares: cython.double,
    matched: cython.double,
    least: cython.double,
    sign: cython.double,
    totals: cython.double[::1],
) -> cython.void:
    """Add what a cluster with these facts adds to the sums, or take it away; one smaller than `least` adds nothing."""
    if size >= least:
        totals[0] += sign * (found - cells)
        totals[1] += sign * (size - 1.0)
        totals[2] += sign * shares
        totals[3] += sign * squares / size
        totals[4] += sign * size
        totals[5] += sign * matched
        totals[6] += sign


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def add_cluster(
    c: cython.Py_ssize_t,
    facts: cython.const[cython.double][:, ::1],
    least: cython.double,
    sign: cython.double,
    totals: cython.double[::1],
) -> cython.void:
    """Add a cluster to the sums, or take it away."""
    add_terms(facts[c, 0], facts[c, 1], facts[c, 2], facts[c, 3], facts[c, 4], facts[c, 5], least, sign, totals)


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
@cython.exceptval(check=False)
def describe(
    c: cython.Py_ssize_t,
    clusters: cython.const[cython.int][::1],
    entities: cython.const[cython.int][::1],
    sizes: cython.const[cython.double][::1],
    facts: cython.double[:, ::1],
    leads: cython.uchar[::1],
    counts: cython.double[::1],
) -> cython.void:
    """Fill the facts of cluster c, and which of its mentions is the first of its entity in it; `counts` are zeros."""
    m: cython.Py_ssize_t
    k: cython.int
    for m in range(6):
        facts[c, m] = 0.0
    for m in range(c, clusters.shape[0]):
        if clusters[m] == c:
            facts[c, 0] += 1.0
            k = entities[m]
            if k >= 0:
                leads[m] = counts[k] == 0.0
                facts[c, 1] += 1.0
                facts[c, 2] += leads[m]
                facts[c, 3] += 2.0 * counts[k] + 1.0
                facts[c, 4] += (2.0 * counts[k] + 1.0) / sizes[k]
                counts[k] += 1.0
    for m in range(c, clusters.shape[0]):
        if clusters[m] == c and entities[m] >= 0:
            facts[c, 5] += 2.0 / (sizes[entities[m]] + facts[c, 0])
            counts[entities[m]] = 0.0


@cython.boundscheck(False)
@cython.wraparound(False)
def search(
    starts: cython.const[cython.longlong][::1],
    candidates: cython.const[cython.int][::1],
    scores: cython.const[cython.double][::1],
    entities: cython.const[cython.int][::1],
    sizes: cython.const[cython.double][::1],
    gold: cython.const[cython.double][::1],
    weights: cython.const[cython.double][::1],
    strength: cython.double,
    least: cython.double,
    ramp: cython.bint,
    sweeps: cython.int,
    tree: cython.longlong[::1],
    clusters: cython.int[::1],
    facts: cython.double[:, ::1],
    inside: cython.uchar[::1],
    leads: cython.uchar[::1],
    counts: cython.double[::1],
    common: cython.double[:, ::1],
    gains: cython.double[:, ::1],
    stamps: cython.int[:, ::1],
    totals: cython.double[::1],
    tried: cython.double[::1],
) -> cython.int:
    """Change `tree` (the row of each mention) arc by arc to a better one; the number of sweeps over the mentions.

    Each mention takes the row with the best score + strength · (100 − predicted measure), where with `ramp` the
    strength of mention i is i / mentions of it. It keeps its row unless another one is better. Ends after a sweep in
    which nothing changed.

    Parameters
    ----------
    entities, sizes, gold : the gold entity of each mention (-1 for none), the entities' sizes, and the gold sums.
    weights : of the nine features, and the constant.
    least : the size from which on clusters count.
    clusters : the cluster of each mention under `tree`.
    facts, inside, leads, counts, common, gains, stamps, totals, tried : room to work in; zeros.
    """
    n: cython.Py_ssize_t = clusters.shape[0] - 1
    m: cython.Py_ssize_t
    v: cython.Py_ssize_t
    i: cython.Py_ssize_t
    row: cython.Py_ssize_t
    best_row: cython.Py_ssize_t
    own: cython.int
    c: cython.int
    k: cython.int
    sweep: cython.int
    stamp: cython.int = 0
    changed: cython.bint
    size: cython.double
    matched: cython.double
    factor: cython.double
    lost: cython.double
    value: cython.double
    best: cython.double
    for m in range(1, n + 1):
        if clusters[m] == m:
            describe(m, clusters, entities, sizes, facts, leads, counts)
            add_cluster(m, facts, least, 1.0, totals)
    for sweep in range(sweeps):
        changed = False
        for v in range(1, n + 1):
            stamp += 1
            own = clusters[v]
            inside[v] = 1
            for m in range(v + 1, n + 1):
                inside[m] = clusters[m] == own and inside[candidates[tree[m]]] == 1
            if own != v:
                add_cluster(own, facts, least, -1.0, totals)
                for m in range(v, n + 1):
                    if inside[m]:
                        clusters[m] = v
                describe(own, clusters, entities, sizes, facts, leads, counts)
                describe(v, clusters, entities, sizes, facts, leads, counts)
                add_cluster(own, facts, least, 1.0, totals)
                add_cluster(v, facts, least, 1.0, totals)
            # which clusters can be joined, and what each has in common with the subtree of v
            for row in range(starts[v] + 1, starts[v + 1]):
                c = clusters[candidates[row]]
                if stamps[c, 0] != stamp:
                    stamps[c, 0] = stamp
                    for i in range(4):
                        common[c, i] = 0.0
            for m in range(v, n + 1):
                if inside[m] and entities[m] >= 0:
                    counts[entities[m]] += 1.0
            size = facts[v, 0]
            for m in range(1, n + 1):
                c, k = clusters[m], entities[m]
                if k >= 0 and stamps[c, 0] == stamp:
                    common[c, 3] += 2.0 / (sizes[k] + facts[c, 0] + size)
                    if counts[k] > 0.0:
                        common[c, 0] += leads[m]
                        common[c, 1] += 2.0 * counts[k]
                        common[c, 2] += 2.0 * counts[k] / sizes[k]
            factor = strength * v / n if ramp else strength
            best_row = tree[v]
            best = 0.0
            # the row it has comes first, and then all of them
            for row in range(starts[v] - 1, starts[v + 1]):
                i = tree[v] if row < starts[v] else row
                if candidates[i] == 0:
                    lost = 100.0 - predicted(totals, gold, weights)
                else:
                    c = clusters[candidates[i]]
                    if stamps[c, 1] != stamp:
                        stamps[c, 1] = stamp
                        matched = common[c, 3]
                        k = cython.cast(cython.int, facts[c, 0])
                        if stamps[k, 2] != stamp:  # what the subtree's own mentions add depends on the size alone
                            stamps[k, 2] = stamp
                            gains[k, 1] = 0.0
                            for m in range(v, n + 1):
                                if inside[m] and entities[m] >= 0:
                                    gains[k, 1] += 2.0 / (sizes[entities[m]] + facts[c, 0] + size)
                        for m in range(7):
                            tried[m] = totals[m]
                        add_cluster(c, facts, least, -1.0, tried)
                        add_cluster(v, facts, least, -1.0, tried)
                        add_terms(
                            facts[c, 0] + size,
                            facts[c, 1] + facts[v, 1],
                            facts[c, 2] + facts[v, 2] - common[c, 0],
                            facts[c, 3] + facts[v, 3] + common[c, 1],
                            facts[c, 4] + facts[v, 4] + common[c, 2],
                            matched + gains[k, 1],
                            least,
                            1.0,
                            tried,
                        )
                        gains[c, 0] = 100.0 - predicted(tried, gold, weights)
                    lost = gains[c, 0]
                value = scores[i] + factor * lost
                if row < starts[v] or value > best + 1e-9:
                    best, best_row = value, i
            for m in range(v, n + 1):
                if inside[m] and entities[m] >= 0:
                    counts[entities[m]] = 0.0
            if best_row != tree[v]:
                changed = True
                tree[v] = best_row
            if candidates[best_row] > 0:
                c = clusters[candidates[best_row]]
                add_cluster(c, facts, least, -1.0, totals)
                add_cluster(v, facts, least, -1.0, totals)
                for m in range(v, n + 1):
                    if inside[m]:
                        clusters[m] = c
                describe(c, clusters, entities, sizes, facts, leads, counts)
                add_cluster(c, facts, least, 1.0, totals)
            inside[v] = 0
        if not changed:
            return sweep + 1
    return sweeps
