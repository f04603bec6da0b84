"""Features of pairs from the similarities of their block."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.identities.mixing.block_features import FEATURES, block_features


def made(count: int, seed: int) -> np.ndarray:
    values = np.random.default_rng(seed).random((count, count))
    found = (values + values.T) / 2
    np.fill_diagonal(found, 1.0)
    return found


@given(st.integers(1, 8), st.integers(0, 99))
def test_votes_are_symmetric_and_what_they_say(count: int, seed: int) -> None:
    matrix = made(count, seed)
    votes = block_features(matrix)
    assert votes.shape == (count, count, len(FEATURES))
    assert np.allclose(votes, votes.transpose(1, 0, 2), atol=1e-6)
    path, first = FEATURES.index("path"), FEATURES.index("first look")
    for one in range(count):
        for other in range(count):
            if one == other:
                continue
            ways = [min(matrix[one, via], matrix[via, other]) for via in range(count) if via not in (one, other)]
            assert votes[one, other, path] == pytest.approx(max(ways, default=0.0), abs=1e-6)
            assert votes[one, other, first] == pytest.approx(matrix[one, other], abs=1e-6)


@given(st.integers(2, 8), st.integers(0, 99))
def test_the_order_of_a_block_does_not_matter(count: int, seed: int) -> None:
    matrix, order = made(count, seed), np.random.default_rng(seed + 1).permutation(count)
    moved = block_features(matrix[np.ix_(order, order)])
    assert np.allclose(moved, block_features(matrix)[np.ix_(order, order)], atol=1e-6)


def test_two_who_resemble_the_same_others_have_like_rows() -> None:
    matrix = np.full((6, 6), 0.05)
    matrix[:4, 2:4] = matrix[2:4, :4] = 0.9
    np.fill_diagonal(matrix, 1.0)
    votes = block_features(matrix)
    rows, path = FEATURES.index("rows"), FEATURES.index("path")
    assert votes[0, [1, 5], rows] == pytest.approx([0.9975, 0.3022], abs=1e-4)
    assert votes[0, 1, path] == pytest.approx(0.9)
    assert votes[0, 1, 0] == pytest.approx(0.05)
    named = dict(zip(FEATURES, votes[0, 5].tolist(), strict=True))
    expected = {"best of one": 0.9, "best of other": 0.05, "nearer rank": 1.0, "farther rank": 1 / 5, "size": 6 / 56}
    expected |= {"friends of one": 2 / 12, "friends of other": 0.0, "block": 10 / 36}
    assert {name: named[name] for name in expected} == pytest.approx(expected, abs=1e-4)
