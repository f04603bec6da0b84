"""The open corpora of named entities, mapped to one scheme: persons, organizations and places."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from namesakes.errors import DataError, UsageError
from namesakes.formats import read
from namesakes.syntax.entities.name_finder import CORPUS
from namesakes.syntax.recipe import NON_COMMERCIAL
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.spans import Spans

TYPES = {
    "per": "PER",
    "person": "PER",
    "org": "ORG",
    "organization": "ORG",
    "corporation": "ORG",
    "group": "ORG",
    "loc": "LOC",
    "location": "LOC",
    "place": "LOC",
    "gpe": "LOC",
    "fac": "LOC",
}
"""What the corpora's types become, whatever their case; entities of all other types are left out."""

GUM = "gum_named"
CORPORA = ("uner_en_ewt", "wnut17", "btc", "wikigold", "litbank_prop", GUM)
"""What the shipped model learns from; it finds names as the first one has them."""

ARTICLES = frozenset({"the", "a", "an"})
"""What GUM's names may begin with, and those of the others hardly ever do."""

HELD_OUT = 0.1
"""The share of wikigold, at its end, that is kept for measuring, as it comes without splits."""


def mapped(document: Document) -> Document:
    """The document with only its persons, organizations and places, under those names."""
    rows = [
        (entity.token_start, entity.token_end, TYPES[entity.label.lower()])
        for entity in document.entities
        if entity.label.lower() in TYPES
    ]
    return document.replace(entity_table=Spans.build(rows))


def entity_documents(
    corpora: Path | None, files: Sequence[Path] = (), *, tagger: Tagger | None = None
) -> list[Document]:
    """The documents of the files, or else of the corpora that the shipped model learns from; mapped, and tagged.

    Each file counts as a corpus of its own.
    """
    if files:
        return tagged(
            (named for number, path in enumerate(files, start=1) for named in _named(path, str(number))), tagger
        )
    if corpora is None:
        raise UsageError(
            "there is nothing to train on.\nName the folder of the corpora with --data, or files with --train."
        )
    return tagged((document for name in CORPORA for document in corpus_documents(corpora, name)), tagger)


def corpus_documents(corpora: Path, name: str) -> list[Document]:
    """The mapped documents of one corpus, train, which bear its name.

    Of wikigold, the end that is held out is missing; of GUM, the sentences of its non-commercial genres.
    """
    path = corpora / "ner" / name / ("all.bio" if name == "wikigold" else "train.bio")
    if not path.exists():
        raise DataError("a corpus of names to train on is not there", "Unpack the corpora first.", path=path)
    found = _named(path, name)
    if name == "wikigold":
        return [halves(document)[0] for document in found]
    if name == GUM:
        return _commercial(found, corpora / "treebanks" / "en_gum" / "train.conllu")
    return found


def _named(path: Path, corpus: str) -> list[Document]:
    """The mapped documents of a file, which bear the name of their corpus."""
    return [mapped(document).replace(meta={**document.meta, CORPUS: corpus}) for document in read(path)]


def _commercial(documents: Sequence[Document], treebank: Path) -> list[Document]:
    """The sentences whose texts a shipped model may learn from, as the treebank of the same sentences tells.

    Articles at the beginning of names are left out of them.
    """
    if not treebank.exists():
        raise DataError(
            "GUM's treebank, which has the genres, is not there", "Unpack the corpora first.", path=treebank
        )
    genres = [document.genre for document in read(treebank) for _ in document.sentences]
    if len(genres) != sum(len(document.sentences) for document in documents):
        raise DataError("GUM's names and its treebank do not have the same sentences", path=treebank)
    found = []
    for document in documents:
        edges = [*document.sentence_starts.tolist(), len(document.starts)]
        for (first, end), genre in zip(pairwise(edges), genres, strict=False):
            if genre not in NON_COMMERCIAL:
                found.append(_cut(document, [first, end]))
        del genres[: len(edges) - 1]
    return [_joined([_without_articles(sentence) for sentence in found])]


def _without_articles(document: Document) -> Document:
    rows = [
        (entity.token_start + (document.words[entity.token_start].lower() in ARTICLES), entity.token_end, entity.label)
        for entity in document.entities
    ]
    return document.replace(entity_table=Spans.build([row for row in rows if row[0] < row[1]]))


def _joined(documents: Sequence[Document]) -> Document:
    """The sentences of all documents as one document of words and entities."""
    rows, before = [], 0
    for document in documents:
        rows += [(entity.token_start + before, entity.token_end + before, entity.label) for entity in document.entities]
        before += len(document.starts)
    words = [list(document.words) for document in documents]
    return Document(id=GUM, meta={CORPUS: GUM}, entity_table=Spans.build(rows), **joined(words))


def tagged(documents: Iterable[Document], tagger: Tagger | None = None) -> list[Document]:
    """The documents with the tags that the tagger, or else the shipped one, gives them."""
    tagger = tagger or Tagger.shipped()
    return [tagger(document) for document in documents]


def halves(document: Document, share: float = HELD_OUT) -> tuple[Document, Document]:
    """The document's sentences but for the last share of them, and those, as two documents of words and entities."""
    edges = [*document.sentence_starts.tolist(), len(document.starts)]
    middle = len(edges) - 1 - round(share * (len(edges) - 1))
    return _cut(document, edges[: middle + 1]), _cut(document, edges[middle:])


def _cut(document: Document, edges: list[int]) -> Document:
    begin, end = edges[0], edges[-1]
    rows = [
        (entity.token_start - begin, entity.token_end - begin, entity.label)
        for entity in document.entities
        if begin <= entity.token_start and entity.token_end <= end
    ]
    words = [document.words[first:end] for first, end in pairwise(edges)]
    return Document(
        id=document.id, part=document.part, meta=document.meta, entity_table=Spans.build(rows), **joined(words)
    )
