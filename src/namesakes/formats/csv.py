"""CSV: a row a document, with commas, semicolons, tabs or bars between the cells; read only.

What stands between the cells is told by the first rows: the mark with which most of them have as many cells as the
first. A line `sep=;` before them decides. Cells may stand in quotes, and then
have line breaks and doubled quotes in them. A quote that never closes spoils the row in which it opens and no other.

The encoding is the one declared, a byte order mark's, UTF-8 where (nearly) all lines are that, else the likeliest.
"""

import csv
import io
import re
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO, Final

from namesakes.errors import DataError
from namesakes.formats.columns import Columns, NoColumnError
from namesakes.formats.format import Block, Format
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.tables import ABOVE, LONGEST_ROW, TOO_LONG, Row, parse, split_table
from namesakes.formats.text_file import CHUNK, TextFile, bom_encoding, likeliest_encoding

DELIMITERS: Final = ",;\t|"
"""What may stand between cells, the commonest first."""
_NOWHERE: Final = "\x1f"
"""A delimiter of tables with a single column, which no text has."""
_NONE: Final = (0.0, 0)
_SAMPLE: Final = 1 << 16
_SAMPLE_ROWS: Final = 50
_DECLARED: Final = re.compile(r"sep=(.)\r?\n?\Z", re.IGNORECASE)
_OPEN: Final = "a quote opens in this row and is not closed as it should be"
_ADVICE: Final = "Close it, or write it twice."


def split(source: TextFile, delimiter: str = "") -> Iterator[Block]:
    """One block a row; without a delimiter the first rows tell it."""
    with source.seekable() as stream:
        encoding = encoding_of(stream, source)
        stream.seek(0)
        text = io.TextIOWrapper(stream, encoding, errors="surrogateescape", newline="")
        try:
            yield from split_table(source, rows(_lines(text), delimiter, source), exact=True)
        except UnicodeError as error:
            raise source.undecodable(error) from error


def encoding_of(stream: BinaryIO, source: TextFile) -> str:
    """The encoding of a table: of what is not UTF-8 in most of its lines beyond ASCII, the likeliest."""
    head = stream.read(4)
    certain = source.encoding or bom_encoding(head)
    if certain:
        return certain
    stream.seek(0)
    votes, rest = _Votes(), b""
    while chunk := stream.read(CHUNK):
        cut = chunk.rfind(b"\n") + 1
        if not cut:
            rest = rest + chunk if len(rest) < LONGEST_ROW else b""
            continue
        votes.count(rest + chunk[:cut])
        rest = chunk[cut:]
    votes.count(rest)
    return "utf-8" if votes.bad <= votes.good else likeliest_encoding(votes.sample[:_SAMPLE]) or "utf-8"


@dataclass
class _Votes:
    """How many lines beyond ASCII are UTF-8 (of a piece that all is, one), how many are not, and what these say."""

    good: int = 0
    bad: int = 0
    sample: bytes = b""

    def count(self, data: bytes) -> None:
        """Count the lines of a piece."""
        if data.isascii() or _is_utf_8(data):
            self.good += not data.isascii()
            return
        for line in data.split(b"\n"):
            if not line.isascii():
                fits = _is_utf_8(line)
                self.good, self.bad = self.good + fits, self.bad + (not fits)
                if not fits and len(self.sample) < _SAMPLE:
                    self.sample += line


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _lines(text: io.TextIOWrapper) -> Iterator[str]:
    """The lines with their breaks; of one that is too long its beginning and one character more than there may be."""
    while line := text.readline(LONGEST_ROW + 1):
        yield line
        while len(line) > LONGEST_ROW and not line.endswith(("\n", "\r")):
            line = text.readline(LONGEST_ROW + 1)
            if not line:
                return


