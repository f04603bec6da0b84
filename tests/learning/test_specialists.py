"""Specialist exponentiated gradient against a reference of a dozen lines, and what it promises."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.arrays import Float64Array
from namesakes.errors import ConfigError, UnknownNameError, UsageError
from namesakes.learning.kernels import specialists as kernel
from namesakes.learning.specialists import GradientSettings, SpecialistGradient


def made(seed: int, instances: int, specialists: int, asleep: float = 0.3) -> tuple[Float64Array, Float64Array]:
    """Random votes, some asleep, and labels."""
    random = np.random.default_rng(seed)
    votes = random.random((instances, specialists))
    votes[random.random(votes.shape) < asleep] = np.nan
    return votes, random.integers(0, 2, instances).astype(np.float64)


def reference(votes: Float64Array, labels: Float64Array, rate: float, weights: Float64Array) -> Float64Array:
    """Algorithm 1 of Huang et al. (2009), as it is written, x_j in the denominator."""
    p = weights.copy()
    for x, y in zip(votes, labels, strict=True):
        awake = [i for i in range(len(x)) if not np.isnan(x[i])]
        if not awake:
            continue
        predicted = sum(p[i] * x[i] for i in awake) / sum(p[i] for i in awake)
        factors = {i: np.exp(-2 * rate * x[i] * (predicted - y)) for i in awake}
        scale = sum(p[i] for i in awake) / sum(p[i] * factors[i] for i in awake)
        for i in awake:
            p[i] = p[i] * factors[i] * scale
    return p


def learned(votes: Float64Array, labels: Float64Array, rate: float, weights: Float64Array) -> Float64Array:
    """The weights after one pass of the kernel, in the order of the instances."""
    found, order = weights.copy(), np.arange(len(votes))
    kernel.learn(votes, labels, np.ones(len(votes)), order, rate, found, np.zeros_like(found), np.zeros_like(found))
    return found


@given(st.integers(0, 9999), st.integers(1, 30), st.integers(1, 6), st.floats(0.01, 3))
def test_the_kernel_is_the_papers_algorithm(seed: int, instances: int, specialists: int, rate: float) -> None:
    votes, labels = made(seed, instances, specialists)
    weights = np.random.default_rng(seed + 1).random(specialists) + 0.1
    np.testing.assert_allclose(
        learned(votes, labels, rate, weights), reference(votes, labels, rate, weights), rtol=1e-9, atol=1e-25
    )


@given(st.integers(0, 9999), st.integers(1, 6), st.floats(0.01, 2))
def test_the_awake_keep_their_sum_and_the_asleep_their_weights(seed: int, specialists: int, rate: float) -> None:
    votes, labels = made(seed, 1, specialists)
    weights = np.random.default_rng(seed).random(specialists) + 0.1
    after = learned(votes, labels, rate, weights)
    awake = ~np.isnan(votes[0])
    assert after[awake].sum() == pytest.approx(weights[awake].sum())
    assert after[~awake].tolist() == weights[~awake].tolist()


def test_nobody_awake_changes_nothing() -> None:
    weights = np.array([0.25, 0.75])
    assert learned(np.full((3, 2), np.nan), np.ones(3), 1.0, weights).tolist() == weights.tolist()


def test_the_one_who_is_right_gains_weight() -> None:
    random = np.random.default_rng(3)
    labels = random.integers(0, 2, 2000).astype(np.float64)
    right = np.clip(labels + random.normal(0, 0.2, 2000), 0, 1)
    votes = np.stack([right, random.random(2000), 1 - right], axis=1)
    mixer = SpecialistGradient(["right", "random", "wrong"], GradientSettings(rate=0.2))
    mixer.fit(votes, labels)
    assert mixer.weights["right"] > 0.95
    assert mixer.losses[-1] < mixer.losses[0]


@given(st.integers(0, 999))
def test_its_loss_is_not_far_above_that_of_the_best_fixed_weights(seed: int) -> None:
    """At rate 1/2: loss ≤ 4/3 · loss of any one specialist + 8/3 · log n, after Kivinen & Warmuth (1997).

    With e = ŷ − y, q = x_u − y and Hoeffding's lemma, a step brings the weights nearer to specialist u, in relative
    entropy, by at least 2ηe² − 2ηeq − η²e²/2 ≥ (η − η²/2)·e² − η·q², which is 3/8·e² − 1/2·q² here; sum over steps.
    """
    random = np.random.default_rng(seed)
    labels = random.integers(0, 2, 300).astype(np.float64)
    good = int(random.integers(0, 5))
    votes = random.random((300, 5))
    votes[:, good] = np.clip(labels + random.normal(0, 0.15, 300), 0, 1)
    weights, sums = np.full(5, 0.2), np.zeros(5)
    loss = kernel.learn(votes, labels, np.ones(300), np.arange(300), 0.5, weights, sums, np.zeros(5))
    best = float(((votes[:, good] - labels) ** 2).sum())
    assert loss <= 4 / 3 * best + 8 / 3 * np.log(5)


def test_predictions_mix_those_awake_alone() -> None:
    mixer = SpecialistGradient(["a", "b"], GradientSettings(start={"b": 3.0}))
    found = mixer.predict(np.array([[0.0, 1.0], [0.4, np.nan], [np.nan, np.nan]]))
    assert found[:2] == pytest.approx([0.75, 0.4])
    assert np.isnan(found[2])


@pytest.mark.parametrize("settings", [{}, {"curves": True}, {"calibrated": True}, {"averaged": True, "passes": 2}])
def test_settings_survive_packing(settings: dict[str, bool]) -> None:
    votes, labels = made(7, 200, 4)
    mixer = SpecialistGradient(list("abcd"), GradientSettings(**settings))  # type: ignore[arg-type]
    mixer.fit(votes, labels, seed=3)
    again = SpecialistGradient.unpacked(*mixer.packed())
    assert again.settings == mixer.settings
    found = mixer.predict(votes)
    np.testing.assert_array_equal(again.predict(votes), found)
    awake = ~np.isnan(votes).all(axis=1)
    assert ((found[awake] >= 0) & (found[awake] <= 1)).all()


def test_the_same_seed_gives_the_same_weights() -> None:
    votes, labels = made(5, 300, 3)
    one, same, other = (SpecialistGradient(list("abc")) for _ in range(3))
    one.fit(votes, labels, seed=1)
    same.fit(votes, labels, seed=1)
    other.fit(votes, labels, seed=2)
    assert one.weights == same.weights
    assert one.weights != other.weights


def test_importance_is_a_rate_of_its_own() -> None:
    votes, labels = made(9, 1, 3, asleep=0)
    weights = np.full(3, 1 / 3)
    double = weights.copy()
    kernel.learn(votes, labels, np.full(1, 2.0), np.arange(1), 0.3, double, np.zeros(3), np.zeros(3))
    assert double == pytest.approx(learned(votes, labels, 0.6, weights))


def test_curves_let_a_small_cosine_speak() -> None:
    """The one whose votes are small but right is not heard as it is; with its own curve it is."""
    random = np.random.default_rng(2)
    labels = random.integers(0, 2, 3000).astype(np.float64)
    small = 0.05 + 0.1 * labels + random.random(3000) * 0.02
    votes = np.stack([small, 0.5 + 0.4 * random.random(3000)], axis=1)
    plain, curved = (
        SpecialistGradient(["small", "noise"]),
        SpecialistGradient(["small", "noise"], GradientSettings(curves=True)),
    )
    for mixer in (plain, curved):
        mixer.fit(votes, labels)
    errors = [float(((mixer.predict(votes) - labels) ** 2).mean()) for mixer in (plain, curved)]
    assert errors[1] < errors[0] / 2


def test_what_cannot_be_learned_from_is_refused() -> None:
    mixer = SpecialistGradient(["a", "b"])
    with pytest.raises(UsageError, match="one of the two kinds is missing"):
        mixer.fit(np.ones((3, 2)), np.ones(3))
    with pytest.raises(UsageError, match="knows 2 specialists"):
        mixer.predict(np.ones((3, 3)))
    with pytest.raises(UsageError, match="3 instances have 2 labels"):
        mixer.fit(np.ones((3, 2)), np.ones(2))
    with pytest.raises(UnknownNameError, match="'c'"):
        SpecialistGradient(["a"], GradientSettings(start={"c": 1.0}))
    with pytest.raises(ConfigError, match="rate"):
        GradientSettings(rate=0)
    with pytest.raises(ConfigError, match="start weights"):
        GradientSettings(start={"a": 0.0})
