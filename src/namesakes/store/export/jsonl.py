"""JSON lines: a whole store, one record a line, and back again without loss."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from operator import index
from typing import Any, Final

from namesakes.config import fill
from namesakes.errors import ConfigError, DataError, StoreError
from namesakes.profiles.profile import Profile
from namesakes.store.database import Database
from namesakes.store.export.export import ExportOptions, TextExport
from namesakes.store.ids import split_id
from namesakes.store.records import Anchor, StoredDocument, StoredMention
from namesakes.store.store import Store

VERSION: Final = 2
"""The newest version of the layout; one without corrections about mentions is of version 1, as it always was."""
_TABLES: Final = {
    "identity": ("identities", ("id", "name", "kind", "created")),
    "membership": ("memberships", ("document", "chain", "rank", "identity", "strength")),
    "number": ("numbers", ("slug", "last")),
    "correction": ("corrections", ("id", "what", "names", "value", "who", "time", "undone")),
    "event": ("events", ("id", "time", "what", "source", "target", "chains", "why")),
    "run": ("runs", ("id", "time", "manifest")),
}
"""The tables of the records that follow the documents, and their columns."""
_PACKED: Final = ("names", "manifest")
"""Columns that hold JSON."""
_LARGEST: Final = 2**63 - 1
"""The largest number that a column can hold."""
_NUMBERS: Final = ("created", "chain", "rank", "last", "chains")
"""Columns that hold whole numbers; `id` does, too, but for an identity. All others hold texts."""


def records(store: Store) -> Iterator[dict[str, Any]]:
    """All that the store holds, but for what the next run finds out by itself."""
    yield {"record": "store", "version": VERSION if store.corrections.of_mentions(undone=True) else 1}
    for id in store.documents.states():
        document = store.documents.get(id)
        if document is not None:
            yield {"record": "document", **document_record(document)}
    names: dict[str, str] = dict(store.database.execute("SELECT id, name FROM identities"))
    for one in store.identities.all().values():
        yield {"record": "identity", "id": one.id, "name": names[one.id], "kind": one.kind, "created": one.created}
    for each in store.memberships.all(alternatives=True):
        yield {"record": "membership", **asdict(each), "chain": each.chain}
    for slug, last in store.identities.numbers().items():
        yield {"record": "number", "slug": slug, "last": last}
    for correction in store.corrections.all(undone=True):
        before = {"before": store.corrections.before(correction.id)} if correction.anchors else {}
        yield {"record": "correction", **correction.to_json(), **before}
    for event in store.events.all():
        yield {"record": "event", **asdict(event)}
    for run in store.runs.all():
        yield {"record": "run", **asdict(run)}


def document_record(document: StoredDocument) -> dict[str, Any]:
    """A document as plain data."""
    return {**asdict(document), "profiles": [profile.to_json() for profile in document.profiles]}


class JsonlExport(TextExport):
    """The whole store, a record a line."""

    summary = "the whole store, a record a line; namesakes load makes the same store of it again"

    def lines(self, store: Store, options: ExportOptions) -> Iterator[str]:
        """The records as JSON."""
        return (json.dumps(record, ensure_ascii=False) for record in records(store))


def load(store: Store, source: Iterable[str], path: object = None) -> int:
    """Fill an empty store from the lines of an export, as a whole or not at all; how many records there were."""
    if store.documents.states() or store.identities.all() or store.corrections.all(undone=True):
        raise StoreError(f"{store.database.place}: this store is not empty; nothing was changed.\nName another one.")
    count = 0
    with store.transaction():
        for number, line in enumerate(source, 1):
            if line.strip():
                try:
                    _load(store, _record(line), first=count == 0)
                except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
                    raise DataError(f"this record is not complete: {error!r}", path=path, line=number) from error
                except DataError as error:
                    raise error.at(path, number) from error
                count += 1
        if not count:
            raise DataError("there is nothing in it", "Export a store with: namesakes export --to jsonl", path=path)
        _renumber(store.database)
        store.apply_labels()
    return count


def _record(line: str) -> Mapping[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DataError(f"this line is not JSON: {error}") from error
    if not isinstance(record, dict) or not isinstance(record.get("record"), str):
        raise DataError("this line is not a record of a store", "Export a store with: namesakes export --to jsonl")
    return record


def _load(store: Store, record: Mapping[str, Any], *, first: bool) -> None:
    """Write one record."""
    kind = record["record"]
    if first != (kind == "store"):
        raise DataError("the first line of a store, and no other, says that it is one")
    if kind == "store":
        if record["version"] not in (1, VERSION):
            raise DataError(f"this is a store of version {record['version']}; this Namesakes knows {VERSION}")
        return
    if kind not in ("document", *_TABLES):
        raise DataError(f"there are no records called '{kind}'", f"Known: document, {', '.join(_TABLES)}.")
    values = {name: value for name, value in record.items() if name != "record"}
    if kind == "document":
        store.documents.write([document_of(values)])
        return
    _insert(store.database, kind, values)


def document_of(values: Mapping[str, Any]) -> StoredDocument:
    """The document of `document_record`; an error where a value is not what it should be."""
    found = {
        **values,
        "tokens": _spans(values["tokens"]),
        "sentences": _spans(values["sentences"]),
        "mentions": tuple(StoredMention(**each) for each in values["mentions"]),
        "profiles": tuple(map(_profile, values["profiles"])),
    }
    wrong = [name for name in ("id", "path", "hash", "title", "text") if not isinstance(found.get(name, ""), str)]
    if wrong:
        raise DataError(f"{wrong[0]} is no text")
    mentions = ((each.start, each.end) for each in found["mentions"])
    for start, stop in (*found["tokens"], *found["sentences"], *mentions):
        if not 0 <= start <= stop <= _LARGEST:
            raise DataError(f"characters {start} to {stop} are no stretch of a text")
    return StoredDocument(**found)


def _profile(values: Any) -> Profile:
    try:
        found = fill(Profile, values, place="profile")
    except ConfigError as error:
        raise DataError(str(error)) from error
    if not 0 <= found.chain <= _LARGEST:
        raise DataError("the number of the chain of a profile is too large, or negative")
    for each in fields(found):
        counts = getattr(found, each.name)
        if isinstance(counts, Mapping) and not all(type(count) is int for count in counts.values()):
            raise DataError(f"the counts of {each.name} in a profile are no whole numbers")
    return found


def _spans(values: Any) -> tuple[tuple[int, int], ...]:
    return tuple((index(start), index(end)) for start, end in values)


def _insert(database: Database, kind: str, values: Mapping[str, Any]) -> None:
    """Write a record as it was, with its number."""
    if kind == "membership":
        document, chain = values["chain"]
        values = {**values, "document": document, "chain": chain}
    if kind == "identity":
        split_id(values["id"])
    _check(kind, values)
    packed = {name: json.dumps(values[name], ensure_ascii=False) for name in _PACKED if name in values}
    table, columns = _TABLES[kind]
    marks = ["(SELECT number FROM documents WHERE id = ?)" if column == "document" else "?" for column in columns]
    row = [packed.get(name, values[name]) for name in columns]
    database.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(marks)})", row)
    for side, name in enumerate(("left", "right", "against") if kind == "correction" else ()):
        chains = values[name] if side < 2 else values.get(name, ())
        database.executemany(
            "INSERT INTO correction_chains (correction, side, place, document, chain) VALUES (?, ?, ?, ?, ?)",
            ((values["id"], side, place, document, chain) for place, (document, chain) in enumerate(chains)),
        )
    if kind == "correction" and values.get("anchors"):
        anchors = [asdict(_anchor(each)) for each in values["anchors"]]
        row = [values["id"], json.dumps(anchors, ensure_ascii=False), str(values.get("before", ""))]
        database.execute("INSERT INTO correction_anchors (correction, anchors, before) VALUES (?, ?, ?)", row)


def _anchor(values: Any) -> Anchor:
    try:
        return fill(Anchor, values, place="anchor")
    except ConfigError as error:
        raise DataError(str(error)) from error


def _check(kind: str, values: Mapping[str, Any]) -> None:
    """Raise an error where a value is not of the type of its column: SQLite would keep it."""
    for name in _TABLES[kind][1]:
        if name in _PACKED:
            right: tuple[type, ...] = (dict,) if name == "manifest" else (list,)
        elif name in _NUMBERS or (name == "id" and kind != "identity"):
            right = (int,)
        else:
            right = (int, float) if name == "strength" else (str,)
        if type(values[name]) not in right:
            raise DataError(f"{name} of this record is a {type(values[name]).__name__}; expected {right[-1].__name__}")
        if type(values[name]) is int and abs(values[name]) > _LARGEST:
            raise DataError(f"{name} of this record is too large")


def _renumber(database: Database) -> None:
    """Let new records be numbered after those that were written with their numbers."""
    if database.dialect == "postgresql":
        for table in ("corrections", "events", "runs"):
            last = f"SELECT COALESCE(MAX(id), 0) + 1 FROM {table}"
            database.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), ({last}), false)")


EXPORT = JsonlExport()
