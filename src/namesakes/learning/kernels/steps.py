"""Steps of online learning along a sparse direction.

The direction is `sums` at the first `count` places of `touched`; each step clears it and the `marks` of its places.
"""

from math import sqrt

import cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from namesakes.resources import warn_interpreted

    warn_interpreted()


@cython.boundscheck(False)
@cython.wraparound(False)
def measure(
    weights: cython.const[cython.float][:],
    sums: cython.const[cython.float][:],
    touched: cython.const[cython.uint][:],
    count: cython.Py_ssize_t,
) -> tuple[float, float]:
    """The product of weights and direction, and the squared length of the direction."""
    i: cython.Py_ssize_t
    product: cython.double = 0.0
    length: cython.double = 0.0
    change: cython.double
    for i in range(count):
        change = sums[touched[i]]
        product += change * weights[touched[i]]
        length += change * change
    return product, length


@cython.boundscheck(False)
@cython.wraparound(False)
def move(
    weights: cython.float[:],
    totals: cython.double[:],
    sums: cython.float[:],
    marks: cython.uchar[:],
    touched: cython.const[cython.uint][:],
    count: cython.Py_ssize_t,
    size: cython.double,
    clock: cython.double,
) -> None:
    """Change the weights by `size` times the direction, and `totals`, for averaging, by clock times that."""
    i: cython.Py_ssize_t
    place: cython.uint
    change: cython.double
    for i in range(count):
        place = touched[i]
        change = size * sums[place]
        weights[place] += change
        totals[place] += clock * change
        sums[place] = 0.0
        marks[place] = 0


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def adagrad(
    weights: cython.float[:],
    totals: cython.double[:],
    squares: cython.float[:],
    times: cython.int[:],
    sums: cython.float[:],
    marks: cython.uchar[:],
    touched: cython.const[cython.uint][:],
    count: cython.Py_ssize_t,
    rate: cython.double,
    shrinkage: cython.double,
    time: cython.int,
    clock: cython.double,
) -> None:
    """Climb along the direction, each weight by rate / √(sum of its squares), after shrinking it towards 0.

    Duchi, Hazan & Singer (2011). L1 shrinks a weight by rate · shrinkage / √squares a step: for the steps since its
    last change when it is touched, and since it is small a weight that is not touched stays unshrunk till then.
    """
    i: cython.Py_ssize_t
    place: cython.uint
    gradient: cython.double
    slope: cython.double
    value: cython.double
    less: cython.double
    for i in range(count):
        place = touched[i]
        gradient = sums[place]
        value = weights[place]
        squares[place] += gradient * gradient
        slope = rate / sqrt(squares[place] + 1e-8)
        value += slope * gradient
        less = slope * shrinkage * (time - times[place])
        times[place] = time
        if value > less:
            value -= less
        elif value < -less:
            value += less
        else:
            value = 0.0
        totals[place] += clock * (value - weights[place])
        weights[place] = value
        sums[place] = 0.0
        marks[place] = 0
