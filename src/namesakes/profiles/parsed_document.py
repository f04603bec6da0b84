"""A parsed document: its columns as plain lists, each made once, for the patterns to walk over."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from namesakes.errors import DataError
from namesakes.mentions.cast import Cast, cast_of
from namesakes.profiles.lists import listed_people
from namesakes.profiles.names import is_honorific, plain
from namesakes.profiles.patterns import patterns
from namesakes.profiles.repairs import repair
from namesakes.profiles.words import words
from namesakes.text.dates import MONTH_NAMES, YEARS
from namesakes.text.document import Document
from namesakes.text.strings import Strings

Entity = tuple[int, int, str]
"""The first token of a named entity, the place after its last one, and its kind."""

KIND_OF_LABEL: Final = {
    "PER": "person",
    "PERSON": "person",
    "ORG": "organization",
    "ORGANIZATION": "organization",
    "LOC": "place",
    "LOCATION": "place",
    "GPE": "place",
    "FAC": "place",
}
"""What the types of named entities are to profiles; the others are nothing to them."""

APPOSED: Final = frozenset({"appos", "nmod:desc", "flat"})
"""The labels of names that stand beside a noun."""

_MONTH: Final = rf"(?:{MONTH_NAMES})\b\.?"
_YEAR: Final = rf"(?:{YEARS})"
DATE: Final = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)?\s+{_MONTH},?\s+{_YEAR}|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+{_YEAR}"
    rf"|{_MONTH},?\s+{_YEAR}|\d{{4}}-\d\d-\d\d|{_YEAR}s?)\b(?![.,]\d|%)"
)
"""Dates that have a year."""

_PAGES: Final = re.compile(r"\b(?:pp?\.?|pages?)\s*$")
"""What stands before the numbers of pages, which may look like years."""

_BEGINNING: Final = re.compile(r"[\dJFMASOND](?:(?<=\d)\d*|an|eb|ar|pr|ay|un|ul|ug|ep|ct|ov|ec)")
"""What such dates begin with, which is found faster."""


class ParsedDocument:
    """A document with tags and trees, as lists.

    Raises a `DataError` where the document has tokens but no tags, lemmas or trees.
    """

    def __init__(self, document: Document) -> None:
        missing = [name for name in ("upos", "lemma", "label") if name not in document.columns]
        if len(document.starts) and (missing or document.heads is None):
            lacking = missing[0] if missing else "trees"
            advice = "Run it through `namesakes.coref(…, singletons=True)` first."
            raise DataError(f"document {document.key} has no {lacking}", advice)
        self.document, self.text, self.count = document, document.text, len(document.starts)
        self.words = document.words
        columns = document.columns
        self.tags: tuple[str, ...] = columns["upos"].rows if self.count else ()
        self.labels: list[str] = list(columns["label"].rows) if self.count else []
        self.heads: list[int] = [] if document.heads is None else document.heads.tolist()
        self.starts: list[int] = document.starts.tolist()
        self.ends: list[int] = document.ends.tolist()
        self.sentence_of: list[int] = document.sentence_ids.tolist()
        repair(self.words, self.tags, self.labels, self.heads)
        self.sentence_edges: list[int] = [*document.sentence_starts.tolist(), self.count]
        self._sentence_texts: dict[int, str] = {}

    @cached_property
    def cast(self) -> Cast:
        """The people that the document names, by their names and by what it says of them."""
        return cast_of(self.document)

    @cached_property
    def lemmas(self) -> list[str]:
        """The lemmas in small letters."""
        return _lowered(self.document.columns["lemma"]) if self.count else []

    @cached_property
    def lower(self) -> list[str]:
        """The words in small letters."""
        return _lowered(self.document.word_column)

    @cached_property
    def children(self) -> list[list[int]]:
        """The tokens that depend on each token, in their order."""
        nothing: list[int] = []
        found = [nothing] * self.count
        for token, head in enumerate(self.heads):
            if head >= 0:
                if found[head] is nothing:
                    found[head] = [token]
                else:
                    found[head].append(token)
        return found

    @cached_property
    def apposed(self) -> set[int]:
        """The tokens that have a dependent in apposition or the like."""
        return {head for head, label in zip(self.heads, self.labels, strict=True) if label in APPOSED}

    @cached_property
    def entities(self) -> list[Entity]:
        """The named entities that profiles know the kind of: first token, the place after the last, kind.

        Names in lists of people are put in, in the place of whatever else was found there; what names nobody, such as
        *Hallo!*, is left out.
        """
        table = self.document.entity_table
        found: list[Entity] = []
        if table is not None:
            rows = zip(table.starts.tolist(), table.ends.tolist(), table.labels.rows, strict=True)
            known = (row for row in rows if row[2] in KIND_OF_LABEL and not self._is_nobody(*row))
            found = [
                (first, self._firm_end(end), self._kind(self._firm_end(end), label)) for first, end, label in known
            ]
        return sorted(row for row in self._with_listed(found) if not self._heads_list(row[1]))

    def _is_nobody(self, first: int, end: int, label: str) -> bool:
        """Whether what was found as a person's name is a label, a cry or the place above a letter."""
        return KIND_OF_LABEL[label] == "person" and bool(self.cast.nobody[first:end].any())

    def _with_listed(self, found: Sequence[Entity]) -> Iterator[Entity]:
        """The entities, with the names in lists of people in the place of what they cross. O(tokens in them)."""
        rows, gone, at = list(found), set[int](), defaultdict[int, list[int]](list)
        for place, (first, end, _) in enumerate(rows):
            for token in range(first, end):
                at[token].append(place)
        for begin, stop, sure in listed_people(self.text, patterns().lists) if self.count else ():
            first, end = self.token_at(begin), self.token_at(stop - 1) + 1
            first = next((place for place in range(first, end - 1) if not is_honorific(self.words[place])), end - 1)
            crossing = {place for token in range(first, end) for place in at[token]} - gone
            if sure or all(rows[place][2] == "person" for place in crossing):
                gone |= crossing
                for token in range(first, end):
                    at[token].append(len(rows))
                rows.append((first, end, "person"))
        return (row for place, row in enumerate(rows) if place not in gone)

    def _heads_list(self, end: int) -> bool:
        """Whether the word before a place is one that lists of people begin with, as in `Present: …`."""
        if end >= self.count or self.words[end] != ":":
            return False
        start = self.text.rfind("\n", 0, self.starts[end]) + 1
        return any(each.before.match(self.text, start) for each in patterns().lists)

    def _firm_end(self, end: int) -> int:
        """Where an entity ends, or the name of a firm that goes on with `& Sons`."""
        firm = end + 1 < self.count and self.words[end] == "&" and self.lower[end + 1] in words("organizations", "name")
        return end + 2 if firm else end

    def _kind(self, end: int, label: str) -> str:
        """The kind of an entity: that of its type, but an organisation where its last word says so."""
        said = plain(self.words[end - 1]) in words("organizations", "name")
        return "organization" if said else KIND_OF_LABEL[label]

    @cached_property
    def entity_of(self) -> list[int]:
        """For each token the place of its entity in `entities`, -1 for none."""
        found = [-1] * self.count
        for place, (first, end, _) in enumerate(self.entities):
            found[first:end] = [place] * (end - first)
        return found

    @cached_property
    def dates(self) -> list[tuple[int, int]]:
        """The dates that have a year, as characters of the text."""
        found: list[tuple[int, int]] = []
        end = 0
        for each in _BEGINNING.finditer(self.text):
            date = DATE.match(self.text, each.start()) if each.start() >= end else None
            if date is not None:
                end = date.end()
                if not _PAGES.search(self.text, max(0, date.start() - 8), date.start()):
                    found.append(date.span())
        return found

    @cached_property
    def above_dates(self) -> set[int]:
        """The tokens that are in a date, and those that these depend on."""
        found: set[int] = set()
        for start, end in self.dates:
            for token in range(bisect_left(self.starts, start), self.count):
                if self.starts[token] >= end:
                    break
                while token >= 0 and token not in found:
                    found.add(token)
                    token = self.heads[token]
        return found

    def dates_between(self, start: int, end: int) -> list[tuple[int, int]]:
        """The dates that begin between two characters."""
        return self.dates[bisect_left(self.dates, (start, 0)) : bisect_left(self.dates, (end, 0))]

    def date_at(self, token: int) -> tuple[int, int] | None:
        """The date that a token is in."""
        place = bisect_right(self.dates, (self.starts[token], len(self.text))) - 1
        found = self.dates[place] if place >= 0 else None
        return found if found is not None and found[0] <= self.starts[token] < found[1] else None

    def token_at(self, character: int) -> int:
        """The token at a character, or the next one; the last where there is none after."""
        return min(bisect_right(self.ends, character), self.count - 1)

    def span_text(self, first: int, end: int) -> str:
        """The text of some tokens, with single spaces."""
        return " ".join(self.text[self.starts[first] : self.ends[end - 1]].split()) if end > first else ""

    def sentence_text(self, token: int) -> str:
        """The sentence that a token is in, with single spaces."""
        place = self.sentence_of[token]
        if place not in self._sentence_texts:
            self._sentence_texts[place] = self.span_text(self.sentence_edges[place], self.sentence_edges[place + 1])
        return self._sentence_texts[place]


def _lowered(column: Strings) -> list[str]:
    """The strings of a column in small letters."""
    lower = list(map(str.lower, column.values))
    return [lower[place] for place in column.indices.tolist()]
