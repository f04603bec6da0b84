"""Projective dependency trees: the best first-order tree, the best one with siblings, and log-space inside-outside.

A sentence has the nodes 0 to n, node 0 being the root. Charts follow Eisner (1996) and, with siblings, McDonald &
Pereira (2006). For a span from s to t:
  incomplete[s, t, d]  an arc between s and t, all else inside finished; d = 1: s is the head, d = 0: t is
  complete[s, t, d]    the head (s for d = 1, t for d = 0) has taken all its dependents up to the other end
  sibling[s, t]        two neighbouring dependents s and t of one head outside the span
"""

import cython

if not cython.compiled:
    from math import exp, log1p

    from namesakes.resources import warn_interpreted

    warn_interpreted()
elif cython.compiled:
    from cython.cimports.libc.math import exp, log1p

NOTHING = cython.declare(cython.double, -1e300)


@cython.cfunc
@cython.inline
@cython.cdivision(True)
def add(one: cython.double, other: cython.double) -> cython.double:
    """log(e^one + e^other)."""
    if one <= NOTHING:
        return other
    if other <= NOTHING:
        return one
    if one > other:
        return one + log1p(exp(other - one))
    return other + log1p(exp(one - other))


@cython.boundscheck(False)
@cython.wraparound(False)
def first_order(
    arcs: cython.const[cython.double][:, :],
    single_root: cython.int,
    incomplete: cython.double[:, :, :],
    complete: cython.double[:, :, :],
    incomplete_split: cython.int[:, :, :],
    complete_split: cython.int[:, :, :],
) -> None:
    """Fill the charts with best scores and where each span was split. O(n³).

    `arcs[h, m]` is the score of an arc from h to m. With `single_root` the root has one dependent only.
    """
    n: cython.Py_ssize_t = arcs.shape[0]
    width: cython.Py_ssize_t
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    q: cython.Py_ssize_t
    best: cython.double
    value: cython.double
    place: cython.Py_ssize_t
    for s in range(n):
        complete[s, s, 0] = 0.0
        complete[s, s, 1] = 0.0
    for width in range(1, n):
        for s in range(n - width):
            t = s + width
            best = NOTHING
            place = s
            for q in range(s, t):
                if s == 0 and single_root and q > 0:
                    break
                value = complete[s, q, 1] + complete[q + 1, t, 0]
                if value > best:
                    best = value
                    place = q
            incomplete[s, t, 1] = best + arcs[s, t]
            incomplete[s, t, 0] = best + arcs[t, s] if s > 0 else NOTHING
            incomplete_split[s, t, 0] = place
            incomplete_split[s, t, 1] = place
            best = NOTHING
            place = s
            if s > 0:
                for q in range(s, t):
                    value = complete[s, q, 0] + incomplete[q, t, 0]
                    if value > best:
                        best = value
                        place = q
            complete[s, t, 0] = best
            complete_split[s, t, 0] = place
            best = NOTHING
            place = t
            for q in range(s + 1, t + 1):
                value = incomplete[s, q, 1] + complete[q, t, 1]
                if value > best:
                    best = value
                    place = q
            complete[s, t, 1] = best
            complete_split[s, t, 1] = place


@cython.boundscheck(False)
@cython.wraparound(False)
def second_order(
    arcs: cython.const[cython.double][:, :],
    siblings: cython.const[cython.double][:, :, :],
    single_root: cython.int,
    incomplete: cython.double[:, :, :],
    complete: cython.double[:, :, :],
    pairs: cython.double[:, :],
    incomplete_split: cython.int[:, :, :],
    complete_split: cython.int[:, :, :],
    pair_split: cython.int[:, :],
) -> None:
    """The same with siblings. O(n³).

    `siblings[h, s, m]` is the score of m being the next dependent of h after s, away from h and on the same side;
    s = h where m is the nearest one. A split of -1 in `incomplete_split` says that there is no nearer dependent.
    """
    n: cython.Py_ssize_t = arcs.shape[0]
    width: cython.Py_ssize_t
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    q: cython.Py_ssize_t
    best: cython.double
    value: cython.double
    place: cython.Py_ssize_t
    for s in range(n):
        complete[s, s, 0] = 0.0
        complete[s, s, 1] = 0.0
    for width in range(1, n):
        for s in range(n - width):
            t = s + width
            best = NOTHING
            place = s
            for q in range(s, t):
                value = complete[s, q, 1] + complete[q + 1, t, 0]
                if value > best:
                    best = value
                    place = q
            pairs[s, t] = best
            pair_split[s, t] = place
            # s is the head and t its nearest dependent, or the one after q
            best = complete[s + 1, t, 0] + siblings[s, s, t]
            place = -1
            if not (s == 0 and single_root):
                for q in range(s + 1, t):
                    value = incomplete[s, q, 1] + pairs[q, t] + siblings[s, q, t]
                    if value > best:
                        best = value
                        place = q
            incomplete[s, t, 1] = best + arcs[s, t]
            incomplete_split[s, t, 1] = place
            # t is the head and s its nearest dependent, or the one after q
            best = NOTHING
            place = -1
            if s > 0:
                best = complete[s, t - 1, 1] + siblings[t, t, s]
                for q in range(s + 1, t):
                    value = pairs[s, q] + incomplete[q, t, 0] + siblings[t, q, s]
                    if value > best:
                        best = value
                        place = q
                best += arcs[t, s]
            incomplete[s, t, 0] = best
            incomplete_split[s, t, 0] = place
            best = NOTHING
            place = s
            if s > 0:
                for q in range(s, t):
                    value = complete[s, q, 0] + incomplete[q, t, 0]
                    if value > best:
                        best = value
                        place = q
            complete[s, t, 0] = best
            complete_split[s, t, 0] = place
            best = NOTHING
            place = t
            for q in range(s + 1, t + 1):
                value = incomplete[s, q, 1] + complete[q, t, 1]
                if value > best:
                    best = value
                    place = q
            complete[s, t, 1] = best
            complete_split[s, t, 1] = place


