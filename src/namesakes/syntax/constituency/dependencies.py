"""Dependencies from constituents: every phrase has a head, on which the heads of its other parts depend.

Conventions differ in what is a head and in the names of relations; those that are known by name are in `CONVENTIONS`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from namesakes.errors import UnknownNameError
from namesakes.syntax.constituency import arabic, chinese, english
from namesakes.syntax.constituency.head_rules import HeadRules, functions
from namesakes.syntax.constituency.relations import kind, penn2malt, universal
from namesakes.syntax.constituency.treebank import Treebank, check_tags, treebank
from namesakes.syntax.constituency.trees import Node, find_heads, trees
from namesakes.text.document import ROOT, Document
from namesakes.text.spans import integers
from namesakes.text.strings import Strings

Relation = Callable[[Node, int, Treebank, Sequence[str]], str]


@dataclass(frozen=True)
class Convention:
    """How constituents become dependencies.

    Parameters
    ----------
    language : of the treebank.
    heads : which child is the head.
    relation : what a child that is no head is to it.
    root : the relation of what depends on nothing.
    copulas : whether the predicate is the head of a clause with *to be*.
    about : what it is, and after whom.
    """

    language: str
    heads: HeadRules
    relation: Relation
    root: str
    copulas: bool
    about: str


CONVENTIONS: Final[Mapping[str, Convention]] = {
    "stanford": Convention("en", english.CONTENT, universal, "root", True, "content words are heads, as in Stanford's"),
    "collins": Convention("en", english.COLLINS, universal, "root", False, "the heads of Collins (1999)"),
    "penn2malt": Convention("en", english.PENN2MALT, penn2malt, "ROOT", False, "Yamada & Matsumoto (2003), Penn2Malt"),
    "zhang-clark": Convention("zh", chinese.ZHANG_CLARK, penn2malt, "ROOT", False, "Chinese, Zhang & Clark (2008)"),
    "chinese": Convention("zh", chinese.CONTENT, universal, "root", True, "Chinese, content words are heads"),
    "arabic": Convention("ar", arabic.CONTENT, universal, "root", False, "Arabic, content words are heads"),
}
"""The conventions by name."""

OF_LANGUAGE: Final[Mapping[str, str]] = {"en": "stanford", "zh": "chinese", "ar": "arabic"}
"""The convention that chains look at, by language."""

_PREDICATES: Final = ("NP", "ADJ", "QP")
_NO_PREDICATE: Final = frozenset({"TMP", "ADV", "LOC", "DIR", "MNR", "EXT", "SBJ"})
_THERE: Final = "EX"


def convention(name: str) -> Convention:
    """The convention of this name; an error that lists those that are known for any other."""
    if name not in CONVENTIONS:
        raise UnknownNameError("convention of dependencies", name, CONVENTIONS)
    return CONVENTIONS[name]


def with_dependencies(document: Document, name: str) -> Document:
    """The document with the dependency trees and the universal tags that follow from its constituents.

    O(tokens + constituents · log).
    """
    return with_trees(document, name)[0]


def with_trees(document: Document, name: str) -> tuple[Document, list[Node]]:
    """The document with its dependency trees, and its constituents with their heads."""
    chosen = convention(name)
    bank, words = treebank(chosen.language), document.words
    check_tags(document, chosen.language)
    found = trees(document)
    heads, labels = np.full(len(words), ROOT, dtype=np.int32), [chosen.root] * len(words)
    for top in found:
        find_heads(top, chosen.heads)
        if chosen.copulas:
            _raise_predicates(top, bank, words)
        for node in top.below():
            for place, child in enumerate(node.children):
                if place != node.head_child:
                    heads[child.head] = node.head
                    labels[child.head] = chosen.relation(node, place, bank, words)
    tags = document.columns.get("xpos", Strings([""] * len(words)))
    upos = Strings.from_indices([bank.upos(tag) for tag in tags.values], tags.indices)
    return document.with_columns(label=labels, upos=upos).replace(heads=integers(heads)), found


def _raise_predicates(top: Node, bank: Treebank, words: Sequence[str]) -> None:
    """Make the predicate the head of a verb phrase with a copula: *head* of "is the head of it"; not of "there is"."""
    for node in reversed(list(top.below())):
        verb = node.children[node.head_child]
        copula = verb.is_token and words[verb.first].lower() in bank.copulas and kind(node, bank) == "VP"
        if copula and not _behind_there(top, node):
            for place in range(node.head_child + 1, len(node.children)):
                child = node.children[place]
                if (
                    kind(child, bank) in _PREDICATES
                    and not child.is_empty
                    and not _NO_PREDICATE & functions(child.label)
                ):
                    node.head_child = place
                    break
        node.head = node.children[node.head_child].head


def _behind_there(top: Node, phrase: Node) -> bool:
    """Whether the word before a phrase is the *there* of "there is"."""
    place, node = phrase.first - 1, top
    if place < top.first:
        return False
    while node.children:
        node = next(child for child in node.children if child.first <= place < child.end)
    return node.label == _THERE
