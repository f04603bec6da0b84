"""Learning and search over trees of antecedents: each against another way to the same answer."""

import errno
import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.chains.decoding.beam import beam_search
from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings, TreeModel
from namesakes.chains.resolver import Resolver
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training import beam_updates, updates
from namesakes.chains.training.examples import Example
from namesakes.chains.training.recipe import fitted_temperature
from namesakes.chains.training.trainer import Check, train
from namesakes.chains.training.update import Learner
from namesakes.errors import ConfigError, ModelError, UnknownNameError
from namesakes.learning.steps import Direction, Stepper, StepSettings
from namesakes.learning.weights import Weights
from tests.chains.made import (
    CLUSTER_FEATURES,
    LOCAL_FEATURES,
    made_example,
    made_weights,
)

SEEDS = st.integers(0, 10_000)
ADAGRAD = StepSettings("adagrad", rate=0.2, shrinkage=0.001)


def learner(features: FeatureSettings, step: StepSettings | None = None, seed: int | None = None) -> Learner:
    weights = Weights(features.bits)
    if seed is not None:
        weights.values[:] = made_weights(features, seed)
    return Learner(BeamModel(features, weights.values), Stepper(weights, step or StepSettings()))


@given(SEEDS, st.sampled_from([1, 2, 5, 20]), st.sampled_from(["perceptron", "passive-aggressive"]))
def test_delayed_laso_of_local_features_is_the_baseline(seed: int, width: int, kind: str) -> None:
    examples = [made_example(count, seed + count) for count in (3, 7, 12)]
    found = []
    for update in (updates.baseline, partial(beam_updates.delayed_laso, width=width)):
        one = learner(LOCAL_FEATURES, StepSettings(kind))
        losses = [update(one, example) for _ in range(3) for example in examples]
        found.append((losses, one.model.weights))
    assert found[0][0] == found[1][0]
    np.testing.assert_array_equal(found[0][1], found[1][1])
    assert found[0][1].any()


class Counted(BeamModel):
    """Counts the rows that are learned from."""

    touched = 0

    def add(self, pairs, rows, mentions, amounts, to) -> None:  # type: ignore[no-untyped-def]
        self.touched += len(rows) // 2
        super().add(pairs, rows, mentions, amounts, to)


def test_early_update_learns_from_fewer_mentions_than_delayed_laso() -> None:
    touched = {"early": 0, "delayed": 0}
    for seed in range(15):
        example = made_example(14, seed, CLUSTER_FEATURES)
        counts = {}
        for name, update in (("early", beam_updates.early), ("delayed", beam_updates.delayed_laso)):
            weights = Weights(CLUSTER_FEATURES.bits)
            weights.values[:] = made_weights(CLUSTER_FEATURES, seed)
            model = Counted(CLUSTER_FEATURES, weights.values)
            update(Learner(model, Stepper(weights, StepSettings())), example, 4)
            counts[name] = model.touched
        assert counts["early"] <= counts["delayed"]
        touched = {name: touched[name] + counts[name] for name in touched}
    assert 0 < touched["early"] < touched["delayed"]


@given(SEEDS)
def test_after_a_passive_aggressive_step_the_latent_tree_wins_by_the_loss(seed: int) -> None:
    example, one = made_example(9, seed), learner(LOCAL_FEATURES, seed=seed)
    scores = one.model.scores(example.pairs)
    guess = best_first(scores, example.pairs)
    latent = best_first(scores, example.pairs, example.right)
    loss = updates.baseline(one, example)
    assert loss == pytest.approx(example.costs[guess[1:]].sum())
    if loss:
        after = one.model.scores(example.pairs)
        lead = after[latent[1:]].sum() - after[guess[1:]].sum()
        assert lead == pytest.approx(loss, abs=1e-2)


@pytest.mark.parametrize("update", ["early", "max-violation", "laso", "delayed-laso"])
def test_every_update_learns_what_can_be_learned(update: str) -> None:
    examples = [made_example(9, seed, CLUSTER_FEATURES) for seed in range(3)]
    settings = ChainSettings(CLUSTER_FEATURES, update, decoder="beam", beam=8, epochs=40, averaged=False)
    losses: list[float] = []
    model = train(examples, settings, on_epoch=lambda found: losses.append(found["loss"]))
    assert losses[-1] < losses[0] / 2
    for example in examples:
        found = beam_search(model, example.pairs, 8)
        assert example.right[found[1:]].mean() > 0.85


