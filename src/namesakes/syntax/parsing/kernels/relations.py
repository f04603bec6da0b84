# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Relations of a tree's arcs: the best label of each word by hashed features, and the updates of their weights.

A feature is made of up to five of an arc's atoms, the codes of the words around it and of its relatives in the tree:
feature t has the place mix(t · STEP + Σ_j atoms[templates[t, j]] · key_j + direction) >> shift, and from there on stand
its weights for the labels side by side. Weights are floats while they are learned, and then bytes b that stand for
b · |b|, sums of which are exact in any order.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()
elif cython.compiled:
    from cython.cimports.namesakes.learning.kernels.memory import prefetch

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)
SIDE = cython.declare(cython.ulonglong, 0x589965CC75374CC3)
NOTHING = cython.declare(cython.double, -1e300)
AROUND = cython.declare(cython.int, 17)
LINE = cython.declare(cython.int, 48)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def put_three(
    codes: cython.const[cython.ulonglong][:, :], row: cython.int, atoms: cython.ulonglong[::1], at: cython.int
) -> cython.int:
    """The place after the word, tag and coarse tag of a row; of nothing where the row is negative."""
    j: cython.int
    for j in range(3):
        atoms[at + j] = codes[row, j] if row >= 0 else 1
    return at + 3


@cython.cfunc
@cython.exceptval(check=False)
def find_places(
    codes: cython.const[cython.ulonglong][:, :],
    heads: cython.const[cython.int][:],
    edges: cython.const[cython.int][:, ::1],
    word: cython.int,
    templates: cython.const[cython.uchar][:, ::1],
    keys: cython.const[cython.ulonglong][::1],
    distances: cython.const[cython.ulonglong][::1],
    shift: cython.int,
    small: cython.const[cython.schar][::1],
    atoms: cython.ulonglong[::1],
    places: cython.uint[::1],
) -> cython.void:
    """Fill the places of one arc's templates.

    Atoms: 0 nothing; 1 to 17 the head and around it; 18 to 34 the dependent and around it; then three each of the
    dependent's first, second and last dependents, of its siblings before and after, of the head's first and last
    dependents, and of the head's head; 59 the distance; 60 how many dependents it has on each side, 61 how many of
    its head's stand before it on the same side.
    """
    at: cython.int
    t: cython.Py_ssize_t
    j: cython.Py_ssize_t
    h: cython.ulonglong
    head: cython.int = heads[word]
    away: cython.int = word - head if word > head else head - word
    far: cython.int = distances.shape[0] - 1
    direction: cython.ulonglong = (5 if head < word else 6) * SIDE & MASK
    atoms[0] = 0
    for at in range(AROUND):
        atoms[1 + at] = codes[head, at]
        atoms[1 + AROUND + at] = codes[word, at]
    at = 1 + 2 * AROUND
    for j in range(5):
        at = put_three(codes, edges[word, j], atoms, at)
    at = put_three(codes, edges[head, 0], atoms, at)
    at = put_three(codes, edges[head, 2], atoms, at)
    at = put_three(codes, heads[head], atoms, at)
    atoms[at] = distances[away if away < far else far]
    atoms[at + 1] = STEP * (40 + cython.cast(cython.int, edges[word, 5])) & MASK
    atoms[at + 2] = STEP * (80 + cython.cast(cython.int, edges[word, 6])) & MASK
    for t in range(templates.shape[0]):
        h = STEP * (1000 + t) + direction
        for j in range(5):
            h += cython.cast(cython.ulonglong, atoms[templates[t, j]]) * cython.cast(cython.ulonglong, keys[j])
        h = h & MASK
        places[t] = (((h ^ (h >> 32)) * MIX) & MASK) >> shift
        if cython.compiled:
            prefetch(cython.address(small[places[t]]))
            prefetch(cython.address(small[places[t] + LINE]))


