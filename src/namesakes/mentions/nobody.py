"""Nobody: words with a capital that name nobody: labels of headers, what is cried out, *Yours* below a letter."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from namesakes.arrays import BoolArray
from namesakes.mentions.exclamations import exclamations, places_of
from namesakes.mentions.headers import DATES, header_lines, header_of, unfolded
from namesakes.mentions.lines import lines
from namesakes.text.document import Document
from namesakes.text.language import ENGLISH, language_of

_FROM: Final = re.compile(r"(?:^|\n)[ \t>|*_]*from[*_]*\s*:", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+")
_DEAR: Final = re.compile(r"^(?:My\s+)?[Dd]ear(?:est)?\s", re.MULTILINE)
_CLOSING_WORDS: Final = """
affectionately always and as cordially devotedly ever faithfully fraternally gratefully haste in lovingly most
obediently respectfully sincerely truly very with love
"""
_CLOSING: Final = frozenset(_CLOSING_WORDS.split())
_PROPER: Final = frozenset({"PROPN", "NNP", "NNPS", "PUNCT", ",", "."})
_DATE_WORDS: Final = """
monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
october november december
"""
_DATE: Final = re.compile(rf"\b(?:{'|'.join(_DATE_WORDS.split())}|1[0-9]{{3}}|20[0-9]{{2}})\b", re.IGNORECASE)
_LONGEST, _TOP = 8, 4
"""The most words of a closing, and of the line with place and date above a letter; and the first sentences, in which
that stands."""


def nobody(document: Document) -> BoolArray:
    """The tokens that name nobody and stand in no mention. O(words), and O(characters) where a header stands.

    These are the labels of headers (*Subject:*), with the dates in them; addresses of mails; what is cried out
    (*Hallo!*, *Ho, there*, *by Jove*), unless it is a part of a longer name; and *Yours* in the closing of a letter.
    None of a text in another language than English.
    """
    found = np.zeros(len(document.starts), dtype=np.bool_)
    if language_of(document) != ENGLISH:
        return found
    labels, cries, closings = header_labels(document), exclamations(document), _closings(document)
    for first, end in (*labels, *_addresses(document), *cries, *closings):
        found[first:end] = True
    return found


def _addresses(document: Document) -> Iterator[tuple[int, int]]:
    """The tokens of addresses of mails, with the brackets around them."""
    column = document.word_column
    known = [number for number, word in enumerate(column.values) if _ADDRESS.fullmatch(word)]
    for token in np.flatnonzero(np.isin(column.indices, known)).tolist() if known else ():
        opened = token > 0 and document.words[token - 1] == "<"
        closed = document.words[token + 1 : token + 2] == (">",)
        yield token - opened, token + 1 + closed


def header_labels(document: Document) -> Iterator[tuple[int, int]]:
    """The tokens of the labels and the dates of headers."""
    if not _FROM.search(document.text):
        return
    found = unfolded(document, lines(document))
    for number in sorted(header_lines(found)):
        line, match = found[number], header_of(found[number])
        assert match is not None
        end = int(np.searchsorted(document.starts, line.start + match.start(2), side="left"))
        yield line.first, line.end if match[1].lower() in DATES else end


def header_sentences(document: Document) -> frozenset[int]:
    """The numbers of the sentences that stand in headers."""
    first = [span[0] for span in header_labels(document)]
    return frozenset((np.searchsorted(document.sentence_starts, first, side="right") - 1).tolist())


def subjects(document: Document) -> Iterator[tuple[int, int]]:
    """The words in headers that the text has in small letters too, so that they are no names: Subject: Boat."""
    spans = list(header_labels(document))
    if not spans:
        return
    small = {word for word in document.words if word.islower()}
    edges = np.append(document.sentence_starts, len(document.starts))
    for label in {end for _, end in spans if end < len(document.starts)}:
        stop = int(edges[np.searchsorted(edges, label, side="right")])
        for token in range(label, stop):
            if document.words[token].lower() in small and not document.words[token].islower():
                yield token, token + 1


def places_above(document: Document) -> Iterator[tuple[int, int]]:
    """The places in the lines above a letter, which look like names of people: Thornton, Friday."""
    if not _DEAR.search(document.text):
        return
    edges = [*document.sentence_starts.tolist(), len(document.starts)]
    for first, end in zip(edges[:_TOP], edges[1:], strict=False):  # noqa: RUF007 (the first few alone)
        words = document.words[first:end]
        if "," in words[1:4] and len(words) <= _LONGEST:
            comma = words.index(",")
            if _DATE.search(" ".join(words[comma:])):
                yield first, first + comma


def _closings(document: Document) -> Iterator[tuple[int, int]]:
    """Each *Yours* in a closing: a sentence of few words, all of them such as closings have."""
    column = document.columns.get("upos", document.columns.get("xpos"))
    if column is None:
        return
    tags: Sequence[str] = column.rows
    edges = np.append(document.sentence_starts, len(document.starts))
    for token in places_of(document, ("yours",)):
        sentence = int(np.searchsorted(edges, token, side="right"))
        first, end = int(edges[sentence - 1]), int(edges[sentence])
        others = [place for place in range(first, end) if place != token]
        plain = all(document.words[place].lower() in _CLOSING or tags[place] in _PROPER for place in others)
        plain = plain and (token == first or any(document.words[place].lower() in _CLOSING for place in others))
        if plain and len(others) < _LONGEST and document.words[end - 1] not in ("?", "!"):
            yield token, token + 1
