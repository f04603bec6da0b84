"""Steps of online learning against plain NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.errors import UnknownNameError
from namesakes.learning.steps import Direction, Stepper, StepSettings
from namesakes.learning.weights import Weights

BITS = 4
CHANGES = st.lists(st.tuples(st.integers(0, 15), st.integers(-3, 3)), max_size=12)
DIRECTIONS = st.lists(CHANGES, min_size=1, max_size=6)


def direction(changes: list[tuple[int, int]]) -> Direction:
    """The direction with these changes, place by place."""
    found = Direction(BITS)
    for place, amount in changes:
        if not found.marks[place]:
            found.marks[place] = 1
            found.touched[found.count] = place
            found.count += 1
        found.sums[place] += amount
    return found


def dense(changes: list[tuple[int, int]]) -> np.ndarray:
    found = np.zeros(1 << BITS)
    for place, amount in changes:
        found[place] += amount
    return found


@given(CHANGES, st.floats(0, 5))
def test_a_perceptron_goes_by_one(changes: list[tuple[int, int]], loss: float) -> None:
    weights = Weights(BITS)
    assert Stepper(weights, StepSettings("perceptron")).step(direction(changes), loss) == 1.0
    np.testing.assert_allclose(weights.values, dense(changes))


@given(DIRECTIONS, st.floats(0, 5), st.sampled_from([0.0, 0.05]))
def test_a_passive_aggressive_step_goes_as_far_as_needed(
    several: list[list[tuple[int, int]]], loss: float, cap: float
) -> None:
    weights, expected = Weights(BITS), np.zeros(1 << BITS)
    stepper = Stepper(weights, StepSettings("passive-aggressive", cap=cap))
    for changes in several:
        d = dense(changes)
        size = max(0.0, (loss - expected @ d) / (d @ d)) if d.any() else 0.0
        size = min(size, cap) if cap else size
        expected = expected + size * d
        assert stepper.step(direction(changes), loss) == pytest.approx(size, abs=1e-3)
        if d.any() and not cap:
            assert weights.values @ d >= loss - 1e-2
    np.testing.assert_allclose(weights.values, expected, atol=1e-3)


@given(DIRECTIONS, st.sampled_from([0.0, 0.02]))
def test_adagrad(several: list[list[tuple[int, int]]], shrinkage: float) -> None:
    """Duchi, Hazan & Singer (2011), with L1 for all steps since a weight's last one when it is touched again."""
    weights, rate = Weights(BITS), 0.3
    stepper = Stepper(weights, StepSettings("adagrad", rate=rate, shrinkage=shrinkage))
    values, squares, last = np.zeros(1 << BITS), np.zeros(1 << BITS), np.zeros(1 << BITS)
    seen = []
    for time, changes in enumerate(several, start=1):
        stepper.step(direction(changes), 0.0)
        weights.tick()
        gradient, touched = dense(changes), np.zeros(1 << BITS, dtype=bool)
        touched[[place for place, _ in changes]] = True
        squares += gradient**2
        slope = rate / np.sqrt(squares + 1e-8)
        less = slope * shrinkage * (time - last)
        moved = values + slope * gradient
        values = np.where(touched, np.sign(moved) * np.maximum(np.abs(moved) - less, 0.0), values)
        last[touched] = time
        seen.append(values)
        np.testing.assert_allclose(weights.values, values, atol=1e-3)
    mean = np.mean([np.zeros(1 << BITS), *seen], axis=0)
    np.testing.assert_allclose(weights.averaged(), mean, atol=1e-3)


@pytest.mark.parametrize("kind", ["perceptron", "passive-aggressive", "adagrad"])
def test_a_step_leaves_the_direction_empty(kind: str) -> None:
    found = direction([(3, 1), (5, -2), (3, 1)])
    Stepper(Weights(BITS), StepSettings(kind)).step(found, 1.0)
    assert (found.count, found.sums.any(), found.marks.any()) == (0, False, False)


def test_unknown_steps() -> None:
    with pytest.raises(UnknownNameError, match="passive-aggressive"):
        StepSettings("passive")
