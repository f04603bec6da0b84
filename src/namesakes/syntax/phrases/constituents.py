"""Constituents that coreference needs, derived from dependency trees: noun phrases, and the clause of every token."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from namesakes.arrays import BoolArray, Int32Array, UInt64Array
from namesakes.errors import DataError
from namesakes.syntax.phrases.kernels import phrases
from namesakes.syntax.phrases.rules import PhraseRules, matched_marks
from namesakes.text.document import Document
from namesakes.text.spans import Spans, Table, integers


class Kind(IntEnum):
    """What a noun phrase is."""

    PRONOUN = 0
    NAME = 1
    DEFINITE = 2
    INDEFINITE = 3
    BARE = 4
    NUMBER = 5
    ADVERB = 6
    PREDICATE = 7
    COORDINATION = 8
    PART = 9
    SHORT = 10


@dataclass(frozen=True, eq=False)
class NounPhrases(Table):
    """Noun phrases as arrays of token places, end-exclusive, in document order: earlier start first, longer first.

    Parameters
    ----------
    first, end : each phrase's first token, and the place after its last.
    head : the token inside that the others depend on; of a coordination, the head of its first member.
    kind : a `Kind`.
    """

    first: Int32Array
    end: Int32Array
    head: Int32Array
    kind: Int32Array

    def __len__(self) -> int:
        return len(self.first)

    def select(self, keep: BoolArray) -> "NounPhrases":
        """Only the phrases where `keep` is true."""
        return NounPhrases(*(integers(column[keep]) for column in (self.first, self.end, self.head, self.kind)))


@dataclass(frozen=True, eq=False)
class Clauses(Table):
    """The clause that each token is in.

    Parameters
    ----------
    head : the nearest clause head at or above each token: a root, or a token that heads a clause of its own.
    steps : the arcs from the token up to it.
    path : a code below 2^32 of the labels of these arcs: the same labels have the same code in all documents.
    """

    head: Int32Array
    steps: Int32Array
    path: UInt64Array


def noun_phrases(document: Document, *, names: bool = True, short: bool = False) -> NounPhrases:
    """The noun phrases of a document that has tags and trees, each span once. O(tokens), but for sorting.

    A phrase is what depends on a nominal head, without what belongs to the clause or to the phrase around it: its
    preposition or conjunction, punctuation at its edges, asides; at a predicate ("she is the head of it") the subject,
    the copula and adverbs. The possessive mark stays ("Ann 's"). The first member of a coordination is a phrase of its
    own, and the whole coordination another one. Common nouns and numbers that only modify a noun are no phrases, and
    neither are expletives and relative pronouns. Where two rules give the same span, the first of `Kind` counts.

    Parameters
    ----------
    names : whether named entities that the document has are phrases too.
    short : whether each phrase is given once more without the phrases and clauses after its head, which a parser often
        hangs on the wrong word: more mentions are found, among many more spans that are none.
    """
    rules = _rules(document)
    first, last, _ = subtrees(rules.heads)
    marks, actions, nominal, kinds = matched_marks(document), rules.actions(), rules.nominal(), _kinds(rules)
    whole = nominal & rules.having(rules.members()) & ~rules.labelled("conj")
    parts = nominal & ~rules.tagged("NUM", "SYM") & rules.having(rules.loose())
    cases = [
        (actions, nominal, kinds),
        (rules.whole_actions(actions), whole, np.full_like(kinds, Kind.COORDINATION)),
        (rules.part_actions(actions), parts, np.full_like(kinds, Kind.PART)),
    ]
    if short:
        cut = rules.short_actions(actions)
        cases.append((cut, nominal & rules.having(cut != actions), np.full_like(kinds, Kind.SHORT)))
    found = []
    for doing, chosen, kind in cases:
        low, high = rules.places.copy(), rules.places.copy()
        phrases.extents(rules.heads, doing, first, last, low, high, np.zeros(len(low), dtype=np.int8))
        core = np.flatnonzero(chosen).astype(np.int32)
        low, high = low[core], high[core]
        phrases.trim(low, high, core, rules.points.astype(np.int8), marks)
        found.append(np.stack([low, high + 1, core, kind[core]]))
    if names and document.entity_table is not None:
        found.append(_names(document.entity_table, rules.heads))
    return _merged(np.concatenate(found, axis=1))


def clauses(document: Document) -> Clauses:
    """The clause of each token of a document that has trees. O(tokens)."""
    rules = _rules(document)
    heads, count = rules.heads, len(rules.heads)
    _, _, order = subtrees(heads)
    head, steps, path = np.arange(count, dtype=np.int32), np.zeros(count, np.int32), np.zeros(count, np.uint64)
    codes = document.columns["label"].codes & np.uint64(0xFFFFFFFF)
    phrases.climb(heads, order, rules.clausal().astype(np.int8), codes, head, steps, path)
    path.flags.writeable = False
    return Clauses(integers(head), integers(steps), path)


def subtrees(heads: Int32Array) -> tuple[Int32Array, Int32Array, Int32Array]:
    """The first and last descendant of each token, itself among them; and the tokens, dependents before heads."""
    count = len(heads)
    first, last = np.arange(count, dtype=np.int32), np.arange(count, dtype=np.int32)
    order = np.zeros(count, dtype=np.int32)
    reached = phrases.subtrees(heads, np.zeros(count, dtype=np.int32), first, last, order)
    return first, last, order[:reached]


def _rules(document: Document) -> PhraseRules:
    """The rules over the document's tags and trees; an error where it has none."""
    missing = [name for name in ("upos", "label") if name not in document.columns]
    if document.heads is None or missing:
        raise DataError(
            f"document {document.key} has no {'trees' if document.heads is None else missing[0]}",
            "Run the pipeline on it first, or read it from a treebank.",
        )
    return PhraseRules(document)


def _kinds(rules: PhraseRules) -> Int32Array:
    """What the phrase of each token would be, without a look at whether it heads one."""
    choices = (
        (rules.pronoun | rules.tagged("DET"), Kind.PRONOUN),
        (rules.predicate & ~rules.name, Kind.PREDICATE),
        (rules.name, Kind.NAME),
        (rules.tagged("ADV"), Kind.ADVERB),
        (rules.tagged("NUM", "SYM"), Kind.NUMBER),
        (rules.definite, Kind.DEFINITE),
        (rules.determined | rules.counted, Kind.INDEFINITE),
    )
    return np.select([mask for mask, _ in choices], [kind for _, kind in choices], Kind.BARE).astype(np.int32)


def _names(table: Spans, heads: Int32Array) -> Int32Array:
    """The named entities as four rows; the head is the first token whose own head is outside."""
    rows = []
    for first, end in zip(table.starts.tolist(), table.ends.tolist(), strict=True):
        inside = heads[first:end]
        outside = np.flatnonzero((inside < first) | (inside >= end))
        if end > first:
            rows.append((first, end, first + int(outside[0]) if len(outside) else first, int(Kind.NAME)))
    return np.array(rows, dtype=np.int32).reshape(-1, 4).T


def _merged(rows: Int32Array) -> NounPhrases:
    """The phrases in document order; of those with the same span the one of the first kind."""
    order = np.lexsort((rows[2], rows[3], -rows[1], rows[0]))
    first, end, head, kind = rows[:, order]
    new = np.ones(len(first), dtype=np.bool_)
    new[1:] = (first[1:] != first[:-1]) | (end[1:] != end[:-1])
    return NounPhrases(*(integers(column[new]) for column in (first, end, head, kind)))
