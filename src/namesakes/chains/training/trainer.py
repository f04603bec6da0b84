"""Training of chains: epochs over documents, with the score on development documents after each."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from namesakes.arrays import BoolArray
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.binary_selection import selected
from namesakes.chains.training.checkpoints import Checkpoint, TrainingState, fingerprint
from namesakes.chains.training.examples import Example
from namesakes.chains.training.progress import EpochCallback, silent
from namesakes.chains.training.update import UPDATES, Learner
from namesakes.config import generator
from namesakes.errors import ConfigError
from namesakes.learning.steps import Stepper
from namesakes.learning.weights import Weights

Check = Callable[[BeamModel], Mapping[str, float]]
"""Scores a model on development documents, by name."""


def train(
    examples: Sequence[Example],
    settings: ChainSettings,
    check: Check | None = None,
    on_epoch: EpochCallback = silent,
    checkpoint: Path | None = None,
    places: BoolArray | None = None,
) -> BeamModel:
    """The model learned from the examples; with `check`, that of the epoch with the best `conll`.

    Parameters
    ----------
    check : scores a model on development documents, by name.
    on_epoch : gets the numbers of each epoch, those before a checkpoint too.
    checkpoint : a file that is written after each epoch, and that training goes on from where it is there already.
    places : which hashed features are kept, where that is known; without it those that `settings.most` asks for.
    """
    if settings.epochs < 1:
        raise ConfigError("no epoch was trained; set epochs to 1 or more.")
    weights = Weights(settings.features.bits)
    if places is None and settings.most:
        places = selected(examples, settings.features, settings.most, settings.seed)
    learner = Learner(BeamModel(settings.features, weights.values), Stepper(weights, settings.step, places))
    kept = None if checkpoint is None else Checkpoint(checkpoint, fingerprint(settings, examples))
    state = TrainingState() if kept is None else kept.restore(weights, learner.stepper)
    for found in state.history:
        on_epoch(found)
    update = UPDATES[settings.update].make(settings)
    for epoch in range(state.epoch + 1, settings.epochs + 1):
        if settings.patience and state.waited >= settings.patience:
            break
        started, loss = time.monotonic(), 0.0
        for number in generator(settings.seed, "chains", str(epoch)).permutation(len(examples)).tolist():
            if examples[number].pairs.count:
                loss += update(learner, examples[number])
            weights.tick()
        seconds = time.monotonic() - started
        values = weights.averaged() if settings.averaged else weights.values.copy()
        scores = {} if check is None else check(BeamModel(settings.features, values))
        state.add({"epoch": epoch, "seconds": seconds, "loss": loss, **scores}, values)
        if kept is not None:
            kept.save(weights, learner.stepper, state)
        on_epoch(state.history[-1])
    assert state.values is not None
    return BeamModel(settings.features, state.values)
