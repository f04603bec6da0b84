"""Doubts: why something that a pattern found is not told of a person. A label is true or absent."""

import re
from typing import Final

from namesakes.profiles.classes import Classes
from namesakes.profiles.names import plain
from namesakes.profiles.parsed_document import ParsedDocument
from namesakes.profiles.subjects import Subject
from namesakes.profiles.words import words

_SHORT: Final = 45
"""Characters of a line that ends where its text ends; a longer one may be broken in the middle of a sentence."""
_CELLS: Final = re.compile(r"[;\t|]")
_ADULT: Final = 16
"""The least number in brackets that is an age; smaller ones are notes and shirts."""
_LIFE: Final = 12
"""The least years between two dates in brackets that are birth and death; fewer are a term of office."""
_YEARS: Final = re.compile(
    r"\(\D{0,12}(?:\d{1,2}\D+)?(1\d{3}|20\d\d)\s*[-–—]\D{0,12}(?:\d{1,2}\D+)?(1\d{3}|20\d\d)\s*\)"
)
_NUMBERED: Final = re.compile(
    r"\b(?:no|nos|nr|number|vol|volume|pp?|pages?|doi|order|invoice|account|ref|reference|case|section|article)"
    r"[\s.:#-]*$|\bis[bs]n[\s\d.:-]*$|[§#]\s*$|\(\d+\)\s*:\s*$|\d\s*,\s*$",
    re.IGNORECASE,
)
"""What stands before a number that is none of a telephone."""
_CALLED: Final = re.compile(
    r"\b(?:tel|telephone|phone|fax|mobile|cell|call|ring|ext)\b[\s.:()]*(?:\+[\d\s]*)?$", re.IGNORECASE
)
_RANGE: Final = re.compile(r"(\d+)[-–](\d+)")
_DIGITS: Final = range(7, 16)
"""The digits that a telephone number has."""
_FULL: Final = 11
"""Characters of a telephone number with its area; a shorter one of groups may be a sum."""
_STREETS: Final = re.compile(
    r"\b(?:street|road|avenue|lane|square|drive|terrace|crescent|st|rd|ave)\.?$", re.IGNORECASE
)
_BRACKETS: Final = re.compile(r"\([^()\n]*$")
_ORDINALS: Final = frozenset({"first", "second", "third"})


def parted(text: str, start: int, end: int) -> bool:
    """Whether the characters between two places have the edge of a cell, an item or a short line in them.

    Lists and tables are read as sentences where they have no full stops, and then the next row seems to be said of
    this one. A line that is broken because it is full parts nothing.
    """
    between = text[start:end]
    if _CELLS.search(between):
        return True
    place = between.find("\n")
    while place >= 0:
        line = text[text.rfind("\n", 0, start + place) + 1 : start + place]
        if len(line.rstrip()) < _SHORT:
            return True
        place = between.find("\n", place + 1)
    return False


