"""Hashed weights: scores, changes, and the lazy average against the plain one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.learning.weights import Weights

steps = st.lists(st.tuples(st.lists(st.integers(0, 15), max_size=3), st.sampled_from([-1.0, 0.5, 2.0])), max_size=8)


@given(steps)
def test_the_lazy_average_is_the_mean_over_all_instances(changes: list[tuple[list[int], float]]) -> None:
    weights = Weights(4)
    history = [weights.values.copy()]
    for places, amount in changes:
        weights.change(np.array(places, dtype=np.uint32), amount)
        weights.tick()
        history.append(weights.values.copy())
    # At clock c the weights in force since the last tick have counted once.
    plain = np.mean(history, axis=0)
    assert weights.averaged() == pytest.approx(plain, abs=1e-5)


def test_scores_add_up_the_places_of_each_row() -> None:
    weights = Weights(3)
    weights.change(np.array([1, 2, 2], dtype=np.uint32), 1.5)
    assert weights.scores(np.array([[1, 2], [0, 0], [2, 2]], dtype=np.uint32)).tolist() == [4.5, 0.0, 6.0]
    assert weights.mask == 7
