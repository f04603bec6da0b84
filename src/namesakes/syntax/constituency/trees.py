"""Trees: the constituents of a document as nodes, one tree a sentence."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from namesakes.errors import DataError
from namesakes.syntax.constituency.head_rules import HeadRules
from namesakes.syntax.constituency.treebank import EMPTY
from namesakes.text.document import Document

TOP: Final = "TOP"
"""The label of what is above all phrases of a sentence."""


class Node:
    """A phrase, or a token where it has no children; `first` to before `end` are its tokens.

    Attributes
    ----------
    label : of the phrase; of a token its tag.
    children : the phrases and tokens right below.
    head_child, head : the place of the head among the children, and the token that is the head of all of it.
    is_empty : whether there is nothing in it but traces, which stand for nothing in the text.
    """

    __slots__ = ("children", "end", "first", "head", "head_child", "is_empty", "label")

    def __init__(self, label: str, first: int, end: int) -> None:
        self.label, self.first, self.end = label, first, end
        self.children: list[Node] = []
        self.head_child, self.head, self.is_empty = -1, first, label == EMPTY

    @property
    def is_token(self) -> bool:
        """Whether it is a token."""
        return not self.children

    @property
    def head_tag(self) -> str:
        """The tag of the token that is its head."""
        node = self
        while node.children:
            node = node.children[node.head_child]
        return node.label

    def below(self) -> "Iterator[Node]":
        """All phrases below and itself, those above before those below them; no tokens."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(child for child in reversed(node.children) if child.children)

    def __repr__(self) -> str:
        return f"({self.label} {' '.join(map(repr, self.children))})" if self.children else f"{self.label}:{self.first}"


def trees(document: Document) -> list[Node]:
    """The tree of each sentence under a node TOP; a sentence without constituents is flat.

    Spans must nest and stay within their sentence, as brackets do; an error names the first that does not. O(tokens +
    constituents · log).
    """
    table = document.constituents
    if table is None or not len(table):
        advice = "Constituents come with the parse bits of CoNLL-2012, or with bracketed trees; this has neither."
        raise DataError(f"document {document.key} has no constituents", advice)
    rows = list(zip(table.starts.tolist(), table.ends.tolist(), table.labels, strict=True))
    rows.sort(key=lambda row: (row[0], -row[1]))
    tags = document.columns["xpos"].rows if "xpos" in document.columns else ("",) * len(document.starts)
    edges = [*document.sentence_starts.tolist(), len(document.starts)]
    found, place = [], 0
    for first, end in pairwise(edges):
        top = Node(TOP, first, end)
        nodes, around = [top], [top]
        while place < len(rows) and rows[place][0] < end:
            start, stop, label = rows[place]
            place += 1
            if start == stop or (label == TOP and (start, stop) == (first, end) and len(nodes) == 1):
                continue
            while around[-1].end <= start:
                around.pop()
            if stop > around[-1].end:
                raise _crossing(document, label, start, stop)
            node = Node(label, start, stop)
            around[-1].children.append(node)
            around.append(node)
            nodes.append(node)
        for node in nodes:
            node.children = _with_tokens(node, tags)
        found.append(top)
    return found


def _crossing(document: Document, label: str, start: int, stop: int) -> DataError:
    words = " ".join(document.words[start:stop][:8])
    found = (
        f"document {document.key}: the constituent {label} over '{words}' crosses another one, or leaves its sentence"
    )
    return DataError(found, "Constituents nest within a sentence; make them anew.")


def _with_tokens(node: Node, tags: tuple[str, ...]) -> list[Node]:
    """The children of a phrase, with the tokens that are in no phrase below it."""
    children, place = [], node.first
    for child in node.children:
        children += [Node(tags[token], token, token + 1) for token in range(place, child.first)]
        children.append(child)
        place = child.end
    return children + [Node(tags[token], token, token + 1) for token in range(place, node.end)]


def find_heads(top: Node, rules: HeadRules) -> None:
    """Set the head of each phrase of a tree. Traces are no heads where there is anything else."""
    for node in reversed(list(top.below())):
        places = [place for place, child in enumerate(node.children) if not child.is_empty]
        node.is_empty = not places
        places = places or list(range(len(node.children)))
        node.head_child = places[rules.head(node.label, [node.children[place].label for place in places])]
        node.head = node.children[node.head_child].head
