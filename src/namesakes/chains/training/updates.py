"""Updates of local models: what is learned from one document whose arcs are scored one by one."""

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.models.probabilities import softmax
from namesakes.chains.training.examples import Example
from namesakes.chains.training.update import Learner, Update


def baseline(learner: Learner, example: Example) -> float:
    """Learn from the best tree against the best right one, the latent tree, once a document; the loss.

    Björkelund & Kuhn (2014), Algorithm 1, with the sign of the update as Crammer et al. (2006) have it: towards the
    latent tree.
    """
    pairs = example.pairs
    scores = learner.model.scores(pairs)
    guess = best_first(scores, pairs)
    wrong = np.flatnonzero(example.right[guess[1:]] == 0) + 1
    if not len(wrong):
        return 0.0
    latent = best_first(scores, pairs, example.right)
    rows = np.concatenate((latent[wrong], guess[wrong]))
    amounts = np.repeat((1.0, -1.0), len(wrong))
    learner.model.add(pairs, rows, np.tile(wrong, 2).astype(np.int32), amounts, learner.direction)
    loss = float(example.costs[guess[wrong]].sum())
    learner.stepper.step(learner.direction, loss)
    return loss


BATCH = 64
"""How many mentions a step of `softmax_margin` learns from."""

_LEAST = 1e-3
"""Rows whose probability changes by less teach nothing."""


def softmax_margin(learner: Learner, example: Example) -> float:
    """Raise the probability of the right antecedents against all, whose scores have their costs added; the loss.

    The gradient of log Σ_right exp(s) − log Σ exp(s + cost) (Durrett & Klein 2013), a few dozen mentions a step.
    """
    pairs, loss = example.pairs, 0.0
    for first in range(1, pairs.count + 1, BATCH):
        end = min(first + BATCH, pairs.count + 1)
        scores = learner.model.scores(pairs, first, end)
        gradient, lost = gradients(example, scores, first, end)
        loss += lost
        rows, begin = np.flatnonzero(gradient), int(pairs.candidates.starts[first])
        learner.model.add(pairs, rows + begin, example.owners[rows + begin], gradient[rows], learner.direction)
        learner.stepper.step(learner.direction, 0.0)
    return loss


def gradients(example: Example, scores: Float64Array, first: int, end: int) -> tuple[Float64Array, float]:
    """By how much each row of the mentions from `first` to before `end` should weigh more, and the loss."""
    starts = example.pairs.candidates.starts
    begin, stop = int(starts[first]), int(starts[end])
    roots, sizes = starts[first:end] - begin, np.diff(starts[first : end + 1])
    own = scores[begin:stop]
    guess, total = softmax(own + example.costs[begin:stop], roots, sizes)
    truth, right = softmax(np.where(example.right[begin:stop] > 0, own, -np.inf), roots, sizes)
    gradient = truth - guess
    return np.where(np.abs(gradient) > _LEAST, gradient, 0.0), float((total - right).sum())


BASELINE = Update(lambda settings: baseline)
SOFTMAX_MARGIN = Update(lambda settings: softmax_margin, steps=("adagrad",))
