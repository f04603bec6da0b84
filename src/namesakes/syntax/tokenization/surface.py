"""Surface: an annotated document's tokens as a tokenizer has to find them."""

import numpy as np

from namesakes.arrays import BoolArray, Int32Array
from namesakes.text.document import Document
from namesakes.text.spans import integers


def divided(document: Document) -> Document:
    """The document with the words of a multi-word token at the parts of its text that they stand for.

    So don't becomes do and n't, each in its place. Where the words are not the token's letters in order, they share its
    place as before. All else stays.
    """
    starts, ends = np.array(document.starts), np.array(document.ends)
    for first, end in _multiwords(document):
        _divide(document, first, end, starts, ends)
    return document.replace(starts=integers(starts), ends=integers(ends))


def surface(document: Document) -> Document:
    """The document's text with its tokens' own places, its sentences and its paragraphs, and nothing else.

    Multi-word tokens are divided; one that cannot be is one token. Empty nodes are left out.
    """
    parts = divided(document)
    starts, ends = parts.starts, parts.ends
    keep = ends > starts
    if document.empty_nodes is not None:
        keep &= document.empty_nodes == 0
    new = np.append(True, (starts[1:] != starts[:-1]) | (ends[1:] != ends[:-1]))[: len(starts)]
    keep &= new
    return Document(
        id=document.id,
        part=document.part,
        text=document.text,
        starts=integers(starts[keep]),
        ends=integers(ends[keep]),
        sentence_starts=_moved(document.sentence_starts, keep),
        paragraph_starts=_moved(document.paragraph_starts, keep),
    )


def _multiwords(document: Document) -> list[tuple[int, int]]:
    table = document.multiwords
    return [] if table is None else list(zip(table.starts.tolist(), table.ends.tolist(), strict=True))


def _divide(document: Document, first: int, end: int, starts: Int32Array, ends: Int32Array) -> None:
    """Give the tokens `first:end` the parts of their shared text, where their words make it up."""
    begin, words = int(starts[first]), document.words[first:end]
    if "".join(words) != document.text[begin : int(ends[first])]:
        return
    for place, word in enumerate(words, first):
        starts[place], ends[place] = begin, begin + len(word)
        begin += len(word)


def _moved(edges: Int32Array, keep: BoolArray) -> Int32Array:
    """The edges as places among the kept tokens; an edge that nothing is left of is gone."""
    before = np.append(0, np.cumsum(keep))
    moved = np.unique(before[edges]) if len(edges) else edges
    return integers(moved[moved < before[-1]])
