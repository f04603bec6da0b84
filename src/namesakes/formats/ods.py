"""ODS: a row a document, from the tables of a file of OpenOffice or LibreOffice; read only.

It is read as it streams by, also as one file of XML (`.fods`). A cell says what it shows: the value of a formula, not
the formula; dates as ISO 8601 writes them. Comments are left out. Rows and cells that are repeated are, within bounds.
Sheets that are hidden are left out.

Open Document Format for Office Applications 1.3, part 3, 9.1 and 19.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from namesakes.errors import DataError
from namesakes.formats.columns import MOST
from namesakes.formats.format import Block, Format
from namesakes.formats.sheet_xml import SheetXml
from namesakes.formats.tables import LONGEST_NAME, LONGEST_ROW, MOST_ROWS, TOO_LONG, Row, Sheet, parse, split_sheets
from namesakes.formats.text_file import CHUNK, TextFile
from namesakes.formats.zip_parts import ZipParts

_KIND: Final = "an ODS table"
_LEFT_OUT: Final = frozenset({"annotation", "tracked-changes", "shapes", "forms", "dde-links", "ruby-text"})
_SPACES: Final = {"s": " ", "tab": "\t", "line-break": "\n"}


def split(source: TextFile) -> Iterator[Block]:
    """One block a row, of all sheets."""
    with source.seekable() as stream:
        try:
            if stream.read(CHUNK).lstrip()[:5] == b"<?xml":
                stream.seek(0)
                yield from split_sheets(source, sheets(iter(lambda: stream.read(1 << 16), b"")))
                return
            parts = ZipParts.streamed(stream, _KIND, source.name)
            if "META-INF/manifest.xml" in parts and b"encryption-data" in parts.read("META-INF/manifest.xml"):
                raise DataError("this ODS file is encrypted", "Save it without a password.", path=source.name)
            yield from split_sheets(source, sheets(parts.chunks("content.xml")))
        except DataError as error:
            raise error.at(source.name) from error


def sheets(chunks: Iterable[bytes]) -> Iterator[Sheet]:
    """The tables that are shown, one after the other; what is left of one is passed over when the next is asked for."""
    reader = _Reader(chunks)
    number = 0
    while (name := reader.next_table()) is not None:
        rows = reader.rows()
        yield Sheet(rows, name, is_first=number == 0)
        number += 1
        for _ in rows:
            pass
    if not number:
        raise DataError("there is no table in it", "Save it anew.")


class _Reader(SheetXml):
    """Puts rows together; a row without cells is the end of a table."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        super().__init__()
        self._fed = self.feed(chunks)
        self._waiting: list[str | tuple[Row, int] | None] = []
        self._hidden_styles: set[str] = set()
        self._style = ""
        self._cells: list[str] = []
        self._pieces: list[str] = []
        self._count = self._repeated = self._blank = self._size = self._aside = self._tables = 0
        self._value: str | None = None
        self._paragraphs = 0
        self._in_text = 0
        self._shown = False

    def next_table(self) -> str | None:
        """The name of the next table that is shown."""
        for event in self._events():
            if isinstance(event, str):
                return event
        return None

    def rows(self) -> Iterator[Row]:
        """The rows of this table."""
        number = 0
        for event in self._events():
            if event is None:
                return
            if isinstance(event, tuple):
                row, count = event
                if not row.cells and not row.problem:
                    number += count
                    continue
                for _ in range(count):
                    number += 1
                    if number > MOST_ROWS:
                        raise DataError(f"a sheet has more than {MOST_ROWS:,} rows", "Divide it.")
                    yield Row(number, row.cells, row.problem, row.advice)

    def _events(self) -> Iterator[str | tuple[Row, int] | None]:
        while True:
            while self._waiting:
                yield self._waiting.pop()
            if next(self._fed, self) is self:
                return
            self._waiting.reverse()

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """A table, a row, a cell, or what is in it."""
        if self._aside or name in _LEFT_OUT:
            self._aside += 1
        elif name == "table-cell" or name == "covered-table-cell":
            self._repeated = _number(attributes.get("table:number-columns-repeated"))
            self._value = attributes.get("office:date-value")
            self._pieces, self._paragraphs = [], 0
        elif name in ("p", "h"):
            self._in_text += 1
            self._paragraphs += 1
            self._say("\n" if self._paragraphs > 1 else "")
        elif name in _SPACES:
            self._say(_SPACES[name] * min(_number(attributes.get("text:c")), 1000))
        elif name == "table-row":
            self._cells, self._size, self._blank = [], 0, 0
            self._count = _number(attributes.get("table:number-rows-repeated"))
        elif name == "table":
            self._tables += 1
            if self._tables == 1:
                self._shown = attributes.get("table:style-name", "")[:LONGEST_NAME] not in self._hidden_styles
                if self._shown:
                    self._waiting.append(attributes.get("table:name", "")[:LONGEST_NAME])
        elif name == "style":
            self._style = attributes.get("style:name", "")[:LONGEST_NAME]
        elif (
            name == "table-properties"
            and attributes.get("table:display") == "false"
            and len(self._hidden_styles) < MOST
        ):
            self._hidden_styles.add(self._style)

    def text(self, data: str) -> None:
        """A piece of what a cell shows."""
        if self._in_text and not self._aside:
            self._say(data)

    def _say(self, data: str) -> None:
        self._size += len(data)
        if self._size <= LONGEST_ROW:
            self._pieces.append(data)

    def end(self, name: str) -> None:
        """The end of any of them."""
        if self._aside:
            self._aside -= 1
        elif name == "table-cell" or name == "covered-table-cell":
            self._end_cell()
        elif name in ("p", "h"):
            self._in_text -= 1
        elif name == "table-row" and self._shown and self._tables == 1:
            problem = TOO_LONG if self._size > LONGEST_ROW else ""
            self._waiting.append((Row(0, () if problem else self._cells, problem, "Divide it."), self._count))
        elif name == "table":
            self._tables -= 1
            if self._shown and not self._tables:
                self._waiting.append(None)

    def _end_cell(self) -> None:
        shown = self._value if self._value is not None else "".join(self._pieces)
        self._pieces = []
        if not shown:
            self._blank += self._repeated
            return
        if len(self._cells) + self._blank + self._repeated > MOST:
            raise DataError(f"this table has more than {MOST:,} columns", "Leave out those that are not needed.")
        self._size += len(shown) * (self._repeated - 1)
        if self._size <= LONGEST_ROW:
            self._cells += [""] * self._blank + [shown.removesuffix("T00:00:00")] * self._repeated
        self._blank = 0


def _number(said: str | None) -> int:
    """How often something is repeated."""
    return max(int(said), 1) if said is not None and said.isdecimal() and len(said) < 9 else 1


FORMAT = Format(
    name="ods",
    description="ODS: a row a document, from the tables of a file of OpenOffice; read only",
    extensions=(".ods", ".ots", ".fods"),
    split=split,
    parse=parse,
    rows=True,
)
