"""Tuning of losses: the strength and the extra cost under which learning from some documents does best on others.

Haponchyk & Moschitti (2017), section 6.1: C and r are chosen on the development documents, by training on 100 others.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from namesakes.chains.losses import LOSSES
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.development import Development
from namesakes.chains.training.examples import examples_of
from namesakes.chains.training.progress import ProgressCallback, silent
from namesakes.chains.training.trainer import train
from namesakes.chains.training.update import LOSS_AUGMENTED
from namesakes.config import generator
from namesakes.errors import ConfigError, DataError, UnknownNameError
from namesakes.learning.steps import StepSettings
from namesakes.learning.trials import Scored, TrialLog, TrialRunner
from namesakes.text.document import Document
from namesakes.text.language import ENGLISH, checked_language

Pair = tuple[Document, Document]


def _chains() -> ChainSettings:
    return ChainSettings(update=LOSS_AUGMENTED, step=StepSettings("perceptron"))


@dataclass(frozen=True)
class TuningSettings:
    """What is tried.

    Parameters
    ----------
    chains : how chains are learned; its update must be `loss-augmented`.
    losses : which losses.
    strengths : values of C.
    edge, tree_edges : values of r for these losses; others have none.
    documents : how many training documents are drawn; 0 for all.
    without_genres : genres of documents that are not trained on.
    syntax, language : what mentions are found in, and the documents' language; see `recipe.RecipeSettings`.
    seed : of the draw.
    """

    chains: ChainSettings = field(default_factory=_chains)
    losses: Sequence[str] = ("edge", "tree-edges", "learned")
    strengths: Sequence[float] = (1.0, 100.0, 1000.0, 2000.0)
    edge: Sequence[float] = (0.5, 1.0, 1.5, 2.0, 2.5)
    tree_edges: Sequence[float] = (0.05, 0.1, 0.5)
    documents: int = 100
    without_genres: Sequence[str] = ()
    syntax: str = "gold"
    language: str = ENGLISH
    seed: int = 1

    def __post_init__(self) -> None:
        checked_language(self.language)
        for name in self.losses:
            if name not in LOSSES:
                raise UnknownNameError("loss", name, LOSSES)
        if self.chains.update != LOSS_AUGMENTED:
            raise ConfigError(f"losses are tuned for the update {LOSS_AUGMENTED}, not for {self.chains.update}.")


@dataclass(frozen=True)
class Choice:
    """A loss with a strength and, where it has one, an extra cost."""

    loss: str
    strength: float
    extra: float | None = None

    def __str__(self) -> str:
        return f"{self.loss}, strength {self.strength:g}" + ("" if self.extra is None else f", extra {self.extra:g}")

    def of(self, chains: ChainSettings) -> ChainSettings:
        """The settings of chains with this loss."""
        augmentation = replace(chains.augmentation, strength=self.strength, extra=self.extra)
        return replace(chains, loss=self.loss, augmentation=augmentation)


def choices(settings: TuningSettings) -> Iterator[Choice]:
    """The whole grid."""
    extras: Mapping[str, Sequence[float]] = {"edge": settings.edge, "tree-edges": settings.tree_edges}
    for loss in settings.losses:
        for strength in settings.strengths:
            yield from (Choice(loss, strength, extra) for extra in extras.get(loss, (None,)))


def tune(
    pairs: Sequence[Pair],
    development: Sequence[Pair],
    settings: TuningSettings,
    *,
    log: Path | None = None,
    jobs: int = 1,
    progress: ProgressCallback = silent,
) -> dict[Choice, float]:
    """The best CoNLL score over epochs of every choice, the best choice first.

    Parameters
    ----------
    pairs, development : documents with their mentions, and the same with their gold chains.
    log : a file with the scores of all choices tried; a run that finds it does not try them again.
    jobs : processes to train in; scores do not depend on their number.
    progress : gets a line for each choice.
    """
    if not pairs or not development:
        raise DataError("losses are tuned by training on documents and scoring others", "Give both.")
    drawn = generator(settings.seed, "tuning of losses").permutation(len(pairs)).tolist()
    taught = [pairs[place] for place in sorted(drawn[: settings.documents or len(pairs)])]
    known, wanted = TrialLog(log, _mark(taught, development, settings)), list(choices(settings))
    missing = [choice for choice in wanted if str(choice) not in known.scores]
    if missing:
        with TrialRunner(_prepared, (taught, list(development), settings.chains), jobs) as run:
            for choice, score in zip(missing, run(missing), strict=True):
                known.add(str(choice), str(choice), score)
                progress(f"{100 * score:6.2f}  {choice}")
    found = {choice: known.scores[str(choice)] for choice in wanted}
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _prepared(pairs: Sequence[Pair], development: Sequence[Pair], chains: ChainSettings) -> Scored:
    """What scores choices on these documents, whose mentions and features are made once."""
    examples, scored = examples_of(pairs, chains), Development.build(development, chains)

    def score(choice: Choice) -> float:
        found: list[float] = []
        train(examples, choice.of(chains), scored, lambda epoch: found.append(epoch["conll"]))
        return max(found)

    return score


def _mark(pairs: Sequence[Pair], development: Sequence[Pair], settings: TuningSettings) -> str:
    """What tells trials on other documents, or with other settings of learning, apart."""
    augmentation = replace(settings.chains.augmentation, strength=1.0, extra=None)
    marks = [LOSSES[name](augmentation).mark for name in settings.losses]  # a learned loss is known by its weights
    chains = replace(settings.chains, loss="edge", augmentation=replace(augmentation, model=""))
    found = hashlib.blake2b(json.dumps([asdict(chains), marks], sort_keys=True).encode(), digest_size=8)
    for seen, gold in (*pairs, *development):
        found.update(f"{gold.key}\0{gold.text}\0{len(seen.mentions)}\0".encode("utf-8", "surrogatepass"))
    return found.hexdigest()


def as_toml(choice: Choice) -> str:
    """The choice as a part of a configuration of `train chains`."""
    lines = ["[chains]", f'update = "{LOSS_AUGMENTED}"', f'loss = "{choice.loss}"']
    lines += ["[chains.augmentation]", f"strength = {choice.strength}"]
    return "\n".join(lines if choice.extra is None else [*lines, f"extra = {choice.extra}"])
