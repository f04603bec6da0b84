"""Checking a store: its structure by the database, its documents and rows by their checksums."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from namesakes.errors import DamagedStoreError, NamesakesError, StoreError
from namesakes.store.checksums import SEALED, checksum, document_checksum

if TYPE_CHECKING:
    from namesakes.store.store import Store

CHECKED = 3
"""The version of stores from which on there are checksums."""
KINDS = {
    "identities": "identity",
    "memberships": "membership",
    "numbers": "number of ids",
    "corrections": "correction",
    "correction_chains": "chain of correction",
    "events": "event",
    "runs": "run",
    "correction_anchors": "mentions of correction",
}
"""What a row of each table is called."""
_OF_VALUES = (ArithmeticError, AttributeError, DamagedStoreError, LookupError, RecursionError, TypeError, ValueError)
"""Errors that a value may be the reason of which is not what was written."""


@dataclass(frozen=True)
class Damage:
    """Something in a store that is not as it was written.

    Parameters
    ----------
    table : the table, or "structure".
    key : the key of the row; of a document its number.
    found : what is wrong, for a person.
    id, place : of a document what it is called, and the file it was read from.
    readable : whether its columns can be read at all.
    """

    table: str
    key: tuple[Any, ...]
    found: str
    id: str = ""
    place: str = ""
    readable: bool = True


def check(store: "Store") -> Iterator[Damage]:
    """All that is damaged in a store; nothing is changed. Takes time linear in its size.

    What a damaged structure hides cannot be checked; it is one damage more.
    """
    if store.database.version() < CHECKED:
        raise StoreError(
            f"{store.database.place}: this store is of an older version, which has no checksums.\n"
            "Copy it to where it can be brought up to date."
        )
    for fault in _guarded(store.database.faults(), "structure"):
        yield fault if isinstance(fault, Damage) else Damage("structure", (), fault)
    there = [name for name, table in SEALED.items() if table.since <= store.database.version()]
    for part in (_documents(store), *(_rows(store, name) for name in there)):
        yield from _guarded(part, "structure")


def damage_behind(store: "Store", error: BaseException | None) -> DamagedStoreError | None:
    """What is damaged in a store where that is why it could not be read; None where the error has another reason.

    What reads a store takes its rows as they were written. An error that nobody foresaw, or one of the database about a
    value, is looked into: whatever the row holds now, its checksum tells.
    """
    foreseen = isinstance(error, NamesakesError) and not isinstance(error, DamagedStoreError)
    if foreseen or not isinstance(error, _OF_VALUES) or store.database.version() < CHECKED:
        return None
    for found in check(store):
        where = "" if found.table == "structure" else f"in the table {found.table}, "
        return DamagedStoreError(
            f"{store.database.place}: this store is damaged: {where}{found.found}; nothing was changed.\n"
            f"See all that is with: namesakes check --store {store.database.place}\n"
            "What can be read again from its files is mended with --repair."
        )
    return None


def _guarded(found: Iterator[Any], table: str) -> Iterator[Any]:
    """What is found, until the store cannot be read any further."""
    try:
        yield from found
    except NamesakesError as error:
        yield Damage(table, (), str(error).splitlines()[0])


def _documents(store: "Store") -> Iterator[Damage]:
    """The documents that differ from their checksums."""
    known: dict[int, int] = dict(store.database.execute("SELECT document, checksum FROM document_checksums"))
    for (number,) in store.database.execute("SELECT number FROM documents ORDER BY number"):
        expected = known.pop(number, None)
        try:
            found = document_checksum(store.database, number)
        except NamesakesError:
            found = None
        if found is None or found != expected:
            id, path = _name(store, number)
            yield Damage("documents", (number,), f"document {id or number}", id, path, found is not None)
    for number in known:
        yield Damage("documents", (number,), f"document number {number}, which is gone")


def _name(store: "Store", number: int) -> tuple[str, str]:
    """What a damaged document is called and where it was read, as far as that can be read."""
    try:
        rows = store.database.execute("SELECT id, path FROM documents WHERE number = ?", (number,))
    except NamesakesError:
        rows = []
    return (str(rows[0][0]), str(rows[0][1])) if rows else ("", "")


def _rows(store: "Store", name: str) -> Iterator[Damage]:
    """The rows of a table that differ from their checksums."""
    table = SEALED[name]
    for *row, expected in store.database.execute(f"SELECT {table.columns}, checksum FROM {name}"):
        if expected != checksum(tuple(row)):
            key = tuple(row[: len(table.key)])
            yield Damage(name, key, f"{KINDS[name]} {' '.join(map(str, key))}")
