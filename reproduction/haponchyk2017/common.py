"""What the experiments of Haponchyk & Moschitti (2017) share: documents, losses, and runs that can be resumed.

The paper has training, development and test documents. Here some of a corpus's training documents are held out, to
choose the strength of each loss and the epoch by, and its development documents are what all is scored on. Runs go to
as many processes as there are cores, and are kept in the folder that the environment variable `NAMESAKES_WORK` names.
"""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from namesakes.chains.losses import LOSSES, LossSettings
from namesakes.chains.losses.tuning import Choice, TuningSettings, choices, tune
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.preparation import prepared
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.development import Development
from namesakes.chains.training.examples import Example, examples_of
from namesakes.chains.training.trainer import train
from namesakes.chains.training.update import LOSS_AUGMENTED
from namesakes.config import generator
from namesakes.formats import read
from namesakes.learning.steps import StepSettings
from namesakes.mentions.detection import with_mentions
from namesakes.metrics.result import Result
from namesakes.metrics.significance import wilcoxon
from namesakes.resources import cores
from namesakes.text.document import Document
from namesakes.workers import workers
from reproduction.kept_runs import METRICS, SEEDS, WORK, Pair, as_json, restored
from reproduction.ours import norwegian

TRAINING, HELD_OUT, EPOCHS = 60, 30, 8
"""How many documents are trained on and held out, and for how many epochs."""
GRID_EPOCHS = 4
GRID = TuningSettings(strengths=(300.0, 1000.0, 3000.0), edge=(0.5, 1.0), tree_edges=(0.1, 0.5), documents=0)
"""What the strength C and the extra cost r of each loss are chosen from."""

TITLES = {
    "edge": "LSP_F (edge)",
    "tree-edges": "LSP_YJ (tree-edges)",
    "learned": "LSP_ρ (learned)",
    "whole": "LSP_ρ, whole trees",
}
SIMPLE = ("edge", "tree-edges")
WHOLE = LossSettings(ramp=False, start="best-first")
"""Search that begins with the best-first tree, so that the loss is always that of a whole one, and needs no ramp."""
ENGLISH, SHORT, NORWEGIAN = "ontogum", "ontogum, cut", "narc"
MENTIONS = 25
"""How many mentions the documents of `SHORT` are trained on with."""

ABOUT = (
    f"Trained on {TRAINING} documents with a window of 50 candidates and 2^20 hashed weights, by perceptron steps, "
    f"averaged, up to {EPOCHS} epochs (the paper: up to 50, on 2,802 English documents of CoNLL 2012 and 16.8 million "
    f"features). C and r of each loss, and the epoch, are chosen on {HELD_OUT} training documents that are held out "
    "('tuned'); 'scored' are the corpus's development documents. Means over "
    f"{len(SEEDS)} orders of the training documents. 'Whole trees' is not the paper's: search begins with the "
    "best-first tree, not with nothing, and the loss is not scaled by a mention's place. "
)


@dataclass(frozen=True)
class LossRun:
    """One loss with one seed on one corpus."""

    corpus: str
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


def learner(corpus: str, *, seed: int = 1, most: int = 0, epochs: int = EPOCHS) -> ChainSettings:
    """How chains are learned here, with whatever loss."""
    own = {"pairs": norwegian.PAIRS, "alone": norwegian.ALONE} if corpus == NORWEGIAN else {}
    features = FeatureSettings(bits=20, window=50, **own)
    step = StepSettings("perceptron")
    return ChainSettings(features, LOSS_AUGMENTED, step, most=most, epochs=epochs, seed=seed)


