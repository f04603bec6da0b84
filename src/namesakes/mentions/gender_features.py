"""What the gender of a name or noun can be told by: its words, their letters and their clusters, as hashed codes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from namesakes.arrays import BoolArray, ByteArray, IndexArray, IntegerArray, UInt32Array
from namesakes.syntax.tagging.word_forms import LOWER, PREFIX, SUFFIX, word_forms
from namesakes.text.document import Document
from namesakes.text.vocabulary import folded_codes
from namesakes.text.word_cache import WordCache
from namesakes.text.word_vectors import WordVectors, shortened

NAME, NOMINAL = 1, 2
"""Kinds of mentions, numbered as in `namesakes.mentions.attributes`."""

GRAINS = (4, 6, 8, 12)


@dataclass(frozen=True)
class Phrases:
    """Names and nouns to be judged, as places in one sequence of words; -1 where there is no such word.

    Parameters
    ----------
    words : the words of all phrases.
    kind : `NAME` or `NOMINAL`, one a phrase.
    first, end : the run of words that is the name; of a noun, the noun alone.
    head : the head word.
    before, after : the word that begins the mention, where that is not the name's first; the word after the name in it.
    opens, closes : whether the name's beginning and its end are known; one of them is not in `john !`.
    entity : the code of the type of named entity, 0 for none.
    plural : 1 and 2 for what the tagger holds for singular and plural, 0 where there are no tags.
    cased : whether the words are written as they stood in a text, and not in small letters.
    """

    words: Sequence[str]
    kind: ByteArray
    first: IndexArray
    end: IndexArray
    head: IndexArray
    before: IndexArray
    after: IndexArray
    opens: BoolArray
    closes: BoolArray
    entity: UInt32Array
    plural: ByteArray
    cased: bool = True

    def __len__(self) -> int:
        return len(self.kind)

    @classmethod
    def of(
        cls, document: Document, first: IntegerArray, end: IntegerArray, head: IntegerArray, kind: IntegerArray
    ) -> "Phrases":
        """The mentions of a document; those that are neither names nor nouns get no features."""
        opening, closing, heads = (np.asarray(places).astype(np.intp) for places in (first, end, head))
        kinds = np.asarray(kind).astype(np.uint8)
        run_first, run_end = _runs(_proper(document))
        named = kinds == NAME
        begin = np.where(named, np.maximum(run_first[heads], opening), heads)
        stop = np.where(named, np.maximum(np.minimum(run_end[heads], closing), heads + 1), heads + 1)
        sides = np.ones(len(kinds), dtype=np.bool_)
        return cls(
            words=document.words,
            kind=kinds,
            first=begin,
            end=stop,
            head=heads,
            before=np.where(begin > opening, opening, -1),
            after=np.where(stop < closing, stop, -1),
            opens=sides,
            closes=sides,
            entity=_entities(document)[heads],
            plural=_numbers(document)[heads],
        )

    def features(self) -> UInt32Array:
        """One row of codes a phrase, 0 where a template has nothing to say. O(phrases), but for words never met."""
        found = np.zeros((len(self), WIDE), dtype=np.uint32)
        for kind, templates in ((NAME, _name), (NOMINAL, _nominal)):
            rows = np.flatnonzero(self.kind == kind)
            if len(rows):
                columns = np.column_stack(templates(self, rows))
                found[rows, : columns.shape[1]] = _mixed(columns.astype(np.uint32, copy=False), kind)
        return found

    def known(self, *places: IndexArray) -> list[UInt32Array]:
        """What is known of the words at these places, in the columns below, looked up once a word."""
        needed, where = np.unique(np.concatenate(places), return_inverse=True)
        words = [self.words[place] if place >= 0 else "" for place in needed.tolist()]
        table = _WORDS_MET.of(words)
        if self.cased:
            table[:, CASE] = [_case(word) for word in words]
        edges = np.cumsum([len(part) for part in places])[:-1]
        return [table[rows] for rows in np.split(where.reshape(-1), edges)]

    def singular(self, places: IndexArray) -> UInt32Array:
        """The same of the singular of the nouns at these places, as far as spelling tells it."""
        needed, where = np.unique(places, return_inverse=True)
        table = _WORDS_MET.of([singular_form(self.words[place].lower()) for place in needed.tolist()])
        found: UInt32Array = table[where.reshape(-1)]
        return found


SELF, ENDINGS, BEGINNINGS, CLUSTERS, CASE = 0, 1, 6, 9, 13
"""What is known of a word: its code in small letters, those of its last 1 to 5 and of its first 3 to 5 letters, its
clusters from coarse to fine, and how it is written."""

_FORMS = (LOWER, *range(SUFFIX + 1, SUFFIX + 6), *range(PREFIX + 3, PREFIX + 6))


def _looked_up(words: Sequence[str]) -> UInt32Array:
    table = np.zeros((len(words), CASE + 1), dtype=np.uint32)
    table[:, :CLUSTERS] = word_forms(words)[:, _FORMS]
    paths = WordVectors.shipped().paths(table[:, SELF])
    for place, bits in enumerate(GRAINS):
        table[:, CLUSTERS + place] = shortened(paths, bits)
    table[[not word for word in words]] = 0
    return table


_WORDS_MET = WordCache(_looked_up)


def _name(phrases: Phrases, rows: IndexArray) -> list[Any]:
    """The templates of names: given names and titles, the last word, and how they are written."""
    first, end, head = phrases.first[rows], phrases.end[rows], phrases.head[rows]
    opens, closes = phrases.opens[rows], phrases.closes[rows]
    length, whole = end - first, opens & closes
    alone = whole & (length == 1)
    given, second, third, last, inner, before, after = phrases.known(
        np.where(opens, first, -1),
        np.where(whole & (length > 2), first + 1, -1),
        np.where(whole & (length > 3), first + 2, -1),
        np.where(closes, end - 1, -1),
        np.where(head != end - 1, head, -1),
        phrases.before[rows],
        phrases.after[rows],
    )
    run = _chained(given[:, SELF], second[:, SELF], third[:, SELF], last[:, SELF])
    return [
        np.ones(len(rows), dtype=np.uint32),
        np.where(whole, np.minimum(length, 5), 0),
        np.where(whole & ~alone, run, 0),
        np.where(alone, given[:, SELF], 0),
        np.where(alone, 0, given[:, SELF]),
        given[:, SELF],
        second[:, SELF],
        third[:, SELF],
        last[:, SELF],
        given[:, ENDINGS:CLUSTERS],
        second[:, ENDINGS : ENDINGS + 3],
        last[:, ENDINGS:BEGINNINGS],
        given[:, CLUSTERS:CASE],
        second[:, CLUSTERS:CASE],
        last[:, CLUSTERS:CASE],
        inner[:, SELF],
        before[:, SELF],
        after[:, SELF],
        last[:, CASE],
        phrases.entity[rows],
        phrases.plural[rows],
    ]


def _nominal(phrases: Phrases, rows: IndexArray) -> list[Any]:
    """The templates of common nouns."""
    head, before = phrases.head[rows], phrases.before[rows]
    beside = np.where((before >= 0) & (before < head), head - 1, -1)
    noun, article, modifier = phrases.known(head, before, beside)
    stem = phrases.singular(head)
    return [
        np.ones(len(rows), dtype=np.uint32),
        noun[:, SELF:CASE],
        stem[:, SELF],
        stem[:, ENDINGS + 1 : ENDINGS + 4],
        stem[:, CLUSTERS:CASE],
        np.where(beside >= 0, _chained(modifier[:, SELF], noun[:, SELF]), 0),
        modifier[:, SELF],
        article[:, SELF],
        noun[:, CASE],
        phrases.entity[rows],
        phrases.plural[rows],
    ]


WIDE = 48
"""The most templates that a kind of mention has."""

_SHARED = {6: 5, 7: 5}
"""Templates of names that share their weights: a given name after a title weighs what it weighs in the first place."""


def _mixed(values: UInt32Array, kind: int) -> UInt32Array:
    """The codes of templates and values, mixed into 32 bits; 0 stays 0."""
    numbers = np.arange(kind * WIDE, kind * WIDE + values.shape[1], dtype=np.uint32)
    for place, like in _SHARED.items() if kind == NAME else ():
        numbers[place] = numbers[like]
    mixed = values * np.uint32(0x9E3779B1)
    mixed += (numbers + np.uint32(1)) * np.uint32(0x85EBCA77)
    mixed ^= mixed >> np.uint32(15)
    mixed *= np.uint32(0x2C1B3C6D)
    mixed ^= mixed >> np.uint32(12)
    mixed[values == 0] = 0
    return mixed


def _chained(*columns: UInt32Array) -> UInt32Array:
    """One code for several words in their order."""
    found = np.zeros(len(columns[0]), dtype=np.uint32)
    for column in columns:
        found = (found ^ column) * np.uint32(0x01000193) + np.uint32(0x7F4A7C15)
    return found


def singular_form(word: str) -> str:
    """The singular of a noun in small letters, by its ending; a word of another ending is its own."""
    for plural, singular in _ENDINGS:
        if word.endswith(plural) and len(word) > len(plural) + 1:
            return word[: -len(plural)] + singular
    return word


def _case(word: str) -> int:
    """1 for small letters, 2 for a capital and small letters, 3 for capitals, 4 for others."""
    return 1 if word.islower() else 3 if word.isupper() and len(word) > 1 else 2 if word[:1].isupper() else 4


def _tagged(document: Document, *wanted: frozenset[str]) -> ByteArray | None:
    """Which of these sets, from 1 on, has each token's tag, in either column; None where there are no tags."""
    found = None
    for name in ("xpos", "upos"):
        if name in document.columns:
            column = document.columns[name]
            numbers = [next((n for n, tags in enumerate(wanted, 1) if tag in tags), 0) for tag in column.values]
            own = np.array(numbers or [0], dtype=np.uint8)[column.indices]
            found = own if found is None else np.maximum(found, own)
    return found


