"""Paragraphs: the lines of a column put together, with rows of tables and items of lists apart."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

_GAP: Final = re.compile(r" {3,}")
_SPACES: Final = re.compile(r" {2,}")
_ITEM: Final = re.compile(r"(?:[•◦▪‣·*–—-]|\(?\d{1,3}[.)]|\(?[a-z][.)]|\([ivx]{1,4}\)) +(?=\S)")
_ENDED: Final = re.compile(r"""[.!?:][)"'”’\]]*$""")
_SHORT: Final = 0.75
"""The share of the width of a column that the last line of a paragraph usually stays below."""
_INDENT: Final = range(2, 9)
"""How far the first line of a paragraph is moved in."""
_APART: Final = 2
_LEADERS: Final = re.compile(r"(?:\s*\.){4,}\s*")


def paragraphs(lines: Sequence[str]) -> list[str]:
    """The paragraphs of a column, with a line break where its lines end, and the rows of tables with tabs."""
    left = min((_indent(line) for line in lines if line.strip()), default=0)
    shown = [line[left:] for line in lines]
    width = max(map(len, shown), default=0)
    rows, usual = _table_rows(shown), _usual_gap(shown)
    found: list[list[str]] = []
    gap, before = 0, ""
    for number, line in enumerate(shown):
        if not line.strip():
            gap += 1
            continue
        row = number in rows
        begins = row or gap > usual or not before or _begins(line, before, width) or _is_row(before)
        text = _row(line) if row else _text(line)
        if begins or not found:
            found.append([text])
        else:
            found[-1].append(text)
        gap, before = 0, "\t" if row else line
    return ["\n".join(paragraph) for paragraph in found]


def _is_row(before: str) -> bool:
    return before == "\t"


def _begins(line: str, before: str, width: int) -> bool:
    """Whether a line begins a paragraph without a gap above it."""
    if _ITEM.match(line.lstrip()):
        return True
    ended = _ENDED.search(before.rstrip()) is not None
    inset = _indent(line) - _indent(before)
    return ended and (len(before.rstrip()) < _SHORT * width or inset in _INDENT)


def _usual_gap(lines: Sequence[str]) -> int:
    """The empty lines between two lines of a paragraph: more than none where type is set with space between lines."""
    gaps: Counter[int] = Counter()
    gap, seen = 0, False
    for line in lines:
        if not line.strip():
            gap += 1
        else:
            gaps[gap] += seen
            gap, seen = 0, True
    return max(gaps, key=lambda size: (gaps[size], -size)) if gaps.total() >= _APART * 2 else 0


def _table_rows(lines: Sequence[str]) -> set[int]:
    """The lines that are rows: several in a row with cells that begin at the same places."""
    cells = [(number, _cells(line)) for number, line in enumerate(lines) if line.strip()]
    found: set[int] = set()
    for (first, upper), (second, lower) in pairwise(cells):
        if len(upper) > 1 and len(lower) > 1 and second - first <= _APART + 1 and _alike(upper, lower):
            found |= {first, second}
    return found


def _cells(line: str) -> list[int]:
    """Where the cells of a line begin."""
    stripped = line.rstrip()
    return [_indent(stripped), *(gap.end() for gap in _GAP.finditer(stripped) if stripped[: gap.start()].strip())]


def _alike(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether most cells of the row that has fewer begin where cells of the other do."""
    few, many = sorted((one, other), key=len)
    met = sum(any(abs(start - place) <= 1 for place in many) for start in few)
    return met > 1 and met * 3 >= 2 * len(few)


def _row(line: str) -> str:
    return "\t".join(_text(cell) for cell in _GAP.split(line.strip()) if cell.strip())


def _text(line: str) -> str:
    return _SPACES.sub(" ", _LEADERS.sub(" … ", line.strip())).strip()


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
