"""Provisional tokens for texts that come without any.

Formats that mark mentions in running text (brat, MUC, GAP, HTML, JSONL with `text`) need tokens to hang them on before
a tokenizer has been run. These tokens are runs of letters and digits or single other characters, cut wherever a mark
begins or ends, so that no mark is ever widened. The document's metadata says that they are provisional, and a real
tokenizer replaces them.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.errors import DocumentError
from namesakes.text.document import Document
from namesakes.text.spans import integers

PROVISIONAL = "provisional_tokens"
"""The key in `Document.meta` that is true while the tokens are provisional."""

_TOKEN = re.compile(r"\w+|[^\w\s]")
_BREAK = re.compile(r"\r\n|\r|\n")


def segmented(document: Document, boundaries: Iterable[int] = ()) -> Document:
    """The document with provisional tokens, one sentence a line and one paragraph between blank lines.

    A document that has tokens already comes back as it is. `boundaries` are character offsets at which a token must
    not reach across. O(characters + boundaries · log).
    """
    if len(document.starts):
        return document
    starts, ends = _tokens(document.text, sorted(set(boundaries)))
    lines, paragraphs = _lines(document.text, starts)
    return document.replace(
        starts=starts,
        ends=ends,
        sentence_starts=lines,
        paragraph_starts=paragraphs,
        meta={**document.meta, PROVISIONAL: True},
    )


def token_span(document: Document, start: int, end: int) -> tuple[int, int]:
    """The token places that the characters `start:end` cover exactly, end-exclusive.

    White space at the edges does not matter; a `DocumentError` where an edge falls inside a token, or covers none.
    """
    token_start = int(np.searchsorted(document.ends, start, side="right"))
    token_end = int(np.searchsorted(document.starts, end, side="left"))
    if not 0 <= start < end <= len(document.text) or token_start >= token_end:
        raise DocumentError(f"characters {start} to {end} cover no token of the {len(document.text)} characters")
    if document.starts[token_start] < start or document.ends[token_end - 1] > end:
        raise DocumentError(f"characters {start} to {end} ({document.text[start:end]!r}) begin or end inside a token")
    return token_start, token_end


def joined(sentences: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The fields `text`, `starts`, `ends` and `sentence_starts` for words that came without a text.

    Words are joined by one space and sentences by one line break, which is all that tokenised formats let us know.
    """
    words = [word for sentence in sentences for word in sentence]
    lengths = np.fromiter(map(len, words), dtype=np.int64, count=len(words))
    ends = np.cumsum(lengths + 1) - 1
    sizes = np.fromiter(map(len, sentences), dtype=np.int64, count=len(sentences))
    sizes = sizes[sizes > 0]
    return {
        "text": "\n".join(" ".join(sentence) for sentence in sentences if sentence),
        "starts": integers(ends - lengths),
        "ends": integers(ends),
        "sentence_starts": integers(np.cumsum(sizes) - sizes),
    }


def _tokens(text: str, cuts: list[int]) -> tuple[Int32Array, Int32Array]:
    starts: list[int] = []
    ends: list[int] = []
    places = iter([*cuts, len(text) + 1])
    cut = next(places)
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        while cut <= start:
            cut = next(places)
        while cut < end:
            starts.append(start)
            ends.append(cut)
            start, cut = cut, next(places)
        starts.append(start)
        ends.append(end)
    return integers(starts), integers(ends)


def _lines(text: str, starts: Int32Array) -> tuple[Int32Array, Int32Array]:
    """The first token of every line that has one, and of every run of lines between blank ones."""
    breaks = [match.end() for match in _BREAK.finditer(text)]
    line = np.searchsorted(breaks, starts, side="right")
    firsts = np.flatnonzero(np.diff(line, prepend=-1) > 0)
    paragraphs = np.flatnonzero(np.diff(line, prepend=-2) > 1)
    return integers(firsts), integers(paragraphs)


def cut(document: Document, boundaries: Sequence[int]) -> Document:
    """The document, which has tokens and sentences and nothing else, with tokens cut that reach across a place."""
    starts, ends = document.starts, document.ends
    places = np.unique(np.array(boundaries, dtype=np.int32))
    token = np.searchsorted(ends, places, side="right")
    inside = token < len(starts)
    inside[inside] &= starts[token[inside]] < places[inside]
    if not inside.any():
        return document
    before = np.concatenate(([0], np.cumsum(np.bincount(token[inside], minlength=len(starts)))))
    return document.replace(
        starts=integers(np.sort(np.append(starts, places[inside]))),
        ends=integers(np.sort(np.append(ends, places[inside]))),
        sentence_starts=integers(document.sentence_starts + before[document.sentence_starts]),
        paragraph_starts=integers(document.paragraph_starts + before[document.paragraph_starts]),
    )
