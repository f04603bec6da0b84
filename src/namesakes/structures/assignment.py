"""The heaviest matching of a sparse bipartite graph, one connected component at a time.

Entities of a key and of a response overlap in small groups, so the assignment problem (Kuhn-Munkres) falls into many
small ones. Components with one row or one column need a maximum only; small ones are solved on their dense matrix and
large ones on a sparse one, so that memory stays linear in the number of edges.
"""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, Int32Array, Int64Array
from namesakes.structures.components import components
from namesakes.structures.kernels import assignment as kernel

DENSE_CELLS = 1 << 16
"""A component's matrix is dense up to this many cells, and beyond it while an eighth of them are edges."""


@dataclass(frozen=True)
class Components:
    """Components of a bipartite graph: component i has the edges `bounds[i]` to `bounds[i + 1]`.

    Rows and columns count within their component, which has the shape `shapes[i]`; no shape has more rows than columns.
    """

    bounds: Int64Array
    shapes: Int64Array
    rows: Int64Array
    columns: Int64Array
    weights: Float64Array

    def one(self, number: int) -> tuple[Int64Array, Int64Array, Float64Array, tuple[int, int]]:
        """The rows, columns and weights of one component's edges, and its shape."""
        inside = slice(int(self.bounds[number]), int(self.bounds[number + 1]))
        height, width = self.shapes[number].tolist()
        return self.rows[inside], self.columns[inside], self.weights[inside], (height, width)


def heaviest_matching(rows: Int64Array, columns: Int64Array, weights: Float64Array) -> BoolArray:
    """Which edges make a matching of the greatest total weight; every row and column is used once at most.

    Parameters
    ----------
    rows, columns, weights : one edge each; weights are positive.
    """
    chosen = np.zeros(len(weights), dtype=np.bool_)
    if not len(weights):
        return chosen
    order, found = _components(rows, columns, weights)
    picked = np.zeros(len(weights), dtype=np.bool_)
    small, cells = found.shapes[:, 0], found.shapes.prod(axis=1)
    picked[found.bounds[:-1][small == 1]] = True  # the heaviest edge stands first
    dense = (small > 1) & ((cells <= DENSE_CELLS) | (cells <= 8 * np.diff(found.bounds)))
    _match_dense(found, np.flatnonzero(dense), picked)
    for number in np.flatnonzero((small > 1) & ~dense).tolist():
        picked[found.bounds[number] : found.bounds[number + 1]] = solve_sparse(*found.one(number))
    chosen[order] = picked
    return chosen


def _components(rows: Int64Array, columns: Int64Array, weights: Float64Array) -> tuple[Int64Array, Components]:
    """The edges ordered by component and then from the heaviest down, and the components in that order."""
    row_ids, rows = np.unique(rows, return_inverse=True)
    column_ids, columns = np.unique(columns, return_inverse=True)
    height, width = len(row_ids), len(column_ids)
    labels = components(height + width, rows.astype(np.int32), (columns + height).astype(np.int32))
    row_places, row_counts = _places(labels[:height], height + width)
    column_places, column_counts = _places(labels[height:], height + width)
    order = np.lexsort((-weights, labels[rows]))
    names, firsts = np.unique(labels[rows][order], return_index=True)
    shapes = np.stack([row_counts[names], column_counts[names]], axis=1)
    places = np.stack([row_places[rows[order]], column_places[columns[order]]])
    bounds = np.append(firsts, len(order))
    tall = np.repeat(shapes[:, 0] > shapes[:, 1], np.diff(bounds))
    places[:, tall] = places[::-1, tall]
    return order, Components(bounds, np.sort(shapes, axis=1), places[0], places[1], weights[order])


def _places(labels: Int32Array, size: int) -> tuple[Int64Array, Int64Array]:
    """Each node's place among the nodes of its component on the same side, and how many there are by component."""
    counts = np.bincount(labels, minlength=size)
    order = np.argsort(labels, kind="stable")
    before = np.cumsum(counts) - counts
    places = np.empty(len(labels), dtype=np.int64)
    places[order] = np.arange(len(labels)) - before[labels[order]]
    return places, counts


def _match_dense(found: Components, numbers: Int64Array, picked: BoolArray) -> None:
    """Set `picked` for the edges of these components."""
    if not kernel.COMPILED:
        for number in numbers.tolist():
            picked[found.bounds[number] : found.bounds[number + 1]] = solve_dense(*found.one(number))
    elif len(numbers):
        sizes = np.diff(found.bounds)[numbers]
        edges = np.repeat(found.bounds[numbers] - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        bounds, shapes = np.append(0, np.cumsum(sizes)), found.shapes[numbers]
        picked[edges] = match_by_kernel(bounds, shapes, found.rows[edges], found.columns[edges], found.weights[edges])


def match_by_kernel(
    bounds: Int64Array, shapes: Int64Array, rows: Int64Array, columns: Int64Array, weights: Float64Array
) -> BoolArray:
    """Which edges of several components make their heaviest matchings, by the kernel."""
    room = int(shapes[:, 1].max()) + 1
    chosen, done = np.zeros(len(rows), dtype=np.uint8), np.empty(room, dtype=np.uint8)
    partners, before = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
    costs, potentials, distances = np.empty(int(shapes.prod(axis=1).max())), np.empty((2, room)), np.empty(room)
    kernel.match_components(
        bounds, shapes, rows, columns, weights, costs, potentials, distances, partners, before, done, chosen
    )
    return chosen.astype(np.bool_)


def solve_dense(rows: Int64Array, columns: Int64Array, weights: Float64Array, shape: tuple[int, int]) -> BoolArray:
    """The heaviest matching of one component on its dense matrix, by SciPy."""
    from scipy.optimize import linear_sum_assignment

    matrix = np.zeros(shape)
    matrix[rows, columns] = weights
    partners = np.empty(shape[0], dtype=np.int64)
    matched_rows, matched_columns = linear_sum_assignment(matrix, maximize=True)
    partners[matched_rows] = matched_columns
    return np.asarray(partners[rows] == columns)


def solve_sparse(rows: Int64Array, columns: Int64Array, weights: Float64Array, shape: tuple[int, int]) -> BoolArray:
    """The same by sparse LAPJV: every row also has a column of its own, of no weight, to stay unmatched with."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    height, width = shape
    alone = np.arange(height)
    top = float(weights.max()) + 1.0  # costs must be positive, and all full matchings have as many edges
    costs = np.concatenate([top - weights, np.full(height, top)])
    places = (np.concatenate([rows, alone]), np.concatenate([columns, width + alone]))
    matrix = csr_array((costs, places), shape=(height, width + height))
    matched_rows, matched_columns = min_weight_full_bipartite_matching(matrix)
    partners = np.empty(height, dtype=np.int64)
    partners[matched_rows] = matched_columns
    return np.asarray(partners[rows] == columns)
