"""Updates of local models: what is learned from one document whose arcs are scored one by one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from namesakes.chains.features.instances import Instance, Kept, correct_rows
from namesakes.chains.models.tree_model import Scores, TreeModel, best_first
from namesakes.chains.training.costs import Costs
from namesakes.learning.steps import Direction, Stepper


@dataclass(frozen=True)
class Example:
    """A document to learn from.

    Parameters
    ----------
    instance, chains : its mentions, and the gold chain of each.
    right, costs, owners : of each row of candidates, whether it is right, what it costs, and whose it is.
    sizes : how many mentions each gold chain has, found or not.
    """

    instance: Instance
    chains: NDArray[np.int32]
    right: Kept
    costs: Scores
    owners: NDArray[np.int32]
    sizes: NDArray[np.int64]

    @classmethod
    def build(
        cls, instance: Instance, chains: NDArray[np.int32], costs: Costs, sizes: NDArray[np.integer] | None = None
    ) -> "Example":
        """The example with these gold chains; without their sizes, of the mentions that were found alone."""
        right = correct_rows(instance.candidates, chains)
        owners = instance.candidates.rows.astype(np.int32)
        known = np.bincount(chains[chains >= 0]) if sizes is None else sizes
        return cls(instance, chains, right, costs.rows(instance.candidates, right), owners, known.astype(np.int64))


class Learner:
    """The weights that are being learned, and how they move."""

    def __init__(self, model: TreeModel, stepper: Stepper) -> None:
        self.model, self.stepper = model, stepper
        self.direction = Direction(model.features.bits)


def baseline(learner: Learner, example: Example) -> float:
    """Learn from the best tree against the best right one, the latent tree, once a document; the loss.

    Björkelund & Kuhn (2014), Algorithm 1, with the sign of the update as Crammer et al. (2006) have it: towards the
    latent tree.
    """
    instance = example.instance
    scores = learner.model.scores(instance)
    guess = best_first(scores, instance)
    wrong = np.flatnonzero(example.right[guess[1:]] == 0) + 1
    if not len(wrong):
        return 0.0
    latent = best_first(scores, instance, example.right)
    rows = np.concatenate((latent[wrong], guess[wrong]))
    amounts = np.repeat((1.0, -1.0), len(wrong))
    learner.model.add(instance, rows, np.tile(wrong, 2).astype(np.int32), amounts, learner.direction)
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
    instance, loss = example.instance, 0.0
    for first in range(1, instance.count + 1, BATCH):
        last = min(first + BATCH, instance.count + 1)
        scores = learner.model.scores(instance, first, last)
        gradient, lost = gradients(example, scores, first, last)
        loss += lost
        rows, begin = np.flatnonzero(gradient), int(instance.candidates.starts[first])
        learner.model.add(instance, rows + begin, example.owners[rows + begin], gradient[rows], learner.direction)
        learner.stepper.step(learner.direction, 0.0)
    return loss


def gradients(example: Example, scores: Scores, first: int, last: int) -> tuple[Scores, float]:
    """By how much each row of the mentions from `first` to before `last` should weigh more, and the loss."""
    starts = example.instance.candidates.starts
    begin, end = int(starts[first]), int(starts[last])
    roots, sizes = starts[first:last] - begin, np.diff(starts[first : last + 1])
    own = scores[begin:end]
    guess, total = softmax(own + example.costs[begin:end], roots, sizes)
    truth, right = softmax(np.where(example.right[begin:end] > 0, own, -np.inf), roots, sizes)
    gradient = truth - guess
    return np.where(np.abs(gradient) > _LEAST, gradient, 0.0), float((total - right).sum())


def softmax(scores: Scores, starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> tuple[Scores, Scores]:
    """The probabilities of each run of scores, and the logarithms of their sums."""
    if not len(starts):
        return np.zeros(0), np.zeros(0)
    highest = np.maximum.reduceat(scores, starts)
    powers = np.exp(scores - np.repeat(highest, sizes))
    totals = np.add.reduceat(powers, starts)
    return powers / np.repeat(totals, sizes), highest + np.log(totals)
