"""Boosted trees: a case by hand, and the same predictions as scikit-learn's."""

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier

from namesakes.errors import ConfigError
from namesakes.learning import boosting
from namesakes.learning.boosting import BoostedSettings, boosted_trees


def made(seed: int, count: int, inputs: int, digits: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Inputs, a third of them missing but for the second column, labels that depend on three, and weights."""
    random = np.random.default_rng(seed)
    values = np.round(random.random((count, inputs)), digits)
    labels = values[:, 0] + 0.5 * values[:, 1] * values[:, 2] + 0.3 * random.standard_normal(count) > 0.7
    missing = random.random((count, inputs)) < 0.3
    missing[:, 1] = False
    values[missing] = np.nan
    return values, labels.astype(np.float64), random.integers(1, 9, count) ** -0.5


def predicted(inputs: np.ndarray, labels: np.ndarray, weights: np.ndarray, settings: BoostedSettings) -> np.ndarray:
    offset, trees = boosted_trees(inputs, labels, weights, settings, seed=3)
    sums = np.full(len(inputs), offset)
    trees.add(np.ascontiguousarray(inputs), sums)
    return sums


def test_one_split_by_hand() -> None:
    """At 0 the gradients are ½ and −½ and each Hessian is ¼, so the leaves are −1 / (½ + λ) and 1 / (½ + λ)."""
    inputs, labels = np.array([[0.0], [0.0], [1.0], [1.0]]), np.array([0.0, 0.0, 1.0, 1.0])
    settings = BoostedSettings(trees=1, rate=0.5, leaves=2, least=1, penalty=0.5)
    offset, trees = boosted_trees(inputs, labels, np.ones(4), settings, seed=0)
    assert offset == 0.0
    assert trees.features.tolist() == [0, -1, -1]
    assert trees.thresholds[0] == 0.5
    assert trees.values[1:] == pytest.approx([-0.5, 0.5])
    assert (trees.left[0], trees.right[0]) == (1, 2)


def test_what_is_missing_goes_where_it_gains() -> None:
    inputs, labels = np.array([[0.0], [1.0], [np.nan], [np.nan]]), np.array([0.0, 1.0, 0.0, 0.0])
    settings = BoostedSettings(trees=1, leaves=2, least=1)
    _, trees = boosted_trees(inputs, labels, np.ones(4), settings, seed=0)
    assert trees.missing_left[0] == 1
    _, trees = boosted_trees(inputs, np.array([0.0, 1.0, 1.0, 1.0]), np.ones(4), settings, seed=0)
    assert trees.missing_left[0] == 0


@pytest.mark.parametrize("rising", [False, True])
@pytest.mark.parametrize(("count", "digits"), [(500, 2), (900, 9)])
def test_predictions_equal_those_of_scikit_learn(count: int, digits: int, rising: bool) -> None:
    """With few values, which are bins by themselves, and with many, whose bins are weighted quantiles."""
    inputs, labels, weights = made(count + rising, count, 5, digits)
    settings = BoostedSettings(trees=25, leaves=8, least=10, rising=rising)
    learner = HistGradientBoostingClassifier(
        learning_rate=settings.rate,
        max_iter=settings.trees,
        max_leaf_nodes=settings.leaves,
        min_samples_leaf=settings.least,
        l2_regularization=settings.penalty,
        monotonic_cst=[int(rising)] * 5,
        early_stopping=False,
        random_state=3,
    )
    learner.fit(inputs, labels > 0, sample_weight=weights)
    found = predicted(inputs, labels, weights, settings)
    np.testing.assert_allclose(found, learner.decision_function(inputs), rtol=1e-10)


def test_bins_of_many_rows_are_found_on_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    inputs, labels, weights = made(1, 900, 3, 9)
    settings = BoostedSettings(trees=5, leaves=4)
    whole = predicted(inputs, labels, weights, settings)
    monkeypatch.setattr(boosting, "SAMPLE", 600)
    sampled = predicted(inputs, labels, weights, settings)
    assert not np.array_equal(sampled, whole)
    assert np.corrcoef(sampled, whole)[0, 1] > 0.98


def test_settings_are_checked() -> None:
    with pytest.raises(ConfigError, match="do not make sense"):
        BoostedSettings(trees=0)
