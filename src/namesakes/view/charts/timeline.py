"""A timeline: documents by their dates, a row each, or the people of a name side by side."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from namesakes.store.timeline import Point, Row, Timeline
from namesakes.view.charts.svg import Picture, clean, element, fitting, picture, text
from namesakes.view.wording import counted, one_line

_LABELS, _TIME, _NONE, _EDGE = 300.0, 480.0, 92.0, 20.0
_ROW, _TOP, _BOTTOM = 36.0, 92.0, 46.0
_COLUMNS: Final = 40
_WORDS: Final = 40
_DOTS: Final = 8
"""So many documents without a date stand beside each other in a row."""
_STEPS: Final = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000)
"""By how many months the marks of an axis may be apart."""
_MARKS: Final = 7
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def chart(what: Timeline) -> Picture:
    """The points of a timeline."""
    return _Drawing(what).picture()


class _Drawing:
    """A timeline, and where its days are."""

    def __init__(self, what: Timeline) -> None:
        self.what = what
        days = [day for row in what.rows for point in row.points if (day := _day(point.date)) is not None]
        first, last = (min(days), max(days)) if days else (0.0, 0.0)
        margin = max((last - first) * 0.04, 15.0)
        self.dated = bool(days)
        self.undated = any(not _dated(point) for row in what.rows for point in row.points)
        self.first, self.last = first - margin, last + margin
        self.time = _TIME if days else 0.0

    def x(self, day: float) -> float:
        """Where a day is."""
        return _EDGE + _LABELS + (day - self.first) / (self.last - self.first) * self.time

    def picture(self) -> Picture:
        """The picture and its lines."""
        what = self.what
        width = _EDGE + _LABELS + self.time + (_NONE if self.undated else 0) + _EDGE
        width = max(width, 560.0)
        height = _TOP + len(what.rows) * _ROW + _BOTTOM
        about = "; ".join(
            f"{row.label}: {', '.join(point.date or 'no date' for point in row.points)}" for row in what.rows
        )
        return picture(width, height, f"{what.title}: documents by date", about, self._parts(width), self._lines())

    def _parts(self, width: float) -> Iterator[str]:
        what = self.what
        bottom = _TOP + len(what.rows) * _ROW
        yield text(_EDGE, 32, fitting(what.title, width - 2 * _EDGE, 15), "title", what.title)
        yield text(_EDGE, 53, self._about(), "soft")
        for place in range(1, len(what.rows), 2):
            top = _TOP + place * _ROW
            yield element("rect", class_="band", x=_EDGE / 2, y=top, width=width - _EDGE, height=_ROW, rx=3.0)
        if self.dated:
            yield from self._axis(bottom)
        if self.undated:
            yield text(width - _EDGE - _NONE + 8, _TOP - 10, "no date", "soft")
        for place, row in enumerate(what.rows):
            yield from self._row(_TOP + place * _ROW + _ROW / 2, row, width)
        if what.left_out:
            yield text(_EDGE, bottom + 34, f"and {what.left_out:,} more", "soft")

    def _about(self) -> str:
        points = {point.document: _dated(point) for row in self.what.rows for point in row.points}
        lacking = sum(not dated for dated in points.values())
        return counted(len(points), "document") + (f", {lacking:,} of them without a date" if lacking else "")

    def _axis(self, bottom: float) -> Iterator[str]:
        for day, name in _marks(self.first, self.last):
            at = self.x(day)
            yield element("path", class_="rule", d=f"M{at:.1f} {_TOP - 4}V{bottom + 4:.1f}")
            yield text(at, _TOP - 10, name, "soft number middle")

    def _row(self, middle: float, row: Row, width: float) -> Iterator[str]:
        room = _LABELS - 20 if row.sure is None else _LABELS - 60
        yield text(_EDGE, middle - 2, fitting(row.label, room), "", row.label)
        yield text(_EDGE, middle + 12, fitting(row.about, room, 11), "soft small", row.about)
        if row.sure is not None:
            yield text(_EDGE + _LABELS - 20, middle + 4, f"{row.sure:.0%}", "soft number end")
        days = [day for point in row.points if (day := _day(point.date)) is not None]
        if len(days) > 1:
            line = f"M{self.x(min(days)):.1f} {middle:.1f}H{self.x(max(days)):.1f}"
            yield element("path", class_="edge", d=line)
        for point in row.points:
            if (day := _day(point.date)) is not None:
                yield _dot(self.x(day), middle, point, "node")
        lacking = [point for point in row.points if not _dated(point)]
        start = width - _EDGE - _NONE + 14
        for place, point in enumerate(lacking[:_DOTS]):
            yield _dot(start + place * 10, middle, point, "hollow", 4.0)
        if len(lacking) > _DOTS:
            yield text(width - _EDGE - 4, middle + 15, f"+{len(lacking) - _DOTS:,}", "soft small end")

    def _lines(self) -> Iterator[str]:
        what = self.what
        yield one_line(f"{what.title}: {self._about()}")
        if self.dated:
            one, other = (_date(day).isoformat() for day in (self.first, self.last))
            yield f"  {'':<{_WORDS}}  {one}{other:>{_COLUMNS - len(one)}}"
        for row in what.rows:
            yield f"  {_cut(row.label):<{_WORDS}}  {self._cells(row)}".rstrip()
        if what.left_out:
            yield f"  and {what.left_out:,} more"

    def _cells(self, row: Row) -> str:
        cells = [" "] * _COLUMNS
        for point in row.points:
            if (day := _day(point.date)) is not None:
                at = round((day - self.first) / (self.last - self.first) * (_COLUMNS - 1))
                cells[at] = "●" if cells[at] == " " else "◉"
        lacking = sum(not _dated(point) for point in row.points)
        dated = "".join(cells) if self.dated else ""
        return dated + (f"  {'○' * min(lacking, _DOTS)} {lacking} without a date" if lacking else "")


def _dot(x: float, y: float, point: Point, class_: str, radius: float = 5.5) -> str:
    said = ", ".join(filter(None, (point.date or "no date", point.title or point.document)))
    return element("circle", f"<title>{clean(said)}</title>", class_=class_, cx=float(x), cy=y, r=radius)


def _dated(point: Point) -> bool:
    return _day(point.date) is not None


def _day(written: str) -> float | None:
    """The day of a date as YYYY, YYYY-MM or YYYY-MM-DD; the middle of what is not said more exactly."""
    parts = written.split("-")
    try:
        numbers = [int(part) for part in parts]
        if len(numbers) == 1:
            return date(numbers[0], 7, 1).toordinal()
        if len(numbers) == 2:
            return date(numbers[0], numbers[1], 15).toordinal()
        return date(numbers[0], numbers[1], numbers[2]).toordinal()
    except (ValueError, OverflowError):
        return None


def _date(day: float) -> date:
    return date.fromordinal(min(max(int(day), 1), date.max.toordinal()))


def _marks(first: float, last: float) -> Sequence[tuple[float, str]]:
    """The beginnings of months or years between two days, not too many of them, with their names."""
    begin, end = (_date(day) for day in (first, last))
    months = (end.year - begin.year) * 12 + end.month - begin.month
    step = next((each for each in _STEPS if months / each <= _MARKS), _STEPS[-1])
    found, month = [], (begin.year * 12 + begin.month - 1) // step * step
    while month <= end.year * 12 + end.month:
        year, number = divmod(month, 12)
        if 1 <= year <= 9999:
            day = date(year, number + 1, 1)
            if first <= day.toordinal() <= last:
                found.append((float(day.toordinal()), str(year) if step >= 12 else f"{_MONTHS[number]} {year}"))
        month += step
    return found


def _cut(words: str) -> str:
    shown = one_line(words)
    return shown if len(shown) <= _WORDS else shown[: _WORDS - 1].rstrip() + "…"
