"""Named text: the words, tags and named entities of a document, while its names are put right."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np

from namesakes.arrays import BoolArray
from namesakes.names.people import given_share, is_person_noun
from namesakes.names.titles import is_title
from namesakes.syntax.entities.particles import PARTICLES, PERSON
from namesakes.text.document import Document
from namesakes.text.spans import Spans
from namesakes.text.strings import Strings

Row = tuple[int, int, str]
"""A named entity: its first token, the one after its last, and its type."""

PROPER = frozenset(["NNP", "NNPS"])
_BREAK = re.compile("\n")
_USUAL = 60
"""The share of a given name from which on it is one, and no trade."""
FIRMS = frozenset(["ltd", "inc", "plc", "llc", "gmbh", "corp"])
"""Legal forms of firms."""
_DATES = "jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. nov. dec. mon. tue. tues. wed. thu. thurs. fri. sat. sun."
_LAST = frozenset([*FIRMS, *(f"{firm}." for firm in FIRMS), *_DATES.split()])
"""Words behind which a name does not go on."""
LONGEST = 6
"""Longer runs of proper nouns are headings, or no one person's name."""


class NamedText:
    """The words of a document and its named entities, which may be changed; none overlaps another.

    Parameters
    ----------
    document : with tags.
    table : the named entities.
    """

    def __init__(self, document: Document, table: Spans) -> None:
        self.document, self.words = document, document.words
        self.tags = document.columns["xpos"].rows
        self.sentences = {*document.sentence_starts.tolist(), len(self.words)}
        rows = zip(table.starts.tolist(), table.ends.tolist(), table.labels, strict=True)
        self._at: dict[int, Row] = {place: row for row in rows for place in range(row[0], row[1])}
        self.changed = False
        self.sure: set[int] = set()
        """The tokens of names that what stands beside them says are people's."""

    def at(self, place: int) -> Row | None:
        """The named entity that a token is in."""
        return self._at.get(place)

    def label(self, place: int) -> str:
        """The type of the named entity that a token is in; nothing where it is in none."""
        row = self._at.get(place)
        return "" if row is None else row[2]

    def rows(self) -> list[Row]:
        """The named entities in the order of the text."""
        return sorted(set(self._at.values()))

    def people(self) -> list[Row]:
        """The names of people in the order of the text."""
        return [row for row in self.rows() if row[2] == PERSON]

    def take(self, row: Row) -> None:
        """Take a named entity away."""
        for place in range(row[0], row[1]):
            self._at.pop(place, None)
        self.changed = True

    def put(self, first: int, end: int, label: str = PERSON) -> None:
        """Make tokens a named entity; those that it overlaps are gone."""
        for place in range(first, end):
            row = self._at.get(place)
            if row is not None:
                self.take(row)
        self._at.update(dict.fromkeys(range(first, end), (first, end, label)))
        self.changed = True

    def table(self) -> Spans:
        """The named entities."""
        return Spans.build(self.rows())

    def starts_sentence(self, place: int) -> bool:
        """Whether a sentence, or nothing, begins at a place."""
        return place in self.sentences

    def before(self, place: int, back: int = 1) -> str:
        """The word so many places before one, in small letters; nothing at the beginning of its sentence."""
        for each in range(place, place - back, -1):
            if each <= 0 or each in self.sentences:
                return ""
        return self.words[place - back].lower()

    def after(self, place: int) -> str:
        """The word at a place that follows something, in small letters; nothing where a sentence begins there."""
        return "" if place >= len(self.words) or place in self.sentences else self.words[place].lower()

    @cached_property
    def line_starts(self) -> list[int]:
        """The first token of each line, in order."""
        document = self.document
        breaks = np.array([match.start() for match in _BREAK.finditer(document.text)], dtype=np.int64)
        if not len(breaks):
            return [0]
        lines = np.searchsorted(breaks, document.starts)
        return [0, *(np.flatnonzero(np.diff(lines) > 0) + 1).tolist()]

    def line(self, place: int) -> tuple[int, int]:
        """The tokens of the line that a token stands in."""
        number = bisect_right(self.line_starts, place)
        starts = self.line_starts
        return starts[number - 1], starts[number] if number < len(starts) else len(self.words)

    def places(self, *words: str) -> list[int]:
        """The tokens that are one of these words, as they are written, in order."""
        known = [self._vocabulary[word] for word in words if word in self._vocabulary]
        found: list[int] = np.flatnonzero(np.isin(self.document.word_column.indices, known)).tolist() if known else []
        return found

    @cached_property
    def _vocabulary(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.document.word_column.values)}

    def count(self, test: Callable[[str], bool]) -> int:
        """How many tokens are words that pass a test."""
        return int(_flags(self.document.word_column, test).sum())

    @cached_property
    def runs(self) -> list[tuple[int, int]]:
        """The runs of proper nouns with a capital within sentences, with particles between them. O(tokens)."""
        return list(self._runs())

    def _runs(self) -> Iterator[tuple[int, int]]:
        column, tags = self.document.word_column, self.document.columns["xpos"]
        proper = _flags(column, _is_capital) & _flags(tags, PROPER.__contains__)
        small = _flags(column, PARTICLES.__contains__)
        proper[1:-1] |= small[1:-1] & proper[:-2] & proper[2:]
        edges = np.flatnonzero(np.diff(np.concatenate(([0], proper.astype(np.int8), [0]))))
        for first, end in edges.reshape(-1, 2).tolist():
            start = first
            for place in range(first + 1, end + 1):
                if place == end or place in self.sentences or self.words[place - 1].lower() in _LAST:
                    yield start, place
                    start = place

    def pieces(self, first: int, end: int) -> list[Row]:
        """The tokens of a run in pieces, each in one named entity or in none."""
        found: list[Row] = []
        while first < end:
            row = self._at.get(first)
            stop = min(end, row[1]) if row is not None else first + 1
            while row is None and stop < end and stop not in self._at:
                stop += 1
            found.append((first, stop, "" if row is None else row[2]))
            first = stop
        return found

    def untitled(self, first: int, end: int) -> int:
        """Where a name begins behind titles and trades (Cook, Signalman); its end where it is titles alone."""
        while first < end:
            two = first + 2 < end and is_title(" ".join(self.words[first : first + 2]))
            if not two and not is_title(self.words[first]) and (first + 1 == end or not _is_trade(self.words[first])):
                break
            first += 1 + two
        return first


def _is_trade(word: str) -> bool:
    return is_person_noun(word) and given_share(word) < _USUAL


def _is_capital(word: str) -> bool:
    return word[:1].isupper()


def _flags(column: Strings, test: Callable[[str], bool]) -> BoolArray:
    return np.array([test(value) for value in column.values], dtype=np.bool_)[column.indices]
