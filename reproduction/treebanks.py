"""Sentences of a treebank, drawn at random, and how well trees and tags agree with the gold ones."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np

from namesakes.arrays import BoolArray
from namesakes.config import generator
from namesakes.formats import read
from namesakes.text.document import NO_HEAD, ROOT, Document
from namesakes.text.segment import joined


@dataclass(frozen=True)
class GoldSentence:
    """A sentence with its gold annotation; columns by name, and heads by place in the sentence (−1 for the root)."""

    words: tuple[str, ...]
    columns: tuple[tuple[str, tuple[str, ...]], ...]
    heads: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.words)


def gold_sentences(path: Path) -> list[GoldSentence]:
    """The sentences of a treebank file whose words all have heads; empty nodes are left out."""
    return [sentence for document in read(path) for sentence in _sentences(document)]


def _sentences(document: Document) -> Iterable[GoldSentence]:
    heads = document.heads
    if heads is None:
        return
    edges = [*document.sentence_starts.tolist(), len(document.starts)]
    empty = np.zeros(len(heads)) if document.empty_nodes is None else document.empty_nodes
    for first, last in pairwise(edges):
        tokens = [token for token in range(first, last) if not empty[token]]
        place = {token: number for number, token in enumerate(tokens)}
        above = [int(heads[token]) for token in tokens]
        if not tokens or any(head == NO_HEAD or (head >= 0 and head not in place) for head in above):
            continue
        kept = [name for name in ("upos", "xpos", "label") if name in document.columns]
        columns = tuple((name, tuple(document.columns[name][token] for token in tokens)) for name in kept)
        words = tuple(document.words[token] for token in tokens)
        yield GoldSentence(words, columns, tuple(place.get(head, ROOT) for head in above))


def as_document(name: str, sentences: Sequence[GoldSentence]) -> Document:
    """One document of these sentences, with their gold annotation."""
    fields = joined([sentence.words for sentence in sentences])
    columns = {
        column: [row for sentence in sentences for row in dict(sentence.columns)[column]]
        for column in dict(sentences[0].columns)
    }
    firsts = np.cumsum([0, *map(len, sentences)])
    heads = [
        head if head == ROOT else head + int(first)
        for first, sentence in zip(firsts[:-1], sentences, strict=True)
        for head in sentence.heads
    ]
    columns["form"] = [word for sentence in sentences for word in sentence.words]
    return Document(id=name, **fields, heads=np.array(heads, dtype=np.int32)).with_columns(**columns)


def drawn(sentences: Sequence[GoldSentence], count: int, seed: int) -> tuple[list[GoldSentence], list[GoldSentence]]:
    """So many sentences drawn at random, and the others. Fewer sentences of the same seed are the first of more."""
    order = generator(seed, "treebank").permutation(len(sentences)).tolist()
    return [sentences[place] for place in order[:count]], [sentences[place] for place in order[count:]]


def filled_up(test: Sequence[GoldSentence], others: Sequence[GoldSentence], words: int) -> list[GoldSentence]:
    """The test sentences up to so many words, with some of the others where there are not enough."""
    found, total = [], 0
    for sentence in (*test, *others):
        if total + len(sentence) > words:
            break
        found.append(sentence)
        total += len(sentence)
    return found


@cache
def is_punctuation(word: str) -> bool:
    """Whether all characters are punctuation, which CoNLL-X does not score."""
    return all(unicodedata.category(letter).startswith("P") for letter in word)


def scored_words(document: Document) -> BoolArray:
    """Which words CoNLL-X scores."""
    return np.array([not is_punctuation(word) for word in document.words], dtype=bool)


def right_heads(gold: Document, found: Document) -> BoolArray:
    """Which words have the gold head."""
    assert gold.heads is not None
    assert found.heads is not None
    return np.asarray(gold.heads == found.heads)


def right_tags(gold: Document, found: Document, column: str) -> BoolArray:
    """Which words have the gold tag."""
    return np.array(
        [one == two for one, two in zip(gold.columns[column], found.columns[column], strict=True)], dtype=bool
    )


def accuracy(right: BoolArray, counted: BoolArray) -> float:
    """The per cent of the counted words that are right."""
    return 100.0 * float(right[counted].mean()) if counted.any() else 0.0


def error_reduction(base: float, model: float) -> float:
    """How many per cent of the base's errors the model does not make, from accuracies in per cent."""
    return 100.0 * (model - base) / (100.0 - base) if base < 100.0 else 0.0
