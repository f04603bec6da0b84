"""What the experiments of Björkelund & Kuhn (2014) share: corpora, learners, and runs that can be resumed.

A run is one learner with one seed on one corpus. Each is kept in the work folder when it is done, and after every epoch
before that.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.chains.features.template_sets import template_set
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.checkpoints import fingerprint
from namesakes.chains.training.development import Development
from namesakes.chains.training.examples import Example, examples_of
from namesakes.chains.training.trainer import train
from namesakes.formats import read
from namesakes.learning.steps import StepSettings
from namesakes.learning.whole_files import before
from namesakes.metrics.result import Result
from reproduction.corpora import Pair, sample, with_found_mentions
from reproduction.environment import work_folder
from reproduction.provenance import note_kept
from reproduction.runs import METRICS, SEEDS, in_processes, kept, result_from_json, result_to_json


@dataclass(frozen=True)
class Corpus:
    """Which documents are learned from and scored on.

    Parameters
    ----------
    train, dev : files or folders inside the corpora.
    syntax : "gold" or "predicted".
    documents : how many training documents are drawn; 0 for all.
    """

    train: str
    dev: str
    syntax: str = "gold"
    documents: int = 0


ONTOGUM = Corpus("ontogum/conllu/train", "ontogum/conllu/dev")
LITBANK = Corpus("litbank/train.nosingle.conll", "litbank/dev.nosingle.conll", "predicted")


@dataclass(frozen=True)
class Settings:
    """How much is trained.

    Parameters
    ----------
    documents : how many training documents are drawn; 0 for all.
    epochs, beam, window : of every learner; a learner may name a beam of its own.
    seeds : one run of each learner for each.
    jobs : processes; None for as many as there are cores.
    """

    documents: int = 0
    epochs: int = 10
    beam: int = 20
    window: int = 60
    seeds: tuple[int, ...] = SEEDS
    jobs: int | None = None

    @property
    def drawn(self) -> str:
        """How many training documents there are, in words."""
        return f"{self.documents} of the 177" if self.documents else "all 177"

    def runs(
        self, corpus: Corpus, update: str, seed: int, features: str = "local", *, beam: int | None = None
    ) -> list["Run"]:
        """The runs of a learner on a corpus, one for each seed."""
        drawn = replace(corpus, documents=self.documents)
        first = learner(update, features, beam=beam or self.beam, epochs=self.epochs, window=self.window)
        return [Run(drawn, replace(first, seed=seed + number)) for number in self.seeds]


@dataclass(frozen=True)
class Run:
    """One learner with one seed on one corpus."""

    corpus: Corpus
    settings: ChainSettings


@dataclass(frozen=True)
class Learned:
    """What came of a run: the CoNLL score by epoch, the seconds of all epochs, and the counts of the last one."""

    curve: Sequence[float]
    seconds: float
    result: Result

    def to_json(self) -> dict[str, Any]:
        """The same as JSON's types."""
        return {"curve": self.curve, "seconds": self.seconds, "result": result_to_json(self.result)}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Learned":
        """What `to_json` gave."""
        return cls(values["curve"], values["seconds"], result_from_json(values["result"]))


def learner(
    update: str, name: str = "local", *, beam: int = 20, epochs: int = 10, window: int = 60, seed: int = 1
) -> ChainSettings:
    """The paper's learner: passive-aggressive steps, their costs, averaged; the features of a set by name.

    The order of templates does not matter. Not theirs are 2^20 hashed weights and the window of candidates.
    """
    chosen = template_set(name)
    features = FeatureSettings(chosen.pairs, chosen.alone, chosen.clusters, bits=20, window=window)
    decoder = "best-first" if update == "baseline" else "beam"
    step = StepSettings("passive-aggressive")
    return ChainSettings(features, update, step, decoder=decoder, beam=beam, epochs=epochs, seed=seed)


def runs(data: Path, wanted: Sequence[Run], jobs: int | None = None) -> list[Learned]:
    """What comes of these runs, in their order; each is done once."""
    unique = list({repr(run): run for run in wanted}.values())
    found = dict(zip(map(repr, unique), in_processes(partial(learned, data), unique, jobs), strict=True))
    return [found[repr(run)] for run in wanted]


Progress = Callable[[Mapping[str, float]], None]


def learned(data: Path, run: Run, progress: Progress | None = None) -> Learned:
    """What comes of a run, done now or before; the progress callback gets the score and seconds of each epoch."""
    examples = examples_of(pairs(data, run.corpus, "train"), run.settings)
    folder = work_folder()
    path = None if folder is None else folder / f"{fingerprint(run.settings, examples)}-{run.settings.epochs}.json"
    checkpoint = None if path is None else path.with_suffix(".npz")
    make = partial(_trained, data, run, examples, checkpoint, progress)
    found = kept(path, make, Learned.to_json, Learned.from_json)
    if checkpoint is not None:
        for each in (checkpoint, before(checkpoint)):
            each.unlink(missing_ok=True)
    return found


def _trained(
    data: Path, run: Run, examples: Sequence[Example], checkpoint: Path | None, progress: Progress | None
) -> Learned:
    scored = Development.build(pairs(data, run.corpus, "dev"), run.settings)
    epochs: list[Mapping[str, float]] = []
    checked = [time.process_time()]

    def report(epoch: Mapping[str, float]) -> None:
        epochs.append(epoch)
        if len(checked) == 1:  # none was trained in this call: it is from a checkpoint
            note_kept(epoch.get("processor", 0.0))
        if progress is not None:
            progress(epoch)

    def check(model: BeamModel) -> Mapping[str, float]:
        score = scored(model)["conll"]
        checked.append(time.process_time())
        # under the name "score" no epoch is preferred: the last one counts
        return {"score": score, "processor": checked[-1] - checked[-2]}

    model = train(examples, replace(run.settings, patience=0), check, report, checkpoint)
    seconds = sum(epoch["seconds"] for epoch in epochs)
    return Learned([epoch["score"] for epoch in epochs], seconds, scored.result(model, METRICS))


@cache
def pairs(data: Path, corpus: Corpus, part: str) -> list[Pair]:
    """The documents of a corpus with their mentions, beside the same with gold chains."""
    documents = list(read(data / (corpus.train if part == "train" else corpus.dev)))
    if part == "train" and corpus.documents:
        documents = sample(documents, corpus.documents, 0, "björkelund & kuhn")
    return with_found_mentions(documents, corpus.syntax)


def results(found: Sequence[Learned]) -> list[Result]:
    """The counts after the last epoch, one result a seed."""
    return [each.result for each in found]


def last_scores(found: Sequence[Learned]) -> Float64Array:
    """The CoNLL scores after the last epoch, in per cent, one a seed."""
    return 100 * np.array([each.curve[-1] for each in found])
