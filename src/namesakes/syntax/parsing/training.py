"""Training of the parser: the filter, then arcs and siblings over what it leaves, then relations.

Online large-margin learning (1-best MIRA, that is passive-aggressive): each sentence is decoded with 1 added to every
wrong arc, and the weights change by as little as makes the gold tree win by the number of wrong heads (Crammer et al.
2006; McDonald, Crammer & Pereira 2005). Weights are averaged. Gold trees that are not projective are lifted.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import ByteArray, Float32Array, IndexArray, Int32Array, UInt64Array
from namesakes.config import generator
from namesakes.errors import DataError
from namesakes.learning.quantization import quantize_roots
from namesakes.learning.weights import Weights
from namesakes.metrics import score
from namesakes.syntax.parsing.features import coarse_inventory, sentences
from namesakes.syntax.parsing.kernels import updates as kernel
from namesakes.syntax.parsing.parser import LONG, Parser, ParserSettings, rows_of
from namesakes.syntax.parsing.projective import is_tree, lifted
from namesakes.syntax.parsing.relations import LabelledTree, Labeller
from namesakes.syntax.parsing.scores import ArcModel, Rows, filter_arcs
from namesakes.syntax.tagging.jackknife import jackknifed
from namesakes.text.document import NO_HEAD, Document

Report = Callable[[Mapping[str, float]], None]


@dataclass(frozen=True)
class Example:
    """A sentence with its gold heads, as they are and projective, and the arcs to choose from."""

    rows: Rows
    heads: Int32Array
    projective: Int32Array
    labels: tuple[str, ...]
    kept: ByteArray | None = None


def train(
    documents: Sequence[Document],
    settings: ParserSettings,
    dev: Sequence[Document] | None = None,
    report: Report | None = None,
) -> Parser:
    """The parser learned from documents with tags, heads and relations."""
    inventory = coarse_inventory(documents)
    examples = [example for document in documents for example in examples_of(document, inventory)]
    if not examples:
        raise DataError("there is no sentence with a dependency tree to learn from", "Give documents with heads.")
    filter = _learn(examples, 0, settings, lambda *_: None)
    labeller = _learn_labels(examples, settings)
    examples = [_filtered(example, filter, settings) for example in examples]

    def progress(epoch: int, weights: Weights, seconds: float) -> None:
        if report is not None:
            arcs = ArcModel(weights.averaged(), settings.order, settings.features)
            found = _scores(Parser(settings, inventory, filter, arcs, labeller), dev)
            report({"epoch": epoch, "seconds": seconds, **found})

    arcs = _learn(examples, settings.order, settings, progress)
    return Parser(settings, inventory, filter, arcs, labeller)


def train_parser(documents: Sequence[Document], settings: ParserSettings, report: Report | None = None) -> Parser:
    """The parser learned from documents with gold tags and trees; with `tag_folds`, from predicted tags too."""
    return train(with_predicted_tags(documents, settings), settings, report=report)


def with_predicted_tags(documents: Sequence[Document], settings: ParserSettings) -> list[Document]:
    """The documents, and with `tag_folds` each once more with predicted tags, where there are enough of them."""
    folds = settings.tag_folds if len(documents) >= 2 * settings.tag_folds else 0
    predicted = jackknifed(documents, folds, settings.tagger) if folds else []
    return [*documents, *predicted]


def examples_of(document: Document, inventory: UInt64Array) -> list[Example]:
    """The sentences of a document whose words all have a head and make a tree."""
    if document.heads is None:
        raise DataError(f"document {document.key} has no heads, from which the parser would learn")
    seen = sentences(document, inventory)
    labels = document.columns.get("label")
    place = np.zeros(len(document.starts), dtype=np.int32)
    found = []
    for number in range(len(seen)):
        tokens = seen.words(number)
        if not 0 < len(tokens) <= LONG or bool((document.heads[tokens] == NO_HEAD).any()):
            continue
        place[tokens] = np.arange(1, len(tokens) + 1)
        above = document.heads[tokens]
        heads = np.concatenate(([-1], np.where(above >= 0, place[above], 0))).astype(np.int32)
        if not is_tree(heads):
            continue
        names = tuple("" if labels is None else labels[token] for token in tokens.tolist())
        found.append(Example(rows_of(seen, number), heads, lifted(heads), names))
    return found


def _filtered(example: Example, filter: ArcModel, settings: ParserSettings) -> Example:
    """The example with the arcs that the filter leaves, and the gold ones."""
    kept = filter_arcs(filter.arcs(example.rows), settings.heads, settings.margin)
    kept[example.projective[1:], np.arange(1, len(example.heads))] = 1
    return Example(example.rows, example.heads, example.projective, example.labels, kept)


def _learn(
    examples: Sequence[Example], order: int, settings: ParserSettings, progress: Callable[[int, Weights, float], None]
) -> ArcModel:
    """The averaged model of the filter (order 0), or of arcs and siblings."""
    weights = Weights(settings.bits if order else settings.filter_bits)
    model, scratch = ArcModel(weights.values, order, settings.features), np.zeros_like(weights.values)
    started = time.monotonic()
    for epoch, shuffled in enumerate(_orders(examples, settings, "arcs" if order else "filter"), start=1):
        for number in shuffled.tolist():
            _learn_from(examples[number], model, weights, scratch, settings.cap)
            weights.tick()
        progress(epoch, weights, time.monotonic() - started)
    small, largest = quantize_roots(weights.averaged(), settings.least if order else 0)
    return ArcModel(small, order, settings.features, largest)


def _learn_from(example: Example, model: ArcModel, weights: Weights, scratch: Float32Array, cap: float) -> None:
    """Decode one sentence with the cost of wrong arcs, and update the weights where the gold tree does not win."""
    gold, words = example.projective, np.arange(1, len(example.heads))
    scored = model.score(example.rows, example.kept, "eisner")
    cost = np.ones_like(scored.arcs)
    cost[gold[words], words] = 0.0
    tree, _ = scored.tree(cost)
    loss = int((tree[1:] != gold[1:]).sum())
    if loss:
        places, gained, count = model.difference(example.rows, gold, tree)
        kernel.update(weights.values, weights.sums, scratch, places, gained, count, loss, cap, weights.clock)


def _learn_labels(examples: Sequence[Example], settings: ParserSettings) -> Labeller:
    names = sorted({label for example in examples for label in example.labels if label})
    numbers = {"": -1} | {name: number for number, name in enumerate(names)}
    trees = [
        LabelledTree(example.rows, example.heads, np.array([-1, *map(numbers.__getitem__, example.labels)], np.int32))
        for example in examples
    ]
    orders = _orders(examples, settings, "labels")
    clusters = settings.features == "clusters"
    return Labeller.train(names, trees, settings.label_bits, orders, settings.cap, clusters=clusters)


def _orders(examples: Sequence[Example], settings: ParserSettings, purpose: str) -> list[IndexArray]:
    """The orders in which the sentences are seen, one an epoch."""
    epochs = {"arcs": settings.epochs, "filter": settings.filter_epochs, "labels": settings.label_epochs}[purpose]
    random = generator(settings.seed, "parser", purpose)
    return [random.permutation(len(examples)) for _ in range(epochs)]


def _scores(parser: Parser, dev: Sequence[Document] | None) -> dict[str, float]:
    """UAS and LAS of the parser on documents with trees."""
    if not dev:
        return {}
    found = score(dev, [parser(document) for document in dev], metrics=("uas", "las")).scores()
    return {name: found[name].f1 for name in ("uas", "las")}
