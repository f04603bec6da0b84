"""Chapters: the parts of a text, by the headings that stand alone on their lines."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_KINDS = "chapter|chap|book|part|volume|vol|letter|stave|canto|act|scene|section|episode|night|day|week|year"
_NUMBERS = """
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty thirty forty fifty sixty first second third fourth fifth sixth seventh eighth ninth tenth eleventh
twelfth last
"""
_NUMBER = rf"(?:the\s+)?(?:\d{{1,3}}|[ivxlc]{{1,8}}|(?:{'|'.join(_NUMBERS.split())})(?:[-\s]\w+)?)"
_HEADING = re.compile(rf"(?:{_KINDS})\.?\s+{_NUMBER}\b[.:,)\]—–-]*\s*(?P<rest>.*)", re.IGNORECASE)
_ALONE = re.compile(r"(?P<number>[IVXLC]{1,8}|\d{1,3})(?P<stop>[.:]?)(?:\s+(?P<rest>\S.*))?")
_NAMED = re.compile(r"(?:the\s+)?(?:prologue|epilogue|preface|foreword|introduction|afterword|conclusion)\.?", re.I)
_LONGEST = 90
"""The characters that a heading may have."""
_SHORTEST = 40
"""A part with fewer characters behind its heading is a line of a table of contents, or a heading above another one."""
_FRONT = 400
"""So many characters before the first heading are a part of their own."""
_PAGE = 4000
"""Numbers alone that stand closer than this are those of pages."""


@dataclass(frozen=True)
class Chapter:
    """A part of a text: its heading, nothing where it has none, and its characters."""

    title: str
    start: int
    end: int


def chapters(text: str) -> tuple[Chapter, ...]:
    """The chapters of a text, which leave nothing out; one without a title where there are no headings. O(text)."""
    found = list(_headings(text))
    ends = _ends(found, text)
    parts = zip(found, ends, strict=True)
    kept = [(start, title) for (start, title), end in parts if end - start >= len(title) + _SHORTEST]
    numbers = all(title.strip(".:").isdigit() for _, title in kept)
    if len(kept) < 2 or (numbers and len(text) < _PAGE * len(kept)):
        return (Chapter("", 0, len(text)),)
    if kept[0][0] >= _FRONT:
        kept.insert(0, (0, ""))
    kept[0] = (0, kept[0][1])
    return tuple(Chapter(title, start, end) for (start, title), end in zip(kept, _ends(kept, text), strict=True))


def _ends(found: Sequence[tuple[int, str]], text: str) -> list[int]:
    """Where each part ends: where the next one begins."""
    return [*(start for start, _ in found[1:]), len(text)][: len(found)]


def chapter_of(parts: Sequence[Chapter], place: int) -> int:
    """The number of the chapter that a character is in."""
    return max(0, bisect_right(parts, place, key=lambda each: each.start) - 1)


def _headings(text: str) -> Iterator[tuple[int, str]]:
    """Where each line starts that is a heading, and what it says."""
    last = 0
    blank = True
    for line in re.finditer(r"[^\n]*\n?", text):
        bare = " ".join(line[0].split())
        if bare and blank and len(bare) <= _LONGEST:
            number = _number(bare)
            if number is None or number == last + 1 or number == 1:
                title = _titled(bare)
                if title:
                    yield line.start(), title
                    last = last if number is None else number
        blank = not bare


def _number(line: str) -> int | None:
    """The number that a line begins with that has no other sign of a heading; None for all other lines."""
    alone = _ALONE.fullmatch(line)
    if alone is None or _HEADING.fullmatch(line) or _NAMED.fullmatch(line):
        return None
    return int(alone["number"]) if alone["number"].isdigit() else _roman(alone["number"])


def _titled(line: str) -> str:
    """The line, where it is a heading; a sentence is none."""
    heading = _HEADING.fullmatch(line)
    if heading is not None:
        rest = heading["rest"]
        return line if not rest or rest[0].isupper() or rest[0] in "“\"'‘" else ""
    if _NAMED.fullmatch(line):
        return line
    alone = _ALONE.fullmatch(line)
    if alone is None:
        return ""
    rest = alone["rest"] or ""
    return line if not rest or (alone["stop"] and (rest.isupper() or rest.istitle())) else ""


def _roman(numeral: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}[letter] for letter in numeral]
    return sum(-value if value < max(values[place:]) else value for place, value in enumerate(values))
