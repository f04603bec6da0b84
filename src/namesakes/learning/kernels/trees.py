"""Sums over decision trees whose inputs may be missing."""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()


@cython.boundscheck(False)
@cython.wraparound(False)
def add_trees(
    inputs: cython.const[cython.double][:, ::1],
    roots: cython.const[cython.int][:],
    features: cython.const[cython.int][:],
    thresholds: cython.const[cython.double][:],
    left: cython.const[cython.int][:],
    right: cython.const[cython.int][:],
    missing_left: cython.const[cython.uchar][:],
    values: cython.const[cython.double][:],
    sums: cython.double[:],
) -> None:
    """Add to `sums[i]` the value of the leaf that row i reaches in each tree, in the order of the trees.

    `roots` are the nodes where trees begin. A node with feature −1 is a leaf; elsewhere the row goes left where its
    input is not above the threshold, and where it is no number as `missing_left` says.
    """
    row: cython.Py_ssize_t
    tree: cython.Py_ssize_t
    node: cython.int
    value: cython.double
    for row in range(inputs.shape[0]):
        for tree in range(roots.shape[0]):
            node = roots[tree]
            while features[node] >= 0:
                value = inputs[row, features[node]]
                if value != value:
                    node = left[node] if missing_left[node] else right[node]
                elif value <= thresholds[node]:
                    node = left[node]
                else:
                    node = right[node]
            sums[row] += values[node]
