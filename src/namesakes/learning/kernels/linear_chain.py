"""Features, scores and updates of a linear chain of labels over integer codes.

A template is a row of (column, distance) pairs, ended by a column below 0. Its feature at a token is the hash of the
template's number and of the codes that stand in those columns at those distances in the same sentence; the hash is the
first of a run of places in the weights, one for each label: weight(feature, label) = weights[base + label]. Runs of
different features may overlap, which is no worse than any other collision of hashes, and all the labels of a feature
lie side by side in memory. The weights are longer than 2^bits by the number of labels, so that no run leaves them.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()
elif cython.compiled:
    from cython.cimports.namesakes.learning.kernels.memory import prefetch

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX = cython.declare(cython.ulonglong, 0xFF51AFD7ED558CCD)
OUTSIDE = cython.declare(cython.ulonglong, 0x5BD1E995)


@cython.boundscheck(False)
@cython.wraparound(False)
def hash_features(
    columns: cython.const[cython.uint][:, :],
    edges: cython.const[cython.int][:],
    templates: cython.const[cython.int][:, :],
    bits: cython.int,
    bases: cython.uint[:, :],
) -> None:
    """Fill `bases[i, t]` with the first place of template t's feature at token i.

    Sentence s has the tokens `edges[s]` to `edges[s + 1]`; a distance that leaves it gives the code `OUTSIDE`.
    O(tokens · templates).
    """
    s: cython.Py_ssize_t
    i: cython.Py_ssize_t
    t: cython.Py_ssize_t
    p: cython.Py_ssize_t
    first: cython.Py_ssize_t
    end: cython.Py_ssize_t
    place: cython.Py_ssize_t
    part: cython.ulonglong
    h: cython.ulonglong
    for s in range(edges.shape[0] - 1):
        first = edges[s]
        end = edges[s + 1]
        for i in range(first, end):
            for t in range(templates.shape[0]):
                h = ((cython.cast(cython.ulonglong, t) + 1) * STEP) & MASK
                for p in range(0, templates.shape[1], 2):
                    if templates[t, p] < 0:
                        break
                    place = i + templates[t, p + 1]
                    part = OUTSIDE
                    if first <= place < end:
                        part = cython.cast(cython.ulonglong, columns[place, templates[t, p]])
                    h = ((h ^ part) * MIX) & MASK
                    h = h ^ (h >> 32)
                h = (h * STEP) & MASK
                bases[i, t] = h >> (64 - bits)


@cython.boundscheck(False)
@cython.wraparound(False)
def add_scores(
    weights: cython.const[cython.float][::1],
    bases: cython.const[cython.uint][:, ::1],
    offsets: cython.const[cython.int][::1],
    labels: cython.const[cython.int][::1],
    scores: cython.double[::1],
) -> None:
    """Add to `scores` the weights of each token's features with each label it may take. O(candidates · templates)."""
    i: cython.Py_ssize_t
    t: cython.Py_ssize_t
    c: cython.Py_ssize_t
    first: cython.Py_ssize_t
    count: cython.Py_ssize_t
    start: cython.Py_ssize_t
    final: cython.Py_ssize_t
    row: cython.pointer[cython.const[cython.float]]
    found: cython.p_double
    for i in range(bases.shape[0]):
        first = offsets[i] - offsets[0]
        count = offsets[i + 1] - offsets[i]
        if count < 2:
            continue  # a token without a choice needs no score: a constant changes no decision
        start = labels[first]  # labels are sorted
        final = labels[first + count - 1]
        if cython.compiled:
            found = cython.address(scores[first])
            for t in range(bases.shape[1]):
                for c in range(start, final + 1, 16):
                    prefetch(cython.address(weights[bases[i, t] + c]))
                prefetch(cython.address(weights[bases[i, t] + final]))
        else:
            found = scores[first : first + count]
        for t in range(bases.shape[1]):
            if cython.compiled:  # noqa: SIM108
                row = cython.address(weights[bases[i, t]])
            else:
                row = weights[bases[i, t] :]
            if final - start == count - 1:  # a run of labels, which the compiler makes vectors of
                for c in range(count):
                    found[c] += row[start + c]
            else:
                for c in range(count):
                    found[c] += row[labels[first + c]]


