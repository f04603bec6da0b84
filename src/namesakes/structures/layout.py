"""Layout: places in the plane for the nodes of a graph, so that their distances are those of the graph."""

import numpy as np

from namesakes.arrays import Float64Array, Int64Array

ROUNDS = 300
_APART = 1.0
"""By how many steps more than the farthest two nodes are apart that no path joins."""


def stress_layout(count: int, edges: Int64Array, rounds: int = ROUNDS) -> Float64Array:
    """The places of nodes, count × 2, centred: stress majorization (Gansner, Koren and North 2004, equation 8).

    The distance of two nodes is the number of steps between them, and a pair counts by the inverse square of that. It
    begins with a circle in the order of the nodes, so that the same graph always lies the same. O(rounds · count²).
    """
    if count < 2:
        return np.zeros((count, 2))
    wanted = _distances(count, edges)
    weights = 1.0 / np.maximum(wanted, 1.0) ** 2
    np.fill_diagonal(weights, 0.0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    turns = 2 * np.pi * np.arange(count) / count
    places = np.stack((np.cos(turns), np.sin(turns)), axis=1) * wanted.max() / 2
    for _ in range(rounds):
        gaps = np.linalg.norm(places[:, None] - places[None, :], axis=2)
        pulls = np.divide(weights * wanted, gaps, out=np.zeros_like(gaps), where=gaps > 1e-9)
        step = np.diag(pulls.sum(axis=1)) - pulls
        moved = inverse @ (step @ places)
        if np.abs(moved - places).max() < 1e-4:
            places = moved
            break
        places = moved
    return np.asarray(places - places.mean(axis=0))


def _distances(count: int, edges: Int64Array) -> Float64Array:
    """The number of steps between each two nodes; a little more than the most where there is no path."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import shortest_path

    one, other = edges.reshape(-1, 2).T
    graph = coo_array((np.ones(len(one)), (one, other)), shape=(count, count)).tocsr()
    found = np.asarray(shortest_path(graph, directed=False, unweighted=True))
    reached = np.isfinite(found)
    found[~reached] = found[reached].max(initial=1.0) + _APART
    return found
