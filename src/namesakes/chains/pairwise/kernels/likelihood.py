"""The likelihood of decisions about pairs, and its gradient.

Pair i has the sum of the values at its places as its score, s_i = Σ_u values[places[u, i]], and is coreferent with
probability σ(s_i). The logarithm of the likelihood of labels h is Σ_i w_i (h_i b_i s_i − log(1 + exp(b_i s_i))): with
b_i = `factor` for the pairs that are biased, the biased potentials of Choi & Cardie (2007); with w_i = `weight` for
them, weighted instances; 1 for all others. Its derivative by a value is the sum of w_i b_i (h_i − σ(b_i s_i)) over the
pairs that have it.

No Python object is touched in the loops, so that threads run them side by side. `number` finds out which pairs are
alike beforehand.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.math import exp, log1p
else:
    from math import exp, log1p

    from namesakes.resources import warn_interpreted

    warn_interpreted()

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MIX = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)


TILE = cython.declare(cython.Py_ssize_t, 8192)


@cython.boundscheck(False)
@cython.wraparound(False)
def gather(
    places: cython.const[cython.uint][:, ::1], values: cython.const[cython.double][::1], sums: cython.double[::1]
) -> None:
    """Fill the sum of the values at the places of each row. O(rows · places of a row)."""
    i: cython.Py_ssize_t
    u: cython.Py_ssize_t
    total: cython.double
    with cython.nogil:
        for i in range(places.shape[0]):
            total = 0.0
            for u in range(places.shape[1]):
                total = total + values[places[i, u]]
            sums[i] = total


@cython.cfunc
@cython.nogil
@cython.inline
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def fill(
    places: cython.const[cython.uint][:, ::1],
    values: cython.const[cython.double][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    sums: cython.double[::1],
) -> cython.void:
    """Fill the sums of the values of some columns of places, row by row."""
    i: cython.Py_ssize_t
    u: cython.Py_ssize_t
    for i in range(first, last):
        sums[i] = 0.0
    for u in range(places.shape[0]):
        for i in range(first, last):
            sums[i] += values[places[u, i]]


@cython.boundscheck(False)
@cython.wraparound(False)
def score(
    places: cython.const[cython.uint][:, ::1], values: cython.const[cython.double][::1], scores: cython.double[::1]
) -> None:
    """Fill the score of each pair; places are those of `likelihood`. O(pairs · places of a pair)."""
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t = 0
    with cython.nogil:
        while last < places.shape[1]:
            first = last
            last = min(first + TILE, places.shape[1])
            fill(places, values, first, last, scores)


@cython.boundscheck(False)
@cython.wraparound(False)
@cython.cdivision(True)
def likelihood(
    places: cython.const[cython.uint][:, ::1],
    values: cython.const[cython.double][::1],
    labels: cython.const[cython.uchar][::1],
    biased: cython.const[cython.uchar][::1],
    factor: cython.double,
    weight: cython.double,
    shares: cython.double[::1],
    gradient: cython.double[::1],
) -> cython.double:
    """The logarithm of the likelihood of the labels; its derivatives are added to the gradient.

    `places` has a column a pair. Rows are gone through one after the other for some thousand pairs at a time, since the
    values of one row, all of one bin, lie near to each other. `shares` is room for a number a pair.
    """
    i: cython.Py_ssize_t
    u: cython.Py_ssize_t
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t = 0
    total: cython.double
    share: cython.double
    power: cython.double
    own: cython.double
    found: cython.double = 0.0
    with cython.nogil:
        while last < places.shape[1]:
            first = last
            last = min(first + TILE, places.shape[1])
            fill(places, values, first, last, shares)
            for i in range(first, last):
                total = shares[i]
                share = 1.0
                own = 1.0
                if biased[i]:
                    total = total * factor
                    own = weight
                    share = weight * factor
                if total > 0.0:
                    power = exp(-total)
                    if labels[i]:
                        found = found - own * log1p(power)
                        share = share * (power / (1.0 + power))
                    else:
                        found = found - own * (total + log1p(power))
                        share = -share / (1.0 + power)
                else:
                    power = exp(total)
                    if labels[i]:
                        found = found + own * (total - log1p(power))
                        share = share / (1.0 + power)
                    else:
                        found = found - own * log1p(power)
                        share = -share * (power / (1.0 + power))
                shares[i] = share
            for u in range(places.shape[0]):
                for i in range(first, last):
                    gradient[places[u, i]] += shares[i]
    return found


@cython.boundscheck(False)
@cython.wraparound(False)
def spread(
    places: cython.const[cython.uint][:, ::1], amounts: cython.const[cython.double][::1], sums: cython.double[::1]
) -> None:
    """Add the amount of each row to the sums at its places: `gather` the other way round."""
    i: cython.Py_ssize_t
    u: cython.Py_ssize_t
    with cython.nogil:
        for i in range(places.shape[0]):
            for u in range(places.shape[1]):
                sums[places[i, u]] += amounts[i]


@cython.boundscheck(False)
@cython.wraparound(False)
def number(
    keys: cython.const[cython.ulonglong][::1],
    table: cython.ulonglong[::1],
    ids: cython.uint[::1],
    shift: cython.int,
    count: cython.uint,
    numbers: cython.uint[::1],
    first: cython.longlong[::1],
) -> cython.uint:
    """Fill the number of each key, in the order in which they are first met; how many there are now.

    `table` is a hash table of 2^(64 - shift) keys, larger than all that come, with 0 where none is (no key is 0), and
    `ids` has their numbers. `count` keys are in it already; the first places of the new ones go to `first`. O(keys).
    """
    i: cython.Py_ssize_t
    slot: cython.ulonglong
    key: cython.ulonglong
    last: cython.ulonglong = cython.cast(cython.ulonglong, table.shape[0]) - 1
    new: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(keys.shape[0]):
            key = cython.cast(cython.ulonglong, keys[i])
            slot = (((key ^ (key >> 32)) * MIX) & MASK) >> shift
            while table[slot] != 0 and table[slot] != key:
                slot = (slot + 1) & last
            if table[slot] == 0:
                table[slot] = key
                ids[slot] = count
                first[new] = i
                new = new + 1
                count = count + 1
            numbers[i] = ids[slot]
    return count