@cython.boundscheck(False)
@cython.wraparound(False)
def inside_outside(
    arcs: cython.const[cython.double][:, :],
    maximum: cython.int,
    single_root: cython.int,
    incomplete: cython.double[:, :, :],
    complete: cython.double[:, :, :],
    outer_incomplete: cython.double[:, :, :],
    outer_complete: cython.double[:, :, :],
) -> None:
    """Fill the inside and outside charts of first-order trees. O(n³).

    With `maximum` sums are maxima: inside + outside of an arc is then its max-marginal, the score of the best tree that
    has it; otherwise it is the logarithm of the sum over all trees that have it.
    """
    n: cython.Py_ssize_t = arcs.shape[0]
    width: cython.Py_ssize_t
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    q: cython.Py_ssize_t
    total: cython.double
    value: cython.double
    for s in range(n):
        complete[s, s, 0] = 0.0
        complete[s, s, 1] = 0.0
    for width in range(1, n):
        for s in range(n - width):
            t = s + width
            total = NOTHING
            for q in range(s, t):
                if s == 0 and single_root and q > 0:
                    break
                value = complete[s, q, 1] + complete[q + 1, t, 0]
                total = (value if value > total else total) if maximum else add(total, value)
            incomplete[s, t, 1] = total + arcs[s, t]
            incomplete[s, t, 0] = total + arcs[t, s] if s > 0 else NOTHING
            total = NOTHING
            if s > 0:
                for q in range(s, t):
                    value = complete[s, q, 0] + incomplete[q, t, 0]
                    total = (value if value > total else total) if maximum else add(total, value)
            complete[s, t, 0] = total
            total = NOTHING
            for q in range(s + 1, t + 1):
                value = incomplete[s, q, 1] + complete[q, t, 1]
                total = (value if value > total else total) if maximum else add(total, value)
            complete[s, t, 1] = total
    for s in range(n):
        for t in range(s, n):
            for q in range(2):
                outer_incomplete[s, t, q] = NOTHING
                outer_complete[s, t, q] = NOTHING
    outer_complete[0, n - 1, 1] = 0.0
    for width in range(n - 1, 0, -1):
        for s in range(n - width):
            t = s + width
            # complete[s, t, 1] was made of incomplete[s, q, 1] and complete[q, t, 1]
            if outer_complete[s, t, 1] > NOTHING:
                for q in range(s + 1, t + 1):
                    value = outer_complete[s, t, 1] + complete[q, t, 1]
                    if maximum:
                        if value > outer_incomplete[s, q, 1]:
                            outer_incomplete[s, q, 1] = value
                    else:
                        outer_incomplete[s, q, 1] = add(outer_incomplete[s, q, 1], value)
                    value = outer_complete[s, t, 1] + incomplete[s, q, 1]
                    if maximum:
                        if value > outer_complete[q, t, 1]:
                            outer_complete[q, t, 1] = value
                    else:
                        outer_complete[q, t, 1] = add(outer_complete[q, t, 1], value)
            # complete[s, t, 0] was made of complete[s, q, 0] and incomplete[q, t, 0]
            if s > 0 and outer_complete[s, t, 0] > NOTHING:
                for q in range(s, t):
                    value = outer_complete[s, t, 0] + incomplete[q, t, 0]
                    if maximum:
                        if value > outer_complete[s, q, 0]:
                            outer_complete[s, q, 0] = value
                    else:
                        outer_complete[s, q, 0] = add(outer_complete[s, q, 0], value)
                    value = outer_complete[s, t, 0] + complete[s, q, 0]
                    if maximum:
                        if value > outer_incomplete[q, t, 0]:
                            outer_incomplete[q, t, 0] = value
                    else:
                        outer_incomplete[q, t, 0] = add(outer_incomplete[q, t, 0], value)
            # both incomplete spans were made of complete[s, q, 1] and complete[q + 1, t, 0]
            total = outer_incomplete[s, t, 1] + arcs[s, t]
            if s > 0:
                value = outer_incomplete[s, t, 0] + arcs[t, s]
                total = (value if value > total else total) if maximum else add(total, value)
            if total > NOTHING:
                for q in range(s, t):
                    if s == 0 and single_root and q > 0:
                        break
                    value = total + complete[q + 1, t, 0]
                    if maximum:
                        if value > outer_complete[s, q, 1]:
                            outer_complete[s, q, 1] = value
                    else:
                        outer_complete[s, q, 1] = add(outer_complete[s, q, 1], value)
                    value = total + complete[s, q, 1]
                    if maximum:
                        if value > outer_complete[q + 1, t, 0]:
                            outer_complete[q + 1, t, 0] = value
                    else:
                        outer_complete[q + 1, t, 0] = add(outer_complete[q + 1, t, 0], value)


