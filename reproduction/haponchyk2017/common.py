"""What the experiments of Haponchyk & Moschitti (2017) share: settings, losses, and runs that can be resumed.

The paper has training, development and test documents. Here some of a corpus's training documents are held out, to
choose the strength of each loss and the epoch by, and its development documents are what all is scored on. Runs are
kept in the work folder.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.chains.losses import LOSSES, LossSettings
from namesakes.chains.losses.tuning import Choice, TuningSettings, choices, tune
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.development import Development
from namesakes.chains.training.examples import Example, examples_of
from namesakes.chains.training.trainer import train
from namesakes.chains.training.update import LOSS_AUGMENTED
from namesakes.learning.steps import StepSettings
from namesakes.metrics.result import Result
from namesakes.metrics.significance import wilcoxon
from namesakes.resources import cores
from reproduction.environment import WORK, work_folder
from reproduction.haponchyk2017 import norwegian
from reproduction.haponchyk2017.documents import NORWEGIAN, Corpus, pairs
from reproduction.runs import METRICS, SEEDS, grouped, in_processes, kept, result_from_json, result_to_json
from reproduction.tables import document_scores

GRID = TuningSettings(strengths=(300.0, 1000.0, 3000.0), edge=(0.5, 1.0), tree_edges=(0.1, 0.5), documents=0)
"""What the strength C and the extra cost r of each loss are chosen from."""


@dataclass(frozen=True)
class Settings:
    """How much is trained.

    Parameters
    ----------
    training, held_out : how many documents are trained on, and held out to choose settings and epochs by.
    mentions : how many mentions the short documents are cut to.
    epochs, grid_epochs : of the runs that are scored, and of those that choose C and r from the grid.
    seeds : one run of each loss for each.
    jobs : processes; None for as many as there are cores.
    """

    training: int = 60
    held_out: int = 30
    mentions: int = 25
    epochs: int = 8
    grid_epochs: int = 4
    grid: TuningSettings = GRID
    seeds: tuple[int, ...] = SEEDS
    jobs: int | None = None

    def corpus(self, name: str) -> Corpus:
        """The documents of a corpus that are used."""
        return Corpus(name, self.training, self.held_out, self.mentions)

    @property
    def about(self) -> str:
        """The settings in words, for notes."""
        return (
            f"Trained on {self.training} documents with a window of 50 candidates and 2^20 hashed weights, by "
            f"perceptron steps, averaged, up to {self.epochs} epochs (the paper: up to 50, on 2,802 English documents "
            "of CoNLL 2012 and 16.8 million features). C and r of each loss, and the epoch, are chosen on "
            f"{self.held_out} training documents that are held out ('tuned'); 'scored' are the corpus's development "
            f"documents. Means over {len(self.seeds)} orders of the training documents. 'Whole trees' is not the "
            "paper's: search begins with the best-first tree, not with nothing, and the loss is not scaled by a "
            "mention's place. "
        )


SETTINGS = Settings()

TITLES = {
    "edge": "LSP_F (edge)",
    "tree-edges": "LSP_YJ (tree-edges)",
    "learned": "LSP_ρ (learned)",
    "whole": "LSP_ρ, whole trees",
}
SIMPLE = ("edge", "tree-edges")
WHOLE = LossSettings(ramp=False, start="best-first")
"""Search that begins with the best-first tree, so that the loss is always that of a whole one, and needs no ramp."""


@dataclass(frozen=True)
class LossRun:
    """One loss with one seed on one corpus."""

    corpus: Corpus
    settings: ChainSettings


@dataclass(frozen=True)
class Found:
    """What came of a run: after each epoch, the CoNLL score of the held-out documents, and the counts of the others."""

    tuned: Sequence[float]
    results: Sequence[Result]

    @property
    def epoch(self) -> int:
        """The epoch that is best on the held-out documents, from 1 on; of equal ones the first."""
        return int(np.argmax(self.tuned)) + 1

    @property
    def best(self) -> Result:
        """The counts of the scored documents after that epoch."""
        return self.results[self.epoch - 1]

    def to_json(self) -> dict[str, Any]:
        """The same as JSON's types."""
        return {"tuned": self.tuned, "results": [result_to_json(result) for result in self.results]}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Found":
        """What `to_json` gave."""
        return cls(values["tuned"], [result_from_json(result) for result in values["results"]])


def learner(corpus: Corpus, *, epochs: int, seed: int = 1, most: int = 0) -> ChainSettings:
    """How chains are learned here, with whatever loss."""
    features = FeatureSettings(bits=20, window=50)
    if corpus.name == NORWEGIAN:
        features = replace(features, pairs=norwegian.PAIRS, alone=norwegian.ALONE)
    step = StepSettings("perceptron")
    return ChainSettings(features, LOSS_AUGMENTED, step, most=most, epochs=epochs, seed=seed)


def tuned_losses(data: Path, corpus: Corpus, settings: Settings, model: str = "") -> Mapping[str, LossSettings]:
    """Each loss with the strength and the extra cost that are best on the held-out documents."""
    chains = replace(learner(corpus, epochs=settings.grid_epochs), augmentation=LossSettings(model=model))
    whole = replace(chains, augmentation=replace(WHOLE, model=model))
    three = replace(settings.grid, chains=chains, losses=("edge", "tree-edges", "learned"))
    one = replace(settings.grid, chains=whole, losses=("learned",))
    best = _tuned(data, corpus, three, settings.jobs)
    return {**best, "whole": _tuned(data, corpus, one, settings.jobs)["learned"]}


