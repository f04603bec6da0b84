"""Specialist exponentiated gradient (Freund, Schapire, Singer & Warmuth 1997; Huang et al. 2009, algorithm 1)."""

from math import exp

import cython

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

LEAST = cython.declare(cython.double, 1e-30)
"""No weight falls below this, so that a set of which nobody was ever right still has a weight to divide by."""


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def learn(
    votes: cython.const[cython.double][:, ::1],
    labels: cython.const[cython.double][:],
    importance: cython.const[cython.double][:],
    order: cython.const[cython.longlong][:],
    rate: cython.double,
    weights: cython.double[:],
    sums: cython.double[:],
    factors: cython.double[:],
) -> float:
    """Change `weights` by one pass in that order, add them to `sums` after each instance; the sum of square losses.

    With E the specialists that are awake (a vote that is no number sleeps): ŷ = Σ_E p_i x_i / Σ_E p_i, and
    p_i ← p_i e^(−2η x_i (ŷ−y)) · Σ_E p_j / Σ_E p_j e^(−2η x_j (ŷ−y)) for i in E; the others stay. `factors` is scratch
    space, one a specialist. An instance of importance v moves the weights as far as a rate of v·η would.
    """
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    row: cython.Py_ssize_t
    count: cython.Py_ssize_t = weights.shape[0]
    total: cython.double
    mixed: cython.double
    after: cython.double
    step: cython.double
    vote: cython.double
    loss: cython.double = 0.0
    for t in range(order.shape[0]):
        row = order[t]
        total = 0.0
        mixed = 0.0
        for i in range(count):
            vote = votes[row, i]
            if vote == vote:
                total += weights[i]
                mixed += weights[i] * vote
        if total > 0.0:
            mixed = mixed / total
            loss += importance[row] * (mixed - labels[row]) * (mixed - labels[row])
            step = -2.0 * rate * importance[row] * (mixed - labels[row])
            after = 0.0
            for i in range(count):
                vote = votes[row, i]
                if vote == vote:
                    factors[i] = weights[i] * exp(step * vote)
                    after += factors[i]
            for i in range(count):
                vote = votes[row, i]
                if vote == vote:
                    weights[i] = factors[i] * (total / after)
                    if weights[i] < LEAST:
                        weights[i] = LEAST
        for i in range(count):
            sums[i] += weights[i]
    return loss