@cython.boundscheck(False)
@cython.wraparound(False)
def arc_totals(
    incomplete: cython.const[cython.double][:, :, :],
    outer_incomplete: cython.const[cython.double][:, :, :],
    totals: cython.double[:, :],
) -> None:
    """Fill `totals[h, m]` with inside + outside of the arcs that are in any tree; the others stay. O(n²)."""
    n: cython.Py_ssize_t = totals.shape[0]
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    value: cython.double
    for s in range(n):
        for t in range(s + 1, n):
            value = incomplete[s, t, 1] + outer_incomplete[s, t, 1]
            if value > -1e200:
                totals[s, t] = value
            value = incomplete[s, t, 0] + outer_incomplete[s, t, 0]
            if value > -1e200:
                totals[t, s] = value


@cython.boundscheck(False)
@cython.wraparound(False)
def trace(
    second: cython.int,
    incomplete_split: cython.const[cython.int][:, :, :],
    complete_split: cython.const[cython.int][:, :, :],
    pair_split: cython.const[cython.int][:, :],
    stack: cython.int[:, :],
    heads: cython.int[:],
) -> None:
    """Fill `heads` by following the splits from the whole sentence down; the stack needs 3·n rows. O(n).

    A row of the stack is a span's start, end, direction, and kind: 0 complete, 1 incomplete, 2 two siblings.
    """
    depth: cython.Py_ssize_t = 1
    s: cython.int
    t: cython.int
    q: cython.int
    direction: cython.int
    kind: cython.int
    stack[0, 0] = 0
    stack[0, 1] = heads.shape[0] - 1
    stack[0, 2] = 1
    stack[0, 3] = 0
    while depth > 0:
        depth -= 1
        s = stack[depth, 0]
        t = stack[depth, 1]
        direction = stack[depth, 2]
        kind = stack[depth, 3]
        if s == t:
            continue
        if kind == 0:
            q = complete_split[s, t, direction]
            stack[depth, 0] = s
            stack[depth, 1] = q
            stack[depth, 2] = direction
            stack[depth, 3] = direction
            stack[depth + 1, 0] = q
            stack[depth + 1, 1] = t
            stack[depth + 1, 2] = direction
            stack[depth + 1, 3] = 1 - direction
            depth += 2
            continue
        if kind == 1:
            heads[t if direction else s] = s if direction else t
            q = incomplete_split[s, t, direction]
            if second and q >= 0:
                stack[depth, 0] = s if direction else q
                stack[depth, 1] = q if direction else t
                stack[depth, 2] = direction
                stack[depth, 3] = 1
                stack[depth + 1, 0] = q if direction else s
                stack[depth + 1, 1] = t if direction else q
                stack[depth + 1, 2] = 0
                stack[depth + 1, 3] = 2
                depth += 2
                continue
            if second:
                q = s if direction else t - 1
        else:
            q = pair_split[s, t]
        stack[depth, 0] = s
        stack[depth, 1] = q
        stack[depth, 2] = 1
        stack[depth, 3] = 0
        stack[depth + 1, 0] = q + 1
        stack[depth + 1, 1] = t
        stack[depth + 1, 2] = 0
        stack[depth + 1, 3] = 0
        depth += 2