def _tuned(data: Path, corpus: Corpus, settings: TuningSettings, jobs: int | None) -> dict[str, LossSettings]:
    """The best choice of each loss in a grid."""
    examples = _examples(data, corpus, settings.chains.features)
    path = kept_file("grid", LossRun(corpus, settings.chains), examples, list(map(repr, choices(settings))))
    log = None if path is None else path.with_suffix(".jsonl")

    def search() -> dict[str, Choice]:
        taught, held_out = (pairs(data, corpus, part) for part in ("training", "tuned"))
        found = tune(taught, held_out, settings, log=log, jobs=jobs or cores())
        return {name: next(choice for choice in found if choice.loss == name) for name in settings.losses}

    best = kept(
        path,
        search,
        lambda found: {name: asdict(choice) for name, choice in found.items()},
        lambda values: {name: Choice(**choice) for name, choice in values.items()},
    )
    return {name: choice.of(settings.chains).augmentation for name, choice in best.items()}


def kept_file(kind: str, run: LossRun, examples: Sequence[Example], more: Sequence[str] = ()) -> Path | None:
    """Where what came of a run is kept, if anywhere: its name has a hash of the documents and the settings."""
    folder, settings = work_folder(), run.settings
    if folder is None:
        return None
    loss = LOSSES[settings.loss](settings.augmentation)
    content = [
        replace(settings.augmentation, model=loss.mark),
        (settings.loss, settings.most, settings.epochs, settings.seed, settings.step),
        *more,
    ]
    digest = hashlib.blake2b(repr(content).encode(), digest_size=10)
    for example in examples:
        pairs = example.pairs
        for array in (example.chains, example.sizes, pairs.hashes.later, pairs.hashes.alone, pairs.comparisons):
            digest.update(np.ascontiguousarray(array).tobytes())
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"haponchyk2017-{kind}-{run.corpus.name.replace(', ', '-')}-{digest.hexdigest()}.json"


def runs(data: Path, wanted: Sequence[LossRun], jobs: int | None = None) -> list[Found]:
    """What comes of these runs, in their order."""
    return in_processes(partial(learned, data), wanted, jobs)


def learned(data: Path, run: LossRun) -> Found:
    """What comes of a run, done now or before."""
    examples = _examples(data, run.corpus, run.settings.features)
    return kept(kept_file("run", run, examples), partial(_trained, data, run, examples), Found.to_json, Found.from_json)


def _trained(data: Path, run: LossRun, examples: Sequence[Example]) -> Found:
    held_out, scored = (_development(data, run.corpus, run.settings.features, part) for part in ("tuned", "scored"))
    tuned: list[float] = []
    results: list[Result] = []

    def check(model: BeamModel) -> Mapping[str, float]:
        tuned.append(held_out(model)["conll"])
        results.append(scored.result(model, METRICS))
        return {}

    train(examples, run.settings, check)
    return Found(tuned, results)


@cache
def _examples(data: Path, corpus: Corpus, features: FeatureSettings) -> list[Example]:
    return examples_of(pairs(data, corpus, "training"), ChainSettings(features))


@cache
def _development(data: Path, corpus: Corpus, features: FeatureSettings, part: str) -> Development:
    return Development.build(pairs(data, corpus, part), ChainSettings(features))


def compared(
    data: Path,
    corpus: Corpus,
    losses: Mapping[str, LossSettings],
    sizes: Sequence[int],
    seed: int,
    settings: Settings,
    step: str = "perceptron",
) -> Mapping[tuple[int, str], Sequence[Found]]:
    """What came of every number of features and every loss, one run a seed."""
    keys = [(most, name) for most in sizes for name in losses]
    wanted = [
        LossRun(
            corpus,
            replace(
                learner(corpus, epochs=settings.epochs, seed=seed + number, most=most),
                loss=name if name in LOSSES else "learned",
                augmentation=losses[name],
                step=StepSettings(step),
            ),
        )
        for most, name in keys
        for number in settings.seeds
    ]
    return grouped(keys, runs(data, wanted, settings.jobs))


def conll(found: Sequence[Found]) -> float:
    """The mean CoNLL score of the scored documents, in per cent."""
    return 100 * float(np.mean([each.best.conll or 0.0 for each in found]))


def tuned_and_epoch(found: Sequence[Found]) -> tuple[float, float]:
    """The mean CoNLL score of the held-out documents after the best epoch, in per cent, and that epoch."""
    tuned = 100 * float(np.mean([max(one.tuned) for one in found]))
    return tuned, float(np.mean([one.epoch for one in found]))


def lead(found: Mapping[str, Sequence[Found]], name: str) -> list[str]:
    """By how much a loss is ahead of the best simple one, and Wilcoxon's p over documents; empty for a simple one."""
    if name in SIMPLE:
        return ["", ""]
    best = max(SIMPLE, key=lambda each: conll(found[each]))
    scores = [document_scores([one.best for one in found[each]]) for each in (best, name)]
    p = wilcoxon(*scores)
    return [f"{conll(found[name]) - conll(found[best]):+.2f}", f"{p:.3f}" if p >= 0.001 else "< 0.001"]


def choices_note(losses: Mapping[str, LossSettings]) -> str:
    """The chosen strengths and extra costs, for notes."""
    parts = [
        f"{name} C = {settings.strength:g}" + ("" if settings.extra is None else f", r = {settings.extra:g}")
        for name, settings in losses.items()
    ]
    return f"Chosen: {'; '.join(parts)}. Runs are kept in the folder that the variable {WORK} names."