@cache
def pairs(data: Path, corpus: str, part: str) -> list[Pair]:
    """The documents to train on, held out or scored, with their mentions, beside the same with gold chains."""
    folder, training, scored = {
        NORWEGIAN: ("narc/bokmaal", "train.conll", "dev.conll"),
    }.get(corpus, ("ontogum/conllu", "train", "dev"))
    documents = list(read(data / folder / (scored if part == "scored" else training)))
    if part != "scored":
        order = generator(0, "haponchyk & moschitti", corpus).permutation(len(documents)).tolist()
        chosen = order[:TRAINING] if part == "training" else order[TRAINING : TRAINING + HELD_OUT]
        documents = [documents[place] for place in sorted(chosen)]
    found = [(seen(document, corpus), document) for document in documents]
    return [cut(*pair) for pair in found] if corpus == SHORT and part == "training" else found


def cut(document: Document, gold: Document) -> Pair:
    """The first mentions of a document, beside the gold ones that end before the next."""
    found, known = document.mention_table, gold.mention_table
    assert found is not None
    assert known is not None
    if len(found) <= MENTIONS:
        return document, gold
    first = np.arange(len(found)) < MENTIONS
    inside = known.end <= found.first[MENTIONS]
    return document.replace(mention_table=found.select(first)), gold.replace(mention_table=known.select(inside))


def seen(document: Document, corpus: str) -> Document:
    """The document with all its mentions, in no chains."""
    return (
        norwegian.with_tagged_mentions(document) if corpus == NORWEGIAN else with_mentions(prepared(document, "gold"))
    )


def work_folder() -> Path | None:
    """Where runs are kept, if anywhere."""
    folder = os.environ.get(WORK)
    return Path(folder) if folder else None


def tuned_losses(data: Path, corpus: str, model: str = "") -> Mapping[str, LossSettings]:
    """Each loss with the strength and the extra cost that are best on the held-out documents."""
    chains = replace(learner(corpus, epochs=GRID_EPOCHS), augmentation=LossSettings(model=model))
    whole = replace(chains, augmentation=replace(WHOLE, model=model))
    best = tuned(data, corpus, replace(GRID, chains=chains, losses=("edge", "tree-edges", "learned")))
    return {**best, "whole": tuned(data, corpus, replace(GRID, chains=whole, losses=("learned",)))["learned"]}


def tuned(data: Path, corpus: str, settings: TuningSettings) -> dict[str, LossSettings]:
    """The best choice of each loss in a grid."""
    taught, held = pairs(data, corpus, "training"), pairs(data, corpus, "tuned")
    examples = _examples(data, corpus, settings.chains.features)
    grid = [repr(choice) for choice in choices(settings)]
    log = kept_file("grid", LossRun(corpus, settings.chains), examples, grid)
    if log is not None and log.exists():
        told = json.loads(log.read_text(encoding="utf-8"))
        best = {name: Choice(**choice) for name, choice in told.items()}
    else:
        tries = None if log is None else log.with_suffix(".jsonl")
        found = tune(taught, held, settings, log=tries, jobs=cores())
        best = {name: next(choice for choice in found if choice.loss == name) for name in settings.losses}
        if log is not None:
            told = {name: asdict(choice) for name, choice in best.items()}
            log.write_text(json.dumps(told), encoding="utf-8")
    return {name: choice.of(settings.chains).augmentation for name, choice in best.items()}


def kept_file(kind: str, run: LossRun, examples: Sequence[Example], more: Sequence[str] = ()) -> Path | None:
    """Where what came of a run is kept, if anywhere: its name says what was learned from, and how."""
    folder, settings = work_folder(), run.settings
    if folder is None:
        return None
    loss = LOSSES[settings.loss](settings.augmentation)
    told = [
        replace(settings.augmentation, model=loss.mark),
        (settings.loss, settings.most, settings.epochs, settings.seed, settings.step),
        *more,
    ]
    digest = hashlib.blake2b(repr(told).encode(), digest_size=10)
    for example in examples:
        pairs = example.pairs
        for array in (example.chains, example.sizes, pairs.later, pairs.alone, pairs.comparisons):
            digest.update(np.ascontiguousarray(array).tobytes())
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"haponchyk2017-{kind}-{run.corpus.replace(', ', '-')}-{digest.hexdigest()}.json"