@cython.boundscheck(False)
@cython.wraparound(False)
def pruned_second_order(
    arcs: cython.const[cython.double][:, :],
    parts: cython.const[cython.int][:, :],
    starts: cython.const[cython.int][:, :],
    scores: cython.const[cython.double][:],
    incomplete: cython.double[:, :],
    complete: cython.double[:, :],
    pairs: cython.double[:, :],
    splits: cython.int[:, :, :],
    stack: cython.int[:, :],
    heads: cython.int[:],
) -> float:
    """The score of the best tree with siblings among those of a few arcs, with its heads filled in. O(n³) at worst.

    `parts` are rows (head, nearer dependent or the head itself, dependent) with `scores`; those of an arc stand
    together from `starts[head, dependent]` on, which is -1 where there is no such arc. Here all spans are indexed by
    head and other end: incomplete[h, m] ends with the arc to m, complete[h, e] with the last descendant e. `splits`
    hold the nearer dependent of incomplete spans, the last one of complete spans, and where two siblings' spans meet.
    """
    n: cython.Py_ssize_t = arcs.shape[0]
    count: cython.Py_ssize_t = parts.shape[0]
    width: cython.Py_ssize_t
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    q: cython.Py_ssize_t
    j: cython.Py_ssize_t
    h: cython.Py_ssize_t
    m: cython.Py_ssize_t
    side: cython.int
    best: cython.double
    value: cython.double
    place: cython.Py_ssize_t
    for s in range(n):
        complete[s, s] = 0.0
    for width in range(1, n):
        for s in range(n - width):
            t = s + width
            if s > 0:
                best = NOTHING
                place = s
                for q in range(s, t):
                    value = complete[s, q] + complete[t, q + 1]
                    if value > best:
                        best = value
                        place = q
                pairs[s, t] = best
                splits[2, s, t] = place
            for side in range(2):
                h = t if side else s
                m = s if side else t
                if m == 0:
                    continue
                best = NOTHING
                place = h
                j = starts[h, m]
                if j >= 0:
                    while j < count and parts[j, 0] == h and parts[j, 2] == m:
                        q = parts[j, 1]
                        if q == h:
                            value = complete[m, h - 1 if side else h + 1]
                        elif side:
                            value = incomplete[h, q] + pairs[m, q]
                        else:
                            value = incomplete[h, q] + pairs[q, m]
                        value += scores[j]
                        if value > best:
                            best = value
                            place = q
                        j += 1
                    best += arcs[h, m]
                incomplete[h, m] = best
                splits[0, h, m] = place
                best = NOTHING
                place = m
                if side:
                    for q in range(s, t):
                        value = incomplete[t, q] + complete[q, s]
                        if value > best:
                            best = value
                            place = q
                else:
                    for q in range(s + 1, t + 1):
                        value = incomplete[s, q] + complete[q, t]
                        if value > best:
                            best = value
                            place = q
                complete[h, m] = best
                splits[1, h, m] = place
    trace_pruned(splits, stack, heads)
    return complete[0, n - 1]


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def trace_pruned(
    splits: cython.const[cython.int][:, :, :], stack: cython.int[:, :], heads: cython.int[:]
) -> cython.void:
    """Fill `heads` from the splits of `pruned_second_order`; a row of the stack is a kind and a span."""
    depth: cython.Py_ssize_t = 1
    kind: cython.int
    h: cython.int
    e: cython.int
    q: cython.int
    stack[0, 0] = 1
    stack[0, 1] = 0
    stack[0, 2] = heads.shape[0] - 1
    while depth > 0:
        depth -= 1
        kind = stack[depth, 0]
        h = stack[depth, 1]
        e = stack[depth, 2]
        if h == e:
            continue
        q = splits[kind, h, e]
        if kind == 0:
            heads[e] = h
            if q == h:
                stack[depth, 0] = 1
                stack[depth, 1] = e
                stack[depth, 2] = h + 1 if h < e else h - 1
                depth += 1
                continue
            stack[depth, 0] = 0
            stack[depth, 1] = h
            stack[depth, 2] = q
            stack[depth + 1, 0] = 2
            stack[depth + 1, 1] = q if q < e else e
            stack[depth + 1, 2] = e if q < e else q
        elif kind == 1:
            stack[depth, 0] = 0
            stack[depth, 1] = h
            stack[depth, 2] = q
            stack[depth + 1, 0] = 1
            stack[depth + 1, 1] = q
            stack[depth + 1, 2] = e
        else:
            stack[depth, 0] = 1
            stack[depth, 1] = h
            stack[depth, 2] = q
            stack[depth + 1, 0] = 1
            stack[depth + 1, 1] = e
            stack[depth + 1, 2] = q + 1
        depth += 2
