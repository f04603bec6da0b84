# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The best sequences of labels under scores of single labels, pairs and, at the second order, triples.

Position i may take the labels `labels[offsets[i]:offsets[i + 1]]`, so that pruning is a matter of leaving labels out.
Sequence s has the positions `edges[s]` to `edges[s + 1]`. Label `width − 1` stands before its first position and after
its last. At the first order a state is a label, and stands in `best` and `back` where it stands in `labels`. At the
second it is the pair of labels at i − 1 and i; the states of position i stand from `states[i]` on, row by row. A loop
for both would have the states of the second order, and be several times slower at the first.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

NOTHING = cython.declare(cython.double, -1e300)


def first_order(
    edges: cython.const[cython.int][:],
    offsets: cython.const[cython.int][::1],
    labels: cython.const[cython.int][::1],
    scores: cython.const[cython.double][::1],
    pairs: cython.const[cython.double][:, ::1],
    best: cython.double[::1],
    back: cython.int[::1],
    path: cython.int[::1],
) -> cython.double:
    """The sum of the scores of the best sequences, having filled `path` with their labels. O(Σ cᵢ₋₁·cᵢ)."""
    edge: cython.int = pairs.shape[0] - 1
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    a: cython.Py_ssize_t
    c: cython.Py_ssize_t
    chosen: cython.Py_ssize_t
    most: cython.double
    total: cython.double = 0.0
    for s in range(edges.shape[0] - 1):
        if edges[s] == edges[s + 1]:
            continue
        for c in range(offsets[edges[s]], offsets[edges[s] + 1]):
            best[c] = pairs[edge, labels[c]] + scores[c]
        for i in range(edges[s] + 1, edges[s + 1]):
            for c in range(offsets[i], offsets[i + 1]):
                chosen = offsets[i - 1]
                most = best[chosen] + pairs[labels[chosen], labels[c]]
                for a in range(chosen + 1, offsets[i]):
                    if best[a] + pairs[labels[a], labels[c]] > most:
                        most = best[a] + pairs[labels[a], labels[c]]
                        chosen = a
                best[c] = most + scores[c]
                back[c] = chosen
        i = edges[s + 1] - 1
        chosen = offsets[i]
        most = best[chosen] + pairs[labels[chosen], edge]
        for a in range(chosen + 1, offsets[i + 1]):
            if best[a] + pairs[labels[a], edge] > most:
                most = best[a] + pairs[labels[a], edge]
                chosen = a
        total += most
        for i in range(edges[s + 1] - 1, edges[s] - 1, -1):
            path[i] = labels[chosen]
            if i > edges[s]:
                chosen = back[chosen]
    return total


@cython.cdivision(True)
def second_order(
    edges: cython.const[cython.int][:],
    offsets: cython.const[cython.int][::1],
    labels: cython.const[cython.int][::1],
    scores: cython.const[cython.double][::1],
    pairs: cython.const[cython.double][:, ::1],
    triples: cython.const[cython.double][:, :, ::1],
    states: cython.const[cython.longlong][::1],
    best: cython.double[::1],
    back: cython.int[::1],
    path: cython.int[::1],
) -> cython.double:
    """The sum of the scores of the best sequences, having filled `path` with their labels.

    O(Σ cᵢ₋₂·cᵢ₋₁·cᵢ) where position i may take cᵢ labels.
    """
    s: cython.Py_ssize_t
    total: cython.double = 0.0
    for s in range(edges.shape[0] - 1):
        if edges[s] < edges[s + 1]:
            total += one_sequence(
                edges[s], edges[s + 1], offsets, labels, scores, pairs, triples, states, best, back, path
            )
    return total


@cython.cfunc
@cython.cdivision(True)
@cython.exceptval(check=False)
def one_sequence(
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    offsets: cython.const[cython.int][::1],
    labels: cython.const[cython.int][::1],
    scores: cython.const[cython.double][::1],
    pairs: cython.const[cython.double][:, ::1],
    triples: cython.const[cython.double][:, :, ::1],
    states: cython.const[cython.longlong][::1],
    best: cython.double[::1],
    back: cython.int[::1],
    path: cython.int[::1],
) -> cython.double:
    """The score of the best sequence from `first` to `end`, having filled its part of `path`."""
    edge: cython.int = pairs.shape[0] - 1
    i: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    c: cython.Py_ssize_t
    here: cython.Py_ssize_t
    before: cython.Py_ssize_t
    earlier: cython.Py_ssize_t
    one: cython.int
    two: cython.int
    three: cython.int
    place: cython.int
    local: cython.double
    value: cython.double
    most: cython.double
    total: cython.double = NOTHING
    state: cython.Py_ssize_t = 0
    for c in range(offsets[first + 1] - offsets[first]):
        three = labels[offsets[first] + c]
        best[states[first] + c] = scores[offsets[first] + c] + pairs[edge, three] + triples[edge, edge, three]
        back[states[first] + c] = 0
    for i in range(first + 1, end):
        here = offsets[i + 1] - offsets[i]
        before = offsets[i] - offsets[i - 1]
        earlier = offsets[i - 1] - offsets[i - 2] if i > first + 1 else 1
        for b in range(before):
            two = labels[offsets[i - 1] + b]
            for c in range(here):
                three = labels[offsets[i] + c]
                local = scores[offsets[i] + c] + pairs[two, three]
                most = NOTHING
                place = 0
                for a in range(earlier):
                    one = labels[offsets[i - 2] + a] if i > first + 1 else edge
                    value = best[states[i - 1] + a * before + b] + triples[one, two, three]
                    if value > most:
                        most = value
                        place = a
                best[states[i] + b * here + c] = most + local
                back[states[i] + b * here + c] = place
    here = offsets[end] - offsets[end - 1]
    before = offsets[end - 1] - offsets[end - 2] if end > first + 1 else 1
    for b in range(before):
        two = labels[offsets[end - 2] + b] if end > first + 1 else edge
        for c in range(here):
            three = labels[offsets[end - 1] + c]
            value = best[states[end - 1] + b * here + c] + pairs[three, edge] + triples[two, three, edge]
            if value > total:
                total = value
                state = b * here + c
    for i in range(end - 1, first - 1, -1):
        here = offsets[i + 1] - offsets[i]
        c = state % here
        b = state // here
        path[i] = labels[offsets[i] + c]
        if i > first:
            before = offsets[i] - offsets[i - 1]
            state = back[states[i] + state] * before + b
    return total
