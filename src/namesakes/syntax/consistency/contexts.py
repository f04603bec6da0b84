"""Contexts: neighbouring tags that told the tag of a word's head in all of the training data.

A template is a range of offsets r ≤ 0 ≤ s with s − r < 4; a context is a template and the tags that it covers (Rush,
Reichart, Collins & Globerson 2012, section 7). Contexts are whole numbers: the template and the tags, packed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from namesakes.arrays import BoolArray, Int32Array, Int64Array
from namesakes.errors import DataError
from namesakes.syntax.consistency.groups import close_groups
from namesakes.syntax.parsing.features import Sentences, tag_columns
from namesakes.text.document import NO_HEAD, Document
from namesakes.text.strings import Strings

TEMPLATES = tuple((first, first + width) for width in range(4) for first in range(-width, 1))
"""The first and the last offset of each template, short ones first."""

ROOT_NAME, UNKNOWN_NAME = "<root>", "<unknown>"
NO_CONTEXT = -1
_BITS, _TEMPLATE = 12, 48
_OUTSIDE, _UNKNOWN = 0, -1


@dataclass(frozen=True)
class Words:
    """The words of some sentences, one after the other.

    Parameters
    ----------
    tags : the number of each word's tag in an inventory, −1 for a tag that is not in it.
    sentences : the sentence of each word.
    """

    tags: Int32Array
    sentences: Int32Array

    def keys(self) -> Int64Array:
        """By word and template the context; −1 where a tag is unknown or a template goes past more than the edge."""
        count = len(self.tags)
        padded = np.concatenate(
            (np.zeros(3, np.int64), np.where(self.tags >= 0, self.tags + 1, -1), np.zeros(3, np.int64))
        )
        where = np.concatenate((np.full(3, -9), self.sentences, np.full(3, -9)))
        columns: dict[int, Int64Array] = {}
        for offset in range(-3, 4):
            inside = where[3 + offset : 3 + offset + count] == self.sentences
            columns[offset] = np.where(inside, padded[3 + offset : 3 + offset + count], _OUTSIDE)
        found = np.empty((count, len(TEMPLATES)), dtype=np.int64)
        for number, (first, last) in enumerate(TEMPLATES):
            key, bad = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=bool)
            for offset in range(first, last + 1):
                column = columns[offset]
                key = (key << _BITS) | np.maximum(column, 0)
                bad |= column == _UNKNOWN
                if abs(offset) > 1:
                    bad |= (column == _OUTSIDE) & (columns[offset - np.sign(offset)] == _OUTSIDE)
            found[:, number] = np.where(bad, NO_CONTEXT, key | (number << _TEMPLATE))
        return found


@dataclass(frozen=True)
class Contexts:
    """The contexts of training data in which the head always has the same tag.

    Parameters
    ----------
    names : the tags.
    fine : whether they are the fine tags or the coarse ones.
    keys : the contexts, sorted.
    heads : the number of the head's tag, `len(names)` for the root.
    counts : how often the context was seen.
    """

    names: tuple[str, ...]
    fine: bool
    keys: Int64Array
    heads: Int32Array
    counts: Int32Array

    @classmethod
    def learn(cls, documents: Sequence[Document], least: int = 1, *, fine: bool = False) -> "Contexts":
        """The contexts of documents with tags and heads that were seen at least so often; of coarse tags or fine."""
        table = context_table(documents, fine=fine)
        sure = (table.most == table.totals) & (table.totals >= least)
        return cls(table.names, table.fine, table.keys[sure], table.heads[sure], table.totals[sure])

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def groups(self) -> Int32Array:
        """The group of each tag, of the root and of unknown tags; tags of one group are close."""
        groups = close_groups(self.names)
        last = int(groups.max(initial=-1))
        return np.append(groups, [last + 1, last + 2]).astype(np.int32)

    @cached_property
    def inside(self) -> BoolArray:
        """Whether the tag of the head is one of the tags around the word."""
        return head_inside(self.keys, self.heads)

    def of(self, words: Words) -> tuple[Int32Array, Int32Array]:
        """The words that have a context, and which: one whose head is inside first, and long before short."""
        keys = words.keys()
        if not len(self.keys):
            return np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        lengths = np.array([last - first for first, last in TEMPLATES])
        worth = np.where(self.keys[places] == keys, self.inside[places] * 4 + lengths, -1)
        rows, best = np.arange(len(keys)), worth.argmax(axis=1)
        found = np.flatnonzero(worth[rows, best] >= 0)
        return found.astype(np.int32), places[found, best[found]].astype(np.int32)

    def words(self, document: Document, seen: Sentences) -> Words:
        """The words of a document's sentences."""
        return words_of(document, seen, self.names, self.fine)

    def show(self, number: int) -> str:
        """The tags of a context, with the word's own in brackets and the sentence's edge as ∎."""
        template, tags = _unpack(int(self.keys[number]))
        first, _ = TEMPLATES[template]
        shown = ["∎" if tag == _OUTSIDE else self.names[tag - 1] for tag in tags]
        shown[-first] = f"[{shown[-first]}]"
        return " ".join(shown)

    def head_name(self, tag: int) -> str:
        """The name of a head's tag."""
        return (*self.names, ROOT_NAME, UNKNOWN_NAME)[tag]


