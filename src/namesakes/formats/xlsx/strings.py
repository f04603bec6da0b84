"""The texts that the cells of a workbook share, on the disk where they are many: a cell says which one it shows."""

from array import array
from collections.abc import Iterable
from tempfile import SpooledTemporaryFile
from typing import Final

from namesakes.errors import DataError
from namesakes.formats.sheet_xml import SheetXml
from namesakes.formats.tables import LONGEST_ROW
from namesakes.formats.text_file import IN_MEMORY
from namesakes.formats.xlsx.rows import unescaped

_MOST: Final = 1 << 26
"""The most texts that are shared."""


class SharedStrings(SheetXml):
    """Texts by number; a context, at whose end what is on the disk is gone."""

    def __init__(self) -> None:
        super().__init__()
        self._file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - `__exit__` closes it
        self._ends = array("Q", [0])
        self._pieces: list[str] = []
        self._too_long: set[int] = set()
        self._size = 0
        self._inside = self._phonetic = False

    def __enter__(self) -> "SharedStrings":
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, number: str) -> str:
        place = int(number) if number.isdecimal() and len(number) < 10 else -1
        if not 0 <= place < len(self):
            raise DataError(f"a cell shows the text number '{number[:20]}', which is not there", "Save it anew.")
        if place in self._too_long:
            return " " * (LONGEST_ROW + 1)
        start = self._ends[place]
        self._file.seek(start)
        return self._file.read(self._ends[place + 1] - start).decode("utf-8", "replace")

    def fill(self, chunks: Iterable[bytes]) -> None:
        """Keep the texts of the part that has them."""
        self.read(chunks)

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """A text, or what is in it."""
        if name == "si":
            self._pieces, self._size = [], 0
        elif name == "t":
            self._inside = not self._phonetic
        elif name == "rPh":
            self._phonetic = True

    def text(self, data: str) -> None:
        """A piece of a text; of one that is too long nothing is kept but that it is, so that its rows are too."""
        if self._inside:
            self._size += len(data)
            if self._size <= LONGEST_ROW:
                self._pieces.append(data)
            else:
                self._too_long.add(len(self))
                self._pieces.clear()

    def end(self, name: str) -> None:
        """The end of any of them."""
        if name == "t":
            self._inside = False
        elif name == "rPh":
            self._phonetic = False
        elif name == "si":
            data = unescaped("".join(self._pieces)).encode("utf-8", "replace")
            self._file.write(data)
            self._ends.append(self._ends[-1] + len(data))
            self._pieces = []
            if len(self) > _MOST:
                raise DataError(f"this workbook has more than {_MOST:,} texts", "Divide it.")
