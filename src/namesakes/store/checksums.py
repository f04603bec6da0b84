"""Checksums: what a store keeps beside its rows, so that `check` finds whatever the disk has changed in them.

A document has one checksum for its columns, chains and mentions, which are written together. A row of any other table
has its own; it is missing while a transaction changes the row, and `seal` fills it in at the end. A checksum is the CRC
of the row, which no change of a few bits leaves as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

if TYPE_CHECKING:
    from namesakes.store.database import Database


@dataclass(frozen=True)
class Sealed:
    """A table whose rows have a checksum each: the columns of its key, and the others."""

    key: tuple[str, ...]
    rest: tuple[str, ...]
    since: int = 3
    """The version of stores from which on it is there, with its checksums."""

    @property
    def columns(self) -> str:
        """All columns, the key first."""
        return ", ".join((*self.key, *self.rest))

    @property
    def where(self) -> str:
        """The condition that a row has a key."""
        return " AND ".join(f"{column} = ?" for column in self.key)


SEALED: Final = {
    "identities": Sealed(("id",), ("name", "given", "kind", "created", "hidden")),
    "memberships": Sealed(("document", "chain", "rank"), ("identity", "strength")),
    "numbers": Sealed(("slug",), ("last",)),
    "corrections": Sealed(("id",), ("what", "names", "value", "who", "time", "undone")),
    "correction_chains": Sealed(("correction", "side", "place"), ("document", "chain")),
    "events": Sealed(("id",), ("time", "what", "source", "target", "chains", "why")),
    "runs": Sealed(("id",), ("time", "manifest")),
    "correction_anchors": Sealed(("correction",), ("anchors", "before"), since=5),
}
"""The tables whose rows have a checksum each. A statement that changes one sets its column `checksum` to NULL."""

OF_DOCUMENT: Final = "id, path, hash, title, text, tokens, sentences, shared"
OF_CHAIN: Final = "chain, kind, name, forms, mentions, profile"
OF_MENTION: Final = "place, chain, start_at, end_at"


def checksum(row: Any) -> int:
    """The checksum of a row, or of several; equal for the same values on every machine."""
    return crc32(ascii(row).encode())


def seal(database: "Database") -> None:
    """Give each row that was changed its checksum, in the transaction that changed it."""
    version = database.version()
    for name, table in SEALED.items():
        if table.since > version:
            continue
        rows = database.execute(f"SELECT {table.columns} FROM {name} WHERE checksum IS NULL")
        if rows:
            size = len(table.key)
            database.executemany(
                f"UPDATE {name} SET checksum = ? WHERE {table.where}", ((checksum(row), *row[:size]) for row in rows)
            )


def document_checksum(database: "Database", number: int) -> int:
    """The checksum of a document as it is in the store."""
    document = database.execute(f"SELECT {OF_DOCUMENT} FROM documents WHERE number = ?", (number,))
    chains = database.execute(f"SELECT {OF_CHAIN} FROM chains WHERE document = ? ORDER BY chain", (number,))
    mentions = database.execute(f"SELECT {OF_MENTION} FROM mentions WHERE document = ? ORDER BY place", (number,))
    return checksum([number, document, chains, mentions])


def seal_document(database: "Database", number: int, row: Sequence[Any], chains: Any, mentions: Any) -> None:
    """Write the checksum of a document that has just been written, of the values that were."""
    database.execute(
        "INSERT INTO document_checksums (document, checksum) VALUES (?, ?) "
        "ON CONFLICT (document) DO UPDATE SET checksum = excluded.checksum",
        (number, checksum([number, [tuple(row)], sorted(chains), mentions])),
    )
