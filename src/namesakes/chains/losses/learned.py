"""The learned loss: what a regressor says that a measure would say."""

import hashlib

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.chains.losses.gold import Gold, clusters_of_tree
from namesakes.chains.losses.loss import LossSettings
from namesakes.chains.losses.partition import PartitionLoss
from namesakes.chains.losses.regressor import LossRegressor
from namesakes.chains.losses.search import search
from namesakes.chains.training.examples import Example


class LearnedLoss(PartitionLoss):
    """Δ_ρ = c/100 · (100 − w·φ), c the found mentions that are in gold chains (Haponchyk & Moschitti 2017, §4, §5)."""

    def __init__(self, settings: LossSettings, regressor: LossRegressor | None = None) -> None:
        super().__init__(settings)
        self.regressor = LossRegressor.named(settings.model) if regressor is None else regressor
        self.singletons = self.regressor.singletons

    @property
    def mark(self) -> str:
        """The weights of the regressor, in short."""
        return hashlib.blake2b(self.regressor.weights.tobytes(), digest_size=8).hexdigest()

    def worst(self, scores: Float64Array, example: Example) -> Int64Array:
        """The tree that Algorithm 3 ends with."""
        gold, settings = self.gold(example), self.settings
        strength = self.strength * gold.found / 100.0
        given = (example.pairs.candidates, scores, self.start(scores, example), gold, self.regressor.weights)
        return search(*given, strength, ramp=settings.ramp, sweeps=settings.sweeps)[0]

    def measured(self, tree: Int64Array, example: Example, gold: Gold) -> float:
        """What the regressor says of a tree's clusters."""
        return float(np.dot(self.regressor.weights[:-1], gold.features(clusters_of_tree(tree, example)))) + float(
            self.regressor.weights[-1]
        )
