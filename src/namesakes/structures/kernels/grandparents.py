"""The best projective tree with scores of siblings and grandparents, where few arcs are left.

Koo & Collins (2010), model 1: every span knows its head's head. A state is an arc (g, h), seen as h with its head g;
the last state is the root, which has none. For a state a = (g, h):
  incomplete[a, m]  h has taken its dependents up to m, and m its own towards h
  complete[a, e]    h has taken all its dependents up to the span's end e
g lies outside these spans. Dependents s and m of h that follow each other meet where their complete spans do.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

NOTHING = cython.declare(cython.double, -1e300)


@cython.boundscheck(False)
@cython.wraparound(False)
def third_order(
    arcs: cython.const[cython.double][:, :],
    states: cython.const[cython.int][:, :],
    ends: cython.const[cython.int][:, :],
    below: cython.const[cython.int][:],
    above: cython.const[cython.int][:],
    above_first: cython.const[cython.int][:],
    parts: cython.const[cython.int][:, :],
    starts: cython.const[cython.int][:, :],
    siblings: cython.const[cython.double][:],
    grandparents: cython.const[cython.double][:, :],
    incomplete: cython.double[:, :],
    complete: cython.double[:, :],
    meeting: cython.double[:],
    incomplete_split: cython.int[:, :],
    complete_split: cython.int[:, :],
    meeting_split: cython.int[:],
    stack: cython.int[:, :],
    heads: cython.int[:],
) -> float:
    """The score of the best tree, with its heads filled in. O(arcs · n · dependents a head).

    Parameters
    ----------
    states : by head and dependent the arc's number, -1 for none; numbers go by head, then by dependent.
    ends : the arcs' heads and dependents; the row after the last stands for the root (-1, 0).
    below : where each head's arcs begin. above, above_first : the arcs by dependent, and where each one's begin.
    parts, starts, siblings : as `pruned_second_order` takes them.
    grandparents : by arc (g, h) and m, the score of m as a dependent of h whose head is g.
    """
    n: cython.int = arcs.shape[0]
    root: cython.int = ends.shape[0] - 1
    count: cython.int = parts.shape[0]
    width: cython.int
    s: cython.int
    t: cython.int
    q: cython.int
    r: cython.int
    j: cython.int
    h: cython.int
    m: cython.int
    a: cython.int
    b: cython.int
    c: cython.int
    i: cython.int
    first: cython.int
    last: cython.int
    side: cython.int
    place: cython.int
    best: cython.double
    value: cython.double
    for a in range(root + 1):
        complete[a, ends[a, 1]] = 0.0
    for width in range(1, n):
        for s in range(n - width):
            t = s + width
            for side in range(2):
                h = t if side else s
                m = s if side else t
                if m == 0:
                    continue
                b = states[h, m]
                first = starts[h, m]
                last = first
                if b >= 0:
                    while last < count and parts[last, 0] == h and parts[last, 2] == m:
                        q = parts[last, 1]
                        best = NOTHING
                        place = q
                        if q == h:
                            best = complete[b, h - 1 if side else h + 1]
                        elif side:
                            c = states[h, q]
                            for r in range(m, q):
                                value = complete[b, r] + complete[c, r + 1]
                                if value > best:
                                    best = value
                                    place = r
                        else:
                            c = states[h, q]
                            for r in range(q, m):
                                value = complete[c, r] + complete[b, r + 1]
                                if value > best:
                                    best = value
                                    place = r
                        meeting[last] = best + siblings[last] + arcs[h, m]
                        meeting_split[last] = place
                        last += 1
                for i in range(1 if h == 0 else above_first[h + 1] - above_first[h]):
                    a = root if h == 0 else above[above_first[h] + i]
                    incomplete[a, m] = NOTHING
                    complete[a, m] = NOTHING
                    if s <= ends[a, 0] and ends[a, 0] <= t:
                        continue
                    if b >= 0:
                        best = NOTHING
                        place = first
                        for j in range(first, last):
                            q = parts[j, 1]
                            value = meeting[j] if q == h else meeting[j] + incomplete[a, q]
                            if value > best:
                                best = value
                                place = j
                        incomplete[a, m] = best + (0.0 if a == root else grandparents[a, m])
                        incomplete_split[a, m] = place
                    best = NOTHING
                    place = -1
                    for c in range(below[h], below[h + 1]):
                        q = ends[c, 1]
                        if s <= q and q <= t and q != h:
                            value = incomplete[a, q] + complete[c, m]
                            if value > best:
                                best = value
                                place = c
                    complete[a, m] = best
                    complete_split[a, m] = place
    trace_states(states, ends, parts, incomplete_split, complete_split, meeting_split, stack, heads)
    return complete[root, n - 1]


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def trace_states(
    states: cython.const[cython.int][:, :],
    ends: cython.const[cython.int][:, :],
    parts: cython.const[cython.int][:, :],
    incomplete_split: cython.const[cython.int][:, :],
    complete_split: cython.const[cython.int][:, :],
    meeting_split: cython.const[cython.int][:],
    stack: cython.int[:, :],
    heads: cython.int[:],
) -> cython.void:
    """Fill `heads` from the splits; a row of the stack is a state, the span's end, and whether it is complete."""
    depth: cython.int = 1
    a: cython.int
    e: cython.int
    c: cython.int
    h: cython.int
    j: cython.int
    q: cython.int
    stack[0, 0] = ends.shape[0] - 1
    stack[0, 1] = heads.shape[0] - 1
    stack[0, 2] = 1
    while depth > 0:
        depth -= 1
        a = stack[depth, 0]
        e = stack[depth, 1]
        h = ends[a, 1]
        if h == e:
            continue
        if stack[depth, 2]:
            c = complete_split[a, e]
            if c < 0:
                continue
            stack[depth, 0] = a
            stack[depth, 1] = ends[c, 1]
            stack[depth, 2] = 0
            stack[depth + 1, 0] = c
            stack[depth + 1, 1] = e
            stack[depth + 1, 2] = 1
            depth += 2
            continue
        heads[e] = h
        j = incomplete_split[a, e]
        q = parts[j, 1]
        c = states[h, e]
        if q == h:
            stack[depth, 0] = c
            stack[depth, 1] = h + 1 if h < e else h - 1
            stack[depth, 2] = 1
            depth += 1
            continue
        stack[depth, 0] = a
        stack[depth, 1] = q
        stack[depth, 2] = 0
        stack[depth + 1, 0] = states[h, q] if q < e else c
        stack[depth + 1, 1] = meeting_split[j]
        stack[depth + 1, 2] = 1
        stack[depth + 2, 0] = c if q < e else states[h, q]
        stack[depth + 2, 1] = meeting_split[j] + 1
        stack[depth + 2, 2] = 1
        depth += 3
