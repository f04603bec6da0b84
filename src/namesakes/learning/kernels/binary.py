"""Yes or no by a linear model over hashed features: learning, and scoring by small integers.

The loss of an instance with score s = Σ w and target y ∈ {−1, 1} is log(1 + exp(−y·s)); a step changes the weights of
its features by rate·y / (1 + exp(y·s)), and all weights are averaged over the steps as Collins (2002) does. Place 0
stands for features that were left out; its weight stays 0.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from namesakes.resources import warn_interpreted

    warn_interpreted()


@cython.boundscheck(False)
@cython.wraparound(False)
def learn(
    places: cython.const[cython.uint][:, :],
    targets: cython.const[cython.schar][:],
    order: cython.const[cython.longlong][:],
    values: cython.float[:],
    sums: cython.double[:],
    clock: cython.double,
    rate: cython.double,
) -> cython.double:
    """The clock after one pass over the instances in that order. O(instances · features)."""
    count: cython.Py_ssize_t = order.shape[0]
    width: cython.Py_ssize_t = places.shape[1]
    k: cython.Py_ssize_t
    j: cython.Py_ssize_t
    i: cython.Py_ssize_t
    score: cython.double
    step: cython.double
    for k in range(count):
        i = order[k]
        score = 0.0
        for j in range(width):
            score += cython.cast(cython.double, values[places[i, j]])
        score *= targets[i]
        if score < 12.0:
            step = rate * targets[i] / (1.0 + exp(max(score, -30.0)))
            for j in range(width):
                if places[i, j] != 0:
                    values[places[i, j]] = cython.cast(cython.double, values[places[i, j]]) + step
                    sums[places[i, j]] += step * clock
        clock += 1.0
    return clock


@cython.boundscheck(False)
@cython.wraparound(False)
def decide(
    places: cython.const[cython.uint][:, :],
    weights: cython.const[cython.schar][:],
    threshold: cython.int,
    found: cython.uchar[:],
) -> None:
    """Fill `found` with 1 for each row whose weights sum to more than the threshold, else with 0."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    total: cython.int
    for i in range(places.shape[0]):
        total = 0
        for j in range(places.shape[1]):
            total += cython.cast(cython.int, weights[places[i, j]])
        found[i] = total > threshold
