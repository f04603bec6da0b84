"""Tables: what CSV, workbooks and Parquet have in common once they are cut into rows; a row is a document.

The first row names the columns (`formats.columns`). Lines above it that have a single cell, such as a title, are passed
over. Rows count as a spreadsheet counts them, so that the first row after the names is the second; where a table has no
column of ids its documents are called by that number, with the sheet's name before it in all sheets but the first. A
row without a text is left out by itself. Of a workbook every sheet that has a column of texts is read, in the order of
the sheets, and `meta["sheet"]` has its name.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from namesakes.errors import DataError
from namesakes.formats.columns import Columns, NoColumnError
from namesakes.formats.format import Block
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document

LONGEST_ROW: Final = 1 << 25
"""The most characters of a row."""
LONGEST_NAME: Final = 100
"""The most characters of the name of a sheet."""
TOO_LONG: Final = f"this row has more than {LONGEST_ROW:,} characters"
MOST_ROWS: Final = 1 << 20
"""The most rows of a sheet of a workbook, as spreadsheets have them."""
MOST_CHARACTERS: Final = 1 << 33
"""The most characters of all rows of a file, in which a text may be repeated."""
ABOVE: Final = 10
"""The most lines above the names of the columns."""


@dataclass(slots=True)
class Row:
    """A row: its number, its cells, and what is wrong with it."""

    number: int
    cells: Sequence[Any]
    problem: str = ""
    advice: str = ""


@dataclass(slots=True)
class Sheet:
    """A table.

    Parameters
    ----------
    rows : the names of the columns first.
    name : what it is called in a file that may have several.
    is_first : whether it is the first of its file.
    exact : whether a row must not have more cells than there are columns.
    dense : whether rows without anything in them count, too.
    """

    rows: Iterable[Row]
    name: str = ""
    is_first: bool = True
    exact: bool = False
    dense: bool = False


@dataclass(frozen=True)
class RowBlock(Block):
    """A row with the columns of its table; the block's line is the number of the row."""

    row: Row = field(default_factory=lambda: Row(0, ()), repr=False)
    columns: Columns = field(default_factory=lambda: Columns((), ()), repr=False)
    sheet: Sheet = field(default_factory=lambda: Sheet(()), repr=False)


def split_table(source: TextFile, rows: Iterable[Row], *, exact: bool = False, dense: bool = False) -> Iterator[Block]:
    """One block for each row of a file that is one table."""
    yield from split_sheets(source, [Sheet(rows, exact=exact, dense=dense)])


def split_sheets(source: TextFile, sheets: Iterable[Sheet]) -> Iterator[Block]:
    """One block for each row of the sheets that have a column of texts; a `DataError` where none has."""
    without: list[NoColumnError] = []
    size, found = 0, False
    for sheet in sheets:
        rows = iter(sheet.rows)
        try:
            columns = _columns(rows, source)
        except NoColumnError as error:
            without.append(error)
            continue
        found = True
        for row in rows:
            size += sum(len(cell) for cell in row.cells if isinstance(cell, str))
            if size > MOST_CHARACTERS:
                raise DataError(f"this table has more than {MOST_CHARACTERS:,} characters", "Divide it.")
            if row.problem or sheet.dense or any(map(_filled, row.cells)):
                yield RowBlock(source, row.number, [], row, columns, sheet)
    if without and not found:
        raise next((error for error in without if error.advice), without[0]).at(source.name)


def _columns(rows: Iterator[Row], source: TextFile) -> Columns:
    """The columns that the first rows name."""
    first: NoColumnError | None = None
    for _, row in zip(range(ABOVE), (row for row in rows if row.problem or any(map(_filled, row.cells))), strict=False):
        if row.problem:
            raise DataError(row.problem, row.advice, path=source.name)
        cells = list(row.cells)
        while cells and not _filled(cells[-1]):
            cells.pop()
        try:
            source.check(" ".join(map(str, cells)), row.number)
            return Columns.of(cells, source.options)
        except NoColumnError as error:
            first = first or error
        if sum(map(_filled, cells)) > 1:
            break
    raise first or NoColumnError("there is no row in it")


def _filled(cell: Any) -> bool:
    return cell is not None and cell != ""


def parse(block: Block) -> Document:
    """The document of a row."""
    assert isinstance(block, RowBlock)
    row, sheet = block.row, block.sheet
    if row.problem:
        raise DataError(row.problem, row.advice, path=block.path, line=row.number)
    try:
        block.source.check("\n".join([cell for cell in row.cells if isinstance(cell, str)]), row.number)
        if any("\x00" in cell for cell in row.cells if isinstance(cell, str)):
            raise DataError("there is a NUL character in this row, which no text has", "Take it out.")
        if sheet.exact and any(map(_filled, row.cells[len(block.columns.names) :])):
            found = f"this row has {len(row.cells)} cells, and there are {len(block.columns.names)} columns"
            raise DataError(found, "Put cells in quotes that have in them what stands between cells.")
        number = f"{row.number}" if sheet.is_first else f"{sheet.name}-{row.number}"
        meta = {"sheet": sheet.name} if sheet.name else {}
        return block.columns.document(row.cells, f"{block.source.path.stem}-{number}", **meta)
    except DataError as error:
        error.line = row.number  # of bytes that do not fit the line within the row was said
        raise error.at(block.path) from error
