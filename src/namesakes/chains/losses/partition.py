"""Losses of a tree's clusters as a whole, which are no sums over its arcs."""

from abc import ABC, abstractmethod

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.losses.gold import Gold
from namesakes.chains.losses.loss import LossSettings
from namesakes.chains.training.examples import Example


class PartitionLoss(ABC):
    """c/100 · (100 − measure): as large as the number of mentions c is, as losses that are sums over arcs are.

    Section 5.2 of Haponchyk & Moschitti (2017). c counts the found mentions that are in gold chains.
    """

    def __init__(self, settings: LossSettings) -> None:
        self.settings, self.strength, self.singletons = settings, settings.strength, settings.singletons

    def gold(self, example: Example) -> Gold:
        """What clusters are measured against."""
        return Gold.of(example, singletons=self.singletons)

    def start(self, scores: Float64Array, example: Example) -> Int64Array:
        """The tree that search begins with."""
        if self.settings.start == "best-first":
            return best_first(scores, example.pairs)
        alone = np.full(example.pairs.count + 1, -1, dtype=np.int64)
        alone[1:] = example.pairs.candidates.starts[1:-1]
        return alone

    def value(self, tree: Int64Array, example: Example) -> float:
        """The loss of a tree, never below 0, and 0 for a right one."""
        if example.right[tree[1:]].all():
            return 0.0
        gold = self.gold(example)
        return max(0.0, gold.found / 100.0 * (100.0 - self.measured(tree, example, gold)))

    @abstractmethod
    def measured(self, tree: Int64Array, example: Example, gold: Gold) -> float:
        """The measure of a tree's clusters in per cent, or what stands for it."""
