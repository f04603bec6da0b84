"""Writing casts: as tables for people, as CSV, as JSON, and as one page."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

from namesakes.characters.cast import Cast
from namesakes.characters.frames import TABLES, character_rows
from namesakes.formats.atomic import open_atomic
from namesakes.store.export.csv import harmless
from namesakes.view.cast.page import page
from namesakes.view.cast.table import cast_lines
from namesakes.view.wording import printable

TARGETS: Final = ("table", "csv", "json", "html")

COLUMNS: Final = tuple(TABLES["characters"])
"""The columns of CSV; a row is a character."""
_TEXTS: Final = tuple(COLUMNS.index(name) for name in ("document", "name", "aliases", "meets"))
"""The columns with texts of the document."""


def write_casts(casts: Iterable[Cast], path: str, kind: str) -> int:
    """Write casts to a file or, for "-", to standard output; returns how many there were.

    Parameters
    ----------
    kind : one of `TARGETS`.
    """
    with _stream(path) as stream:
        if kind == "html":
            found = list(casts)
            stream.writelines(page(found))
            return len(found)
        return {"table": _tables, "csv": _rows, "json": _json}[kind](casts, stream)


@contextmanager
def _stream(path: str) -> Iterator[TextIO]:
    if path == "-":
        yield sys.stdout
        return
    with open_atomic(Path(path)) as stream:
        yield stream


def _tables(casts: Iterable[Cast], stream: TextIO) -> int:
    count = 0
    for cast in casts:
        stream.write("\n" if count else "")
        stream.writelines(f"{printable(line)}\n" for line in cast_lines(cast))
        count += 1
    return count


def _json(casts: Iterable[Cast], stream: TextIO) -> int:
    count = 0
    for cast in casts:
        stream.write(",\n" if count else "[\n")
        stream.write(json.dumps(cast.to_json(), ensure_ascii=False))
        count += 1
    stream.write("\n]\n" if count else "[]\n")
    return count


def _rows(casts: Iterable[Cast], stream: TextIO) -> int:
    rows, count = csv.writer(stream, lineterminator="\n"), 0
    rows.writerow(COLUMNS)
    for cast in casts:
        rows.writerows(map(_row, character_rows(cast)))
        count += 1
    return count


def _row(row: Sequence[Any]) -> list[Any]:
    """The row, with texts that no program takes for formulas."""
    return [harmless(value) if place in _TEXTS else value for place, value in enumerate(row)]