def rows(lines: Iterator[str], delimiter: str, source: TextFile) -> Iterator[Row]:
    """The rows of a table in text."""
    sample, size = list[str](), 0
    for line in lines:
        sample.append(line)
        size += len(line)
        if size > _SAMPLE or len(sample) > 4 * _SAMPLE_ROWS:
            break
    if sample and "\x00" in sample[0]:
        raise source.binary()
    if sample and not "".join(sample).strip("\ufeff \t\r\n"):
        raise DataError("this file is empty: there is no row in it", path=source.name)
    before = 0
    if sample:
        sample[0] = sample[0].removeprefix("\ufeff")
        declared = _DECLARED.match(sample[0])
        if declared:
            delimiter, before = declared[1], 1
            del sample[0]
    if csv.field_size_limit() < LONGEST_ROW:
        csv.field_size_limit(LONGEST_ROW)
    reader = _Rows(lines, sample, delimiter or delimiter_of(sample, source.options))
    for row in reader:
        row.number += before
        yield row


def delimiter_of(lines: Sequence[str], options: ReadOptions) -> str:
    """What stands between the cells of these lines, the first ones of a table."""
    for start in range(min(len(lines), ABOVE)):
        if not lines[start].strip():
            continue
        best = max(DELIMITERS, key=lambda each: _agreement(lines[start:], each))
        if _agreement(lines[start:], best) > _NONE:
            return best
        with suppress(NoColumnError):  # a line by itself is the name of the only column, or a title above the names
            Columns.of([lines[start].strip().strip('"')], options)
            return _NOWHERE
    return DELIMITERS[0]


def _agreement(lines: Sequence[str], delimiter: str) -> tuple[float, int]:
    """The share of rows that have as many cells as the first one, and how many that are."""
    widths = list[int]()
    with suppress(csv.Error):
        for cells in islice(csv.reader(lines, delimiter=delimiter), _SAMPLE_ROWS):
            widths += [len(cells)] if any(cells) else []
    if len(widths) > 2:
        widths.pop()  # which may be cut
    if not widths or widths[0] < 2:
        return _NONE
    return round(widths.count(widths[0]) / len(widths), 1), widths[0]


class _Rows:
    """Rows of lines, read strictly; what cannot be is read again line by line.

    Parameters
    ----------
    lines : those that have not been looked at.
    ahead : those before them that have been.
    delimiter : what stands between cells.
    """

    def __init__(self, lines: Iterator[str], ahead: Sequence[str], delimiter: str) -> None:
        self._source, self._delimiter = lines, delimiter
        self._ahead: deque[str] = deque(ahead)
        self._taken: list[str] = []
        self._size = 0
        self._number = 0

    def _next_line(self) -> Iterator[str]:
        """The lines, each noted as one of the row that is being read."""
        while True:
            line = self._ahead.popleft() if self._ahead else next(self._source, None)
            if line is None:
                return
            self._taken.append(line)
            self._size += len(line)
            if self._size > LONGEST_ROW:
                raise csv.Error(TOO_LONG)
            yield line

    def __iter__(self) -> Iterator[Row]:
        reader = csv.reader(self._next_line(), delimiter=self._delimiter, strict=True)
        while True:
            self._taken.clear()
            self._size = 0
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield self._mended(cut="end of data" in str(error))
                reader = csv.reader(self._next_line(), delimiter=self._delimiter, strict=True)
                continue
            self._number += 1
            yield Row(self._number, cells)

    def _mended(self, *, cut: bool) -> Row:
        """The row of the first line that was taken, as far as it can be read by itself; the others are read anew."""
        first, *others = self._taken
        self._ahead.extendleft(reversed(others))
        self._number += 1
        if len(first) > LONGEST_ROW:
            return Row(self._number, (), TOO_LONG, "Divide it.")
        if not cut and not others:
            return Row(self._number, next(csv.reader([first], delimiter=self._delimiter), ()))
        return Row(self._number, (), _OPEN, _ADVICE)


FORMAT = Format(
    name="csv",
    description="CSV: a row a document, commas, semicolons or tabs between the cells; read only",
    extensions=(".csv",),
    split=split,
    parse=parse,
    rows=True,
)
