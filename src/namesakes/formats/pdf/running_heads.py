"""Running heads: the lines above and below the text of pages, which say the same on many, and the numbers of pages."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

_ZONE: Final = 2
"""Lines at either edge of a page that may be such."""
_FEWEST = 2
"""The pages on which a line stands that is one, if it has a number that counts them; one more for others."""
_EDGES: Final = re.compile(r"^[\s\W\d]+|[\s\W\d]+$")
_NUMBER: Final = re.compile(r"\d{1,4}")
_ROMAN: Final = re.compile(r"\W*[ivxlcdm]{1,7}\W*", re.IGNORECASE)
_PAGE: Final = re.compile(
    r"\W*(?:page|p\.|seite|folio)\s*\d{1,4}(?:\s*(?:of|/|von)\s*\d{1,4})?\W*|\d{1,4}\s*(?:of|/)\s*\d{1,4}"
    r"|[-–—]\s*\d{1,4}\s*[-–—]",
    re.IGNORECASE,
)
_PARTS: Final = re.compile(r" {3,}")
"""What stands between the parts of a running head; the first page may have one that is the title, and keeps that."""
_LONGEST: Final = 160


Key = tuple[bool, str, int | None]
"""Whether a line stands above the text, what it says, and by how much a number at its edge is ahead of the page's."""


def without_running_heads(pages: Sequence[list[str]]) -> list[list[str]]:
    """The lines of the pages without running heads, feet and numbers; O(lines)."""
    common = _common(pages)
    return [
        _trimmed(_trimmed(lines, common, page, top=True), common, page, top=False) for page, lines in enumerate(pages)
    ]


def _common(pages: Sequence[list[str]]) -> set[Key]:
    """What stands at the top, or at the bottom, of several pages."""
    counts: Counter[Key] = Counter()
    for page, lines in enumerate(pages):
        for top in (True, False):
            counts.update({key for place in _edge(lines, top=top) for key in _keys(lines[place], page, top=top)})
    return {key for key, count in counts.items() if count >= _least(key, len(pages))}


def _least(key: Key, pages: int) -> int:
    """On how many pages such a line must stand; numbers that count pages need few."""
    return _FEWEST if key[2] is not None or pages <= _FEWEST else _FEWEST + 1


def _edge(lines: Sequence[str], *, top: bool) -> list[int]:
    """The places of the first, or of the last, lines that have text, from the edge inwards."""
    found: list[int] = []
    for place in range(len(lines)) if top else reversed(range(len(lines))):
        if lines[place].strip():
            found.append(place)
            if len(found) == _ZONE:
                break
    return found


def _keys(line: str, page: int, *, top: bool) -> set[Key]:
    """What a line is compared by: all of it, and what it says beside a number that counts pages."""
    line = " ".join(line.split())[:_LONGEST].lower()
    found: set[Key] = {(top, "" if _ROMAN.fullmatch(line) else line, None)}
    bare = _EDGES.sub("", line)
    edges = [line] if not bare else line.split(bare, 1)
    return found | {(top, bare, int(number) - page) for edge in edges for number in _NUMBER.findall(edge)}


def _trimmed(lines: list[str], common: set[Key], page: int, *, top: bool) -> list[str]:
    """The lines of a page without those at one edge that are no text."""
    gone = set()
    for place in _edge(lines, top=top):
        numbered = _PAGE.fullmatch(" ".join(lines[place].split())) is not None
        found = common & _keys(lines[place], page, top=top)
        title = top and not page and _PARTS.search(lines[place].strip()) is None
        if not (numbered or any(key[2] is not None or not (title and key[1]) for key in found)):
            break
        gone.add(place)
    if len(gone) == sum(1 for line in lines if line.strip()):
        return lines  # a page that has nothing else has this as its text
    return [line for place, line in enumerate(lines) if place not in gone]
