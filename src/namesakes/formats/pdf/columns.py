"""Columns: the lines of a page, as they stand on it, in the order in which they are read.

A page is a grid of characters. Where several lines in a row have a gap at the same place, and prose on both sides of
it, the gap parts two columns: first the left one is read, then the right one, each of which may have columns itself.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final

_GAP: Final = re.compile(r"(?<=\S) {3,}(?=\S)")
_FEWEST: Final = 4
"""Lines of a column, at least."""
_PROSE: Final = 18
"""Characters that a line of a column has, usually; cells of a table have fewer."""
_SLACK: Final = 1
_DEEPEST: Final = 6


def in_order(lines: Sequence[str], depth: int = 0) -> list[list[str]]:
    """The blocks of lines of a page in the order in which they are read; a block is a column, or what spans columns."""
    place = _gutter(lines) if depth < _DEEPEST else None
    if place is None:
        return [list(lines)]
    found: list[list[str]] = []
    for divided, first, end in _bands(lines, place):
        band = lines[first:end]
        if divided and _is_prose(band, place):
            left, right = [line[:place].rstrip() for line in band], [line[place:].rstrip() for line in band]
            found += [*in_order(left, depth + 1), *in_order(right, depth + 1)]
        else:
            found.append(list(band))
    return found


def _gutter(lines: Sequence[str]) -> int | None:
    """Where the right column of most lines begins, if there is one."""
    starts = Counter(gap.end() for line in lines for gap in _GAP.finditer(line))
    starts.update(len(line) - len(line.lstrip()) for line in lines if len(line) - len(line.lstrip()) > 2 * _PROSE)
    ranked = sorted(starts, key=lambda start: (-starts[start], start))
    for start in ranked[:8]:
        if starts[start] < _FEWEST:
            return None
        if any(divided and _is_prose(lines[first:end], start) for divided, first, end in _bands(lines, start)):
            return start
    return None


def _bands(lines: Sequence[str], place: int) -> Iterator[tuple[bool, int, int]]:
    """The runs of lines that a gap before a place divides, and those that it does not."""
    first, before = 0, None
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        divided = not line[max(0, place - 2) : place].strip()
        if before is not None and divided is not before:
            yield before, first, number
            first = number
        before = divided
    if first < len(lines):
        yield bool(before), first, len(lines)


def _is_prose(lines: Sequence[str], place: int) -> bool:
    """Whether on both sides of a place there is prose, and on several lines on both."""
    both = sum(1 for line in lines if line[:place].strip() and line[place:].strip())
    sides = [[line[:place].strip() for line in lines], [line[place:].strip() for line in lines]]
    kept = [[len(re.sub(r" {2,}", " ", each)) for each in side if each] for side in sides]
    if both < _FEWEST - 1 or any(len(side) < _FEWEST for side in kept):
        return False
    begins = [len(line[place:]) - len(line[place:].lstrip()) for line in lines if line[place:].strip()]
    aligned = sum(1 for each in begins if each <= _SLACK)
    return all(median(side) >= _PROSE for side in kept) and 2 * aligned >= len(begins)
