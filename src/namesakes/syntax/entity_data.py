"""The open corpora of named entities, mapped to one scheme: persons, organizations and places."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path

from namesakes.errors import DataError, UsageError
from namesakes.formats import read
from namesakes.syntax.tagger import Tagger
from namesakes.syntax.tokenizer import Tokenizer
from namesakes.syntax.word_clusters import Clusters
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.spans import Spans

TYPES = {
    "per": "PER",
    "person": "PER",
    "org": "ORG",
    "corporation": "ORG",
    "group": "ORG",
    "loc": "LOC",
    "location": "LOC",
    "gpe": "LOC",
    "fac": "LOC",
}
"""What the corpora's types become, whatever their case; entities of all other types are left out."""

CORPORA = ("uner_en_ewt", "wnut17", "btc", "wikigold", "litbank_prop")
"""What the shipped model learns from; GUM's names are not among them, since some of its texts are non-commercial."""

TEXTS = ("frus_names", "frus_personx")
"""Whose raw text (diplomatic papers, public domain) the shipped model's clusters of words are learned from too."""

HELD_OUT = 0.1
"""The share of wikigold, at its end, that is kept for measuring, as it comes without splits."""


def mapped(document: Document) -> Document:
    """The document with only its persons, organizations and places, under those names."""
    rows = [
        (entity.first, entity.last, TYPES[entity.label.lower()])
        for entity in document.entities
        if entity.label.lower() in TYPES
    ]
    return document.replace(entity_table=Spans.build(rows))


def entity_documents(corpora: Path | None, files: Sequence[Path] = ()) -> list[Document]:
    """The documents of the files, or else of the corpora that the shipped model learns from; mapped, and tagged."""
    if files:
        return tagged(mapped(document) for path in files for document in read(path))
    if corpora is None:
        raise UsageError(
            "there is nothing to train on.\nName the folder of the corpora with --data, or files with --train."
        )
    return tagged(document for name in CORPORA for document in corpus_documents(corpora, name))


def corpus_documents(corpora: Path, name: str) -> list[Document]:
    """The mapped documents of one corpus, train; for wikigold, all but the end that is held out."""
    path = corpora / "ner" / name / ("all.bio" if name == "wikigold" else "train.bio")
    if not path.exists():
        raise DataError("a corpus of names to train on is not there", "Unpack the corpora first.", path=path)
    found = [mapped(document) for document in read(path)]
    return [halves(document)[0] for document in found] if name == "wikigold" else found


def entity_clusters(corpora: Path | None, documents: Iterable[Document]) -> Clusters:
    """Clusters of the words of these documents and, where there are corpora, of their raw texts."""
    texts = [corpora / "people" / name / "train.jsonl" for name in TEXTS] if corpora is not None else []
    return Clusters.build(sentence for document in chain(documents, _raw(texts)) for sentence in _sentences(document))


def _raw(paths: Iterable[Path]) -> Iterator[Document]:
    """The documents of JSONL rows with a `text`, tokenized."""
    tokenizer = Tokenizer.shipped()
    for path in paths:
        if not path.exists():
            raise DataError("a text for clusters of words is not there", "Unpack the corpora first.", path=path)
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                yield tokenizer(Document(text=json.loads(line)["text"]))


def _sentences(document: Document) -> Iterator[Sequence[str]]:
    for first, last in pairwise([*document.sentence_starts.tolist(), len(document.starts)]):
        yield document.words[first:last]


def tagged(documents: Iterable[Document]) -> list[Document]:
    """The documents with the tags that the shipped tagger gives them."""
    tagger = Tagger.shipped()
    return [tagger(document) for document in documents]


def halves(document: Document, share: float = HELD_OUT) -> tuple[Document, Document]:
    """The document's sentences but for the last share of them, and those, as two documents of words and entities."""
    edges = [*document.sentence_starts.tolist(), len(document.starts)]
    middle = len(edges) - 1 - round(share * (len(edges) - 1))
    return _cut(document, edges[: middle + 1]), _cut(document, edges[middle:])


def _cut(document: Document, edges: list[int]) -> Document:
    begin, end = edges[0], edges[-1]
    rows = [
        (entity.first - begin, entity.last - begin, entity.label)
        for entity in document.entities
        if begin <= entity.first and entity.last <= end
    ]
    words = [document.words[first:last] for first, last in pairwise(edges)]
    return Document(id=document.id, part=document.part, entity_table=Spans.build(rows), **joined(words))
