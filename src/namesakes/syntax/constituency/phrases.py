"""Noun phrases among constituents: what may be referred to, by the labels of a treebank."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from namesakes.syntax.constituency.dependencies import OF_LANGUAGE, with_trees
from namesakes.syntax.constituency.head_rules import base
from namesakes.syntax.constituency.relations import kind
from namesakes.syntax.constituency.treebank import EMPTY, Treebank, treebank
from namesakes.syntax.constituency.trees import Node
from namesakes.syntax.phrases.constituents import Kind, NounPhrases
from namesakes.text.document import Document
from namesakes.text.spans import Spans, integers

NUMBERS: Final = frozenset({"CARDINAL", "ORDINAL", "PERCENT", "QUANTITY", "MONEY", "TIME"})
"""Named entities that are no names."""
_DEFINITE: Final = frozenset(["the", "this", "that", "these", "those", "这", "那", "该", "此", "这些", "那些"])
_OWNED: Final = ("PRP$", "WP$", "DTN", "DET+")
"""How tags begin of words that make a phrase definite: possessives, and Arabic nouns with the article."""
Row = tuple[int, int, int, Kind]


def constituent_phrases(document: Document, language: str, *, names: bool = True) -> NounPhrases:
    """The noun phrases of a document with constituents, and its pronouns, each span once.

    Björkelund & Farkas (2012): all noun phrases; of words, pronouns and possessives (in Chinese also names). Of phrases
    over the same words the innermost counts. What is nothing but traces is no phrase.

    Parameters
    ----------
    names : whether named entities that the document has are phrases too.
    """
    bank = treebank(language)
    _, found = with_trees(document, OF_LANGUAGE[language])
    rows: dict[tuple[int, int], Row] = {}
    for top in found:
        for node in top.below():
            if base(node.label) in bank.mentions and not node.is_empty:
                rows[node.first, node.end] = (node.first, node.end, node.head, _kind(node, bank, document.words))
            for child in node.children:
                if child.is_token and bank.is_pronoun(child.label):
                    span = (child.first, child.end)
                    what = Kind.PRONOUN if bank.upos(child.label) == "PRON" else Kind.NAME
                    rows.setdefault(span, (*span, child.first, what))
    if names and document.entity_table is not None and language == "en":
        for row in _names(document.entity_table, found, document):
            rows.setdefault(row[:2], row)
    ordered = sorted(rows.values(), key=lambda row: (row[0], -row[1]))
    columns = np.array([[*row[:3], int(row[3])] for row in ordered], dtype=np.int32).reshape(-1, 4).T
    return NounPhrases(*map(integers, columns))


def _kind(node: Node, bank: Treebank, words: Sequence[str]) -> Kind:
    """What a noun phrase is."""
    upos = bank.upos(node.head_tag)
    if any(kind(child, bank) == "CC" for child in node.children[1:]):
        return Kind.COORDINATION
    if upos == "PRON" or (upos == "DET" and node.end - node.first == 1):
        return Kind.PRONOUN
    if upos == "PROPN":
        return Kind.NAME
    if upos in ("NUM", "SYM"):
        return Kind.NUMBER
    first = node
    while first.children:
        first = first.children[0]
    if words[first.first].lower() in _DEFINITE or first.label.startswith(_OWNED):
        return Kind.DEFINITE
    return Kind.INDEFINITE if bank.upos(first.label) in ("DET", "NUM") else Kind.BARE


def _names(table: Spans, found: Sequence[Node], document: Document) -> list[Row]:
    """The names as phrases; the head is the last token of a run of proper nouns, else the last token."""
    tags = document.columns.get("xpos")
    rows = []
    for first, end, label in zip(table.starts.tolist(), table.ends.tolist(), table.labels, strict=True):
        if first < end and label not in NUMBERS and (tags is None or set(tags[first:end]) != {EMPTY}):
            rows.append((first, end, _head(first, end, found), Kind.NAME))
    return rows


def _head(first: int, end: int, found: Sequence[Node]) -> int:
    """The head of the smallest phrase around a span, where it is in the span; else its last token."""
    top = next(top for top in found if top.first <= first < top.end)
    node = top
    while True:
        inner = next((child for child in node.children if child.first <= first and end <= child.end), None)
        if inner is None or inner.is_token:
            break
        node = inner
    return node.head if first <= node.head < end else end - 1
