"""Updates by name: a new one is used in training, and says what it can learn."""

import numpy as np
import pytest

from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.examples import Example
from namesakes.chains.training.trainer import train
from namesakes.chains.training.update import UPDATES, Learner, Update
from namesakes.errors import ConfigError, UnknownNameError
from namesakes.learning.steps import StepSettings
from tests.chains.made import CLUSTER_FEATURES, LOCAL_FEATURES, made_example


def first_row(learner: Learner, example: Example) -> float:
    """Learn that the first mention begins a chain, whatever is right."""
    row, mention = example.pairs.candidates.starts[1:2], np.ones(1, dtype=np.int32)
    learner.model.add(example.pairs, row, mention, np.ones(1), learner.direction)
    learner.stepper.step(learner.direction, 0.5)
    return 0.5


FIRST_ROW = Update(lambda settings: first_row, steps=("perceptron",))


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(UPDATES, "_entries", dict(UPDATES._entries))
    UPDATES.register("first-row", f"{__name__}:FIRST_ROW")


@pytest.mark.usefixtures("registered")
def test_an_update_from_outside_is_used_in_training() -> None:
    settings = ChainSettings(LOCAL_FEATURES, "first-row", StepSettings("perceptron"), epochs=2, averaged=False)
    examples, losses = [made_example(5, seed) for seed in range(3)], []
    model = train(examples, settings, on_epoch=lambda figures: losses.append(figures["loss"]))
    assert losses == [1.5, 1.5]
    expected = np.zeros_like(model.weights)
    for example in examples:
        np.add.at(expected, example.pairs.hashes.alone[1], 2.0)
    np.testing.assert_array_equal(model.weights, expected)


@pytest.mark.usefixtures("registered")
def test_what_an_update_cannot_do_is_refused() -> None:
    with pytest.raises(ConfigError, match="first-row goes with the step perceptron, not with passive-aggressive"):
        ChainSettings(LOCAL_FEATURES, "first-row")
    with pytest.raises(ConfigError, match="templates of clusters"):
        ChainSettings(CLUSTER_FEATURES, "first-row", StepSettings("perceptron"), decoder="beam")
    with pytest.raises(UnknownNameError, match="baseline, delayed-laso, early, first-row, laso, loss-augmented"):
        ChainSettings(LOCAL_FEATURES, "second-row")
