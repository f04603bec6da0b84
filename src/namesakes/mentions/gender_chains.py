"""Gold chains as evidence of gender and animacy: names and nouns, and the pronouns that take them up."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from namesakes.arrays import ByteArray, IndexArray, Int8Array
from namesakes.errors import DataError
from namesakes.formats import read
from namesakes.mentions.gender_features import NAME, NOMINAL, Phrases
from namesakes.mentions.pronouns import CITATIONS, ENGLISH, SINGULAR
from namesakes.syntax.recipe import NON_COMMERCIAL
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.text.document import Document
from namesakes.text.vocabulary import codes

ANIMATE_TYPES = frozenset({"person", "animal"})
"""The types of GUM's entities that are animate."""

PERSON, PRONOUN = "PER", 3
_IT, _SOMEBODY = np.array([0, 0, 1, 0, 0]), np.array([0, 0, 0, 0, 1])
_TAKEN_UP = tuple(CITATIONS.index(word) for word in ("he", "she", "it", "they"))


@dataclass(frozen=True)
class Evidence:
    """The names and nouns of one document, and what gold annotation says of them.

    Parameters
    ----------
    pronouns : how many of he, she, it and they are in the chain of each; a fifth column is for he or she, whichever.
    animate : 1 for what is annotated as animate, 0 for inanimate, -1 where nothing says.
    """

    phrases: Phrases
    pronouns: NDArray[np.number]
    animate: Int8Array


def chain_evidence(document: Document) -> Evidence:
    """The names and nouns in the chains of a document with tags.

    That they takes up a singular, as it often does a company, does not make a plural of it.
    """
    table = document.mention_table
    if table is None:
        raise DataError(f"document {document.key} has no chains to learn from")
    first, end = table.first.astype(np.intp), table.end.astype(np.intp)
    head, kind = described(document, first, end)
    lower = codes([word.lower() for word in document.words])
    place = ENGLISH.find(lower[head])
    citation = np.where((place >= 0) & (end - first == 1), ENGLISH.citations[place], 0)
    found = np.zeros((len(table.chain_ids) + 1, 4), dtype=np.int64)
    for column, number in enumerate(_TAKEN_UP):
        np.add.at(found[:, column], table.chains[citation == number], 1)
    kept = (kind != PRONOUN) & (found[table.chains].sum(axis=1) > 0) & (table.chains >= 0)
    phrases = Phrases.of(document, first[kept], end[kept], head[kept], kind[kept])
    pronouns = found[table.chains][kept]
    pronouns[phrases.plural == SINGULAR, 3] = 0
    return Evidence(phrases, pronouns, np.full(len(phrases), -1, dtype=np.int8))


def typed_evidence(document: Document, rows: list[dict[str, object]]) -> Evidence:
    """The names and nouns whose types of entity are annotated: `sent`, `start`, `end` (inclusive) and `etype`."""
    starts = document.sentence_starts
    first = np.array([starts[int(str(row["sent"]))] + int(str(row["start"])) for row in rows], dtype=np.intp)
    end = np.array([starts[int(str(row["sent"]))] + int(str(row["end"])) + 1 for row in rows], dtype=np.intp)
    animate = np.array([row["etype"] in ANIMATE_TYPES for row in rows], dtype=np.int8)
    head, kind = described(document, first, end)
    kept = kind != PRONOUN
    phrases = Phrases.of(document, first[kept], end[kept], head[kept], kind[kept])
    return Evidence(phrases, np.zeros((int(kept.sum()), 4), dtype=np.int64), animate[kept])


def named_evidence(document: Document) -> Evidence:
    """The named entities of a document with tags: persons are animate; organizations and places go with it.

    The model sees the type of every third, since a document to be judged may have types or not.
    """
    table = document.entity_table
    if table is None:
        raise DataError(f"document {document.key} has no named entities to learn from")
    first, end = table.starts.astype(np.intp), table.ends.astype(np.intp)
    things = np.array([label != PERSON for label in table.labels], dtype=np.int64)
    phrases = Phrases.of(document, first, end, end - 1, np.full(len(first), NAME, dtype=np.uint8))
    seen = replace(phrases, entity=np.where(np.arange(len(first)) % 3 == 2, phrases.entity, np.uint32(0)))
    return Evidence(seen, np.where(things[:, None] > 0, _IT, _SOMEBODY), (1 - things).astype(np.int8))


def described(document: Document, first: IndexArray, end: IndexArray) -> tuple[IndexArray, ByteArray]:
    """The head and the kind of each mention: by the tree, or without one the last noun of the first run of nouns."""
    columns = [document.columns[name].codes for name in ("upos", "xpos") if name in document.columns]
    nouns, proper, pronouns = (
        np.logical_or.reduce([np.isin(column, wanted) for column in columns]) for wanted in (_NOUNS, _PROPER, _PRONOUNS)
    )
    heads = document.heads
    found = np.empty(len(first), dtype=np.intp)
    for row, (begin, stop) in enumerate(zip(first.tolist(), end.tolist(), strict=True)):
        if heads is not None:
            inside = heads[begin:stop]
            outer = np.flatnonzero((inside < begin) | (inside >= stop))
            found[row] = begin + (int(outer[0]) if len(outer) else 0)
        else:
            places = np.flatnonzero(nouns[begin:stop])
            run = 0
            while run + 1 < len(places) and places[run + 1] == places[run] + 1:
                run += 1
            found[row] = begin + int(places[run]) if len(places) else stop - 1
    kind = np.where(proper[found], NAME, np.where(pronouns[found] | ~nouns[found], PRONOUN, NOMINAL))
    return found, kind.astype(np.uint8)


def ontogum_documents(corpora: Path, split: str, *, commercial: bool = False) -> list[Document]:
    """The documents of OntoGUM with gold trees; `commercial` leaves out the non-commercial genres."""
    folder = corpora / "ontogum" / "conllu" / split
    if not folder.is_dir():
        raise DataError("the documents of OntoGUM are not there", "Unpack the corpora first.", path=folder)
    return [item for item in read(folder) if not commercial or item.genre not in NON_COMMERCIAL]


def training_evidence(corpora: Path) -> Iterator[Evidence]:
    """All that a shipped model may learn from: OntoGUM without its non-commercial genres, LitBank, named entities."""
    from namesakes.syntax.entities.corpora import entity_documents

    tagger, rows = Tagger.shipped(), entity_rows(corpora, "train")
    for document in ontogum_documents(corpora, "train", commercial=True):
        yield chain_evidence(document)
        yield typed_evidence(document, rows.get(document.id, []))
    for document in read(corpora / "litbank" / "train.conll"):
        yield chain_evidence(tagger(document))
    for document in entity_documents(corpora, tagger=tagger):
        yield named_evidence(document)


def entity_rows(corpora: Path, split: str) -> dict[str, list[dict[str, object]]]:
    """The annotated entities of OntoGUM by document."""
    path = corpora / "ontogum" / "entities" / f"{split}.jsonl"
    with path.open(encoding="utf-8") as lines:
        return {row["doc"]: row["mentions"] for row in map(json.loads, lines)}


_NOUNS = codes(["NOUN", "PROPN", "NN", "NNS", "NNP", "NNPS"])
_PROPER = codes(["PROPN", "NNP", "NNPS"])
_PRONOUNS = codes(["PRON", "DET", "PRP", "PRP$", "WP", "WP$", "DT", "WDT", "EX"])
