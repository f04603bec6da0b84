"""Mixers: all of one interface, those of scikit-learn's kind equal to scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from namesakes.errors import ConfigError, ModelError
from namesakes.learning.calibration import Calibration
from namesakes.learning.logistic_mixer import LogisticMixer, LogisticSettings
from namesakes.learning.mixer import MIXERS, EqualMixer, unpacked
from tests.learning.test_specialists import made

NAMES = list("abcd")


def trained_data(seed: int, count: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Votes of which the first tells the label, some asleep."""
    votes, labels = made(seed, count, 4)
    votes[:, 0] = np.where(np.isnan(votes[:, 0]), np.nan, np.clip(votes[:, 0] * 0.5 + labels * 0.4, 0, 1))
    return votes, labels


@pytest.mark.parametrize("kind", list(MIXERS))
def test_every_mixer_learns_predicts_and_survives_packing(kind: str) -> None:
    votes, labels = trained_data(1)
    mixer = MIXERS[kind](NAMES)
    mixer.fit(votes, labels, np.ones(len(labels)), seed=1)
    votes[0] = np.nan
    found = mixer.predict(votes)
    assert np.isnan(found).tolist() == np.isnan(votes).all(axis=1).tolist()
    assert np.nanmin(found) >= 0
    assert np.nanmax(found) <= 1
    assert np.nanmean(found[labels > 0]) > np.nanmean(found[labels == 0])
    assert set(mixer.weights) == set(NAMES)
    np.testing.assert_array_equal(unpacked(*mixer.packed()).predict(votes), found)


@pytest.mark.parametrize("kind", list(MIXERS))
def test_effects_are_what_changes_when_one_sleeps(kind: str) -> None:
    votes, labels = trained_data(2)
    mixer = MIXERS[kind](NAMES)
    mixer.fit(votes, labels)
    row = np.array([[0.9, np.nan, 0.1, np.nan], [np.nan, 0.8, np.nan, np.nan]])
    effects = mixer.effects(row)
    assert effects[0, 1] == effects[0, 3] == effects[1, 0] == 0
    without = row[:1].copy()
    without[0, 0] = np.nan
    assert effects[0, 0] == pytest.approx(mixer.predict(row[:1])[0] - mixer.predict(without)[0])
    assert effects[1, 1] == pytest.approx(mixer.predict(row)[1] - 0.5)


def test_a_specialist_that_never_woke_does_no_harm() -> None:
    votes, labels = trained_data(4)
    votes[:, 2] = np.nan
    for kind in MIXERS:
        mixer = MIXERS[kind](NAMES)
        mixer.fit(votes, labels)
        fresh, _ = trained_data(5)
        assert not np.isnan(mixer.predict(fresh[~np.isnan(fresh).all(axis=1)])).any()


@pytest.mark.parametrize("roots", [False, True])
def test_logistic_regression_equals_that_of_scikit_learn(roots: bool) -> None:
    votes, labels = trained_data(6)
    mixer = LogisticMixer(NAMES, LogisticSettings(penalty=0.01, roots=roots))
    mixer.fit(votes, labels)
    known = ~np.isnan(votes).all(axis=1)
    votes, labels = votes[known], labels[known]
    filled = np.nan_to_num(votes)
    inputs = np.hstack([~np.isnan(votes), filled] + [np.sqrt(filled)] * roots)
    inputs = inputs / inputs.std(axis=0)
    learner = LogisticRegression(C=1 / (0.01 * len(votes)), tol=1e-10, solver="newton-cholesky", max_iter=100)
    learner.fit(inputs, labels > 0)
    np.testing.assert_allclose(mixer.predict(votes), learner.predict_proba(inputs)[:, 1], rtol=1e-5)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=5))
def test_equal_weights_are_the_mean(votes: list[float]) -> None:
    found = EqualMixer(list("abcde")[: len(votes)]).predict(np.array([votes]))
    assert found[0] == pytest.approx(sum(votes) / len(votes))


def test_calibration_finds_the_curve_that_made_the_labels() -> None:
    random = np.random.default_rng(0)
    scores = random.random(50_000)
    labels = (random.random(50_000) < 1 / (1 + np.exp(-(6 * scores - 4)))).astype(np.float64)
    curve = Calibration.fit(scores, labels, np.ones(50_000))
    assert (curve.slope, curve.offset) == pytest.approx((6, -4), abs=0.25)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ConfigError, match="penalty"):
        LogisticSettings(penalty=0)
    with pytest.raises(ModelError, match="Train it again"):
        unpacked({"kind": "seg"}, {})


def test_evidence_adds_up_and_never_turns_around() -> None:
    """Effects sum up to the similarity, and a higher vote never lowers it, whatever the training data say."""
    votes, labels = trained_data(3)
    mixer = MIXERS["evidence"](NAMES)
    mixer.fit(votes, 1 - labels)  # all the wrong way round
    rows = np.array([[0.2, 0.3, np.nan, 0.5], [0.9, 0.3, np.nan, 0.5], [0.9, 0.3, 0.8, 0.5]])
    similar = mixer.predict(rows)
    np.testing.assert_allclose(similar, 0.5 + mixer.effects(rows).sum(axis=1))
    assert similar[1] >= similar[0]
