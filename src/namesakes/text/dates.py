"""Dates of documents: when a text was written or published, and what says so.

Looked at, the surest first: what its format says of it (`meta["date"]`: the header of a letter in an edition or of a
mail, the head of a web page); a line *Date:* at its beginning; a dateline (*LONDON, 3 May 1921 —*); a line at its
beginning that is a date, perhaps with a place; the name of its file (`1921-05-03_report.txt`); when its file was made
(`meta["created"]`).

Only what has a year is a date. *03/05/1921* may be two days, and is one only where the other cannot be.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from namesakes.text.document import Document

SOURCES: Final = {
    "metadata": "what the format says of the document",
    "header": "a line such as Date: at its beginning",
    "dateline": "the place and the date that a report begins with",
    "letter head": "a line at its beginning that is a date, perhaps with a place",
    "file name": "the name of its file",
    "file": "when its file was made",
}
"""What may say when a document was written, the surest first."""
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH_NAMES: Final = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|"
    "Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?"
)
"""What months are called."""
YEARS: Final = r"1[0-9]\d\d|20\d\d"
"""The years that documents speak of."""
_MONTH: Final = rf"(?P<month>{MONTH_NAMES})\.?"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR: Final = rf"(?P<year>{YEARS})"
_FORMS: Final = (
    rf"{_YEAR}(?P<mark>[-./])(?P<month>\d{{1,2}})(?P=mark)(?P<day>\d{{1,2}})(?!\d)",
    rf"{_DAY}\.?[ \t]+(?:day[ \t]+)?(?:of[ \t]+)?{_MONTH}[,.]?[ \t]+{_YEAR}(?!\d)",
    rf"{_MONTH}[ \t]+{_DAY}[,.]?[ \t]+{_YEAR}(?!\d)",
    rf"(?P<one>\d{{1,2}})(?P<mark>[./-])[ \t]?(?P<other>\d{{1,2}})(?P=mark)[ \t]?{_YEAR}(?!\d)",
    rf"{_MONTH},?[ \t]+{_YEAR}(?!\d)",
    rf"{_YEAR}-(?P<month>\d\d)(?!\d)",
)
"""How dates are written, the fullest first."""
_PATTERNS: Final = tuple(re.compile(rf"(?<![\w.]){form}", re.IGNORECASE) for form in _FORMS)
_BARE_YEAR: Final = re.compile(rf"(?<!\d){_YEAR}(?!\d)")
_COMPACT: Final = re.compile(r"(?<!\d)(?P<year>1[5-9]\d\d|20\d\d)(?P<month>\d\d)(?P<day>\d\d)(?!\d)")
_NAME_GAPS: Final = re.compile(r"[_\s]+")
_HEADER: Final = re.compile(
    r"[ \t>*]*(?:date|dated|sent|published|posted)[ \t]*:[ \t*]*(?P<rest>.{4,80})$", re.IGNORECASE
)
_WEEKDAY: Final = r"(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\.?,?[ \t]+)?"
_PLACE: Final = re.compile(
    r"(?:(?:[A-Z0-9][\w.'’-]*|of|on|upon|near|the|in|de|la|le|am|at|St\.)(?:[,;]?[ \t]+|[,;]?$)){0,8}[,.;:]?[ \t]*$"
)
_AFTER_DATELINE: Final = re.compile(r"[ \t]*(?:\([^()\n]{1,30}\)[ \t]*)?(?:[—–]|--?)[ \t]*\S")
_WEEKDAY_END: Final = re.compile(rf"{_WEEKDAY}$", re.IGNORECASE)
_OF_LIFE: Final = re.compile(
    r"\b(?:born|died|dead|aged?|founded|established|since|until|till|before|after|from|to|between|copyright|deadline|due|"
    r"expires?|valid|chapter|part|volume|vol|no|page|pp?|in)\b",
    re.IGNORECASE,
)
"""Words before a date that is not the text's own."""
_BEGINNING, _LINES, _LONGEST = 3000, 16, 90
"""Characters, and lines with something on them, that are the beginning of a text; the longest line of a letter head."""


@dataclass(frozen=True, slots=True)
class DocumentDate:
    """When a document was written, and what says so.

    Parameters
    ----------
    value : as ISO 8601 writes it, as far as it is known: 1921-05-03, 1921-05, 1921.
    source : one of `SOURCES`.
    words : the words that say it.
    start, end : their characters in the text; -1 where they do not stand there.
    """

    value: str
    source: str
    words: str
    start: int = -1
    end: int = -1

    @property
    def evidence(self) -> str:
        """What says so, in a few words."""
        return f"{self.source}: {self.words}"


@dataclass(frozen=True, slots=True)
class _Found:
    value: str
    start: int
    end: int


def document_date(document: Document) -> DocumentDate | None:
    """When a document was written; None where nothing says so. O(the beginning of its text)."""
    said = _of_metadata(document, "date", "metadata")
    if said is not None:
        return said
    text = document.text[:_BEGINNING]
    found = _of_text(text)
    return found or _of_name(document.id) or _of_metadata(document, "created", "file")