class Doubts:
    """What speaks against facts of one document."""

    def __init__(self, parsed: ParsedDocument, classes: Classes) -> None:
        self.parsed, self.classes = parsed, classes

    def tells_nothing(self, field: str, value: str, first: int, end: int) -> bool:
        """Whether a value is no value: a pronoun, an address in the place of a name, or what nobody works for.

        Parameters
        ----------
        first, end : the words of the value.
        """
        if field in ("title", "occupation") and self._names_somebody(first, end):
            return True
        if field in ("email", "url", "phone", "birth", "death", "date", "age", "family"):
            return False
        if field in ("from", "born", "works") and _STREETS.search(value):
            return True
        alone = end - first == 1 and self.parsed.tags[first] == "PRON"
        return alone or "@" in value or "://" in value or plain(value) in words("doubted", "employers")

    def is_name(self, subject: Subject, token: int) -> bool:
        """Whether a word that may be a role is a name: the surname in `Baker is a plumber`, the given one of Dean Lee.

        Parameters
        ----------
        subject : whose role it would be.
        token : the word.
        """
        parsed = self.parsed
        word = parsed.words[token]
        if plain(word) == plain(subject.name.family):  # also a baker whom the chain took for Mr Baker
            return True
        if not word[:1].isupper() or word.isupper():
            return False
        before_name = token + 1 < parsed.count and self._in_name(token + 1)
        if before_name:
            alone = token == 0 or parsed.lower[token - 1] not in ("the", "a", "an")
            return alone and plain(word) in words("doubted", "given") and not self._in_name(token + 2)
        return plain(word) == plain(subject.name.given) or (parsed.tags[token] == "PROPN" and self._stands_bare(token))

    def is_of_another(self, subject: Subject, head: int, value: int) -> bool:
        """Whether somebody else is named between a name and what is said of it, as in `Ann Lee and Bob Roe, a cook`.

        Parameters
        ----------
        subject : whose name it is.
        head, value : the words of the name and of what it would be called.
        """
        others = (self.classes.subject_at.get(token) for token in range(head + 1, value))
        named = [each for each in others if each is not None and each.kind == "person" and each.full]
        return any(plain(each.full) != plain(subject.full) for each in named)

    def is_no_employer(self, token: int) -> bool:
        """Whether an organisation does not pay: that of a student, or the work in `author of War and Peace`.

        Parameters
        ----------
        token : a word of its name, which depends on the role.
        """
        role = self.parsed.lemmas[self.parsed.heads[token]] if self.parsed.heads[token] >= 0 else ""
        return role in words("doubted", "guests") or role in words("doubted", "makers")

    def is_couple(self, token: int) -> bool:
        """Whether somebody who was married is one of two, as those whom a priest marries.

        Parameters
        ----------
        token : the name of one who was married.
        """
        parsed = self.parsed
        joined = (parsed.labels[child] == "conj" for child in parsed.children[token])
        return parsed.labels[token] == "conj" or any(joined)

    def may_be_place(self, token: int, size: int) -> bool:
        """Whether a name of one word after `of` is of no known kind: Ann Lee of Bath.

        Parameters
        ----------
        token, size : a word of the name, and how many it has.
        """
        return size == 1 and not self.classes.test("organization", token)

    def _in_name(self, token: int) -> bool:
        """Whether a word begins with a capital and is one of a name."""
        parsed = self.parsed
        return token < parsed.count and parsed.words[token][:1].isupper() and parsed.tags[token] == "PROPN"

    def _stands_bare(self, token: int) -> bool:
        """Whether a word has nothing before it that a noun needs, as in `Taylor said`."""
        parsed = self.parsed
        return not any(child < token for child in parsed.children[token])

    def _names_somebody(self, first: int, end: int) -> bool:
        """Whether one of the words is of the name of a person, as in `Dr. Amis, Lady Anne Porter`."""
        parsed = self.parsed
        kinds = (parsed.entities[place][2] for place in parsed.entity_of[first:end] if place >= 0)
        return end - first > 1 and "person" in kinds

    def is_no_age(self, value: str, start: int) -> bool:
        """Whether a number in brackets is that of a note.

        Parameters
        ----------
        start : its first character in the text.
        """
        return self.parsed.text[start - 1 : start] == "(" and value.isdigit() and int(value) < _ADULT

    def is_no_life(self, start: int) -> bool:
        """Whether two years in brackets, one of which begins at a character, are too near each other for a life."""
        text = self.parsed.text
        opened = text.rfind("(", 0, start)
        found = _YEARS.match(text, opened) if opened >= 0 else None
        return found is not None and int(found[2]) - int(found[1]) < _LIFE

    def is_no_phone(self, start: int, value: str) -> bool:
        """Whether a number is none of a telephone: pages, years, the number of a book or of an order.

        Parameters
        ----------
        start : its first character in the text.
        """
        before = self.parsed.text[max(0, start - 20) : start]
        if len(re.findall(r"\d", value)) not in _DIGITS or _NUMBERED.search(before):
            return True
        both = _RANGE.fullmatch(value)
        ascending = both is not None and len(both[1]) == len(both[2]) and int(both[1]) < int(both[2])
        counted = value[0] not in "+0(" and not set("-.") & set(value) and len(value) < _FULL
        return (ascending or counted) and not _CALLED.search(before)

    def is_no_header_date(self, start: int, end: int) -> bool:
        """Whether a date is none of the document: one of several years, part of a number, or in brackets."""
        text = self.parsed.text
        before = text[max(0, start - 4) : start]
        ranged = re.match(r"\s?[-–—]\s?\d", text[end : end + 3]) or re.search(r"\d\s?[-–—]\s?$|\d[./]$", before)
        return bool(ranged) or _BRACKETS.search(text[max(0, start - 60) : start]) is not None

    def is_mere_order(self, token: int, head: int) -> bool:
        """Whether `first` before a noun only counts: the first author, but not the First Secretary."""
        parsed = self.parsed
        if parsed.lower[token] not in _ORDINALS:
            return False
        return plain(parsed.span_text(token, head + 1)) not in words("offices") and not parsed.words[token][0].isupper()
