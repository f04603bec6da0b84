"""Runs of Haponchyk & Moschitti (2017): one loss with one seed on one corpus, kept when it is done."""

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.chains.losses import LOSSES
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.binary_selection import binary_weights, largest
from namesakes.chains.training.development import Development
from namesakes.chains.training.examples import Example, examples_of
from namesakes.chains.training.trainer import train
from namesakes.chains.training.update import LOSS_AUGMENTED
from namesakes.learning.steps import StepSettings
from namesakes.metrics.result import Result
from reproduction.environment import work_folder
from reproduction.haponchyk2017 import norwegian
from reproduction.haponchyk2017.documents import NORWEGIAN, Corpus, pairs
from reproduction.runs import METRICS, in_processes, kept, result_from_json, result_to_json


def learner(corpus: Corpus, *, epochs: int, patience: int = 0, seed: int = 1, most: int = 0) -> ChainSettings:
    """How chains are learned here, with whatever loss."""
    features = FeatureSettings(bits=20, window=50)
    if corpus.name == NORWEGIAN:
        features = replace(features, pairs=norwegian.PAIRS, alone=norwegian.ALONE)
    step = StepSettings("perceptron")
    return ChainSettings(features, LOSS_AUGMENTED, step, most=most, epochs=epochs, patience=patience, seed=seed)


@dataclass(frozen=True)
class LossRun:
    """One loss with one seed on one corpus; tried on the documents that are held out alone, or scored too."""

    corpus: Corpus
    settings: ChainSettings
    scored: bool = True


@dataclass(frozen=True)
class Found:
    """What came of a run.

    Parameters
    ----------
    tuned : the CoNLL score of the held-out documents after each epoch.
    best : the counts of the scored documents after the epoch that is best on the others; None where none were scored.
    seconds : the processor's time that the run took, without reading documents and making features.
    """

    tuned: Sequence[float]
    best: Result | None
    seconds: float

    @property
    def epoch(self) -> int:
        """The epoch that is best on the held-out documents, from 1 on; of equal ones the first."""
        return int(np.argmax(self.tuned)) + 1

    @property
    def result(self) -> Result:
        """The counts of the scored documents."""
        assert self.best is not None
        return self.best

    def to_json(self) -> dict[str, Any]:
        """The same as JSON's types."""
        best = None if self.best is None else result_to_json(self.best)
        return {"tuned": self.tuned, "best": best, "seconds": self.seconds}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Found":
        """What `to_json` gave."""
        best = None if values["best"] is None else result_from_json(values["best"])
        return cls(values["tuned"], best, values["seconds"])


def kept_file(run: LossRun, documents: str) -> Path | None:
    """Where what came of a run is kept, if anywhere: its name has a hash of the settings and of the documents' own."""
    folder, settings = work_folder(), run.settings
    if folder is None:
        return None
    loss = LOSSES[settings.loss](settings.augmentation)
    content = [
        replace(settings.augmentation, model=loss.mark),
        (settings.loss, settings.most, settings.epochs, settings.patience, settings.seed, settings.step),
        run.scored,
        documents,
    ]
    digest = hashlib.blake2b(repr(content).encode(), digest_size=10)
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"haponchyk2017-run-{run.corpus.name.replace(', ', '-')}-{digest.hexdigest()}.json"


def runs(data: Path, wanted: Sequence[LossRun], jobs: int | None = None) -> list[Found]:
    """What comes of these runs, in their order."""
    return in_processes(partial(learned, data), wanted, jobs)


def learned(data: Path, run: LossRun) -> Found:
    """What comes of a run, done now or before."""
    made = _made(data, run.corpus, run.settings.features)
    return kept(kept_file(run, made.mark), partial(_trained, data, run, made.examples), Found.to_json, Found.from_json)


def _trained(data: Path, run: LossRun, examples: Sequence[Example]) -> Found:
    held_out, scored = (_development(data, run.corpus, run.settings.features, part) for part in ("tuned", "scored"))
    found: list[float] = []
    best: list[Result] = []

    def check(model: BeamModel) -> Mapping[str, float]:
        conll = held_out(model)["conll"]
        if run.scored and conll > max(found, default=-1.0):
            best[:] = [scored.result(model, METRICS)]
        found.append(conll)
        return {"conll": conll}

    settings, started = run.settings, time.process_time()
    places = None
    if settings.most:
        places = largest(_binary(data, run.corpus, settings.features, settings.seed), settings.most)
    train(examples, settings, check, places=places)
    return Found(found, best[0] if best else None, time.process_time() - started)


@dataclass(frozen=True)
class _Made:
    """Examples, and a hash of all that is learned from them."""

    examples: Sequence[Example]
    mark: str


@cache
def _made(data: Path, corpus: Corpus, features: FeatureSettings) -> _Made:
    examples = examples_of(pairs(data, corpus, "training"), ChainSettings(features))
    digest = hashlib.blake2b(digest_size=10)
    for example in examples:
        pairs_of = example.pairs
        for array in (
            example.chains,
            example.sizes,
            pairs_of.hashes.later,
            pairs_of.hashes.alone,
            pairs_of.comparisons,
        ):
            digest.update(np.ascontiguousarray(array).tobytes())
    return _Made(examples, digest.hexdigest())


@cache
def _binary(data: Path, corpus: Corpus, features: FeatureSettings, seed: int) -> Float32Array:
    return binary_weights(_made(data, corpus, features).examples, features, seed)


@cache
def _development(data: Path, corpus: Corpus, features: FeatureSettings, part: str) -> Development:
    return Development.build(pairs(data, corpus, part), ChainSettings(features))
