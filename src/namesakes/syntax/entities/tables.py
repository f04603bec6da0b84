"""Tables: what the heads of columns say of the names under them: Name, Winner; Town, Club, Born at."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from namesakes.names.people import is_person_noun
from namesakes.names.words import words
from namesakes.syntax.entities.named_text import NamedText
from namesakes.syntax.entities.particles import PERSON

_MARKS: Final = frozenset(["|", ";"])
_LEAST: Final = 3
"""So many rows a table has, its head among them."""

Cell = tuple[int, int]
"""The first token of a cell, and the one after its last."""


def read_tables(text: NamedText) -> None:
    """Make people of the names in columns of people, and places of those in columns of places. O(tokens)."""
    for rows in _tables(text):
        for column, head in enumerate(rows[0] if _is_head(text, rows[0]) else ()):
            kind = _kind(text, head)
            for row in rows[1:] if kind else ():
                _set(text, row[column], kind)


def _tables(text: NamedText) -> Iterator[Sequence[Sequence[Cell]]]:
    """The tables of a text: lines below each other of as many cells, two at least; a cell is a sentence."""
    if len(text.line_starts) < _LEAST or len(text.sentences) <= len(text.line_starts):
        return
    lines = [text.line(first) for first in text.line_starts]
    starts = text.document.sentence_starts.tolist()
    inside = groupby(starts, key=lambda place: text.line(place)[0])
    cells = {line: list(places) for line, places in inside}
    rows = [_row(text, cells.get(first, [first]), end) for first, end in lines]
    for count, group in groupby(rows, key=len):
        found = list(group)
        if count > 1 and len(found) >= _LEAST:
            yield found


def _is_head(text: NamedText, row: Sequence[Cell]) -> bool:
    """Whether a row is the head of a table: no names in it, and no numbers."""
    places = range(row[0][0], row[-1][1])
    return not any(text.at(place) is not None or text.words[place][0].isdigit() for place in places)


def _row(text: NamedText, starts: Sequence[int], end: int) -> list[Cell]:
    """The cells of a line, without the marks between them."""
    ends = [*starts[1:], end]
    found = []
    for first, stop in zip(starts, ends, strict=True):
        while stop > first and text.words[stop - 1] in _MARKS:
            stop -= 1
        while first < stop and text.words[first] in _MARKS:
            first += 1
        found.append((first, stop))
    return found


def _kind(text: NamedText, head: Cell) -> str:
    """What a column is of, by the last noun of its head; nothing where it does not say."""
    for place in range(head[1] - 1, head[0] - 1, -1):
        word = text.words[place].lower()
        if word in words("things", "columns"):
            return "LOC"
        if word in ("name", "names") or word in words("people", "labels") or is_person_noun(word):
            return PERSON
    return ""


def _set(text: NamedText, cell: Cell, kind: str) -> None:
    """Give a cell that is one name its type, where nothing else was found in it."""
    first, end = cell
    if not 0 < end - first <= 5 or not all(text.words[place][0].isupper() for place in range(first, end)):
        return
    labels = {text.label(place) for place in range(first, end)}
    if (kind == PERSON and labels == {""}) or (kind == "LOC" and labels == {PERSON}):
        text.put(first, end, kind)
