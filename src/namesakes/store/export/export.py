"""What an export is: a name in `EXPORTS`, a line that says what it holds, and a way to write it."""

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final, TextIO

from namesakes.errors import UnknownNameError, UsageError
from namesakes.formats.atomic import open_atomic
from namesakes.store.export.tables import TABLES
from namesakes.store.store import Store

BASE: Final = "urn:namesakes:"
"""What the IRIs of people and documents begin with, unless it is said otherwise."""
_NOT_IN_IRIS = re.compile(r'[\x00-\x20<>"{}|^`\\]')


@dataclass(frozen=True)
class ExportOptions:
    """How to export.

    Parameters
    ----------
    table : of CSV and Parquet which table: people, memberships, mentions or facts.
    base : of Turtle what IRIs begin with.
    raw : of CSV whether texts stand as they are, also those that spreadsheets take for formulas.
    durable : whether the file has reached the disk when it appears.
    """

    table: str = "people"
    base: str = BASE
    raw: bool = False
    durable: bool = False

    def __post_init__(self) -> None:
        if self.table not in TABLES:
            raise UnknownNameError("table", self.table, TABLES)
        if _NOT_IN_IRIS.search(self.base):
            raise UsageError(f"'{self.base}' cannot begin an address: it has a character that addresses do not allow.")


class Export(ABC):
    """A format that a store can be written in. A format of text has `TextExport` as its base."""

    summary: ClassVar[str]
    """What it holds, in a line."""
    unit: ClassVar[str] = "lines"
    """What is counted."""

    @abstractmethod
    def write(self, store: Store, path: str, options: ExportOptions) -> int:
        """Write the store to a file, or to standard output for "-"; how many units were written."""


class TextExport(Export):
    """A format of lines."""

    @abstractmethod
    def lines(self, store: Store, options: ExportOptions) -> Iterator[str]:
        """The lines, without their ends."""

    def write(self, store: Store, path: str, options: ExportOptions) -> int:
        """Write the lines; a file appears under its name only when all of it has been written."""
        lines = self.lines(store, options)
        if path == "-":
            return _write(lines, sys.stdout)
        with open_atomic(Path(path), durable=options.durable) as stream:
            return _write(lines, stream)


def _write(lines: Iterable[str], stream: TextIO) -> int:
    count = 0
    for line in lines:
        stream.write(f"{line}\n")
        count += 1
    return count
