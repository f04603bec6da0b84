"""Selection of features: those that a binary classifier of right and wrong antecedents gives the largest weights.

Haponchyk & Moschitti (2017), section 6.4: fewer features make the training data harder to separate.
"""

from collections.abc import Sequence

import numpy as np

from namesakes.arrays import BoolArray, Float32Array
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.training.examples import Example
from namesakes.chains.training.update import Learner
from namesakes.config import generator
from namesakes.learning.steps import Stepper, StepSettings
from namesakes.learning.weights import Weights

EPOCHS = 2
BATCH = 64
"""How many mentions a step learns from."""

_LEAST = 1e-2
"""Rows whose probability is off by less teach nothing."""

_OFTEN = 8.0
"""Wrong rows of a mention count together as much as so many right ones."""


def binary_weights(examples: Sequence[Example], features: FeatureSettings, seed: int) -> Float32Array:
    """The weights of a logistic classifier that tells right rows of candidates from wrong ones, each by itself."""
    weights = Weights(features.bits)
    learner = Learner(BeamModel(features, weights.values), Stepper(weights, StepSettings("adagrad", rate=0.05)))
    for epoch in range(EPOCHS):
        for number in generator(seed, "binary selection", str(epoch)).permutation(len(examples)).tolist():
            _learn(learner, examples[number])
            weights.tick()
    return weights.averaged()


def selected(examples: Sequence[Example], features: FeatureSettings, most: int, seed: int) -> BoolArray:
    """Which of the hashed places are kept: the `most` of the largest weights; of equal ones the first."""
    return largest(binary_weights(examples, features, seed), most)


def largest(weights: Float32Array, most: int) -> BoolArray:
    """The places of so many weights that are farthest from 0; those that are 0 are never kept."""
    sizes = np.abs(weights)
    kept = np.zeros(len(sizes), dtype=np.bool_)
    kept[np.argsort(-sizes, kind="stable")[:most]] = True
    return kept & (sizes > 0)


def _learn(learner: Learner, example: Example) -> None:
    """Take steps up the likelihood of an example's rows, a few dozen mentions each."""
    pairs, starts = example.pairs, example.pairs.candidates.starts
    for first in range(1, pairs.count + 1, BATCH):
        end = min(first + BATCH, pairs.count + 1)
        begin, stop = int(starts[first]), int(starts[end])
        scores, right = learner.model.scores(pairs, first, end)[begin:stop], example.right[begin:stop] > 0
        lengths = np.diff(starts[first : end + 1])
        share = np.minimum(1.0, np.repeat(_OFTEN / lengths, lengths))
        gradient = np.where(right, 1.0, share) * (right - 1.0 / (1.0 + np.exp(-scores)))
        rows = np.flatnonzero(np.abs(gradient) > _LEAST)
        places = rows + begin
        learner.model.add(pairs, places, example.owners[places], gradient[rows], learner.direction)
        learner.stepper.step(learner.direction, 0.0)
