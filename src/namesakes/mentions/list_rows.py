"""List rows: names that begin the rows of a list, such as a crew, a table or a numbered genealogy."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from namesakes.text.document import Document

Span = tuple[int, int]
_CELLS: Final = ";|\t"
_MARKS: Final = f",(–-{_CELLS}"
_LONG_ROW: Final = 80
"""Characters of a row without cells or number; what is longer is a sentence."""


def lists(document: Document, spans: Sequence[Span]) -> dict[int, list[int]]:
    """For each list, by the character it begins at, the places among `spans` of the names that begin its rows.

    A row has cells, or a number before it, or it is short and the row above or below is one too; and the name is
    followed by a mark, not by what its bearer does. O(names), and O(characters) where there are lists.
    """
    found, weak = defaultdict[int, list[int]](list), dict[int, tuple[int, int]]()
    for place, span in enumerate(spans):
        line, end = _line(document, span)
        kind = _kind(document, span, line, end)
        if kind == "row":
            found[_block(document.text, line)].append(place)
        elif kind == "short":
            weak[place] = (line, end)
    edges = {line for line, _ in weak.values()}, {end for _, end in weak.values()}
    for place, (line, end) in weak.items():
        if end + 1 in edges[0] or line - 1 in edges[1]:
            found[_block(document.text, line)].append(place)
    return found


def alone(document: Document, span: Span) -> bool:
    """Whether a name is all that its line has."""
    line, end = _line(document, span)
    return document.text[line:end].strip() == document.text[_start(document, span) : _stop(document, span)]


def _start(document: Document, span: Span) -> int:
    return int(document.starts[span[0]])


def _stop(document: Document, span: Span) -> int:
    return int(document.ends[span[1] - 1])


def _line(document: Document, span: Span) -> tuple[int, int]:
    """The characters of the line that a name stands in."""
    first, last = document.text.rfind("\n", 0, _start(document, span)), document.text.find("\n", _stop(document, span))
    return first + 1, last if last >= 0 else len(document.text)


def _kind(document: Document, span: Span, line: int, end: int) -> str:
    """Whether a line is a "row" that a name begins, a "short" one that may be, or nothing of that."""
    before, behind = document.text[line : _start(document, span)].strip(), document.text[_stop(document, span) : end]
    mark = behind.lstrip(" ")[:1]
    numbered = before != "" and before.replace(".", "").replace(")", "").isdigit()
    if (before and not numbered) or (mark and mark not in _MARKS):
        return ""
    if numbered or sum(behind.count(cell) for cell in _CELLS) > 1:
        return "row"
    return "short" if mark and end - line <= _LONG_ROW and not behind.rstrip().endswith(".") else ""


def _block(text: str, line: int) -> int:
    """Where the lines begin that stand together with a line."""
    return text.rfind("\n\n", 0, line) + 1
