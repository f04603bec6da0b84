"""Probabilities from scores."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from namesakes.chains.models.probabilities import softmax


@given(st.lists(st.lists(st.floats(-30, 30), min_size=1, max_size=5), min_size=1, max_size=4))
def test_softmax(runs: list[list[float]]) -> None:
    sizes = np.array([len(run) for run in runs])
    probabilities, logarithms = softmax(np.concatenate(runs), np.cumsum(sizes) - sizes, sizes)
    expected = [np.exp(run) / np.exp(run).sum() for run in map(np.array, runs)]
    np.testing.assert_allclose(probabilities, np.concatenate(expected))
    np.testing.assert_allclose(logarithms, [np.log(np.exp(run).sum()) for run in map(np.array, runs)], atol=1e-9)
