"""Certainty: who is right, what is learned of it, and how far it is off."""

import numpy as np
import pytest

from namesakes.errors import ModelError
from namesakes.identities.certainty import Certainty, Placement, expected_error, rightly_placed
from namesakes.identities.linker import nearness_of


def test_who_is_right() -> None:
    """Three of four are a; the lone b has a second one elsewhere, the lone c has not."""
    labels, gold = [0, 0, 0, 0, 1, 2], ["a", "a", "a", "b", "b", "c"]
    assert rightly_placed(labels, gold).tolist() == [True, True, True, False, False, True]


def test_nearness_leaves_oneself_out() -> None:
    matrix = np.array([[1.0, 0.8, 0.2], [0.8, 1.0, 0.4], [0.2, 0.4, 1.0]])
    found = nearness_of(matrix, np.array([0, 0, 1]))
    np.testing.assert_allclose(found, [[0.8, 0.2], [0.8, 0.4], [0.3, np.nan]])


def blocks(seed: int, count: int = 40) -> list[tuple[Placement, list[str], float]]:
    """Blocks of two people of four chains; the nearer a chain is to the other person, the more often it is wrong."""
    random = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        labels = np.repeat([0, 1], 4)
        own = random.uniform(0.3, 0.9, 8)
        nearness = np.where(labels[:, None] == [0, 1], own[:, None], 0.3)
        wrong = random.random(8) > own
        gold = [f"x{place}" if wrong[place] else str(labels[place]) for place in range(8)]
        found.append((Placement(labels, nearness), gold, 1.0))
    return found


def test_what_is_learned_is_calibrated_on_others_of_the_kind() -> None:
    certainty = Certainty.learn(blocks(1, 200))
    sure, right = [], []
    for placement, gold, _ in blocks(2, 200):
        sure.append(certainty(placement))
        right.append(rightly_placed(placement.labels, gold))
    error, table = expected_error(np.concatenate(sure), np.concatenate(right))
    assert error < 0.05
    assert sum(count for *_, count in table) == 1600
    assert Certainty.from_json(certainty.to_json()) == certainty
    with pytest.raises(ModelError, match="no curves of certainty"):
        Certainty.from_json({"member": [1.0]})


def test_one_that_is_alone_sees_how_close_the_block_is() -> None:
    similarities = np.array([[1.0, 0.8, 0.2], [0.8, 1.0, 0.2], [0.2, 0.2, 1.0]])
    labels = np.array([0, 0, 1])
    features = Placement(labels, nearness_of(similarities, labels)).features()
    assert features[:2, 2].tolist() == [0.0, 0.0], "those with others do not"
    assert features[2, 2] == pytest.approx((0.4 - 0.5) * 12)


def test_curves_of_an_older_release_are_refused() -> None:
    with pytest.raises(ModelError, match="another release"):
        Certainty.from_json({"member": [1.0, 1.0, 1.0], "alone": [1.0, 1.0, 1.0], "other": [1.0, 1.0]})


def test_expected_error() -> None:
    """Two bins: 0.25 beside a half that is right, 0.95 beside all; both are off by their gap."""
    error, table = expected_error(np.array([0.25, 0.25, 0.95, 0.95]), np.array([True, False, True, True]))
    assert error == pytest.approx((0.25 * 2 + 0.05 * 2) / 4)
    np.testing.assert_allclose(table, [[0.25, 0.5, 2], [0.95, 1.0, 2]])
    assert expected_error(np.empty(0), np.empty(0, dtype=bool)) == (0.0, [])
