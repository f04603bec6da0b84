"""Learner comparison: several learners of chains, trained or loaded, on the same documents."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from namesakes.chains.decoding.postprocessing import QUOTES
from namesakes.chains.evaluation import evaluate
from namesakes.chains.resolver import Resolver
from namesakes.chains.training.progress import ProgressCallback, RunOptions, silent
from namesakes.chains.training.recipe import RecipeSettings, read_documents, train_resolver
from namesakes.config import read_config
from namesakes.errors import UsageError
from namesakes.metrics.measure import MEASURES
from namesakes.metrics.result import Result, conll
from namesakes.metrics.significance import wilcoxon
from namesakes.text.document import Document

MODEL, TRAINING = "model", "training.json"
COLUMNS = ("muc", "b3", "ceaf_m", "ceaf_e", "blanc", "lea", "mentions")


@dataclass(frozen=True)
class Learner:
    """A trained learner.

    Parameters
    ----------
    name : what it is called in tables: the name of its configuration or folder.
    resolver : the model.
    size : of the model's files, in bytes.
    seconds : that its epochs or rounds took; None where it was trained elsewhere.
    """

    name: str
    resolver: Resolver
    size: int
    seconds: float | None = None


@dataclass(frozen=True)
class Source:
    """What learners are trained on, and where they are kept.

    Parameters
    ----------
    train, dev : give the documents to learn from, and those to choose the epoch by.
    mark : another one for other documents.
    work : a folder in which each configuration has one of its own, with its checkpoint and model.
    progress : gets a line now and then.
    """

    train: Callable[[], Sequence[Document]]
    dev: Callable[[], Sequence[Document]]
    mark: str
    work: Path
    progress: ProgressCallback = silent

    @classmethod
    def of(cls, train: Sequence[Path], dev: Sequence[Path], work: Path, progress: ProgressCallback) -> "Source":
        """The documents of files and folders, which are told apart by their names and sizes."""
        files = [file for path in (*train, *dev) for file in _files(path)]
        mark = json.dumps([[str(file), file.stat().st_size] for file in files])
        return cls(lambda: read_documents(train), lambda: read_documents(dev), mark if train else "", work, progress)


def learner(path: Path, source: Source) -> Learner:
    """The learner of a configuration, trained now or before, or that of a folder with a model."""
    if path.is_dir():
        return loaded(path, path.name)
    if not path.exists():
        raise UsageError(f"{path}: this is neither a configuration nor a folder with a model.")
    if not source.mark:
        raise UsageError(f"{path}: a configuration needs documents to train on; name them with --train.")
    settings = read_config(path, RecipeSettings)
    return trained(path.stem, settings, source, path.read_bytes())


def loaded(folder: Path, name: str) -> Learner:
    """The learner whose model is in a folder, with its time of training where that is noted beside."""
    resolver = Resolver.load(folder)
    size = sum((folder / file).stat().st_size for file in ("model.json", "arrays.npz"))
    note = folder.parent / TRAINING
    seconds = json.loads(note.read_text(encoding="utf-8"))["seconds"] if note.exists() else None
    return Learner(name, resolver, size, seconds)


def trained(name: str, settings: RecipeSettings, source: Source, mark: bytes) -> Learner:
    """The learner of these settings, from its folder where it is done, else trained there.

    Parameters
    ----------
    mark : what the settings were read from; with that of the source it says whether a kept model is of this training.
    """
    digest = hashlib.blake2b(mark + source.mark.encode(), digest_size=6).hexdigest()
    folder = source.work / f"{name}-{digest}"
    if (folder / TRAINING).exists():
        source.progress(f"{name}: trained before, in {folder}")
        return loaded(folder / MODEL, name)
    seconds: list[float] = []

    def report(found: Mapping[str, float]) -> None:
        seconds.append(found["seconds"])
        figures = ", ".join(f"{key} {value:.4g}" for key, value in found.items())
        source.progress(f"{name}: {figures}")

    documents = [document for document in source.train() if document.genre not in settings.without_genres]
    options = RunOptions(folder, on_epoch=report, progress=lambda line: source.progress(f"{name}: {line}"))
    resolver = train_resolver(documents, source.dev(), settings, options=options)
    resolver.save(folder / MODEL)
    (folder / TRAINING).write_text(json.dumps({"seconds": sum(seconds)}), encoding="utf-8")
    return loaded(folder / MODEL, name)  # as whoever uses it will have it: weights in a byte each


def _files(path: Path) -> list[Path]:
    return sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]


@dataclass(frozen=True)
class Measured:
    """What a learner does on documents: its scores, and the documents in a second."""

    learner: Learner
    result: Result
    speed: float

    @property
    def conll(self) -> float:
        """The CoNLL score."""
        return self.result.conll or 0.0


@dataclass(frozen=True)
class Comparison:
    """Learners measured on the same documents, in the order they were named."""

    measured: Sequence[Measured]

    @property
    def best(self) -> Measured:
        """The one with the highest CoNLL score; of equal ones the first."""
        return max(self.measured, key=lambda each: each.conll)

    def chance(self, one: Measured) -> float | None:
        """The p-value of Wilcoxon's test over documents against the best; None for the best itself."""
        if one is self.best:
            return None
        return wilcoxon(one.result.f1s("conll"), self.best.result.f1s("conll"))

    def rows(self) -> tuple[list[str], list[list[str]]]:
        """A head with the learners, and a row a figure: scores in per cent, genres, significance, speed, size, time."""
        found = [["CoNLL", *(f"{100 * each.conll:.2f}" for each in self.measured)]]
        scores = [each.result.scores() for each in self.measured]
        for name in COLUMNS:
            found.append([MEASURES[name].title, *(f"{100 * each[name].f1:.2f}" for each in scores)])
        by_genre = [each.result.by_genre() for each in self.measured]
        for genre in by_genre[0]:
            found.append([f"CoNLL, {genre}", *(f"{100 * (conll(each[genre]) or 0.0):.2f}" for each in by_genre)])
        chances = [self.chance(each) for each in self.measured]
        found.append(["p against the best", *("best" if each is None else f"{each:.3f}" for each in chances)])
        found.append(["documents/s", *(f"{each.speed:.1f}" for each in self.measured)])
        learners = [each.learner for each in self.measured]
        found.append(["size, MB", *(f"{each.size / 1e6:.2f}" for each in learners)])
        found.append(["training, s", *("" if each.seconds is None else f"{each.seconds:.0f}" for each in learners)])
        return ["", *(each.name for each in learners)], found

    def to_json(self) -> dict[str, Any]:
        """All figures by name; scores are fractions."""
        return {
            "best": self.best.learner.name,
            "learners": {
                each.learner.name: {
                    **each.result.to_json(),
                    "wilcoxon_p": self.chance(each),
                    "documents_per_second": each.speed,
                    "bytes": each.learner.size,
                    "training_seconds": each.learner.seconds,
                }
                for each in self.measured
            },
        }


def compare_learners(
    learners: Sequence[Learner],
    documents: Sequence[Document],
    *,
    syntax: str = "gold",
    mentions: str = "predicted",
    drop_singletons: bool = False,
) -> Comparison:
    """The learners measured on these documents, which have gold chains; see `chains.evaluation.evaluate`."""
    names = [each.name for each in learners]
    if len(set(names)) < len(names):
        raise UsageError("two learners have the same name; rename one of the configurations or folders.")
    options: dict[str, Any] = {"syntax": syntax, "mentions": mentions, "drop_singletons": drop_singletons}
    return Comparison(
        [
            Measured(each, found.result, found.speed)
            for each in learners
            for found in [evaluate(each.resolver, documents, **options, without=[QUOTES])]
        ]
    )
