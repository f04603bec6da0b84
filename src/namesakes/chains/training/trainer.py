"""Training of chains: epochs over documents, with the score on development documents after each."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from namesakes.chains.features.instances import gold_chains, gold_sizes, instance
from namesakes.chains.losses import LOSSES, LossSettings
from namesakes.chains.losses.update import loss_augmented
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.training import beam_updates, updates
from namesakes.chains.training.binary_selection import selected
from namesakes.chains.training.checkpoints import LOSS_AUGMENTED, Checkpoint, Progress, fingerprint
from namesakes.chains.training.costs import Costs
from namesakes.chains.training.updates import Example, Learner
from namesakes.config import generator
from namesakes.errors import ConfigError, DataError, UnknownNameError
from namesakes.learning.steps import Stepper, StepSettings
from namesakes.learning.weights import Weights
from namesakes.text.document import Document

UPDATES = (
    "baseline",
    "softmax-margin",
    "early",
    "max-violation",
    "laso",
    "delayed-laso",
    "softmax-search",
    LOSS_AUGMENTED,
)
_LOCAL = ("baseline", "softmax-margin", LOSS_AUGMENTED)
_SOFT = ("softmax-margin", "softmax-search")
DECODERS = ("best-first", "spanning-tree", "beam", "single-link", "closest-first")

Report = Callable[[Mapping[str, float]], None]
Checked = Callable[[BeamModel], Mapping[str, float]]


@dataclass(frozen=True)
class ChainSettings:
    """How chains are learned.

    Parameters
    ----------
    features : what the model looks at.
    update : what is learned from a document; see `chains.updates` and `chains.beam_updates`.
    step : how far the weights move; softmax-margin wants adagrad.
    costs : of wrong arcs.
    loss : with the update `loss-augmented`, how bad a tree is; see `chains.losses`.
    augmentation : how that loss is weighed and searched for.
    most : how many features are kept, those of the largest weights of a binary classifier; 0 for all.
    decoder : how chains are found: "best-first", "spanning-tree" (the same trees by Chu-Liu-Edmonds), "beam", or from
        pairs by "single-link" or "closest-first"; see `chains.pair_clustering`.
    beam : the width of the beam, in training and after it.
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
    epochs: int = 5
    patience: int = 0
    averaged: bool = True
    seed: int = 1

    def __post_init__(self) -> None:
        if self.update not in UPDATES:
            raise UnknownNameError("update", self.update, UPDATES)
        if self.loss not in LOSSES:
            raise UnknownNameError("loss", self.loss, LOSSES)
        if self.most < 0:
            raise ConfigError(f"most is the number of features that are kept, or 0 for all; not {self.most}.")
        if self.decoder not in DECODERS:
            raise UnknownNameError("decoder", self.decoder, DECODERS)
        if self.update != LOSS_AUGMENTED and (self.update in _SOFT) != (self.step.kind == "adagrad"):
            raise ConfigError("the updates softmax-… and the step adagrad go together, and with no other.")
        if self.features.clusters and (self.decoder != "beam" or self.update in _LOCAL):
            raise ConfigError("templates of clusters need the decoder beam, and an update that searches with one.")


def train(
    examples: Sequence[Example],
    settings: ChainSettings,
    check: Checked | None = None,
    report: Report | None = None,
    checkpoint: Path | None = None,
) -> BeamModel:
    """The model learned from the examples; with `check`, that of the epoch with the best `conll`.

    Parameters
    ----------
    check : scores a model on development documents, by name.
    report : gets the numbers of each epoch, those before a checkpoint too.
    checkpoint : a file that is written after each epoch, and that training goes on from where it is there already.
    """
    if settings.epochs < 1:
        raise ConfigError("no epoch was trained; set epochs to 1 or more.")
    weights = Weights(settings.features.bits)
    places = selected(examples, settings.features, settings.most, settings.seed) if settings.most else None
    learner = Learner(BeamModel(settings.features, weights.values), Stepper(weights, settings.step, places))
    kept = None if checkpoint is None else Checkpoint(checkpoint, fingerprint(settings, examples))
    progress = Progress() if kept is None else kept.restore(weights, learner.stepper)
    tell = report if report is not None else silent
    for found in progress.history:
        tell(found)
    update = _update(settings)
    for epoch in range(progress.epoch + 1, settings.epochs + 1):
        if settings.patience and progress.waited >= settings.patience:
            break
        started, loss = time.monotonic(), 0.0
        for number in generator(settings.seed, "chains", str(epoch)).permutation(len(examples)).tolist():
            if examples[number].instance.count:
                loss += update(learner, examples[number])
            weights.tick()
        seconds = time.monotonic() - started
        values = weights.averaged() if settings.averaged else weights.values.copy()
        scores = {} if check is None else check(BeamModel(settings.features, values))
        progress.add({"epoch": epoch, "seconds": seconds, "loss": loss, **scores}, values)
        if kept is not None:
            kept.save(weights, learner.stepper, progress)
        tell(progress.history[-1])
    assert progress.values is not None
    return BeamModel(settings.features, progress.values)


def examples_of(documents: Sequence[tuple[Document, Document]], settings: ChainSettings) -> list[Example]:
    """Examples from pairs of a document with its mentions and the same document with its gold chains."""
    model = BeamModel(settings.features)
    found = []
    for document, gold in documents:
        if gold.mention_table is None or document.mention_table is None:
            raise DataError(f"document {gold.key} has no chains to learn from")
        seen = instance(document, model.templates, settings.features.bits, settings.features.window)
        chains = gold_chains(document.mention_table, gold.mention_table)
        found.append(Example.build(seen, chains, settings.costs, gold_sizes(gold.mention_table)))
    return found


def silent(found: Mapping[str, float]) -> None:
    """Where nobody listens."""


def _update(settings: ChainSettings) -> Callable[[Learner, Example], float]:
    narrow = {
        "baseline": updates.baseline,
        "softmax-margin": updates.softmax_margin,
        "softmax-search": beam_updates.softmax_search,
    }
    if settings.update in narrow:
        return narrow[settings.update]
    if settings.update == LOSS_AUGMENTED:
        return partial(loss_augmented, loss=LOSSES[settings.loss](settings.augmentation))
    searched = {
        "early": beam_updates.early,
        "max-violation": beam_updates.max_violation,
        "laso": beam_updates.laso,
        "delayed-laso": beam_updates.delayed_laso,
    }
    return partial(searched[settings.update], width=settings.beam)
