"""The recipe of a resolver: documents in, a trained and calibrated model out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from scipy.optimize import minimize_scalar

from namesakes.chains.beam_model import BeamModel
from namesakes.chains.evaluation import Development
from namesakes.chains.jackknife import JackknifeSettings, jackknifed
from namesakes.chains.preparation import prepared
from namesakes.chains.resolver import Resolver
from namesakes.chains.trainer import ChainSettings, Report, examples_of, train
from namesakes.chains.tree_model import Scores
from namesakes.chains.updates import Example, softmax
from namesakes.errors import ConfigError, DataError
from namesakes.formats import read
from namesakes.mentions.detection import with_mentions
from namesakes.text.document import Document

SYNTAX = ("gold", "predicted", "both")
Pairs = list[tuple[Document, Document]]


@dataclass(frozen=True)
class RecipeSettings:
    """How a resolver is made.

    Parameters
    ----------
    chains : how chains are learned.
    syntax : "gold" trains on the tags and trees that documents have (what they lack is predicted by the shipped
        pipeline), "predicted" on those that a jackknife predicts, "both" on every document twice.
    jackknife : how syntax is predicted for training. Development documents get that of the shipped pipeline.
    without_genres : genres of documents that are not trained on.
    keep_singletons : whether gold chains of one mention count in development; a resolver finds none.
    """

    chains: ChainSettings = field(default_factory=ChainSettings)
    syntax: str = "gold"
    jackknife: JackknifeSettings = field(default_factory=JackknifeSettings)
    without_genres: Sequence[str] = ()
    keep_singletons: bool = False

    def __post_init__(self) -> None:
        if self.syntax not in SYNTAX:
            raise ConfigError(f"syntax: '{self.syntax}' is none of {', '.join(SYNTAX)}.")

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of syntax that documents are trained on and scored with."""
        return ("gold", "predicted") if self.syntax == "both" else (self.syntax,)


@dataclass(frozen=True)
class Means:
    """How training is run, which changes nothing in what comes out.

    Parameters
    ----------
    work : a folder for parsed folds and checkpoints, which a run that was stopped goes on from.
    jobs : processes for the jackknife.
    report : gets the numbers of each epoch.
    told : gets lines about everything else.
    """

    work: Path | None = None
    jobs: int = 1
    report: Report | None = None
    told: Callable[[str], None] = lambda line: None


def read_documents(paths: Sequence[Path], without_genres: Sequence[str] = ()) -> list[Document]:
    """The documents of files and folders that have chains, without some genres."""
    found = [document for path in paths for document in read(path) if document.genre not in without_genres]
    for document in found:
        if document.mention_table is None:
            raise DataError(f"document {document.key} has no chains to learn from")
    return found


def train_resolver(
    documents: Sequence[Document],
    development: Sequence[Document],
    settings: RecipeSettings,
    *,
    treebanks: Sequence[Document] = (),
    means: Means | None = None,
) -> Resolver:
    """The resolver that is best on the development documents, with probabilities that fit them.

    Parameters
    ----------
    documents, development : with gold chains; without development documents all epochs are run, and scores are turned
        into probabilities as they are.
    treebanks : more documents with gold trees, for the taggers and parsers of the jackknife.
    """
    means = means or Means()
    if not documents:
        raise DataError("there is no document to train on")
    examples = examples_of(list(training_pairs(documents, settings, treebanks, means)), settings.chains)
    means.told(f"{len(examples)} examples, {sum(example.instance.count for example in examples):,} mentions")
    scored = {
        kind: Development.build(
            [(with_mentions(prepared(document, kind)), document) for document in development],
            settings.chains,
            drop_singletons=not settings.keep_singletons,
        )
        for kind in settings.kinds
        if development
    }
    checkpoint = None if means.work is None else means.work / "checkpoint.npz"
    check = checked(scored) if scored else None
    model = train(examples, settings.chains, check, means.report, checkpoint)
    right = [example for each in scored.values() for example in each.examples()]
    return Resolver(settings.chains, model, fitted_temperature(model, right))


def training_pairs(
    documents: Sequence[Document], settings: RecipeSettings, treebanks: Sequence[Document], means: Means
) -> Iterator[tuple[Document, Document]]:
    """Each training document with the mentions found in its gold or predicted syntax, beside its gold chains."""
    for kind in settings.kinds:
        if kind == "gold":
            seen: Sequence[Document] = [prepared(document, "gold") for document in documents]
        else:
            seen = jackknifed(
                documents,
                settings.jackknife,
                treebanks=treebanks,
                work=means.work,
                jobs=means.jobs,
                told=means.told,
            )
        yield from ((with_mentions(one), gold) for one, gold in zip(seen, documents, strict=True))


def checked(scored: Mapping[str, Development]) -> Callable[[BeamModel], Mapping[str, float]]:
    """What scores a model on development documents: the mean over the kinds of syntax, and each of several."""

    def check(model: BeamModel) -> Mapping[str, float]:
        found = {kind: each(model)["conll"] for kind, each in scored.items()}
        mean = float(np.mean(list(found.values())))
        return {"conll": mean, **({f"conll_{kind}": value for kind, value in found.items()} if len(found) > 1 else {})}

    return check


LEAST, MOST = 0.02, 50.0
"""The temperatures between which the best is looked for."""


def fitted_temperature(model: BeamModel, examples: Sequence[Example]) -> float:
    """The temperature under which the right antecedents of these examples are most probable; 1 where there are none.

    Scores divided by it become probabilities by softmax over a mention's candidates (Guo et al. 2017); the likelihood
    is that of all right ones together. A search over one number, since there is one maximum.
    """
    ready = [(model.scores(each.instance), each) for each in examples if each.instance.count]
    if not ready:
        return 1.0

    def loss(logarithm: float) -> float:
        return sum(_surprise(scores / np.exp(logarithm), example) for scores, example in ready)

    found = minimize_scalar(loss, bounds=(np.log(LEAST), np.log(MOST)), method="bounded", options={"xatol": 1e-4})
    return round(float(np.exp(found.x)), 4)


def _surprise(scores: Scores, example: Example) -> float:
    """By how much the right antecedents fall short of being certain: −Σ log p."""
    starts = example.instance.candidates.starts
    roots, sizes = starts[1:-1], np.diff(starts)[1:]
    total = softmax(scores, roots, sizes)[1]
    right = softmax(np.where(example.right > 0, scores, -np.inf), roots, sizes)[1]
    return float((total - right).sum())
