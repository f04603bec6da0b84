"""XLSX: a row a document, from the sheets of a workbook of Excel; read only.

A workbook is read as it streams by, so that it may be far larger than memory: libraries that read XLSX keep all its
texts, or whole sheets. A cell says what it shows: of a formula the value that the file has for it, else the formula
itself as text; dates as ISO 8601 writes them. What merged cells say belongs to the first one. Sheets that are hidden
are left out; hidden rows, as filters make them, are not.

ECMA-376, Office Open XML File Formats, part 1, 18.2 to 18.9.
"""

import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from namesakes.errors import DataError
from namesakes.formats.format import Block, Format
from namesakes.formats.sheet_xml import SheetXml
from namesakes.formats.tables import (
    LONGEST_NAME,
    LONGEST_ROW,
    MOST_CHARACTERS,
    MOST_ROWS,
    TOO_LONG,
    Row,
    Sheet,
    parse,
    split_sheets,
)
from namesakes.formats.text_file import TextFile
from namesakes.formats.xlsx.numbers import DateStyles, shown_number
from namesakes.formats.xlsx.rows import Cell, SheetRows, unescaped
from namesakes.formats.xlsx.strings import SharedStrings
from namesakes.formats.zip_parts import ZipParts

_KIND: Final = "an XLSX table"
_MOST_SHEETS: Final = 10_000


@dataclass(frozen=True)
class _Named:
    """A sheet as the workbook lists it."""

    name: str
    part: str


@dataclass
class _Workbook(SheetXml):
    """The sheets of a workbook that are shown, by the ids of their parts, and how its dates count."""

    sheets: list[tuple[str, str]] = field(default_factory=list)
    from_1904: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == "workbookPr":
            self.from_1904 = attributes.get("date1904") in ("1", "true")
        elif name == "sheet" and attributes.get("state", "visible") == "visible":
            part = next((value for key, value in attributes.items() if key.endswith(":id")), "")
            self.sheets.append((attributes.get("name", "")[:LONGEST_NAME], part))
            if len(self.sheets) > _MOST_SHEETS:
                raise DataError(f"this workbook has more than {_MOST_SHEETS:,} sheets", "Divide it.")


@dataclass
class _Relations(SheetXml):
    """Where the parts lie that another part speaks of: by id, and by kind."""

    folder: str
    parts: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == "Relationship" and attributes.get("TargetMode") != "External" and len(self.parts) < _MOST_SHEETS:
            place = posixpath.normpath(posixpath.join("/", self.folder, attributes.get("Target", ""))).lstrip("/")
            self.parts[attributes.get("Id", "")] = place
            self.kinds.setdefault(attributes.get("Type", "").rpartition("/")[2], place)


def split(source: TextFile) -> Iterator[Block]:
    """One block a row, of all sheets."""
    with source.seekable() as stream:
        parts = ZipParts.streamed(stream, _KIND, source.name)
        try:
            yield from split_sheets(source, _sheets(parts))
        except DataError as error:
            raise error.at(source.name) from error


def _sheets(parts: ZipParts) -> Iterator[Sheet]:
    """The sheets that are shown, in the order of the workbook."""
    top = _relations(parts, "")
    place = top.kinds.get("officeDocument", "xl/workbook.xml")
    if place not in parts:
        raise parts.damaged("it has no workbook")
    workbook = _Workbook()
    workbook.read(parts.chunks(place))
    related = _relations(parts, place)
    styles = DateStyles()
    if related.kinds.get("styles", "") in parts:
        styles.read(parts.chunks(related.kinds["styles"]))
    with SharedStrings() as strings:
        if related.kinds.get("sharedStrings", "") in parts:
            strings.fill(parts.chunks(related.kinds["sharedStrings"]))
        shown = _Shown(strings, styles, from_1904=workbook.from_1904)
        listed = [_Named(name, related.parts[id]) for name, id in workbook.sheets if related.parts.get(id, "") in parts]
        worksheets = [each for each in listed if "chartsheet" not in each.part]
        if not worksheets:
            raise parts.damaged("it has no sheet")
        for number, each in enumerate(worksheets):
            yield Sheet(_rows(parts, each.part, shown), each.name, is_first=number == 0)


def _relations(parts: ZipParts, place: str) -> _Relations:
    """Where the parts lie that a part speaks of; of the whole file without one."""
    folder, name = posixpath.split(place)
    found = _Relations(folder)
    described = posixpath.join(folder, "_rels", f"{name}.rels")
    if described in parts:
        found.read(parts.chunks(described))
    return found


def _rows(parts: ZipParts, place: str, shown: Callable[[Cell], str]) -> Iterator[Row]:
    """The rows of a sheet with what their cells show."""
    for number, row in enumerate(SheetRows().rows(parts.chunks(place))):
        if number >= MOST_ROWS:
            raise DataError(f"a sheet has more than {MOST_ROWS:,} rows", "Divide it.")
        size, cells = 0, list[str]()
        for cell in row.cells:
            cells.append(shown(cell) if isinstance(cell, Cell) else "")
            size += len(cells[-1])
            if size > LONGEST_ROW:
                row.problem, cells = TOO_LONG, []
                break
        yield Row(row.number, cells, row.problem, row.advice)


@dataclass
class _Shown:
    """What cells show.

    Parameters
    ----------
    strings : the texts that cells share.
    styles : which styles are those of dates.
    from_1904 : whether days are counted from 1904.
    given : characters of shared texts that have been given out, which a small file may do without end.
    """

    strings: SharedStrings
    styles: DateStyles
    from_1904: bool
    given: int = 0

    def __call__(self, cell: Cell) -> str:
        if cell.value is None:
            return f"={cell.formula}" if cell.formula else ""
        if not cell.value or cell.type == "e":  # an error is what a formula shows that went wrong
            return ""
        if cell.type == "s":
            text = self.strings[cell.value]
            self.given += len(text)
            if self.given > MOST_CHARACTERS:
                raise DataError(f"this table has more than {MOST_CHARACTERS:,} characters", "Divide it.")
            return text
        if cell.type in ("", "n"):
            return shown_number(cell.value, is_date=cell.style in self.styles, from_1904=self.from_1904)
        if cell.type == "b":
            return "TRUE" if cell.value == "1" else "FALSE"
        return unescaped(cell.value)


FORMAT = Format(
    name="xlsx",
    description="XLSX: a row a document, from the sheets of a workbook of Excel; read only",
    extensions=(".xlsx", ".xlsm", ".xltx"),
    split=split,
    parse=parse,
    rows=True,
)
