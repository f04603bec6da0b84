"""A document as a plain record (JSON's types and lists) and back, without loss.

Arrow tables and Spark hold this record, so that a layer added to `Document` is added here once for both.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from namesakes.errors import DocumentError
from namesakes.text.document import Document
from namesakes.text.spans import Mentions, Spans
from namesakes.text.strings import Strings

Record = dict[str, Any]

SPANS = ("constituents", "entity_table", "multiwords")
INTEGERS = ("starts", "ends", "sentence_starts", "paragraph_starts")
OPTIONAL_INTEGERS = ("heads", "empty_nodes", "origin")


def to_record(document: Document) -> Record:
    """The document as JSON's types; what is absent is None."""
    record: Record = {"id": document.id, "part": document.part, "text": document.text}
    for name in (*INTEGERS, *OPTIONAL_INTEGERS):
        values = getattr(document, name)
        record[name] = None if values is None else values.tolist()
    record["columns"] = {name: list(rows) for name, rows in document.columns.items()}
    for name in SPANS:
        record[name] = _spans_record(getattr(document, name))
    record["mentions"] = _mentions_record(document.mention_table)
    record["meta"] = dict(document.meta)
    return record


def from_record(record: Mapping[str, Any]) -> Document:
    """The document that `to_record` was given; a `DocumentError` where the record makes no sense."""
    try:
        fields: dict[str, Any] = {name: record[name] for name in ("id", "part", "text", "meta", *INTEGERS)}
        fields |= {name: record.get(name) for name in OPTIONAL_INTEGERS}
        fields |= {name: _spans(record.get(name)) for name in SPANS}
        columns = {name: Strings(rows) for name, rows in _items(record["columns"])}
        return Document(columns=columns, mention_table=_mentions(record.get("mentions")), **fields)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        if isinstance(error, DocumentError):
            raise
        raise DocumentError(f"this record is not a document ({type(error).__name__}: {error})") from error


def meta_to_json(meta: Mapping[str, Any]) -> str:
    """Metadata as one line of JSON, for stores that have no type for it."""
    return json.dumps(dict(meta), ensure_ascii=False, sort_keys=True)


def _items(columns: Mapping[str, Any] | Sequence[tuple[str, Any]]) -> Sequence[tuple[str, Any]]:
    """The pairs of a mapping; Arrow gives a mapping back as a list of pairs."""
    return list(columns.items()) if isinstance(columns, Mapping) else list(columns)


def _spans_record(spans: Spans | None) -> Record | None:
    if spans is None:
        return None
    return {
        "starts": spans.starts.tolist(),
        "ends": spans.ends.tolist(),
        "labels": list(spans.labels),
        "extra": {name: list(rows) for name, rows in spans.extra.items()},
    }


def _spans(record: Mapping[str, Any] | None) -> Spans | None:
    if record is None:
        return None
    extra = {name: Strings(rows) for name, rows in _items(record["extra"])}
    return Spans(record["starts"], record["ends"], Strings(record["labels"]), extra)


def _mentions_record(mentions: Mentions | None) -> Record | None:
    if mentions is None:
        return None
    return {
        "offsets": mentions.offsets.tolist(),
        "starts": mentions.starts.tolist(),
        "ends": mentions.ends.tolist(),
        "chains": mentions.chains.tolist(),
        "chain_ids": list(mentions.chain_ids),
        "heads": None if mentions.heads is None else mentions.heads.tolist(),
        "labels": None if mentions.labels is None else list(mentions.labels),
        "extra": {name: list(rows) for name, rows in mentions.extra.items()},
    }


def _mentions(record: Mapping[str, Any] | None) -> Mentions | None:
    if record is None:
        return None
    return Mentions(
        offsets=record["offsets"],
        starts=record["starts"],
        ends=record["ends"],
        chains=record["chains"],
        chain_ids=record["chain_ids"],
        heads=record["heads"],
        labels=None if record["labels"] is None else Strings(record["labels"]),
        extra={name: Strings(rows) for name, rows in _items(record["extra"])},
    )
