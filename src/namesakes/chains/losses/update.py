"""The update of learning with loss-augmented search: the latent structured perceptron."""

from functools import partial

import numpy as np

from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.losses.loss import LOSSES, Loss
from namesakes.chains.training.examples import Example
from namesakes.chains.training.update import Learner, Update
from namesakes.learning.steps import STEPS


def loss_augmented(learner: Learner, example: Example, loss: Loss) -> float:
    """Learn from the tree that nearly wins though its loss is large, against the latent tree; the loss.

    Algorithm 1 of Haponchyk & Moschitti (2017), after Sun et al. (2009) and Fernandes et al. (2012). A tree is right
    if and only if its clusters are, so that a wrong arc stands for a loss above 0, which a learned one only estimates.
    """
    pairs, model = example.pairs, learner.model
    scores = model.scores(pairs)
    guess = loss.worst(scores, example)
    if example.right[guess[1:]].all():
        return 0.0
    latent = best_first(scores, pairs, example.right)
    parted = np.flatnonzero(latent != guess)
    rows, amounts = np.concatenate((latent[parted], guess[parted])), np.repeat((1.0, -1.0), len(parted))
    model.add(pairs, rows, np.tile(parted, 2).astype(np.int32), amounts, learner.direction)
    value = loss.value(guess, example)
    learner.stepper.step(learner.direction, loss.strength * value)
    return value


LOSS_AUGMENTED = Update(
    lambda settings: partial(loss_augmented, loss=LOSSES[settings.loss](settings.augmentation)), steps=STEPS
)
