"""Inner loops of gradient boosting: derivatives of the logistic loss, and their sums in bins of the inputs."""

from math import exp

import cython

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

LOWEST = cython.declare(cython.double, -37.0)
"""Below this score e^z is the probability to double precision."""


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def derivatives(
    labels: cython.const[cython.double][::1],
    weights: cython.const[cython.double][::1],
    scores: cython.const[cython.double][::1],
    gradients: cython.float[::1],
    hessians: cython.float[::1],
) -> None:
    """Write w·(p − y) and w·p·(1 − p) with p = 1 / (1 + e^−z): the derivatives of the logistic loss at the scores z."""
    i: cython.Py_ssize_t
    power: cython.double
    for i in range(labels.shape[0]):
        if scores[i] > LOWEST:
            power = exp(-scores[i])
            gradients[i] = weights[i] * (((1 - labels[i]) - labels[i] * power) / (1 + power))
            hessians[i] = weights[i] * (power / ((1 + power) * (1 + power)))
        else:
            power = exp(scores[i])
            gradients[i] = weights[i] * (power - labels[i])
            hessians[i] = weights[i] * power


@cython.boundscheck(False)
@cython.wraparound(False)
def histograms(
    binned: cython.const[cython.uchar][:, ::1],
    rows: cython.const[cython.longlong][::1],
    gradients: cython.const[cython.float][::1],
    hessians: cython.const[cython.float][::1],
    gradient_sums: cython.double[:, ::1],
    hessian_sums: cython.double[:, ::1],
    counts: cython.longlong[:, ::1],
) -> None:
    """Add, for each bin of each input, the derivatives of the rows in it and their number. O(inputs · rows)."""
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    row: cython.Py_ssize_t
    bin_: cython.Py_ssize_t
    for i in range(binned.shape[0]):
        for k in range(rows.shape[0]):
            row = rows[k]
            bin_ = binned[i, row]
            gradient_sums[i, bin_] += gradients[row]
            hessian_sums[i, bin_] += hessians[row]
            counts[i, bin_] += 1
