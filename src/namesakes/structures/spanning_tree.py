"""The best spanning tree of a directed graph, by Chu and Liu (1965) and Edmonds (1967)."""

import numpy as np

from namesakes.arrays import Float64Array, Int32Array, Int64Array


def spanning_tree(arcs: Float64Array, *, single_root: bool = False) -> tuple[Int32Array, float]:
    """The heads of the best tree over all nodes (-1 for the root, node 0), and its score.

    `arcs[h, m]` is the score of an arc from h to m, -inf where there is none. With `single_root` the root has one
    dependent: each is tried, the most promising first. O(n²) where the best heads make no cycle, O(n³) at worst.
    """
    size = len(arcs)
    if size < 2:
        return np.full(size, -1, dtype=np.int32), 0.0
    usable = np.array(arcs, dtype=np.float64)
    np.fill_diagonal(usable, -np.inf)
    usable[:, 0] = -np.inf
    heads = _best_heads(usable)
    if single_root and int((heads[1:] == 0).sum()) != 1:
        heads = _with_one_dependent(usable)
    found = np.array([-1, *heads[1:]], dtype=np.int32)
    return found, float(usable[found[1:], np.arange(1, size)].sum())


def _with_one_dependent(arcs: Float64Array) -> Int64Array:
    """The best heads among the trees in which the root has one dependent."""
    best: tuple[float, Int64Array] | None = None
    words = np.arange(1, len(arcs))
    for only in words[np.isfinite(arcs[0, 1:])].tolist():
        restricted = arcs.copy()
        restricted[0, words[words != only]] = -np.inf
        heads = _best_heads(restricted)
        total = float(restricted[heads[1:], words].sum())
        if best is None or total > best[0]:
            best = total, heads
    assert best is not None, "the root has no arc"
    return best[1]


def _best_heads(arcs: Float64Array) -> Int64Array:
    """The head of each node in the best tree; node 0 is the root, whose own entry means nothing."""
    heads: Int64Array = arcs.argmax(axis=0)
    heads[0] = 0
    cycle = _cycle(heads)
    if cycle is None:
        return heads
    inside = np.zeros(len(arcs), dtype=np.bool_)
    inside[cycle] = True
    outside = np.flatnonzero(~inside)
    kept = arcs[heads[cycle], cycle]
    # Contract the cycle into one node, the last: entering it at c costs the arc that c loses.
    entering = arcs[np.ix_(outside, cycle)] - kept
    leaving = arcs[np.ix_(cycle, outside)]
    size = len(outside)
    smaller = np.full((size + 1, size + 1), -np.inf)
    smaller[:size, :size] = arcs[np.ix_(outside, outside)]
    smaller[:size, size] = entering.max(axis=1)
    smaller[size, :size] = leaving.max(axis=0)
    inner = _best_heads(smaller)
    result = heads.copy()
    broken = int(inner[size])
    entry = cycle[int(entering[broken].argmax())]
    result[entry] = outside[broken]
    for place in range(1, size):
        head = int(inner[place])
        result[outside[place]] = outside[head] if head < size else cycle[int(leaving[:, place].argmax())]
    return result


def _cycle(heads: Int64Array) -> Int64Array | None:
    """The nodes of a cycle, or None where all nodes lead to the root."""
    state = np.zeros(len(heads), dtype=np.int8)
    state[0] = 2
    for start in range(1, len(heads)):
        path = []
        node = start
        while state[node] == 0:
            state[node] = 1
            path.append(node)
            node = int(heads[node])
        if state[node] == 1:
            return np.array(path[path.index(node) :])
        state[path] = 2
    return None
