"""Projective dependency trees: the best first-order tree, and the best one with siblings.

A sentence has the nodes 0 to n, node 0 being the root. Charts follow Eisner (1996) and, with siblings, McDonald &
Pereira (2006). For a span from s to t:
  incomplete[s, t, d]  an arc between s and t, all else inside finished; d = 1: s is the head, d = 0: t is
  complete[s, t, d]    the head (s for d = 1, t for d = 0) has taken all its dependents up to the other end
  sibling[s, t]        two neighbouring dependents s and t of one head outside the span
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

NOTHING = cython.declare(cython.double, -1e300)


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