def test_max_violation_learns_where_the_guess_is_furthest_ahead() -> None:
    example, one = made_example(10, 5, CLUSTER_FEATURES), learner(CLUSTER_FEATURES, seed=5)
    model = one.model
    assert isinstance(model, BeamModel)
    search, leads = beam_updates.Search(one, example, 3), []
    scores = model.scores(example.pairs)
    for _ in range(10):
        search.expand(scores)
        leads.append(float(search.predicted.totals[0] - search.gold.totals[0]) if search.wrong else -1.0)
    trees_ = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(beam_updates.Search, "collect", lambda self, guess, truth: trees_.append(guess))
        beam_updates.max_violation(one, example, 3)
    assert int((trees_[0] >= 0).sum()) == max(place for place, lead in enumerate(leads, 1) if lead == max(leads))


@given(SEEDS)
def test_the_gradient_of_softmax_margin(seed: int) -> None:
    features = replace(LOCAL_FEATURES, bits=6)
    example, values = made_example(6, seed, features), made_weights(features, seed) * 0.3

    class Caught(Stepper):
        """Keeps the direction instead of going along it."""

        def step(self, direction: Direction, loss: float) -> float:
            self.caught = direction.sums.astype(np.float64)
            direction.count = 0
            return 0.0

    def loss(weights: np.ndarray) -> float:
        one = Learner(TreeModel(features, weights.astype(np.float32)), Caught(Weights(6), ADAGRAD))
        return updates.softmax_margin(one, example)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(updates, "_LEAST", 0.0)
        one = Learner(TreeModel(features, values), Caught(Weights(6), ADAGRAD))
        updates.softmax_margin(one, example)
        step = 0.02
        for place in range(64):
            change = np.zeros(64)
            change[place] = step
            slope = (loss(values + change) - loss(values - change)) / (2 * step)
            assert -slope == pytest.approx(one.stepper.caught[place], abs=0.02)  # type: ignore[attr-defined]


SETTINGS = {
    "perceptron": ChainSettings(LOCAL_FEATURES, step=StepSettings("perceptron"), epochs=4),
    "softmax-margin": ChainSettings(LOCAL_FEATURES, "softmax-margin", ADAGRAD, epochs=4),
    "delayed-laso": ChainSettings(CLUSTER_FEATURES, "delayed-laso", decoder="beam", beam=3, epochs=4),
}


def checked(examples: list[Example], settings: ChainSettings) -> Check:
    def check(model: BeamModel) -> Mapping[str, float]:
        resolver = Resolver(settings, model)
        right = [each.right[resolver.decode(each.pairs, model.scores(each.pairs))[1:]] for each in examples]
        return {"conll": float(np.concatenate(right).mean())}

    return check


@pytest.mark.parametrize("name", SETTINGS)
def test_training_goes_on_from_a_checkpoint(name: str, tmp_path: Path) -> None:
    settings = SETTINGS[name]
    examples = [made_example(8, seed, settings.features) for seed in range(4)]
    check = checked([made_example(8, 9, settings.features)], settings)
    whole: list[Mapping[str, float]] = []
    Resolver(settings, train(examples, settings, check, whole.append)).save(tmp_path / "whole")
    train(examples, replace(settings, epochs=2), check, checkpoint=tmp_path / "checkpoint.npz")
    parts: list[Mapping[str, float]] = []
    model = train(examples, settings, check, parts.append, tmp_path / "checkpoint.npz")
    Resolver(settings, model).save(tmp_path / "parts")
    for file in ("model.json", "arrays.npz"):
        assert (tmp_path / "whole" / file).read_bytes() == (tmp_path / "parts" / file).read_bytes()
    assert [{**found, "seconds": 0} for found in whole] == [{**found, "seconds": 0} for found in parts]


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    settings = replace(SETTINGS["perceptron"], epochs=1)
    train([made_example(8, 1)], settings, checkpoint=tmp_path / "checkpoint.npz")
    with pytest.raises(ModelError, match="another training"):
        train([made_example(8, 2)], settings, checkpoint=tmp_path / "checkpoint.npz")
    with pytest.raises(ModelError, match="another training"):
        train([made_example(8, 1)], replace(settings, seed=2), checkpoint=tmp_path / "checkpoint.npz")
    (tmp_path / "checkpoint.npz").write_bytes(b"PK")
    with pytest.raises(ModelError, match="Remove it"):
        train([made_example(8, 1)], settings, checkpoint=tmp_path / "checkpoint.npz")


