"""Rows: documents as they travel through Spark and lie in its tables."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow

from namesakes.formats.scan import File, Skipped
from namesakes.identities.blocking.keys import block_key
from namesakes.identities.blocking.table import clues
from namesakes.pipeline.changes import ChangeDetector, Entry
from namesakes.pipeline.reading import DocumentReader, ReadDocument, failed, read_entries
from namesakes.profiles.names import chain_name
from namesakes.profiles.profile import Profile
from namesakes.store.database import storable
from namesakes.store.encoding import plain_json
from namesakes.store.records import StoredDocument, StoredMention
from namesakes.text.record import from_record, to_record
from namesakes.workers import Failure

FILES: Final = "path binary, id string, place string, printable string"
"""Files that are to be opened."""
ENTRIES: Final = "what string, id string, path string, hash string, reason string, document string"
"""What files hold: documents to be read, and what is to be said of the others."""
_SPANS: Final = "array<struct<start: int, end: int>>"
_CHAINS: Final = (
    "array<struct<chain: int, kind: string, name: string, named: boolean, mentions: int, block_kind: string, "
    "family: string, given: string, clues: array<bigint>, profile: string>>"
)
DOCUMENTS: Final = (
    "what string, id string, path string, hash string, reason string, title string, text string, words int, "
    f"foreign boolean, tokens {_SPANS}, sentences {_SPANS}, "
    f"mentions array<struct<start: int, end: int, chain: int>>, chains {_CHAINS}"
)
"""Changes that were read with all that a store keeps of them, and what is to be said of the others."""

READ, SKIPPED, SEEN, UNREAD, ENTRY = "read", "skipped", "seen", "unread", "entry"
"""What a row is: a document, a place with a reason, the id of one that is known, the path of an unreadable one."""

_AT_A_TIME: Final = 32
"""Rows that are handed on together."""

Row = Mapping[str, Any]
Batches = Iterable[pyarrow.RecordBatch]


def file_rows(files: Iterable[File]) -> pyarrow.Table:
    """Files as a table."""
    rows = [
        {"path": os.fsencode(each.path), "id": each.id, "place": each.place, "printable": each.printable}
        for each in files
    ]
    text = pyarrow.string()
    columns = [("path", pyarrow.binary()), ("id", text), ("place", text), ("printable", text)]
    return pyarrow.Table.from_pylist(rows, pyarrow.schema(columns))


def entry_rows(entries: Iterable[Entry]) -> Iterator[Row]:
    """Changes that are to be read, as rows; the documents are plain JSON on their way to another process."""
    for entry in entries:
        document = json.dumps(to_record(entry.document))
        yield {"what": ENTRY, "id": entry.id, "path": entry.path, "hash": entry.hash, "document": document}


def noted_rows(detector: ChangeDetector) -> Iterator[Row]:
    """What a detector noted beside the documents, as rows; the detector forgets it."""
    yield from (
        {"what": SKIPPED, "id": storable(each.place), "reason": storable(each.reason)} for each in detector.skipped
    )
    yield from ({"what": SEEN, "id": each} for each in sorted(detector.seen))
    yield from ({"what": UNREAD, "path": each} for each in sorted(detector.unreadable))
    detector.skipped.clear()
    detector.seen.clear()
    detector.unreadable.clear()


def opened(batches: Batches, detector: ChangeDetector, schema: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    """Files become what they hold: the work of one task."""
    yield from _batched(_opened(batches, detector), schema)


def _opened(batches: Batches, detector: ChangeDetector) -> Iterator[Row]:
    for row in _rows(batches):
        file = File(Path(os.fsdecode(row["path"])), row["id"], row["place"], row["printable"])
        yield from entry_rows(detector.entries(file))
        yield from noted_rows(detector)


def read(batches: Batches, reader: DocumentReader, schema: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    """Changes become what a store keeps of them: the work of one task."""
    yield from _batched(_read(batches, reader), schema)


def _read(batches: Batches, reader: DocumentReader) -> Iterator[Row]:
    failures: list[Failure] = []
    for row in _rows(batches):
        if row["what"] != ENTRY:
            yield {name: row[name] for name in ("what", "id", "path", "reason")}
            continue
        entry = Entry(row["id"], row["path"], row["hash"], from_record(json.loads(row["document"])))
        yield from map(result_row, read_entries([entry], reader, failures=failures))
        for each in map(failed, failures):
            yield {"what": SKIPPED, "id": storable(each.place), "reason": storable(each.reason)}
        failures.clear()


def result_row(result: ReadDocument) -> Row:
    """A document that was read, as a row."""
    stored = result.stored
    return {
        "what": READ,
        "id": stored.id,
        "path": stored.path,
        "hash": stored.hash,
        "title": storable(stored.title),
        "text": storable(stored.text),
        "words": result.words,
        "foreign": result.foreign,
        "tokens": _spans(stored.tokens),
        "sentences": _spans(stored.sentences),
        "mentions": [{"start": each.start, "end": each.end, "chain": each.chain} for each in stored.mentions],
        "chains": [_chain_row(profile) for profile in stored.profiles],
    }


def result_of(row: Row) -> ReadDocument:
    """The document of a row."""
    stored = StoredDocument(
        row["id"],
        row["path"],
        row["hash"],
        row["title"],
        row["text"],
        tuple((each["start"], each["end"]) for each in row["tokens"]),
        tuple((each["start"], each["end"]) for each in row["sentences"]),
        tuple(StoredMention(each["start"], each["end"], each["chain"]) for each in row["mentions"]),
        tuple(profile_of(each["profile"]) for each in row["chains"]),
    )
    return ReadDocument(stored, row["words"], row["foreign"])


def skipped_of(row: Row) -> Skipped:
    """What was left out, of its row."""
    return Skipped(row["id"], row["reason"])


def profile_text(profile: Profile) -> str:
    """A profile as JSON, as a store keeps it."""
    return str(storable(plain_json(profile.to_json())))


def profile_of(text: str) -> Profile:
    """The profile that `profile_text` gave."""
    return Profile.from_json(json.loads(text))


def _chain_row(profile: Profile) -> Row:
    key = block_key(profile)
    return {
        "chain": profile.chain,
        "kind": profile.kind,
        "name": storable(chain_name(profile)),
        "named": bool(profile.name.full),
        "mentions": profile.mentions,
        "block_kind": key.kind,
        "family": key.family,
        "given": key.given,
        "clues": sorted(clues(profile)),
        "profile": profile_text(profile),
    }


def _spans(spans: Sequence[tuple[int, int]]) -> list[dict[str, int]]:
    return [{"start": start, "end": end} for start, end in spans]


def _rows(batches: Batches) -> Iterator[Row]:
    for batch in batches:
        yield from batch.to_pylist()


def _batched(rows: Iterable[Row], schema: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    held: list[Row] = []
    for row in rows:
        held.append(row)
        if len(held) == _AT_A_TIME:
            yield pyarrow.RecordBatch.from_pylist(held, schema)
            held = []
    if held:
        yield pyarrow.RecordBatch.from_pylist(held, schema)
