"""Connected components by union-find with path halving; a component's label is its smallest member."""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()


@cython.boundscheck(False)
@cython.wraparound(False)
def connect(parents: cython.int[:], left: cython.const[cython.int][:], right: cython.const[cython.int][:]) -> None:
    """Join `left[i]` with `right[i]` for every i, then let every node point at the smallest of its component.

    `parents` holds each node's own number at first, or an earlier result to go on from. O((n + m)·α(n)).
    """
    i: cython.Py_ssize_t
    a: cython.int
    b: cython.int
    for i in range(left.shape[0]):
        a = left[i]
        b = right[i]
        while parents[a] != a:
            parents[a] = parents[parents[a]]
            a = parents[a]
        while parents[b] != b:
            parents[b] = parents[parents[b]]
            b = parents[b]
        if a < b:
            parents[b] = a
        else:
            parents[a] = b
    # A parent is never larger than its child, so one pass from the left makes every path one step long.
    for i in range(parents.shape[0]):
        parents[i] = parents[parents[i]]
