"""Settings of chains: how they are learned and decoded."""

from dataclasses import dataclass, field, replace

from namesakes.chains.decoding.decoder import DECODERS, LOCAL
from namesakes.chains.losses import LOSSES, LossSettings
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.training.costs import Costs
from namesakes.chains.training.update import UPDATES
from namesakes.errors import ConfigError, UnknownNameError
from namesakes.learning.steps import StepSettings


@dataclass(frozen=True)
class ChainSettings:
    """How chains are learned.

    Parameters
    ----------
    features : what the model looks at.
    update : what is learned from a document; see `training.update.UPDATES`.
    step : how far the weights move; softmax-margin wants adagrad.
    costs : of wrong arcs.
    loss : with the update `loss-augmented`, how bad a tree is; see `losses.LOSSES`.
    augmentation : how that loss is weighed and searched for.
    most : how many features are kept, those of the largest weights of a binary classifier; 0 for all.
    decoder : how chains are found; see `decoding.decoder.DECODERS`. "spanning-tree" gives the same trees as
        "best-first"; "single-link" and "closest-first" cluster decisions about pairs.
    beam : the width of the beam, in training and after it.
    entities : whether nothing joins an entity that contradicts what is known of it, in training and after it; see
        `decoding.entities`.
    epochs : how often the training data are gone through.
    patience : with development documents, how many epochs without a better score end the training; 0 for never.
    averaged : whether the weights are averaged over all that training went through.
    seed : for the order of documents.
    """

    features: FeatureSettings = field(default_factory=FeatureSettings)
    update: str = "baseline"
    step: StepSettings = field(default_factory=StepSettings)
    costs: Costs = field(default_factory=Costs)
    loss: str = "edge"
    augmentation: LossSettings = field(default_factory=LossSettings)
    most: int = 0
    decoder: str = "best-first"
    beam: int = 20
    entities: bool = False
    epochs: int = 5
    patience: int = 0
    averaged: bool = True
    seed: int = 1

    def __post_init__(self) -> None:
        update = UPDATES[self.update]
        if self.loss not in LOSSES:
            raise UnknownNameError("loss", self.loss, LOSSES)
        if self.most < 0:
            raise ConfigError(f"most is the number of features that are kept, or 0 for all; not {self.most}.")
        if self.decoder not in DECODERS:
            raise UnknownNameError("decoder", self.decoder, DECODERS)
        if self.step.kind not in update.steps:
            steps = " or ".join(update.steps)
            raise ConfigError(f"the update {self.update} goes with the step {steps}, not with {self.step.kind}.")
        if self.features.clusters and (self.decoder in LOCAL or not update.searches):
            raise ConfigError("templates of clusters need the decoder beam, and an update that searches with one.")

    def with_set(self, name: str | None) -> "ChainSettings":
        """The same with the templates of a set; see `features.template_sets`. Without a name as they are."""
        return self if name is None else replace(self, features=self.features.with_set(name))
