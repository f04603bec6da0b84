"""Given: paths, texts, rows and documents, as a caller may give them."""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from namesakes.errors import DataError, MissingExtraError, UsageError
from namesakes.text.document import Document

Item = str | Path | Document | Mapping[str, Any]
"""What may be resolved: a path, a text, a document, or a row with a `text` and perhaps an `id`."""

_AT_A_TIME: Final = 256
"""Rows of a table that are held at a time."""


def rows(table: Any) -> Iterable[Any]:
    """The rows of an Arrow table or a data frame, the items of a list, or the thing itself as the only item."""
    if hasattr(table, "to_pylist"):  # Arrow
        return list(table.to_pylist())
    if hasattr(table, "to_dicts"):  # Polars
        return list(table.to_dicts())
    if hasattr(table, "to_dict") and hasattr(table, "columns"):  # pandas
        return list(table.to_dict("records"))
    if isinstance(table, str | Path | Document | Mapping):
        return [table]
    return list(table)


def path_of(item: Item) -> Path | None:
    """The path that is meant; None for a text, a document or a row."""
    if isinstance(item, Path):
        return item
    if not isinstance(item, str):
        return None
    try:
        there = os.path.lexists(item)
    except ValueError:  # a NUL within
        there = False
    if not there and not any(map(str.isspace, item.strip())):
        raise UsageError(f"{item}: there is no such file or folder.")
    return Path(item) if there else None


def document_of(item: Item, number: int) -> Document:
    """The document of a text, a row or a document that was given."""
    if isinstance(item, Document):
        return item if item.id else item.replace(id=f"text-{number}")
    if isinstance(item, str):
        return Document(id=f"text-{number}", text=item)
    if not isinstance(item, Mapping):
        raise UsageError(f"a path, a text, a row or a Document was expected, not a {type(item).__name__}.")
    return row_document(item, number)


def row_document(row: Mapping[str, Any], number: int) -> Document:
    """The document of a row that has a `text`, and perhaps an `id`."""
    if not isinstance(row.get("text"), str):
        known = ", ".join(map(str, row)) or "none"
        raise UsageError(f"row {number} has no 'text'; its columns are {known}.\nName the column of the texts 'text'.")
    name = next((str(row[key]) for key in ("id", "doc_id") if row.get(key) is not None), f"text-{number}")
    return Document(id=name, text=row["text"])


def parquet_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """The rows of a Parquet file as they come, never all of them in memory."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise MissingExtraError("Parquet", "arrow") from error
    try:
        with ParquetFile(path) as file:
            for batch in file.iter_batches(_AT_A_TIME):
                yield from batch.to_pylist()
    except ArrowException as error:
        raise DataError("this Parquet file is damaged", "Write it anew.") from error