@pytest.mark.parametrize("left", [0, 2, 100, -30])
def test_a_checkpoint_that_was_cut_gives_way_to_the_one_before(tmp_path: Path, left: int) -> None:
    settings, examples = replace(SETTINGS["perceptron"], epochs=3), [made_example(8, 1)]
    path = tmp_path / "checkpoint.npz"
    whole = train(examples, settings)
    train(examples, replace(settings, epochs=2), checkpoint=path)
    path.write_bytes(path.read_bytes()[:left])
    with pytest.warns(UserWarning, match="goes on from the one before"):
        again = train(examples, settings, checkpoint=path)
    assert again.weights.tobytes() == whole.weights.tobytes()
    path.unlink()
    with pytest.warns(UserWarning, match="goes on from the one before"):
        train(examples, settings, checkpoint=path)


def test_a_full_disk_leaves_the_checkpoint_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, examples = replace(SETTINGS["perceptron"], epochs=1), [made_example(8, 1)]
    path = tmp_path / "checkpoint.npz"
    train(examples, settings, checkpoint=path)
    data = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ModelError, match="cannot be written: No space left"):
        train(examples, replace(settings, epochs=2), checkpoint=path)
    assert [each.name for each in tmp_path.iterdir()] == ["checkpoint.npz"]
    assert path.read_bytes() == data


def test_patience_ends_training_and_the_best_epoch_is_kept() -> None:
    scores, models = iter([0.5, 0.7, 0.6, 0.65, 0.9]), []

    def check(model: BeamModel) -> Mapping[str, float]:
        models.append(model.weights.copy())
        return {"conll": next(scores)}

    settings = replace(SETTINGS["perceptron"], epochs=5, patience=2)
    model = train([made_example(8, seed) for seed in range(3)], settings, check)
    assert len(models) == 4
    np.testing.assert_array_equal(model.weights, models[1])


def test_the_seed_decides_the_order_of_documents() -> None:
    examples = [made_example(8, seed) for seed in range(5)]
    settings = replace(SETTINGS["perceptron"], averaged=False)
    one, same, other = (train(examples, replace(settings, seed=seed)).weights for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, same)
    assert not np.array_equal(one, other)


def test_averaged_weights_are_the_mean_over_documents() -> None:
    examples = [made_example(8, seed) for seed in range(3)]
    settings = replace(SETTINGS["perceptron"], epochs=1)
    plain = replace(settings, averaged=False)
    order = [
        example for _, example in sorted(zip(_order(settings, 3), examples, strict=True), key=lambda pair: pair[0])
    ]
    seen = [np.zeros(1 << LOCAL_FEATURES.bits)]
    one = learner(LOCAL_FEATURES, settings.step)
    for example in order:
        updates.baseline(one, example)
        seen.append(one.model.weights.astype(np.float64))
    np.testing.assert_array_equal(train(examples, plain).weights, seen[-1].astype(np.float32))
    np.testing.assert_allclose(train(examples, settings).weights, np.mean(seen, axis=0), atol=1e-5)


def _order(settings: ChainSettings, count: int) -> list[int]:
    """The place of each example in the first epoch."""
    from namesakes.config import generator

    drawn = generator(settings.seed, "chains", "1").permutation(count).tolist()
    return [drawn.index(number) for number in range(count)]


def test_settings_that_do_not_go_together() -> None:
    with pytest.raises(UnknownNameError, match="delayed-laso"):
        ChainSettings(update="delayed-lasso")
    with pytest.raises(UnknownNameError, match="spanning-tree"):
        ChainSettings(decoder="spanning")
    with pytest.raises(ConfigError, match="adagrad"):
        ChainSettings(update="softmax-margin")
    with pytest.raises(ConfigError, match="clusters"):
        ChainSettings(CLUSTER_FEATURES)
    with pytest.raises(ConfigError, match="epoch"):
        train([], ChainSettings(LOCAL_FEATURES, epochs=0))


@given(SEEDS)
def test_the_temperature_makes_the_right_antecedents_most_probable(seed: int) -> None:
    examples = [made_example(9, seed + number) for number in range(3)]
    model = BeamModel(LOCAL_FEATURES, made_weights(LOCAL_FEATURES, seed))

    def likelihood(temperature: float) -> float:
        total = 0.0
        resolver = Resolver(ChainSettings(LOCAL_FEATURES), model, temperature)
        for example in examples:
            probabilities = resolver.probabilities(example.pairs, model.scores(example.pairs))
            right = np.where(example.right > 0, probabilities, 0.0)
            total += np.log(np.add.reduceat(right, example.pairs.candidates.starts[1:-1])).sum()
        return total

    found = fitted_temperature(model, examples)
    assert all(likelihood(found) >= likelihood(found * other) - 1e-3 for other in (0.5, 0.9, 1.1, 2.0) if found < 20)
    assert fitted_temperature(model, []) == 1.0
