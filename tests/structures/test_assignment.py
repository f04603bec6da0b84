"""The heaviest matching against all matchings, and its dense and sparse solvers against each other."""

from itertools import permutations
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.structures import assignment
from namesakes.structures.assignment import heaviest_matching
from namesakes.structures.components import components
from namesakes.structures.contingency import contingency

edges = st.dictionaries(
    st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(1, 20).map(lambda value: value / 4), max_size=14
)


def arrays(graph: dict[tuple[int, int], float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows = np.array([row for row, _ in graph], dtype=np.int64)
    columns = np.array([column for _, column in graph], dtype=np.int64)
    return rows, columns, np.array(list(graph.values()), dtype=np.float64)


@given(edges)
def test_no_matching_is_heavier(graph: dict[tuple[int, int], float]) -> None:
    rows, columns, weights = arrays(graph)
    chosen = heaviest_matching(rows, columns, weights)
    best = max(sum(graph.get(edge, 0.0) for edge in enumerate(order)) for order in permutations(range(5)))
    assert weights[chosen].sum() == pytest.approx(best)


@given(edges)
def test_every_row_and_column_is_used_once_at_most(graph: dict[tuple[int, int], float]) -> None:
    rows, columns, weights = arrays(graph)
    chosen = heaviest_matching(rows, columns, weights)
    assert len(set(rows[chosen].tolist())) == len(set(columns[chosen].tolist())) == chosen.sum()


@pytest.mark.parametrize("shape", [(40, 40), (10, 60)])
def test_all_solvers_agree(shape: tuple[int, int]) -> None:
    random = np.random.default_rng(7)
    cells = contingency(random.integers(0, shape[0], 300), random.integers(0, shape[1], 300))
    weights = cells.counts + random.random(len(cells.counts))
    edges = cells.rows, cells.columns, weights
    found = [assignment.solve_dense(*edges, shape), assignment.solve_sparse(*edges, shape)]
    found.append(assignment.match_by_kernel(np.array([0, len(weights)]), np.array([shape]), *edges))
    totals = [weights[chosen].sum() for chosen in found]
    assert totals == pytest.approx([totals[0]] * 3, abs=1e-9)


@given(edges)
def test_without_compiled_kernels(graph: dict[tuple[int, int], float]) -> None:
    rows, columns, weights = arrays(graph)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignment, "kernel", SimpleNamespace(COMPILED=False))
        slow = weights[heaviest_matching(rows, columns, weights)].sum()
    assert slow == pytest.approx(weights[heaviest_matching(rows, columns, weights)].sum())


def test_large_components_are_solved_without_a_dense_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    count = 3000
    rows, columns = np.arange(count), (np.arange(count) + 1) % count
    weights = random.random(2 * count) + 0.1
    monkeypatch.setattr(assignment, "solve_dense", None)
    monkeypatch.setattr(assignment, "match_by_kernel", None)
    chosen = heaviest_matching(np.concatenate([rows, rows]), np.concatenate([rows, columns]), weights)
    # A cycle has two perfect matchings; the best may also leave nodes out, so it is at least as heavy as both.
    assert weights[chosen].sum() >= max(weights[:count].sum(), weights[count:].sum()) - 1e-9


@given(st.integers(1, 12), st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=15))
def test_components_are_the_closure_of_the_edges(count: int, pairs: list[tuple[int, int]]) -> None:
    inside = [(left % count, right % count) for left, right in pairs]
    groups = [{node} for node in range(count)]
    for left, right in inside:
        joined = groups[left] | groups[right]
        for node in joined:
            groups[node] = joined
    left, right = (np.array([pair[side] for pair in inside], dtype=np.int32) for side in (0, 1))
    assert components(count, left, right).tolist() == [min(group) for group in groups]
