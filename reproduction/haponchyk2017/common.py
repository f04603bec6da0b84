"""What the experiments of Haponchyk & Moschitti (2017) share: settings, losses, their tuning and their comparison.

The paper has training, development and test documents. Here some of a corpus's training documents are held out, to
choose the strength of each loss and the epoch by, and its development documents are what all is scored on. Runs are
kept in the work folder.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from namesakes.chains.losses import LOSSES, LossSettings
from namesakes.chains.losses.tuning import Choice
from namesakes.chains.settings import ChainSettings
from namesakes.metrics.significance import wilcoxon
from reproduction.environment import WORK
from reproduction.haponchyk2017.documents import Corpus, pairs
from reproduction.haponchyk2017.learning import Found, LossRun, learner, runs
from reproduction.haponchyk2017.tuning import Grid, tuned
from reproduction.runs import SEEDS, grouped
from reproduction.tables import document_scores


@dataclass(frozen=True)
class Settings:
    """How much is trained.

    Parameters
    ----------
    training, held_out : how many documents are trained on, 0 for all others, and held out to choose settings and
        epochs by.
    mentions : how many mentions the short documents are cut to.
    epochs, patience : how long a run that is scored goes on at most, and how many epochs without a better score on the
        documents that are held out end it.
    grid : what C and r of each loss are chosen from.
    seeds : one run of each loss for each.
    jobs : processes; None for as many as there are cores.
    """

    training: int = 0
    held_out: int = 30
    mentions: int = 25
    epochs: int = 50
    patience: int = 3
    grid: Grid = field(default_factory=Grid)
    seeds: tuple[int, ...] = SEEDS
    jobs: int | None = None

    def corpus(self, name: str) -> Corpus:
        """The documents of a corpus that are used."""
        return Corpus(name, self.training, self.held_out, self.mentions)

    def about(self, data: Path, corpus: Corpus) -> str:
        """The settings in words, for notes."""
        return (
            f"Trained on {len(pairs(data, corpus, 'training'))} documents with a window of 50 candidates and 2^20 "
            f"hashed weights, by perceptron steps, averaged, up to {self.epochs} epochs or until {self.patience} have "
            f"brought nothing better on {self.held_out} training documents that are held out (the paper: up to 50, on "
            "2,802 English documents of CoNLL 2012 and 16.8 million features). The epoch, and C and r of each loss for "
            "each number of features, are chosen on the documents that are held out ('tuned'); 'scored' are the "
            f"corpus's development documents. Means over {len(self.seeds)} orders of the training documents. "
            f"{self.grid.about}. 'Whole trees' is not the paper's: search begins with the best-first tree, not with "
            "nothing, and the loss is not scaled by a mention's place. "
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

LOSSES_OF_TABLES = {"edge": LossSettings(), "tree-edges": LossSettings(), "learned": LossSettings(), "whole": WHOLE}
"""How each loss of the tables is searched for."""


@dataclass(frozen=True)
class Tuned:
    """The losses with the strength and extra cost that are best, how many runs found them, and how long these took."""

    losses: Mapping[str, LossSettings]
    runs: int
    seconds: float


def tuned_losses(
    data: Path, corpus: Corpus, settings: Settings, most: int = 0, losses: Mapping[str, LossSettings] | None = None
) -> Tuned:
    """Each loss with the strength and the extra cost that are best on the held-out documents.

    Parameters
    ----------
    most : how many features are kept; 0 for all.
    losses : how each is searched for, by the names of `loss_of`; by default those of the tables.
    """
    grid, small = settings.grid, corpus
    if len(pairs(data, corpus, "training")) > grid.documents:
        small = replace(corpus, training=grid.documents)
    chains = learner(small, epochs=grid.epochs, patience=grid.patience, most=most)
    chosen, tried = {}, list[Found]()
    for name, search in (losses or LOSSES_OF_TABLES).items():
        trials = _Trials(data, small, replace(chains, augmentation=search), settings.jobs, {})
        chosen[name] = tuned(loss_of(name), grid, trials).of(trials.chains).augmentation
        tried += trials.found.values()
    return Tuned(chosen, len(tried), sum(each.seconds for each in tried))


@dataclass(frozen=True)
class _Trials:
    """Scores choices of C and r on the documents that are held out, and keeps what it found."""

    data: Path
    corpus: Corpus
    chains: ChainSettings
    jobs: int | None
    found: dict[Choice, Found]

    def __call__(self, choices: Sequence[Choice]) -> list[float]:
        missing = [choice for choice in choices if choice not in self.found]
        wanted = [LossRun(self.corpus, choice.of(self.chains), scored=False) for choice in missing]
        self.found.update(zip(missing, runs(self.data, wanted, self.jobs), strict=True))
        return [max(self.found[choice].tuned) for choice in choices]


def loss_of(name: str) -> str:
    """The registered loss of a row's name: "exact, LEA" is `exact`, and what is none is `learned`."""
    first = name.split(",")[0]
    return first if first in LOSSES else "learned"


