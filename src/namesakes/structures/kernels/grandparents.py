# cython: boundscheck=False, wraparound=False, initializedcheck=False
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


def index_arcs(
    ends: cython.const[cython.int][:, :],
    states: cython.int[:, ::1],
    with_root: cython.int[:, ::1],
    below: cython.int[::1],
    above: cython.int[::1],
    above_first: cython.int[::1],
) -> None:
    """Fill what `third_order` asks for about the arcs, which are sorted; the last two are 0 before. O(n² + arcs)."""
    n: cython.Py_ssize_t = states.shape[0]
    count: cython.Py_ssize_t = ends.shape[0]
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    a: cython.Py_ssize_t
    for i in range(n):
        for j in range(n):
            states[i, j] = -1
    for a in range(count):
        states[ends[a, 0], ends[a, 1]] = a
        with_root[a, 0] = ends[a, 0]
        with_root[a, 1] = ends[a, 1]
        below[ends[a, 0] + 1] += 1
        above_first[ends[a, 1] + 1] += 1
    with_root[count, 0] = -1
    with_root[count, 1] = 0
    above_first[1] = 1  # the root's only state
    above[0] = count
    for i in range(n):
        below[i + 1] += below[i]
        above_first[i + 1] += above_first[i]
    for j in range(1, n):
        a = above_first[j]
        for i in range(n):
            if states[i, j] >= 0:
                above[a] = states[i, j]
                a += 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def meet(
    complete: cython.double[:, ::1],
    left: cython.int,
    right: cython.int,
    first: cython.int,
    end: cython.int,
    splits: cython.int[::1],
    part: cython.int,
) -> cython.double:
    """The best sum of two complete spans, of the states `left` and `right`, that meet between `first` and `end`.

    Where the left one ends is put in `splits`.
    """
    r: cython.int
    best: cython.double = NOTHING
    value: cython.double
    one: cython.p_double
    two: cython.p_double
    if cython.compiled:
        one = cython.address(complete[left, 0])
        two = cython.address(complete[right, 1])
    else:
        one, two = complete[left], complete[right, 1:]
    for r in range(first, end):
        value = one[r] + two[r]
        if value > best:
            best = value
            splits[part] = r
    return best


def third_order(
    arcs: cython.const[cython.double][:, ::1],
    states: cython.const[cython.int][:, ::1],
    ends: cython.const[cython.int][:, ::1],
    below: cython.const[cython.int][::1],
    above: cython.const[cython.int][::1],
    above_first: cython.const[cython.int][::1],
    parts: cython.const[cython.int][:, :],
    starts: cython.const[cython.int][:, ::1],
    siblings: cython.const[cython.double][::1],
    grandparents: cython.const[cython.double][:, ::1],
    incomplete: cython.double[:, ::1],
    complete: cython.double[:, ::1],
    meeting: cython.double[::1],
    incomplete_split: cython.int[:, ::1],
    complete_split: cython.int[:, ::1],
    meeting_split: cython.int[::1],
    closing: cython.int[:, ::1],
    closed: cython.double[::1],
    stack: cython.int[:, ::1],
    heads: cython.int[::1],
) -> float:
    """The score of the best tree, with its heads filled in. O(arcs · n · dependents a head).

    Parameters
    ----------
    states : by head and dependent the arc's number, -1 for none; numbers go by head, then by dependent.
    ends : the arcs' heads and dependents; the row after the last stands for the root (-1, 0).
    below : where each head's arcs begin. above, above_first : the arcs by dependent, and where each one's begin.
    parts, starts, siblings : as `pruned_second_order` takes them.
    grandparents : by arc (g, h) and m, the score of m as a dependent of h whose head is g.
    closing, closed : room for the arcs of one head, their dependents and scores.
    """
    n: cython.int = arcs.shape[0]
    root: cython.int = ends.shape[0] - 1
    count: cython.int = parts.shape[0]
    width: cython.int
    s: cython.int
    t: cython.int
    q: cython.int
    i: cython.int
    j: cython.int
    h: cython.int
    m: cython.int
    a: cython.int
    b: cython.int
    c: cython.int
    first: cython.int
    end: cython.int
    closers: cython.int
    side: cython.int
    place: cython.int
    best: cython.double
    value: cython.double
    open_spans: cython.p_double
    for a in range(root + 1):
        for m in range(n):
            incomplete[a, m] = NOTHING
            complete[a, m] = NOTHING
            complete_split[a, m] = -1
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
                end = first
                if b >= 0:
                    while end < count and parts[end, 0] == h and parts[end, 2] == m:
                        q = parts[end, 1]
                        meeting_split[end] = q
                        if q == h:
                            best = complete[b, h - 1 if side else h + 1]
                        elif side:
                            best = meet(complete, b, states[h, q], m, q, meeting_split, end)
                        else:
                            best = meet(complete, states[h, q], b, q, m, meeting_split, end)
                        meeting[end] = best + siblings[end] + arcs[h, m]
                        end += 1
                closers = 0  # the dependents of h in the span that can be its last one
                for c in range(below[h], below[h + 1]):
                    q = ends[c, 1]
                    if s <= q and q <= t and complete[c, m] > NOTHING:
                        closing[0, closers] = c
                        closing[1, closers] = q
                        closed[closers] = complete[c, m]
                        closers += 1
                if b < 0 and closers == 0:
                    continue
                for i in range(above_first[h], above_first[h + 1]):
                    a = above[i]
                    if s <= ends[a, 0] and ends[a, 0] <= t:
                        continue
                    if cython.compiled:  # noqa: SIM108
                        open_spans = cython.address(incomplete[a, 0])
                    else:
                        open_spans = incomplete[a]
                    if b >= 0:
                        best = NOTHING
                        place = first
                        for j in range(first, end):
                            q = parts[j, 1]
                            value = meeting[j] if q == h else meeting[j] + open_spans[q]
                            if value > best:
                                best = value
                                place = j
                        open_spans[m] = best + (0.0 if a == root else grandparents[a, m])
                        incomplete_split[a, m] = place
                    best = NOTHING
                    place = -1
                    for j in range(closers):
                        value = open_spans[closing[1, j]] + closed[j]
                        if value > best:
                            best = value
                            place = j
                    if place >= 0:
                        complete[a, m] = best
                        complete_split[a, m] = closing[0, place]
    trace_states(states, ends, parts, incomplete_split, complete_split, meeting_split, stack, heads)
    return complete[root, n - 1]


@cython.cfunc
@cython.exceptval(check=False)
def trace_states(
    states: cython.const[cython.int][:, ::1],
    ends: cython.const[cython.int][:, ::1],
    parts: cython.const[cython.int][:, :],
    incomplete_split: cython.int[:, ::1],
    complete_split: cython.int[:, ::1],
    meeting_split: cython.int[::1],
    stack: cython.int[:, ::1],
    heads: cython.int[::1],
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
