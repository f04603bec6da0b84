"""Updates: what is learned from one document, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from namesakes.chains.models.tree_model import TreeModel
from namesakes.chains.training.examples import Example
from namesakes.config import Registry
from namesakes.learning.steps import Direction, Stepper

if TYPE_CHECKING:
    from namesakes.chains.settings import ChainSettings


class Learner:
    """The weights that are being learned, and how they move."""

    def __init__(self, model: TreeModel, stepper: Stepper) -> None:
        self.model, self.stepper = model, stepper
        self.direction = Direction(model.features.bits)


Learning = Callable[[Learner, Example], float]
"""Moves the weights by what one example teaches, and returns the loss."""


@dataclass(frozen=True)
class Update:
    """A kind of update.

    Parameters
    ----------
    make : what learns from an example under given settings.
    searches : whether it searches with a beam, so that it can learn the weights of templates of clusters.
    steps : the kinds of steps that it can take; see `learning.steps`.
    """

    make: Callable[["ChainSettings"], Learning]
    searches: bool = False
    steps: tuple[str, ...] = ("perceptron", "passive-aggressive")


UPDATES: Registry[Update] = Registry("update", "namesakes.updates")
"""What `ChainSettings.update` may name."""

LOSS_AUGMENTED = "loss-augmented"
"""The update that settings of a loss are for."""

UPDATES.register("baseline", "namesakes.chains.training.updates:BASELINE")
UPDATES.register("softmax-margin", "namesakes.chains.training.updates:SOFTMAX_MARGIN")
UPDATES.register("early", "namesakes.chains.training.beam_updates:EARLY")
UPDATES.register("max-violation", "namesakes.chains.training.beam_updates:MAX_VIOLATION")
UPDATES.register("laso", "namesakes.chains.training.beam_updates:LASO")
UPDATES.register("delayed-laso", "namesakes.chains.training.beam_updates:DELAYED_LASO")
UPDATES.register("softmax-search", "namesakes.chains.training.beam_updates:SOFTMAX_SEARCH")
UPDATES.register(LOSS_AUGMENTED, "namesakes.chains.losses.update:LOSS_AUGMENTED")
