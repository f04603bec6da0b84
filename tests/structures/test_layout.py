"""Layouts of graphs."""

import numpy as np
import pytest

from namesakes.structures.layout import stress_layout


def edges(*pairs: tuple[int, int]) -> np.ndarray:
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


@pytest.mark.parametrize("count", [0, 1])
def test_few_nodes_lie_in_the_middle(count: int) -> None:
    assert stress_layout(count, edges()).tolist() == [[0.0, 0.0]] * count


def test_a_path_is_straight_and_as_long_as_its_steps() -> None:
    found = stress_layout(5, edges((0, 1), (1, 2), (2, 3), (3, 4)))
    gaps = np.linalg.norm(found[:, None] - found[None, :], axis=2)
    assert gaps == pytest.approx(np.abs(np.subtract.outer(np.arange(5), np.arange(5))), abs=0.05)
    assert found.mean(axis=0) == pytest.approx([0, 0], abs=1e-9)


def test_stress_is_no_higher_than_on_the_circle_it_begins_with() -> None:
    random = np.random.default_rng(3)
    pairs = random.integers(0, 20, size=(30, 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    assert _stress(pairs, stress_layout(20, pairs)) <= _stress(pairs, stress_layout(20, pairs, rounds=0)) * 0.8
    assert np.array_equal(stress_layout(20, pairs), stress_layout(20, pairs))


def _stress(pairs: np.ndarray, places: np.ndarray) -> float:
    """The stress by its definition, with distances by Floyd and Warshall."""
    count = len(places)
    wanted = np.full((count, count), np.inf)
    np.fill_diagonal(wanted, 0)
    for one, other in pairs:
        wanted[one, other] = wanted[other, one] = 1
    for middle in range(count):
        wanted = np.minimum(wanted, wanted[:, [middle]] + wanted[[middle]])
    wanted[~np.isfinite(wanted)] = wanted[np.isfinite(wanted)].max() + 1
    gaps = np.linalg.norm(places[:, None] - places[None, :], axis=2)
    upper = np.triu_indices(count, 1)
    return float((((gaps - wanted) / np.maximum(wanted, 1)) ** 2)[upper].sum())


def test_nodes_that_no_path_joins_are_the_farthest() -> None:
    found = stress_layout(4, edges((0, 1), (2, 3)))
    gaps = np.linalg.norm(found[:, None] - found[None, :], axis=2)
    assert max(gaps[0, 1], gaps[2, 3]) < min(gaps[0, 2], gaps[0, 3], gaps[1, 2], gaps[1, 3])
