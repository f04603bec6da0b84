"""Chains from antecedents."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from namesakes.chains.models.trees import clusters_of


@given(st.integers(0, 30), st.integers(0, 1000))
def test_following_antecedents_one_by_one_gives_the_same_chains(count: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    antecedents = np.array([0, *(random.integers(0, place) for place in range(1, count + 1))], dtype=np.int32)
    expected = list(range(count + 1))
    for mention in range(1, count + 1):
        if antecedents[mention]:
            expected[mention] = expected[antecedents[mention]]
    assert clusters_of(antecedents).tolist() == expected
