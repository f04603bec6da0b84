"""Exports: what a store holds, in formats that others read."""

import csv
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from namesakes.errors import DataError, MissingExtraError, UnknownNameError, UsageError
from namesakes.formats.atomic import open_atomic
from namesakes.store import graphml, jsonl, turtle
from namesakes.store.store import Store
from namesakes.store.tables import COLUMNS, NUMBERS, rows
from namesakes.store.training import training_pairs

FORMATS: Final = {
    "jsonl": "the whole store, a record a line; namesakes load reads it",
    "csv": "a table",
    "parquet": "a table",
    "turtle": "RDF with the words of schema.org",
    "graphml": "a graph of people and documents",
    "pairs": "corrections as pairs of profiles, a pair a line, to train with",
}
"""The formats, and what each one holds."""

_AT_A_TIME: Final = 5_000
_NO_ADDRESS = re.compile(r'[\x00-\x20<>"{}|^`\\]')


def export(store: Store, path: str, format: str, *, table: str = "people", base: str = turtle.BASE) -> int:
    """Write the store to a file, or to standard output for "-"; how many lines or rows were written.

    Parameters
    ----------
    format : one of `FORMATS`.
    table : of CSV and Parquet which table: "people", "memberships" or "facts".
    base : of Turtle what addresses begin with.
    """
    if format not in FORMATS:
        raise UnknownNameError("format to export to", format, FORMATS)
    if table not in COLUMNS:
        raise UnknownNameError("table", table, COLUMNS)
    if _NO_ADDRESS.search(base):
        raise UsageError(f"'{base}' cannot begin an address: it has a character that addresses do not allow.")
    if format == "parquet":
        return _parquet(store, path, table)
    found = _lines(store, format, table, base)
    if path == "-":
        return _write(found, sys.stdout)
    with open_atomic(Path(path)) as stream:
        return _write(found, stream)


def _lines(store: Store, format: str, table: str, base: str) -> Iterator[str]:
    if format == "csv":
        return _csv(store, table)
    if format == "pairs":
        return (json.dumps(pair, ensure_ascii=False) for pair in training_pairs(store))
    if format == "turtle":
        return turtle.lines(store, base)
    return graphml.lines(store) if format == "graphml" else jsonl.lines(store)


def _write(lines: Iterable[str], stream: Any) -> int:
    count = 0
    for line in lines:
        stream.write(f"{line}\n")
        count += 1
    return count


def _csv(store: Store, table: str) -> Iterator[str]:
    """The lines of a CSV file; a value with a line break in it is between quotation marks."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="")
    for row in (COLUMNS[table], *rows(store, table)):
        writer.writerow([f"{value:.4f}" if isinstance(value, float) else value for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def _parquet(store: Store, path: str, table: str) -> int:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError("Parquet", "arrow") from error
    if path == "-":
        raise UsageError("Parquet does not go to standard output; name a file with --output.")
    kinds = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
    schema = pyarrow.schema([(name, kinds[NUMBERS.get(name, str)]) for name in COLUMNS[table]])
    target = Path(path)
    temporary = target.with_name(f".{target.name}.part")
    count, found = 0, rows(store, table)
    try:
        with parquet.ParquetWriter(temporary, schema) as writer:
            while part := list(islice(found, _AT_A_TIME)):
                writer.write_table(pyarrow.Table.from_arrays([*map(list, zip(*part, strict=True))], schema=schema))
                count += len(part)
        temporary.replace(target)
    except OSError as error:
        raise DataError(f"this file cannot be written: {error.strerror or error}", path=path) from error
    finally:
        temporary.unlink(missing_ok=True)
    return count