@dataclass(frozen=True)
class Table:
    """All contexts of some documents: how often each was seen, its most frequent head's tag, and how often that was."""

    names: tuple[str, ...]
    fine: bool
    keys: Int64Array
    heads: Int32Array
    most: Int32Array
    totals: Int32Array


def context_table(documents: Sequence[Document], *, fine: bool = False) -> Table:
    """The contexts of documents with tags and heads."""
    names = tuple(sorted({tag for document in documents for tag in tag_columns(document)[0 if fine else 1].values}))
    if len(names) >= 1 << _BITS:
        raise DataError(f"there are {len(names)} tags, and contexts can tell {(1 << _BITS) - 1} apart")
    keys, heads = [], []
    for document in documents:
        if document.heads is None:
            raise DataError(f"document {document.key} has no heads, from which contexts are learned")
        tags, sentences = _tags(document, names, fine), document.sentence_ids
        real = np.flatnonzero(document.empty_nodes == 0) if document.empty_nodes is not None else np.arange(len(tags))
        above = document.heads[real]
        known = above != NO_HEAD
        keys.append(Words(tags[real], sentences[real]).keys()[known])
        heads.append(np.where(above >= 0, tags[np.maximum(above, 0)], len(names))[known])
    every = np.concatenate([part.ravel() for part in keys])
    tags = np.concatenate([np.repeat(part, len(TEMPLATES)) for part in heads])
    good = every != NO_CONTEXT
    pairs, seen = np.unique(np.stack((every[good], tags[good]), axis=1), axis=0, return_counts=True)
    order = np.lexsort((pairs[:, 1], -seen, pairs[:, 0]))
    found, first, groups = np.unique(pairs[order, 0], return_index=True, return_inverse=True)
    totals = np.bincount(groups, weights=seen[order]).astype(np.int32)
    most, best = seen[order][first].astype(np.int32), pairs[order][first, 1].astype(np.int32)
    return Table(names, fine, found, best, most, totals)


def head_inside(keys: Int64Array, heads: Int32Array) -> BoolArray:
    """Whether the tag of each context's head is one of the tags around the word."""
    inside = np.zeros(len(keys), dtype=bool)
    for number, (first, last) in enumerate(TEMPLATES):
        rows = np.flatnonzero(keys >> _TEMPLATE == number)
        for offset in range(first, last + 1):
            if offset:
                tags = (keys[rows] >> (_BITS * (last - offset))) & ((1 << _BITS) - 1)
                inside[rows] |= tags == heads[rows] + 1
    return inside


def words_of(document: Document, seen: Sentences, names: Sequence[str], fine: bool) -> Words:
    """The words of a document's sentences as the parser sees them, with the numbers of their tags."""
    rows = np.flatnonzero(seen.tokens >= 0)
    sentences = np.searchsorted(seen.bounds, rows, side="right") - 1
    return Words(_tags(document, names, fine)[seen.tokens[rows]], sentences.astype(np.int32))


def _tags(document: Document, names: Sequence[str], fine: bool) -> Int32Array:
    """The number of each token's tag in an inventory, −1 for others."""
    column: Strings = tag_columns(document)[0 if fine else 1]
    numbers = {name: number for number, name in enumerate(names)}
    values = np.array([numbers.get(tag, _UNKNOWN) for tag in column.values], dtype=np.int32)
    return values[column.indices] if len(column) else np.zeros(0, dtype=np.int32)


def _unpack(key: int) -> tuple[int, list[int]]:
    """The template of a context, and the tags (from 1 on, 0 for the sentence's edge)."""
    template = key >> _TEMPLATE
    first, last = TEMPLATES[template]
    return template, [(key >> (_BITS * (last - offset))) & ((1 << _BITS) - 1) for offset in range(first, last + 1)]
