# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The best projective tree with scores of siblings, where few arcs are left.

Charts are those of the kernel `eisner`, by head and end of a span: incomplete[h, e] has an arc from h to e,
complete[h, e] has all dependents of h up to e; pairs[s, t] are two neighbouring dependents of one head outside.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

NOTHING = cython.declare(cython.double, -1e300)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def put_in_order(value: cython.double, largest: cython.double[::1], count: cython.int) -> cython.int:
    """How many of the largest values are known, largest first, when one more has been seen."""
    place: cython.int = count
    if place == largest.shape[0]:
        if value <= largest[place - 1]:
            return count
        place -= 1
    else:
        count += 1
    while place > 0 and largest[place - 1] < value:
        largest[place] = largest[place - 1]
        place -= 1
    largest[place] = value
    return count


def keep_arcs(
    through: cython.const[cython.double][:, ::1],
    least: cython.double,
    largest: cython.double[::1],
    kept: cython.uchar[:, ::1],
) -> None:
    """Fill in which arcs have at least a value, of each word only those among the largest ones; equal ones count once.

    `largest` is room for as many values as arcs of a word may be kept. O(n² · kept).
    """
    head: cython.int
    word: cython.int
    count: cython.int
    bound: cython.double
    for word in range(through.shape[0]):
        count = 0
        for head in range(through.shape[0]):
            if through[head, word] >= least:
                count = put_in_order(through[head, word], largest, count)
        bound = largest[count - 1] if count == largest.shape[0] and largest[count - 1] > least else least
        for head in range(through.shape[0]):
            kept[head, word] = through[head, word] >= bound


def list_arcs(kept: cython.const[cython.uchar][:, :], ends: cython.int[:, ::1]) -> cython.int:
    """The number of arcs that are kept, whose heads and dependents are filled in."""
    head: cython.int
    word: cython.int
    count: cython.int = 0
    for head in range(kept.shape[0]):
        for word in range(1, kept.shape[0]):
            if kept[head, word] and word != head:
                ends[count, 0] = head
                ends[count, 1] = word
                count += 1
    return count


def list_siblings(
    kept: cython.const[cython.uchar][:, :], parts: cython.int[:, :], starts: cython.int[:, :], limit: cython.int
) -> cython.int:
    """The number of parts (head, nearer dependent or head, dependent) whose arcs are kept; as many rows are filled.

    The parts of an arc stand together, from `starts[head, word]` on, the one without a nearer dependent first; -1
    there says that the arc is not kept. The root has one dependent and so no siblings. Rows past the limit are only
    counted.
    """
    size: cython.int = kept.shape[0]
    head: cython.int
    word: cython.int
    nearer: cython.int
    step: cython.int
    count: cython.int = 0
    for head in range(size):
        for word in range(size):
            starts[head, word] = -1
            if word == 0 or head == word or not kept[head, word]:
                continue
            starts[head, word] = count
            step = 1 if word > head else -1
            nearer = head
            while nearer != word:
                if nearer == head or (head > 0 and kept[head, nearer]):
                    if count < limit:
                        parts[count, 0] = head
                        parts[count, 1] = nearer
                        parts[count, 2] = word
                    count += 1
                nearer += step
    return count


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
