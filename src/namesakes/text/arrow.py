"""Documents as an Arrow table and back, without loss: one row a document."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from namesakes.errors import DocumentError, MissingExtraError
from namesakes.text.document import Document
from namesakes.text.record import INTEGERS, OPTIONAL_INTEGERS, SPANS, from_record, meta_to_json, to_record


def to_arrow(documents: Iterable[Document]) -> Any:
    """The documents as a `pyarrow.Table`."""
    arrow = _arrow()
    rows = [{**to_record(document), "meta": meta_to_json(document.meta)} for document in documents]
    return arrow.Table.from_pylist([_pairs(row) for row in rows], schema=schema())


def from_arrow(table: Any) -> Iterator[Document]:
    """The documents of a `pyarrow.Table` or `RecordBatch` that `to_arrow` made."""
    missing = set(schema().names) - set(table.schema.names)
    if missing:
        raise DocumentError(f"this table has no column {', '.join(sorted(missing))}; it was not made by to_arrow")
    for row in table.to_pylist():
        yield from_record({**row, "meta": json.loads(row["meta"])})


def schema() -> Any:
    """The Arrow schema of a table of documents."""
    arrow = _arrow()
    numbers, words = arrow.list_(arrow.int32()), arrow.list_(arrow.string())
    columns = arrow.map_(arrow.string(), words)
    spans = arrow.struct([("starts", numbers), ("ends", numbers), ("labels", words), ("extra", columns)])
    mentions = arrow.struct(
        [
            *((name, numbers) for name in ("offsets", "starts", "ends", "chains", "heads")),
            *((name, words) for name in ("chain_ids", "labels")),
            ("extra", columns),
        ]
    )
    return arrow.schema(
        [
            ("id", arrow.string()),
            ("part", arrow.int32()),
            ("text", arrow.large_string()),
            *((name, numbers) for name in (*INTEGERS, *OPTIONAL_INTEGERS)),
            ("columns", columns),
            *((name, spans) for name in SPANS),
            ("mentions", mentions),
            ("meta", arrow.string()),
        ]
    )


def _pairs(value: Any) -> Any:
    """The record with its string-keyed columns as lists of pairs, which is how Arrow takes a map."""
    if not isinstance(value, dict):
        return value
    return {name: list(item.items()) if name in ("columns", "extra") else _pairs(item) for name, item in value.items()}


def _arrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise MissingExtraError("Arrow exchange", "arrow") from error
    return pyarrow
