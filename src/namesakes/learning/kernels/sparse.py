"""Scores and updates of sparse binary features in one array of weights, with lazy averaging.

Features of an instance are places in `weights`, given as rows of `places`. An averaged perceptron's final weights are
w − u / c, where u collects c · change at every change (Daumé 2006, p. 19): no sum over all weights is ever made.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()


@cython.boundscheck(False)
@cython.wraparound(False)
def add_scores(
    weights: cython.const[cython.float][:], places: cython.const[cython.uint][:, :], scores: cython.double[:]
) -> None:
    """Add to `scores[i]` the weights at `places[i]`. O(rows · columns)."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    total: cython.double
    for i in range(places.shape[0]):
        total = 0.0
        for j in range(places.shape[1]):
            total += weights[places[i, j]]
        scores[i] += total


@cython.boundscheck(False)
@cython.wraparound(False)
def add_change(
    weights: cython.float[:],
    sums: cython.double[:],
    places: cython.const[cython.uint][:],
    change: cython.double,
    clock: cython.double,
) -> None:
    """Change the weights at `places` by so much, and their sums for averaging by clock · change."""
    i: cython.Py_ssize_t
    for i in range(places.shape[0]):
        weights[places[i]] += change
        sums[places[i]] += clock * change
