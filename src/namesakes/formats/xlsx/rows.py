"""The rows of a sheet of XLSX as they stream by: numbers, places of cells, and what the file says of each."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from namesakes.errors import DataError
from namesakes.formats.columns import MOST
from namesakes.formats.sheet_xml import SheetXml
from namesakes.formats.tables import LONGEST_ROW, MOST_ROWS, TOO_LONG, Row

_ESCAPE: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")


@dataclass(slots=True)
class Cell:
    """A cell as the file has it: the kind of its value, its style, the value, and the formula behind it."""

    type: str = ""
    style: str = ""
    value: str | None = None
    formula: str = ""


class SheetRows(SheetXml):
    """Puts rows together; those that are done wait until they are taken."""

    def __init__(self) -> None:
        super().__init__()
        self._done: list[Row] = []
        self._cells: list[Cell | str] = []
        self._number = self._column = self._size = 0
        self._cell: Cell | None = None
        self._target: list[str] | None = None
        self._places: dict[str, int] = {}
        self._phonetic = False

    def rows(self, chunks: Iterable[bytes]) -> Iterator[Row]:
        """The rows in their order."""
        for _ in self.feed(chunks):
            found, self._done = self._done, []
            yield from found

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """A row, a cell, or what is in it."""
        if name == "c":
            self._column = self._place(attributes.get("r", ""))
            self._cell = Cell(attributes.get("t", ""), attributes.get("s", ""))
        elif name in ("v", "f", "t"):
            self._target = [] if self._cell is not None and not self._phonetic else None
        elif name == "rPh":
            self._phonetic = True
        elif name == "row":
            said = attributes.get("r", "")
            number = int(said) if said.isdecimal() and len(said) < 9 else 0
            self._number = max(self._number + 1, number)
            if self._number > MOST_ROWS:
                raise DataError(f"a sheet has more than {MOST_ROWS:,} rows", "Divide it.")
            self._cells, self._column, self._size = [], -1, 0

    def text(self, data: str) -> None:
        """A piece of a value, a text or a formula; nothing more of a row that is too long."""
        if self._target is not None:
            self._size += len(data)
            if self._size <= LONGEST_ROW:
                self._target.append(data)

    def end(self, name: str) -> None:
        """The end of any of them."""
        if name in ("v", "f", "t"):
            if self._target is not None and self._cell is not None:
                said = "".join(self._target)
                if name == "f":
                    self._cell.formula = said
                else:
                    self._cell.value = (self._cell.value or "") + said
            self._target = None
        elif name == "c" and self._cell is not None:
            self._add(self._cell)
            self._cell = None
        elif name == "rPh":
            self._phonetic = False
        elif name == "row":
            problem = TOO_LONG if self._size > LONGEST_ROW else ""
            self._done.append(Row(self._number, () if problem else self._cells, problem, "Divide it."))
            self._cells = []

    def _add(self, cell: Cell) -> None:
        if not (cell.value or cell.formula):
            return
        if self._column >= MOST:
            raise DataError(f"this table has more than {MOST:,} columns", "Leave out those that are not needed.")
        while len(self._cells) < self._column:
            self._cells.append("")
        if len(self._cells) == self._column:
            self._cells.append(cell)
        else:
            self._cells[self._column] = cell

    def _place(self, reference: str) -> int:
        """The column of a cell by its reference, such as AB12; the next one where it has none."""
        letters = reference.rstrip("0123456789")
        if not letters:
            return self._column + 1
        found = self._places.get(letters)
        if found is None:
            found = column_of(letters)
            self._places[letters] = found
        return found


def column_of(letters: str) -> int:
    """The number of a column, counted from 0, by its letters."""
    if not (letters.isascii() and letters.isalpha() and len(letters) < 4):
        raise DataError(f"'{letters[:20]}' is no column of a sheet", "Save it anew.")
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def unescaped(text: str) -> str:
    """A text with the characters that XML cannot hold, which Excel writes as _x000D_."""
    return _ESCAPE.sub(_character, text) if "_x" in text else text


def _character(escape: re.Match[str]) -> str:
    code = int(escape[1], 16)
    return escape[0] if code == 0 or 0xD800 <= code <= 0xDFFF else chr(code)
