"""Lines that are items of their own: turns of a talk, headers of a mail, entries of a programme, rows of a table.

One such line alone may be chance, as in prose that was broken to fit; several of a kind, and not few of all, are meant.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

_TIME: Final = re.compile(
    r"[ \t]*[\[(<]?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \t]?[ap]\.?m\.?)?[\])>]?(?=[ \t])", re.IGNORECASE
)
"""The time at which an entry of a programme, a log or a chat begins."""
_LABEL: Final = re.compile(
    r"[ \t]*(?:[^\W\d_][\w.'’&/-]*[ \t]){0,3}[^\W\d_][\w.'’&/-]*(?:[ \t]?\([^()\n]{1,30}\))?:(?=[ \t]|$)"
)
"""Who speaks, or what a line says: HADDAD:, Dr. Lee:, From:, Sound:."""
_BARS, _CELLS = re.compile(r"[ \t]+\|(?=[ \t])"), re.compile(r";(?=[ \t]|$)")
_WIDE: Final = re.compile(r"(?<=[^ .!?])  +(?=[^ ])")
"""What stands between the cells of a table: a bar, a semicolon, several spaces."""
_SPELLED: Final = re.compile(r"\S")
_LEAST_CELLS: Final = 2
"""So many semicolons a line of prose rarely has at the same time as its neighbours."""
_FEWEST_ROWS: Final = 3
_ROWS, _SHARE = 2, 0.1
"""So many lines, and such a share of all, must be of one kind."""

Line = tuple[int, str]
"""A line and the character that it begins with."""


def lines_of(text: str) -> list[Line]:
    """The lines of a text that have something on them, each with its first character. O(characters)."""
    found, start = [], 0
    for line in text.split("\n"):
        if line.strip():
            found.append((start, line))
        start += len(line) + 1
    return found


def items(text: str) -> set[int]:
    """The characters that a sentence begins with: the first ones of items, rows and cells. O(characters)."""
    if "\n" not in text:
        return set()
    found = (_SPELLED.search(text, place) for place in _starts(text, lines_of(text)))
    return {match.start() for match in found if match is not None}


def _starts(text: str, lines: Sequence[Line]) -> Iterator[int]:
    """Where items, rows and cells begin, with the white space before them."""
    for pattern in (_TIME, _LABEL):
        starts = [start for start, line in lines if pattern.match(line)]
        yield from starts if len(starts) >= max(_ROWS, _SHARE * len(lines)) else ()
    if "|" in text:
        yield from _cells([each for each in lines if not each[1].lstrip().startswith("|")], _BARS, 1, _ROWS)
    if "  " in text:
        yield from _cells(lines, _WIDE, _LEAST_CELLS, _ROWS)
    if ";" in text:
        yield from _cells(lines, _CELLS, _LEAST_CELLS, _FEWEST_ROWS)


def _cells(lines: Sequence[Line], mark: re.Pattern[str], least: int, rows: int) -> Iterator[int]:
    """The first characters of the cells of tables: so many lines in a row with such marks, each as often as the next.

    The last cell of a row may be empty.
    """
    marks = [[place.end() for place in mark.finditer(line)] for _, line in lines]
    numbered = ((sum(1 for _ in group), has) for has, group in groupby(marks, key=lambda each: len(each) >= least))
    first = 0
    for count, has in numbered:
        block = range(first, first + count)
        first += count
        if not has or count < rows or max(len(marks[row]) for row in block) - min(len(marks[row]) for row in block) > 1:
            continue
        for row in block:
            start = lines[row][0]
            yield from (start, *(start + place for place in marks[row]))