def _proper(document: Document) -> BoolArray:
    """Whether each token can be part of a name: by its tags, or without them by a capital letter."""
    tagged = _tagged(document, _PROPER)
    if tagged is not None:
        return tagged > 0
    return np.fromiter((word[:1].isupper() for word in document.words), dtype=np.bool_, count=len(document.words))


def _runs(inside: BoolArray) -> tuple[IndexArray, IndexArray]:
    """For each token the first token of the run of names it is in, and the place after the last; else itself."""
    where = np.arange(len(inside))
    starts = inside & ~np.append(False, inside[:-1])
    ends = inside & ~np.append(inside[1:], False)
    first = np.maximum.accumulate(np.where(starts, where, 0)) if len(inside) else where
    last = np.minimum.accumulate(np.where(ends, where, len(inside))[::-1])[::-1] if len(inside) else where
    return np.where(inside, first, where), np.where(inside, last, where) + 1


def _entities(document: Document) -> UInt32Array:
    found = np.zeros(len(document.starts), dtype=np.uint32)
    table = document.entity_table
    if table is not None and len(table.starts):
        lengths = table.ends - table.starts
        places = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        found[np.repeat(table.starts, lengths) + places] = np.repeat(folded_codes(table.labels.codes), lengths)
    return found


def _numbers(document: Document) -> ByteArray:
    """1 for tokens with a tag of the singular, 2 of the plural, 0 else."""
    found = _tagged(document, _SINGULAR, _PLURAL)
    return np.zeros(len(document.starts), dtype=np.uint8) if found is None else found


_PROPER = frozenset({"PROPN", "NNP", "NNPS"})
_SINGULAR, _PLURAL = frozenset({"NN", "NNP"}), frozenset({"NNS", "NNPS"})
_ENDINGS = (
    ("men", "man"),
    ("ies", "y"),
    ("sses", "ss"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("xes", "x"),
    ("ss", "ss"),
    ("us", "us"),
    ("is", "is"),
    ("s", ""),
)
