"""Training of a conditional random field: scores under dropout, marginals, and steps of AdaGrad.

Features are hashed as in `namesakes.learning.kernels.linear_chain`: weight(feature, label) = weights[base + label].
Rows and columns of `pairs`, the scores of neighbouring labels, are the labels and, last, the edge of a sentence.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.math import exp, sqrt
    from cython.cimports.namesakes.learning.kernels.memory import prefetch
else:
    from math import exp, sqrt

    from namesakes.resources import warn_interpreted

    warn_interpreted()


@cython.boundscheck(False)
@cython.wraparound(False)
def add_scores(
    weights: cython.const[cython.float][::1],
    bases: cython.const[cython.uint][:, ::1],
    kept: cython.const[cython.uchar][:, :],
    free: cython.const[cython.uchar][:],
    scale: cython.double,
    scores: cython.double[:, ::1],
) -> None:
    """Add `scale` times the weights of the features that dropout kept to the scores of the free tokens' labels.

    O(tokens · templates · labels).
    """
    i: cython.Py_ssize_t
    t: cython.Py_ssize_t
    label: cython.Py_ssize_t
    labels: cython.Py_ssize_t = scores.shape[1]
    base: cython.Py_ssize_t
    row: cython.pointer[cython.const[cython.float]]
    found: cython.p_double
    for i in range(bases.shape[0]):
        if not free[i]:
            continue
        if cython.compiled:
            found = cython.address(scores[i, 0])
            for t in range(bases.shape[1]):
                base = bases[i, t]
                prefetch(cython.address(weights[base]))
                prefetch(cython.address(weights[base + labels - 1]))
        else:
            found = scores[i]
        for t in range(bases.shape[1]):
            if not kept[i, t]:
                continue
            base = bases[i, t]
            if cython.compiled:  # noqa: SIM108
                row = cython.address(weights[base])
            else:
                row = weights[base:]
            for label in range(labels):
                found[label] += scale * row[label]


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def find_marginals(
    scores: cython.const[cython.double][:, :],
    powers: cython.const[cython.double][:, :],
    forward: cython.double[:, :],
    backward: cython.double[:, :],
    marginals: cython.double[:, :],
    expected: cython.double[:, :],
) -> None:
    """Fill the probability of each label at each token of one sentence, and add that of each pair to `expected`.

    `powers` are exp(pairs); `forward` and `backward` are room for the two passes (Rabiner 1989), each row of which is
    scaled to sum to 1. O(tokens · labels²).
    """
    n: cython.Py_ssize_t = scores.shape[0]
    count: cython.Py_ssize_t = scores.shape[1]
    i: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    value: cython.double
    total: cython.double
    top: cython.double
    for i in range(n):
        top = scores[i, 0]
        for a in range(count):
            top = max(top, scores[i, a])
        for a in range(count):
            marginals[i, a] = exp(scores[i, a] - top)  # until the last loop these are the powers of the scores
    for i in range(n):
        total = 0.0
        for b in range(count):
            value = powers[count, b] if i == 0 else 0.0
            if i > 0:
                for a in range(count):
                    value += forward[i - 1, a] * powers[a, b]
            forward[i, b] = value * marginals[i, b]
            total += forward[i, b]
        for b in range(count):
            forward[i, b] /= total
    for i in range(n - 1, -1, -1):
        total = 0.0
        for a in range(count):
            value = powers[a, count] if i == n - 1 else 0.0
            if i < n - 1:
                for b in range(count):
                    value += powers[a, b] * marginals[i + 1, b] * backward[i + 1, b]
            backward[i, a] = value
            total += value
        for a in range(count):
            backward[i, a] /= total
    for i in range(1, n):
        total = 0.0
        for a in range(count):
            for b in range(count):
                total += forward[i - 1, a] * powers[a, b] * marginals[i, b] * backward[i, b]
        for a in range(count):
            for b in range(count):
                expected[a, b] += forward[i - 1, a] * powers[a, b] * marginals[i, b] * backward[i, b] / total
    for i in range(n):
        total = 0.0
        for a in range(count):
            total += forward[i, a] * backward[i, a]
        for a in range(count):
            marginals[i, a] = forward[i, a] * backward[i, a] / total
    if n:
        for a in range(count):
            expected[count, a] += marginals[0, a]
            expected[a, count] += marginals[n - 1, a]


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def adagrad(
    weights: cython.float[:],
    squares: cython.float[:],
    bases: cython.const[cython.uint][:, :],
    kept: cython.const[cython.uchar][:, :],
    gradient: cython.const[cython.double][:, :],
    rate: cython.double,
    least: cython.double,
) -> None:
    """Move the weights of the kept features along the gradient, each at its own rate (Duchi, Hazan & Singer 2011).

    Parts of the gradient smaller than `least` are left out: almost all are, and the weights stay few.
    """
    i: cython.Py_ssize_t
    t: cython.Py_ssize_t
    label: cython.Py_ssize_t
    place: cython.Py_ssize_t
    step: cython.double
    for i in range(bases.shape[0]):
        for label in range(gradient.shape[1]):
            step = gradient[i, label]
            if -least < step < least:
                continue
            for t in range(bases.shape[1]):
                if kept[i, t]:
                    place = bases[i, t] + label
                    squares[place] += step * step
                    weights[place] += rate * step / sqrt(squares[place])
