"""The loss of missing and of wrong links."""

from namesakes.chains.losses.loss import ArcLoss, LossSettings
from namesakes.chains.training.costs import Costs


class TreeEdgesLoss(ArcLoss):
    """Δ_YJ = n − k + Σ l over the links of a tree; l is −1 for a link inside a chain, else r (Yu & Joachims 2009).

    Equation 2 of Haponchyk & Moschitti (2017). n − k is 1 for each mention that has an antecedent, so that the loss is
    a sum over mentions: 1 where such a mention is not linked inside its chain, and r for a link that leads elsewhere.
    """

    def __init__(self, settings: LossSettings) -> None:
        extra = 0.1 if settings.extra is None else settings.extra
        super().__init__(settings.strength, Costs(false_new=1.0, false_link=extra, wrong_link=1.0 + extra))