def find_edges(heads: cython.const[cython.int][:], edges: cython.int[:, :]) -> None:
    """Fill, for each node of trees, what `find_places` asks about its relatives; -1 where there is none. O(n).

    0, 1, 2: its first, second and last dependent; 3, 4: its head's dependents before and after it; 5: how many
    dependents it has, up to three before and three after it; 6: how many of its siblings stand before it, up to three.
    """
    size: cython.int = heads.shape[0]
    word: cython.int
    head: cython.int
    j: cython.int
    for word in range(size):
        for j in range(5):
            edges[word, j] = -1
        edges[word, 5] = 0
        edges[word, 6] = 0
    for word in range(size):
        head = heads[word]
        if head < 0:
            continue
        if edges[head, 0] < 0:
            edges[head, 0] = word
        elif edges[head, 1] < 0:
            edges[head, 1] = word
        edges[word, 3] = edges[head, 2]
        if edges[head, 2] >= 0:
            edges[edges[head, 2], 4] = word
            edges[word, 6] = edges[edges[head, 2], 6] + 1 if edges[edges[head, 2], 6] < 3 else 3
        edges[head, 2] = word
        if word < head and edges[head, 5] % 4 < 3:
            edges[head, 5] += 1
        elif word > head and edges[head, 5] < 12:
            edges[head, 5] += 4


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def weigh(
    weights: cython.const[cython.float][::1],
    small: cython.const[cython.schar][::1],
    places: cython.const[cython.uint][::1],
    allowed: cython.const[cython.uchar][::1],
    totals: cython.int[::1],
    scores: cython.double[::1],
) -> cython.void:
    """Fill the scores of the labels; of bytes that of all of them, of floats those of the allowed ones."""
    t: cython.Py_ssize_t
    label: cython.Py_ssize_t
    labels: cython.Py_ssize_t = scores.shape[0]
    value: cython.int
    row: cython.pointer[cython.const[cython.schar]]
    found: cython.p_int
    last: cython.Py_ssize_t = weights.shape[0] - 1
    if small.shape[0] == 0:
        for label in range(labels):
            scores[label] = 0.0
            if allowed[label]:
                for t in range(places.shape[0]):
                    scores[label] += cython.cast(cython.double, weights[(places[t] + label) & last])
        return
    for label in range(labels):
        totals[label] = 0
    for t in range(places.shape[0]):
        if cython.compiled:
            row = cython.address(small[places[t]])
            found = cython.address(totals[0])
        else:
            row, found = small[places[t] :], totals
        for label in range(labels):
            value = cython.cast(cython.int, row[label])
            found[label] += value * (value if value > 0 else -value)
    for label in range(labels):
        scores[label] = totals[label]


@cython.cdivision(True)
def label_words(
    codes: cython.const[cython.ulonglong][:, :],
    coarse: cython.const[cython.uchar][:],
    heads: cython.const[cython.int][:],
    edges: cython.const[cython.int][:, ::1],
    allowed: cython.const[cython.uchar][:, :, ::1],
    templates: cython.const[cython.uchar][:, ::1],
    keys: cython.const[cython.ulonglong][::1],
    distances: cython.const[cython.ulonglong][::1],
    shift: cython.int,
    small: cython.const[cython.schar][::1],
    weights: cython.float[::1],
    sums: cython.double[::1],
    gold: cython.const[cython.int][:],
    clock: cython.double,
    cap: cython.double,
    atoms: cython.ulonglong[::1],
    places: cython.uint[::1],
    totals: cython.int[::1],
    scores: cython.double[::1],
    labels: cython.int[::1],
) -> int:
    """The number of wrong labels, with `labels` filled with the best ones that the tags of head and word allow.

    A row whose head is negative is no word, and is passed over: trees may stand one after the other.
    Where `gold` is not empty, each word is followed by a passive-aggressive update that makes its gold label win by 1
    against the best other one (`gold` -1: none for this word). `small` has the first labels' bytes again at its end.
    """
    last: cython.Py_ssize_t = weights.shape[0] - 1
    word: cython.int
    label: cython.int
    best: cython.int
    other: cython.int
    right: cython.int
    wrong: cython.int = 0
    t: cython.Py_ssize_t
    best_score: cython.double
    other_score: cython.double
    right_score: cython.double
    step: cython.double
    choices: cython.const[cython.uchar][::1]
    for word in range(heads.shape[0]):
        if heads[word] < 0:
            continue
        choices = allowed[coarse[heads[word]], coarse[word]]
        best = -1
        other = -1
        for label in range(choices.shape[0]):
            if choices[label]:
                other = best
                best = label
        labels[word] = best
        if other < 0:  # there is no choice
            continue
        find_places(codes, heads, edges, word, templates, keys, distances, shift, small, atoms, places)
        weigh(weights, small, places, choices, totals, scores)
        right = gold[word] if gold.shape[0] > 0 else -1
        best = -1
        other = -1
        best_score = other_score = right_score = NOTHING
        for label in range(choices.shape[0]):
            if not choices[label]:
                continue
            if scores[label] > best_score:
                best_score = scores[label]
                best = label
            if label == right:
                right_score = scores[label]
            elif scores[label] > other_score:
                other_score = scores[label]
                other = label
        labels[word] = best
        if right < 0 or right_score <= NOTHING or other < 0:
            continue
        if best != right:
            wrong += 1
        if right_score - other_score < 1.0:
            step = (1.0 - right_score + other_score) / (2.0 * places.shape[0])
            if step > cap:
                step = cap
            for t in range(places.shape[0]):
                weights[(places[t] + right) & last] += step
                sums[(places[t] + right) & last] += clock * step
                weights[(places[t] + other) & last] -= step
                sums[(places[t] + other) & last] -= clock * step
    return wrong
