"""How many gold mentions are noun phrases, and how many noun phrases are gold mentions."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from namesakes.errors import DataError
from namesakes.formats import read
from namesakes.syntax.evaluation import tokens_only
from namesakes.syntax.parts import Syntax
from namesakes.syntax.phrases.constituents import Kind, noun_phrases
from namesakes.text.document import Document
from reproduction.corpora import corpus_path
from reproduction.outcome import Experiment, Outcome

Spans = set[tuple[int, int]]


def run(data: Path | None, seed: int) -> Outcome:
    """Recall and precision of noun phrases against the mentions of OntoGUM, dev, with gold trees and with ours."""
    folder = corpus_path(data, "ontogum")
    gold = {document.id: _mentions(document) for document in read(folder / "dev.conll")}
    trees = [document for path in sorted((folder / "conllu" / "dev").glob("*.conllu")) for document in read(path)]
    pipeline = Syntax.shipped().steps(tokenized=True)
    ours = [pipeline(tokens_only(document)) for document in trees]
    rows = [
        *_rows("gold trees", trees, gold),
        *_rows("the shipped pipeline's trees", ours, gold),
        *list(_rows("the same, with short phrases", ours, gold, short=True))[:1],
    ]
    notes = (
        "Mentions of OntoGUM are those of chains with at least two; what is mentioned once is none, which bounds the "
        "precision of noun phrases. A phrase is right when its span is that of a mention. Names that the pipeline "
        "finds are among its phrases. The goal with gold trees is a recall of 95.5 at a precision of 45; the reference "
        "to beat is 94.3 at 43.3."
    )
    return Outcome(["trees", "kind", "phrases", "recall", "precision"], rows, "ontogum, dev", notes)


def _rows(title: str, documents: list[Document], gold: dict[str, Spans], *, short: bool = False) -> Iterator[list[str]]:
    """The rows of one kind of trees: all phrases first, and then by their kinds."""
    found, right = Counter[str](), Counter[str]()
    for document in documents:
        for span, kind in dict(_phrases(document, short)).items():
            found[kind] += 1
            right[kind] += span in gold[document.id]
    mentions = sum(len(gold[document.id]) for document in documents)
    for name in ("all", *(kind.name.lower() for kind in Kind)):
        count, good = (found.total(), right.total()) if name == "all" else (found[name], right[name])
        if not count:
            continue
        yield [title, name, f"{count:,}", f"{100 * good / mentions:.2f}", f"{100 * good / count:.2f}"]


def _mentions(document: Document) -> Spans:
    table = document.mention_table
    if table is None:
        raise DataError(f"document {document.key} has no mentions")
    return set(zip(table.first.tolist(), table.end.tolist(), strict=True))


def _phrases(document: Document, short: bool) -> Iterator[tuple[tuple[int, int], str]]:
    """The phrases' spans, counted without the document's empty nodes, and their kinds."""
    count = len(document.starts)
    real = np.ones(count, dtype=np.int64) if document.empty_nodes is None else 1 - document.empty_nodes
    places = np.concatenate([[0], np.cumsum(real)])
    phrases = noun_phrases(document.replace(mention_table=None), short=short)
    rows = zip(places[phrases.first].tolist(), places[phrases.end].tolist(), phrases.kind.tolist(), strict=True)
    for first, last, kind in rows:
        yield (first, last), Kind(kind).name.lower()


EXPERIMENT = Experiment(
    "Noun phrases and mentions",
    "The noun phrases that are derived from dependency trees, measured against gold mentions.",
    run,
)