def runs(data: Path, wanted: Sequence[LossRun]) -> list[Found]:
    """What comes of these runs, in their order."""
    jobs = min(cores(), len(wanted))
    if jobs <= 1:
        return [learned(data, run) for run in wanted]
    with workers(jobs) as pool:
        return list(pool.map(learned, [data] * len(wanted), wanted))


def learned(data: Path, run: LossRun) -> Found:
    """What comes of a run, done now or before."""
    examples = _examples(data, run.corpus, run.settings.features)
    kept = kept_file("run", run, examples)
    if kept is not None and kept.exists():
        told = json.loads(kept.read_text(encoding="utf-8"))
        return Found(told["tuned"], [restored(result) for result in told["results"]])
    held, scored = (_development(data, run.corpus, run.settings.features, part) for part in ("tuned", "scored"))
    tuned: list[float] = []
    results: list[Result] = []

    def check(model: BeamModel) -> Mapping[str, float]:
        tuned.append(held(model)["conll"])
        results.append(scored.result(model, METRICS))
        return {}

    train(examples, run.settings, check)
    if kept is not None:
        told = {"tuned": tuned, "results": [as_json(result) for result in results]}
        kept.write_text(json.dumps(told), encoding="utf-8")
    return Found(tuned, results)


@cache
def _examples(data: Path, corpus: str, features: FeatureSettings) -> list[Example]:
    return examples_of(pairs(data, corpus, "training"), ChainSettings(features))


@cache
def _development(data: Path, corpus: str, features: FeatureSettings, part: str) -> Development:
    return Development.build(pairs(data, corpus, part), ChainSettings(features))


def compared(
    data: Path,
    corpus: str,
    losses: Mapping[str, LossSettings],
    sizes: Sequence[int],
    seed: int,
    step: str = "perceptron",
) -> Mapping[tuple[int, str], Sequence[Found]]:
    """What came of every number of features and every loss, one run a seed."""
    wanted = {
        (most, name): [
            LossRun(
                corpus,
                replace(
                    learner(corpus, seed=seed + number, most=most),
                    loss=name if name in LOSSES else "learned",
                    augmentation=settings,
                    step=StepSettings(step),
                ),
            )
            for number in SEEDS
        ]
        for most in sizes
        for name, settings in losses.items()
    }
    found = iter(runs(data, [run for each in wanted.values() for run in each]))
    return {key: [next(found) for _ in each] for key, each in wanted.items()}


def conll(found: Sequence[Found]) -> float:
    """The mean CoNLL score of the scored documents, in per cent."""
    return 100 * float(np.mean([each.best.conll or 0.0 for each in found]))


def document_f1s(found: Sequence[Found]) -> NDArray[np.float64]:
    """The CoNLL score of each scored document, averaged over seeds."""
    return np.asarray(np.mean([each.best.f1s("conll") for each in found], axis=0))


def chance(found: Mapping[str, Sequence[Found]], name: str = "learned") -> str:
    """Wilcoxon's p over the scored documents of a learned loss against the best simple one."""
    best = max(SIMPLE, key=lambda each: conll(found[each]))
    found_by_chance = wilcoxon(document_f1s(found[best]), document_f1s(found[name]))
    return f"{found_by_chance:.3f}" if found_by_chance >= 0.001 else "< 0.001"


def lead(found: Mapping[str, Sequence[Found]], name: str = "learned") -> str:
    """By how much a learned loss is ahead of the best simple one."""
    return f"{conll(found[name]) - max(conll(found[each]) for each in SIMPLE):+.2f}"


def told_losses(losses: Mapping[str, LossSettings]) -> str:
    """The chosen strengths and extra costs, for notes."""
    parts = [
        f"{name} C = {settings.strength:g}" + ("" if settings.extra is None else f", r = {settings.extra:g}")
        for name, settings in losses.items()
    ]
    return f"Chosen: {'; '.join(parts)}. Runs are kept in the folder that the variable {WORK} names."
