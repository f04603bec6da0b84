"""The heaviest matching of a sparse bipartite graph, one connected component at a time.

Entities of a key and of a response overlap in small groups, so the assignment problem (Kuhn-Munkres) falls into many
small ones. Components with one row or one column need a maximum only; small ones are solved on their dense matrix and
large ones on a sparse one, so that memory stays linear in the number of edges.
"""

import itertools

import numpy as np
from numpy.typing import NDArray

from namesakes.structures.components import components

DENSE_CELLS = 1 << 16
"""A component's matrix is dense up to this many cells, and beyond it while an eighth of them are edges."""


def heaviest_matching(
    rows: NDArray[np.int64], columns: NDArray[np.int64], weights: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Which edges make a matching of the greatest total weight; every row and column is used once at most.

    Parameters
    ----------
    rows, columns, weights : one edge each; weights are positive.
    """
    chosen = np.zeros(len(weights), dtype=np.bool_)
    if not len(weights):
        return chosen
    row_ids, rows = np.unique(rows, return_inverse=True)
    column_ids, columns = np.unique(columns, return_inverse=True)
    height, width = len(row_ids), len(column_ids)
    labels = components(height + width, rows.astype(np.int32), (columns + height).astype(np.int32))
    row_place, row_count = _places(labels[:height], height + width)
    column_place, column_count = _places(labels[height:], height + width)
    component = labels[rows]
    order = np.lexsort((-weights, component))
    _, firsts = np.unique(component[order], return_index=True)
    edges = [*firsts.tolist(), len(order)]
    for first, last in itertools.pairwise(edges):
        label = component[order[first]]
        shape = int(row_count[label]), int(column_count[label])
        if min(shape) == 1:
            chosen[order[first]] = True
            continue
        inside = order[first:last]
        chosen[inside] = _solve(row_place[rows[inside]], column_place[columns[inside]], weights[inside], shape)
    return chosen


def _places(labels: NDArray[np.int32], size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each node's place among the nodes of its component on the same side, and how many there are by component."""
    counts = np.bincount(labels, minlength=size)
    order = np.argsort(labels, kind="stable")
    before = np.cumsum(counts) - counts
    places = np.empty(len(labels), dtype=np.int64)
    places[order] = np.arange(len(labels)) - before[labels[order]]
    return places, counts


def _solve(
    rows: NDArray[np.int64], columns: NDArray[np.int64], weights: NDArray[np.float64], shape: tuple[int, int]
) -> NDArray[np.bool_]:
    cells = shape[0] * shape[1]
    if cells <= DENSE_CELLS or cells <= 8 * len(weights):
        return _solve_dense(rows, columns, weights, shape)
    return _solve_sparse(rows, columns, weights, shape)


def _solve_dense(
    rows: NDArray[np.int64], columns: NDArray[np.int64], weights: NDArray[np.float64], shape: tuple[int, int]
) -> NDArray[np.bool_]:
    from scipy.optimize import linear_sum_assignment

    matrix = np.zeros(shape)
    matrix[rows, columns] = weights
    partner = np.full(shape[0], -1)
    matched_rows, matched_columns = linear_sum_assignment(matrix, maximize=True)
    partner[matched_rows] = matched_columns
    return np.asarray(partner[rows] == columns)


def _solve_sparse(
    rows: NDArray[np.int64], columns: NDArray[np.int64], weights: NDArray[np.float64], shape: tuple[int, int]
) -> NDArray[np.bool_]:
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
    partner = np.empty(height, dtype=np.int64)
    partner[matched_rows] = matched_columns
    return np.asarray(partner[rows] == columns)