def compared(
    data: Path, corpus: Corpus, losses: Mapping[int, Mapping[str, LossSettings]], seed: int, settings: Settings
) -> Mapping[tuple[int, str], Sequence[Found]]:
    """What came of every number of features and every loss, one run a seed."""
    keys = [(most, name) for most, each in losses.items() for name in each]
    wanted = [
        LossRun(
            corpus,
            replace(
                learner(corpus, epochs=settings.epochs, patience=settings.patience, seed=seed + number, most=most),
                loss=loss_of(name),
                augmentation=losses[most][name],
            ),
        )
        for most, name in keys
        for number in settings.seeds
    ]
    return grouped(keys, runs(data, wanted, settings.jobs))


@dataclass(frozen=True)
class Table:
    """The losses tuned for each number of features, and what came of them, by number of features and loss."""

    tuned: Mapping[int, Tuned]
    found: Mapping[tuple[int, str], Sequence[Found]]

    @classmethod
    def of(
        cls,
        data: Path,
        corpus: Corpus,
        sizes: Sequence[int],
        seed: int,
        settings: Settings,
        losses: Mapping[str, LossSettings] | None = None,
    ) -> "Table":
        """Tune and train with so many features each; `losses` as for `tuned_losses`."""
        tuned = {most: tuned_losses(data, corpus, settings, most, losses) for most in sizes}
        best = {most: each.losses for most, each in tuned.items()}
        return cls(tuned, compared(data, corpus, best, seed, settings))

    @property
    def about(self) -> str:
        """What was chosen and how long it took, for notes."""
        chosen = "; ".join(f"{counted(most)} features: {choices(each.losses)}" for most, each in self.tuned.items())
        tried = sum(each.runs for each in self.tuned.values())
        tuning = sum(each.seconds for each in self.tuned.values())
        found = [each for runs in self.found.values() for each in runs]
        return (
            f"Chosen: {chosen}. {tried} runs chose, in {tuning / 60:.0f} minutes of one core, and {len(found)} are "
            f"scored, in {sum(each.seconds for each in found) / 60:.0f}; the longest had "
            f"{max(len(each.tuned) for each in found)} epochs. Runs are kept in the folder that the variable {WORK} "
            "names."
        )


def counted(most: int) -> str:
    """A number of features in words."""
    return f"{most:,}" if most else "all"


def choices(losses: Mapping[str, LossSettings]) -> str:
    """Strengths and extra costs in words."""
    parts = [
        f"{name} C = {settings.strength:g}" + ("" if settings.extra is None else f", r = {settings.extra:g}")
        for name, settings in losses.items()
    ]
    return ", ".join(parts)


def conll(found: Sequence[Found]) -> float:
    """The mean CoNLL score of the scored documents, in per cent."""
    return 100 * float(np.mean([each.result.conll or 0.0 for each in found]))


def tuned_and_epoch(found: Sequence[Found]) -> tuple[float, float]:
    """The mean CoNLL score of the held-out documents after the best epoch, in per cent, and that epoch."""
    tuned = 100 * float(np.mean([max(one.tuned) for one in found]))
    return tuned, float(np.mean([one.epoch for one in found]))


def lead(found: Mapping[str, Sequence[Found]], name: str) -> list[str]:
    """By how much a loss is ahead of the best simple one, and Wilcoxon's p over documents; empty for a simple one."""
    if name in SIMPLE:
        return ["", ""]
    best = max(SIMPLE, key=lambda each: conll(found[each]))
    scores = [document_scores([one.result for one in found[each]]) for each in (best, name)]
    p = wilcoxon(*scores)
    return [f"{conll(found[name]) - conll(found[best]):+.2f}", f"{p:.3f}" if p >= 0.001 else "< 0.001"]
