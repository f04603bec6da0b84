"""What the experiments of Björkelund & Kuhn (2014) share: documents, learners, and runs that can be resumed.

A run is one learner with one seed on one set of documents. Runs go to as many processes as there are cores, and with
the environment variable `NAMESAKES_WORK` each is kept in that folder when it is done, and after every epoch before
that, so that an experiment that was stopped goes on where it was.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from namesakes.chains.features.templates import CLUSTERS
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.preparation import prepared
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.checkpoints import fingerprint
from namesakes.chains.training.development import Development
from namesakes.chains.training.examples import examples_of
from namesakes.chains.training.trainer import train
from namesakes.config import generator
from namesakes.formats import read
from namesakes.learning.steps import StepSettings
from namesakes.mentions.detection import with_mentions
from namesakes.metrics.result import Result
from namesakes.resources import cores
from namesakes.workers import workers
from reproduction.kept_runs import METRICS, WORK, Pair, as_json, restored


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
CRAFT = Corpus("craft/train.conll", "craft/dev.conll")


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


def learner(
    update: str, *, clusters: bool = False, beam: int = 20, epochs: int = 10, window: int = 60, seed: int = 1
) -> ChainSettings:
    """The paper's learner: passive-aggressive steps, their costs, averaged; local features, or those of clusters too.

    The order of templates does not matter. Not theirs are 2^20 hashed weights and the window of candidates.
    """
    features = FeatureSettings(clusters=CLUSTERS if clusters else (), bits=20, window=window)
    decoder = "best-first" if update == "baseline" else "beam"
    step = StepSettings("passive-aggressive")
    return ChainSettings(features, update, step, decoder=decoder, beam=beam, epochs=epochs, seed=seed)


def runs(data: Path, wanted: Sequence[Run]) -> list[Learned]:
    """What comes of these runs, in their order; each is done once."""
    unique = list(dict.fromkeys(map(_key, wanted)))
    chosen = [next(run for run in wanted if _key(run) == key) for key in unique]
    jobs = min(cores(), len(chosen))
    if jobs <= 1:
        found = [learned(data, run) for run in chosen]
    else:
        with workers(jobs) as pool:
            found = list(pool.map(learned, [data] * len(chosen), chosen))
    by_key = dict(zip(unique, found, strict=True))
    return [by_key[_key(run)] for run in wanted]


def _key(run: Run) -> str:
    return repr(run)


def learned(data: Path, run: Run) -> Learned:
    """What comes of a run, done now or before."""
    taught, dev = pairs(data, run.corpus, "train"), pairs(data, run.corpus, "dev")
    examples = examples_of(taught, run.settings)
    folder = os.environ.get(WORK)
    name = f"{fingerprint(run.settings, examples)}-{run.settings.epochs}"
    kept = None if not folder else Path(folder) / f"{name}.json"
    if kept is not None and kept.exists():
        told = json.loads(kept.read_text(encoding="utf-8"))
        return Learned(told["curve"], told["seconds"], restored(told["result"]))
    scored = Development.build(dev, run.settings)
    curve: list[float] = []
    seconds: list[float] = []

    def report(found: Mapping[str, float]) -> None:
        curve.append(found["score"])
        seconds.append(found["seconds"])

    def check(model: BeamModel) -> Mapping[str, float]:
        return {"score": scored(model)["conll"]}  # under this name no epoch is preferred: the last one counts

    checkpoint = None if kept is None else kept.with_suffix(".npz")
    model = train(examples, replace(run.settings, patience=0), check, report, checkpoint)
    found = Learned(curve, sum(seconds), scored.result(model, METRICS))
    if kept is not None and checkpoint is not None:
        told = {"curve": curve, "seconds": found.seconds, "result": as_json(found.result)}
        kept.write_text(json.dumps(told), encoding="utf-8")
        checkpoint.unlink(missing_ok=True)
    return found


@cache
def pairs(data: Path, corpus: Corpus, part: str) -> list[Pair]:
    """The documents of a corpus with their mentions, beside the same with gold chains."""
    documents = list(read(data / (corpus.train if part == "train" else corpus.dev)))
    if part == "train" and corpus.documents:
        order = generator(0, "björkelund & kuhn").permutation(len(documents))[: corpus.documents]
        documents = [documents[place] for place in sorted(order.tolist())]
    return [(with_mentions(prepared(document, corpus.syntax)), document) for document in documents]


def mean_f1s(found: Sequence[Learned], measure: str = "conll") -> NDArray[np.float64]:
    """The F1 of each document, averaged over seeds."""
    return np.asarray(np.mean([each.result.f1s(measure) for each in found], axis=0))


def last_scores(found: Sequence[Learned]) -> NDArray[np.float64]:
    """The CoNLL scores after the last epoch, in per cent, one a seed."""
    return 100 * np.array([each.curve[-1] for each in found])


def mean_and_spread(values: NDArray[np.float64]) -> str:
    """The mean and, of several, the standard deviation."""
    spread = f" ± {values.std(ddof=1):.2f}" if len(values) > 1 else ""
    return f"{values.mean():.2f}{spread}"
