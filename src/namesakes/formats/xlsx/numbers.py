"""Numbers of XLSX as they are shown: dates are numbers of days in a style of dates.

ECMA-376, part 1, 18.8.30 (styles that need no description), 18.17.4 (dates).
"""

import re
from datetime import datetime, timedelta
from typing import Final

from namesakes.formats.sheet_xml import SheetXml

_DATES: Final = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
"""The numbers of styles of dates and times that need no description."""
_LITERAL: Final = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
"""What stands in a description for itself: words, colours, conditions."""
_PARTS: Final = re.compile(r"[dmyhs]", re.IGNORECASE)
_EPOCH, _EPOCH_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)
_MOST: Final = 1 << 16
"""The most styles, as spreadsheets have them."""
_LAST: Final = 2_958_466
"""The number of the first day of the year 10000."""


class DateStyles(SheetXml):
    """The styles of cells, by number, that show numbers as dates."""

    def __init__(self) -> None:
        super().__init__()
        self._formats: dict[str, str] = {}
        self._styles: list[str] = []
        self._in_cells = False
        self._known: dict[int, bool] = {}

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """A description of a style, or a style."""
        if name == "numFmt" and len(self._formats) < _MOST:
            self._formats[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")[:500]
        elif name == "cellXfs":
            self._in_cells = True
        elif name == "xf" and self._in_cells and len(self._styles) < _MOST:
            self._styles.append(attributes.get("numFmtId", "0"))

    def end(self, name: str) -> None:
        """The end of the styles of cells."""
        if name == "cellXfs":
            self._in_cells = False

    def __contains__(self, style: str) -> bool:
        place = int(style) if style.isdecimal() and len(style) < 9 else -1
        if not 0 <= place < len(self._styles):
            return False
        if place not in self._known:
            self._known[place] = self._is_date(place)
        return self._known[place]

    def _is_date(self, place: int) -> bool:
        number = self._styles[place]
        if number in self._formats:
            shown = self._formats[number].partition(";")[0]
            return _PARTS.search(_LITERAL.sub("", shown)) is not None and "general" not in shown.lower()
        return number.isdecimal() and len(number) < 4 and int(number) in _DATES


def shown_number(value: str, *, is_date: bool = False, from_1904: bool = False) -> str:
    """A number as it is shown where nothing is said of its places; a date as ISO 8601 writes it."""
    try:
        number = float(value)
    except ValueError:
        return value
    if is_date and 0 <= number < _LAST:
        return _day(number, from_1904=from_1904)
    if value.lstrip("-").isdecimal():
        return value
    return f"{number:.15g}"


def _day(number: float, *, from_1904: bool) -> str:
    """A date, a date with a time, or (before the first day) a time."""
    epoch = _EPOCH_1904 if from_1904 else _EPOCH
    if not from_1904 and number < 60:  # there was no 29 February 1900, which Excel counts as day 60
        epoch += timedelta(days=1)
    moment = epoch + timedelta(seconds=round((number % 1) * 86_400), days=int(number))
    if number < 1:
        return moment.time().isoformat()
    return moment.date().isoformat() if number == int(number) else moment.isoformat()
