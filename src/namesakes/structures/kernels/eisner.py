"""Projective dependency trees: the best first-order tree.

A sentence has the nodes 0 to n, node 0 being the root, which has one dependent. Charts follow Eisner (1996). For a span
from s to t:
  incomplete[s, t, d]  an arc between s and t, all else inside finished; d = 1: s is the head, d = 0: t is
  complete[s, t, d]    the head (s for d = 1, t for d = 0) has taken all its dependents up to the other end
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
    incomplete: cython.double[:, :, :],
    complete: cython.double[:, :, :],
    incomplete_split: cython.int[:, :, :],
    complete_split: cython.int[:, :, :],
) -> None:
    """Fill the charts with best scores and where each span was split. O(n³).

    `arcs[h, m]` is the score of an arc from h to m.
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
            for q in range(s, t if s > 0 else 1):
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
def trace(
    incomplete_split: cython.const[cython.int][:, :, :],
    complete_split: cython.const[cython.int][:, :, :],
    stack: cython.int[:, :],
    heads: cython.int[:],
) -> None:
    """Fill `heads` by following the splits from the whole sentence down; the stack needs 3·n rows. O(n).

    A row of the stack is a span's start, end, direction, and whether it is incomplete.
    """
    depth: cython.Py_ssize_t = 1
    s: cython.int
    t: cython.int
    q: cython.int
    direction: cython.int
    incomplete: cython.int
    stack[0, 0] = 0
    stack[0, 1] = heads.shape[0] - 1
    stack[0, 2] = 1
    stack[0, 3] = 0
    while depth > 0:
        depth -= 1
        s = stack[depth, 0]
        t = stack[depth, 1]
        direction = stack[depth, 2]
        incomplete = stack[depth, 3]
        if s == t:
            continue
        if not incomplete:
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
        heads[t if direction else s] = s if direction else t
        q = incomplete_split[s, t, direction]
        stack[depth, 0] = s
        stack[depth, 1] = q
        stack[depth, 2] = 1
        stack[depth, 3] = 0
        stack[depth + 1, 0] = q + 1
        stack[depth + 1, 1] = t
        stack[depth + 1, 2] = 0
        stack[depth + 1, 3] = 0
        depth += 2
