"""The assignment problem on a small dense matrix, by shortest augmenting paths.

The Hungarian method in its O(height² · width) form with potentials u, v (Kuhn 1955; Jonker & Volgenant 1987): rows are
matched one at a time along the path of least reduced cost c − u − v. SciPy's solver does the same, but importing it
takes longer than scoring a corpus.
"""

import cython

if not cython.compiled:
    from namesakes.resources import warn_interpreted

    warn_interpreted()

COMPILED = cython.compiled


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
@cython.inline
def assign(
    costs: cython.double[:],
    height: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
    potentials: cython.double[:, :],
    distances: cython.double[:],
    partners: cython.longlong[:],
    before: cython.longlong[:],
    done: cython.uchar[:],
) -> cython.void:
    """Fill `partners` with the row of each column in the cheapest full matching of the rows, or -1.

    `costs` is a matrix of at least as many columns as rows, row by row. Row potentials are `potentials[0]` and column
    potentials `potentials[1]`. The column after the last is the one that a search starts from.
    """
    row: cython.Py_ssize_t
    here: cython.Py_ssize_t
    column: cython.Py_ssize_t
    best: cython.Py_ssize_t
    tried: cython.Py_ssize_t
    least: cython.double
    reduced: cython.double
    for row in range(height):
        potentials[0, row] = 0.0
    for column in range(width + 1):
        partners[column] = -1
        potentials[1, column] = 0.0
    for row in range(height):
        partners[width] = row
        here = width
        for column in range(width + 1):
            distances[column] = 1e300
            done[column] = 0
        while partners[here] != -1:
            done[here] = 1
            tried = partners[here]
            least = 1e300
            best = width
            for column in range(width):
                if not done[column]:
                    reduced = costs[tried * width + column] - potentials[0, tried] - potentials[1, column]
                    if reduced < distances[column]:
                        distances[column] = reduced
                        before[column] = here
                    if distances[column] < least:
                        least = distances[column]
                        best = column
            for column in range(width + 1):
                if done[column]:
                    potentials[0, partners[column]] += least
                    potentials[1, column] -= least
                else:
                    distances[column] -= least
            here = best
        while here != width:
            partners[here] = partners[before[here]]
            here = before[here]


@cython.boundscheck(False)
@cython.wraparound(False)
def match_components(
    edges: cython.const[cython.longlong][:],
    shapes: cython.const[cython.longlong][:, :],
    rows: cython.const[cython.longlong][:],
    columns: cython.const[cython.longlong][:],
    weights: cython.const[cython.double][:],
    costs: cython.double[:],
    potentials: cython.double[:, :],
    distances: cython.double[:],
    partners: cython.longlong[:],
    before: cython.longlong[:],
    done: cython.uchar[:],
    chosen: cython.uchar[:],
) -> None:
    """Set `chosen` to 1 for the edges of the heaviest matching of every component, and to 0 for the others.

    Component i has the edges `edges[i]` to `edges[i + 1]`, whose rows and columns count within it, and the shape
    `shapes[i]` with no more rows than columns. The arrays from `costs` to `done` are room to work in: as many costs as
    the largest component has cells, and elsewhere one place more than its columns.
    """
    component: cython.Py_ssize_t
    edge: cython.Py_ssize_t
    cell: cython.Py_ssize_t
    height: cython.Py_ssize_t
    width: cython.Py_ssize_t
    for component in range(shapes.shape[0]):
        height = shapes[component, 0]
        width = shapes[component, 1]
        for cell in range(height * width):
            costs[cell] = 0.0
        for edge in range(edges[component], edges[component + 1]):
            costs[rows[edge] * width + columns[edge]] = -weights[edge]
        assign(costs, height, width, potentials, distances, partners, before, done)
        for edge in range(edges[component], edges[component + 1]):
            chosen[edge] = partners[columns[edge]] == rows[edge]