def dates_in(text: str) -> Iterator[tuple[str, int, int]]:
    """The dates of a text that have a month: each as ISO 8601 writes it, and where it stands."""
    place = 0
    while (found := _first(text, place)) is not None:
        yield found.value, found.start, found.end
        place = found.end


def iso_date(text: str) -> str:
    """The first date in some words, or else the first year, as ISO 8601 writes it; nothing where there is none."""
    found = _first(text, 0)
    if found is not None:
        return found.value
    year = _BARE_YEAR.search(text)
    return year["year"] if year else ""


def _first(text: str, place: int) -> _Found | None:
    """The first date from a place on; of several that begin there the fullest."""
    best: _Found | None = None
    for pattern in _PATTERNS:
        for match in pattern.finditer(text, place):
            value = _value(match)
            if value:
                if best is None or match.start() < best.start:
                    best = _Found(value, match.start(), match.end())
                break
    return best


def _value(match: re.Match[str]) -> str:
    """A date as ISO 8601 writes it; nothing for one that is none, or may be two."""
    parts = match.groupdict()
    year = int(parts["year"])
    if parts.get("one") is not None:
        one, other = int(parts["one"]), int(parts["other"])
        if parts["mark"] == "." or one > 12 or one == other:
            return _iso(year, other, one)
        return _iso(year, one, other) if other > 12 else ""
    said = parts["month"]
    month = int(said) if said.isdigit() else _MONTHS.index(said[:3].lower()) + 1
    if not parts.get("day"):
        return f"{year:04d}-{month:02d}" if 1 <= month <= 12 else ""
    return _iso(year, month, int(parts["day"]))


def _iso(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def _of_metadata(document: Document, key: str, source: str) -> DocumentDate | None:
    said = document.meta.get(key)
    words = " ".join(str(said).split())[:_LONGEST] if isinstance(said, str | int) else ""
    value = iso_date(words)
    return DocumentDate(value, source, words) if value else None


def _of_text(text: str) -> DocumentDate | None:
    """The date that the beginning of a text says is its own."""
    heads: list[DocumentDate] = []
    start, seen = 0, 0
    for line in text.splitlines(keepends=True):
        shown = line.rstrip()
        if shown.strip():
            seen += 1
            found = _header(shown, start) or _dateline(shown, start)
            if found is not None:
                return found
            head = _letter_head(shown, start)
            heads += [] if head is None else [head]
        if seen == _LINES:
            break
        start += len(line)
    return heads[0] if heads else None


def _header(line: str, start: int) -> DocumentDate | None:
    match = _HEADER.match(line)
    found = _first(match["rest"], 0) if match else None
    if match is None or found is None:
        return None
    begin = start + match.start("rest")
    words = match["rest"][found.start : found.end]
    return DocumentDate(found.value, "header", words, begin + found.start, begin + found.end)


def _dateline(line: str, start: int) -> DocumentDate | None:
    """The date in the words that a report begins with: a place, a date, a dash."""
    found = _first(line[:_LONGEST], 0)
    if found is None or not _AFTER_DATELINE.match(line, found.end):
        return None
    before = line[: found.start]
    if not before.strip() or not _is_place(before):
        return None
    indent = len(line) - len(line.lstrip())
    return DocumentDate(found.value, "dateline", line[: found.end].strip(), start + indent, start + found.end)


def _letter_head(line: str, start: int) -> DocumentDate | None:
    """The date of a line that has nothing else but a place."""
    if len(line.strip()) > _LONGEST:
        return None
    found = _first(line, 0)
    if found is None or line[found.end :].strip(" \t.,;:)"):
        return None
    if not _is_place(line[: found.start]):
        return None
    indent = len(line) - len(line.lstrip())
    return DocumentDate(found.value, "letter head", line[: found.end].strip(), start + indent, start + found.end)


def _is_place(before: str) -> bool:
    """Whether the words before a date are a place, a weekday, or nothing."""
    bare = _WEEKDAY_END.sub("", before.lstrip(" \t>*#(").rstrip(" \t"), count=1) if before.strip() else ""
    return not _OF_LIFE.search(bare) and _PLACE.fullmatch(f"{bare.strip()} " if bare.strip() else "") is not None


def _of_name(id: str) -> DocumentDate | None:
    """The date in the name of a file, which a document is called by."""
    name = id.rpartition("/")[2].partition("#")[0].rpartition("\\")[2]
    compact = _COMPACT.search(name)
    value = _value(compact) if compact else ""
    value = value or next((said for said, _, _ in dates_in(_NAME_GAPS.sub(" ", name))), "")
    value = value or next((said for said, _, _ in dates_in(_NAME_GAPS.sub("-", name))), "")
    if not value:
        year = re.search(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)", name)
        value = year[1] if year else ""
    return DocumentDate(value, "file name", name) if value else None
