"""The loss that a measure itself gives, for small documents and to compare with."""

from namesakes.arrays import Float64Array, Int32Array, Int64Array
from namesakes.chains.losses.gold import Gold, check_measure, clusters_of_tree
from namesakes.chains.losses.loss import LossSettings
from namesakes.chains.losses.partition import PartitionLoss
from namesakes.chains.losses.search import search_by
from namesakes.chains.training.examples import Example


class ExactLoss(PartitionLoss):
    """c/100 · (100 − measure) with the measure itself, which is worked out anew for every cluster tried.

    The search is that of the learned loss. A sweep of n mentions asks for up to n² / 2 scores of a document.
    """

    def __init__(self, settings: LossSettings) -> None:
        super().__init__(settings)
        check_measure(settings.measure)
        self.mark = ""

    def worst(self, scores: Float64Array, example: Example) -> Int64Array:
        """The tree that Algorithm 3 ends with."""
        gold, settings = self.gold(example), self.settings

        def loss(clusters: Int32Array) -> float:
            return 100.0 - gold.measured(clusters, settings.measure)

        given = (example.pairs.candidates, scores, self.start(scores, example), loss)
        strength = self.strength * gold.found / 100.0
        return search_by(*given, strength, ramp=settings.ramp, sweeps=settings.sweeps)[0]

    def measured(self, tree: Int64Array, example: Example, gold: Gold) -> float:
        """The measure of a tree's clusters."""
        return gold.measured(clusters_of_tree(tree, example), self.settings.measure)
