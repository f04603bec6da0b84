"""Losses: how bad a wrong tree is, for learning with loss-augmented search (`loss-augmented`)."""

from namesakes.chains.losses.loss import LOSSES, Loss, LossSettings

__all__ = ["LOSSES", "Loss", "LossSettings"]

LOSSES.register("edge", "namesakes.chains.losses.edge:EdgeLoss")
LOSSES.register("tree-edges", "namesakes.chains.losses.tree_edges:TreeEdgesLoss")
LOSSES.register("learned", "namesakes.chains.losses.learned:LearnedLoss")
LOSSES.register("exact", "namesakes.chains.losses.exact:ExactLoss")
