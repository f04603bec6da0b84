"""Loss: what search adds to the scores of trees in training, so that bad ones which nearly win are learned from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.training.costs import Costs
from namesakes.chains.training.examples import Example
from namesakes.config import Registry
from namesakes.errors import ConfigError, UnknownNameError

STARTS = ("nothing", "best-first")


@dataclass(frozen=True)
class LossSettings:
    """How a loss is weighed and, for those that are no sums over arcs, searched for.

    Parameters
    ----------
    strength : what the loss is multiplied by, the paper's C; passive-aggressive steps without a cap ignore it.
    extra : the paper's r; None for 1 with `edge` and for 0.1 with `tree-edges`.
    model : the folder of a learned loss (see `namesakes train loss`); empty for the shipped one.
    measure : what `exact` measures.
    singletons : whether chains of one mention count for `exact`.
    ramp : whether the loss of the i-th mention of n counts i / n.
    start : where search begins: with "nothing", where every mention is alone, or with the "best-first" tree.
    sweeps : the most sweeps over the mentions of a document.
    """

    strength: float = 1000.0
    extra: float | None = None
    model: str = ""
    measure: str = "conll"
    singletons: bool = False
    ramp: bool = True
    start: str = "nothing"
    sweeps: int = 10

    def __post_init__(self) -> None:
        if self.start not in STARTS:
            raise UnknownNameError("start of the search", self.start, STARTS)
        if self.strength < 0 or self.sweeps < 1 or (self.extra is not None and self.extra < 0):
            raise ConfigError("strength and extra of a loss are 0 or more, and sweeps 1 or more.")


class Loss(Protocol):
    """What learning asks of a loss."""

    @property
    def strength(self) -> float:
        """What the loss is multiplied by beside scores."""

    @property
    def mark(self) -> str:
        """What tells it from the same loss of other settings, beyond what these say; part of checkpoints."""

    def worst(self, scores: Float64Array, example: Example) -> Int64Array:
        """The tree with the highest score + strength · loss that search finds, as the row of each mention."""

    def value(self, tree: Int64Array, example: Example) -> float:
        """The loss of a tree, 0 for a right one."""


LOSSES: Registry[Callable[[LossSettings], Loss]] = Registry("loss", "namesakes.losses")


class ArcLoss:
    """A loss that is a sum over arcs, so that the worst tree is found arc by arc (Haponchyk & Moschitti's Alg. 2)."""

    mark = ""

    def __init__(self, strength: float, costs: Costs) -> None:
        self.strength, self.costs = strength, costs

    def worst(self, scores: Float64Array, example: Example) -> Int64Array:
        """The best antecedent of each mention when wrong ones get their cost on top."""
        costs = self.costs.rows(example.pairs.candidates, example.right)
        return best_first(scores + self.strength * costs, example.pairs)

    def value(self, tree: Int64Array, example: Example) -> float:
        """The sum of the costs of a tree's arcs."""
        return float(np.sum(self.costs.rows(example.pairs.candidates, example.right)[tree[1:]]))
