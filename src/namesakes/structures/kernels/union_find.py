"""Connected components by union-find with path halving; a component's label is its smallest member."""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()


@cython.cfunc
@cython.inline
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.exceptval(check=False)
def join(parents: cython.int[:], a: cython.int, b: cython.int) -> cython.uchar:
    """Join two nodes; 1 if they were apart."""
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
    return a != b


@cython.boundscheck(False)
@cython.wraparound(False)
def connect(parents: cython.int[:], left: cython.const[cython.int][:], right: cython.const[cython.int][:]) -> None:
    """Join `left[i]` with `right[i]` for every i, then let every node point at the smallest of its component.

    `parents` holds each node's own number at first, or an earlier result to go on from. O((n + m)·α(n)).
    """
    i: cython.Py_ssize_t
    for i in range(left.shape[0]):
        join(parents, left[i], right[i])
    # A parent is never larger than its child, so one pass from the left makes every path one step long.
    for i in range(parents.shape[0]):
        parents[i] = parents[parents[i]]


@cython.boundscheck(False)
@cython.wraparound(False)
def grow(
    parents: cython.int[:],
    left: cython.const[cython.int][:],
    right: cython.const[cython.int][:],
    kept: cython.uchar[:],
) -> None:
    """Fill whether edge i joins two nodes that the edges before it had not joined; those that do are a forest.

    `parents` is as in `connect`, and is left with paths of any length. O((n + m)·α(n)).
    """
    i: cython.Py_ssize_t
    for i in range(left.shape[0]):
        kept[i] = join(parents, left[i], right[i])
