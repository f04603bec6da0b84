"""The loss of wrong arcs."""

from namesakes.chains.losses.loss import ArcLoss, LossSettings
from namesakes.chains.training.costs import Costs


class EdgeLoss(ArcLoss):
    """Δ_F: 1 for each wrong arc, and r more where the mention begins a chain (Fernandes et al. 2012).

    Equation 1 of Haponchyk & Moschitti (2017), against the gold chains, as they measure it, not the latent tree.
    """

    def __init__(self, settings: LossSettings) -> None:
        extra = 1.0 if settings.extra is None else settings.extra
        super().__init__(settings.strength, Costs(false_new=1.0, false_link=1.0 + extra, wrong_link=1.0))