@cython.boundscheck(False)
@cython.wraparound(False)
def find_leads(
    offsets: cython.const[cython.int][:], scores: cython.const[cython.double][:], leads: cython.double[:]
) -> None:
    """Fill `leads[i]`, of tokens with a choice, with the lead of the best candidate over the second. O(candidates)."""
    i: cython.Py_ssize_t
    c: cython.Py_ssize_t
    best: cython.double
    second: cython.double
    for i in range(leads.shape[0]):
        if offsets[i + 1] - offsets[i] < 2:
            continue
        best = scores[offsets[i]]
        second = scores[offsets[i] + 1]
        if second > best:
            best, second = second, best
        for c in range(offsets[i] + 2, offsets[i + 1]):
            if scores[c] > best:
                second = best
                best = scores[c]
            elif scores[c] > second:
                second = scores[c]
        leads[i] = best - second


@cython.boundscheck(False)
@cython.wraparound(False)
def prune(
    offsets: cython.const[cython.int][:],
    labels: cython.const[cython.int][:],
    scores: cython.const[cython.double][:],
    gold: cython.const[cython.int][:],
    most: cython.int,
    kept_offsets: cython.int[:],
    kept_labels: cython.int[:],
    kept_scores: cython.double[:],
) -> cython.int:
    """The number of candidates kept: at each token those that fewer than `most` others beat, and the gold label."""
    i: cython.Py_ssize_t
    c: cython.Py_ssize_t
    d: cython.Py_ssize_t
    count: cython.int = 0
    better: cython.int
    kept_offsets[0] = 0
    for i in range(offsets.shape[0] - 1):
        for c in range(offsets[i], offsets[i + 1]):
            better = 0
            if offsets[i + 1] - offsets[i] > most and labels[c] != gold[i]:
                for d in range(offsets[i], offsets[i + 1]):
                    if scores[d] > scores[c] or (scores[d] == scores[c] and d < c):
                        better += 1
            if better < most:
                kept_labels[count] = labels[c]
                kept_scores[count] = scores[c]
                count += 1
        kept_offsets[i + 1] = count
    return count


@cython.boundscheck(False)
@cython.wraparound(False)
def change_labels(
    weights: cython.float[:],
    sums: cython.double[:],
    bases: cython.const[cython.uint][:, :],
    gold: cython.const[cython.int][:],
    guess: cython.const[cython.int][:],
    amount: cython.double,
    clock: cython.double,
) -> None:
    """Move the weights of each wrongly labelled token's features from the guess to the gold label."""
    i: cython.Py_ssize_t
    t: cython.Py_ssize_t
    base: cython.Py_ssize_t
    for i in range(bases.shape[0]):
        if gold[i] != guess[i]:
            for t in range(bases.shape[1]):
                base = bases[i, t]
                weights[base + gold[i]] += amount
                sums[base + gold[i]] += clock * amount
                weights[base + guess[i]] -= amount
                sums[base + guess[i]] -= clock * amount


@cython.boundscheck(False)
@cython.wraparound(False)
def change_transitions(
    pairs: cython.double[:, :],
    pair_sums: cython.double[:, :],
    triples: cython.double[:, :, :],
    triple_sums: cython.double[:, :, :],
    path: cython.const[cython.int][:],
    amount: cython.double,
    clock: cython.double,
) -> None:
    """Change the scores of the neighbouring labels of a path, its edges included, by so much."""
    edge: cython.int = pairs.shape[0] - 1
    n: cython.Py_ssize_t = path.shape[0]
    i: cython.Py_ssize_t
    one: cython.int = edge
    two: cython.int = edge
    three: cython.int
    for i in range(n + 1):
        three = path[i] if i < n else edge
        pairs[two, three] += amount
        pair_sums[two, three] += clock * amount
        if triples.shape[0] > 0:  # a chain of the first order has none
            triples[one, two, three] += amount
            triple_sums[one, two, three] += clock * amount
        one = two
        two = three
