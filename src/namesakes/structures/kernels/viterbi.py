"""The best sequence of labels under scores of single labels, pairs and triples.

Position i may take the labels `labels[offsets[i]:offsets[i + 1]]`, so that pruning is a matter of leaving labels out. A
state is the pair of labels at i − 1 and i; the states of position i stand in `best` and `back` from `states[i]` on, row
by row. Label `width − 1` stands before the first position and after the last.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

NOTHING = cython.declare(cython.double, -1e300)


@cython.boundscheck(False)
@cython.wraparound(False)
def second_order(
    offsets: cython.const[cython.int][:],
    labels: cython.const[cython.int][:],
    scores: cython.const[cython.double][:],
    pairs: cython.const[cython.double][:, :],
    triples: cython.const[cython.double][:, :, :],
    states: cython.const[cython.longlong][:],
    best: cython.double[:],
    back: cython.int[:],
    path: cython.int[:],
) -> cython.double:
    """The score of the best sequence, having filled `path` with its labels.

    O(Σ cᵢ₋₂·cᵢ₋₁·cᵢ) where position i may take cᵢ labels.
    """
    n: cython.Py_ssize_t = path.shape[0]
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
    last: cython.Py_ssize_t = 0
    for c in range(offsets[1] - offsets[0]):
        three = labels[offsets[0] + c]
        best[c] = scores[offsets[0] + c] + pairs[edge, three] + triples[edge, edge, three]
        back[c] = 0
    for i in range(1, n):
        here = offsets[i + 1] - offsets[i]
        before = offsets[i] - offsets[i - 1]
        earlier = offsets[i - 1] - offsets[i - 2] if i > 1 else 1
        for b in range(before):
            two = labels[offsets[i - 1] + b]
            for c in range(here):
                three = labels[offsets[i] + c]
                local = scores[offsets[i] + c] + pairs[two, three]
                most = NOTHING
                place = 0
                for a in range(earlier):
                    one = labels[offsets[i - 2] + a] if i > 1 else edge
                    value = best[states[i - 1] + a * before + b] + triples[one, two, three]
                    if value > most:
                        most = value
                        place = a
                best[states[i] + b * here + c] = most + local
                back[states[i] + b * here + c] = place
    here = offsets[n] - offsets[n - 1]
    before = offsets[n - 1] - offsets[n - 2] if n > 1 else 1
    for b in range(before):
        two = labels[offsets[n - 2] + b] if n > 1 else edge
        for c in range(here):
            three = labels[offsets[n - 1] + c]
            value = best[states[n - 1] + b * here + c] + pairs[three, edge] + triples[two, three, edge]
            if value > total:
                total = value
                last = b * here + c
    for i in range(n - 1, -1, -1):
        here = offsets[i + 1] - offsets[i]
        c = last % here
        b = last // here
        path[i] = labels[offsets[i] + c]
        if i > 0:
            before = offsets[i] - offsets[i - 1]
            last = back[states[i] + last] * before + b
    return total
