"""A database behind a small interface, so that the same SQL runs on SQLite and on PostgreSQL."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, ClassVar

from namesakes.config import Registry
from namesakes.errors import DataError, StoreBusyError, StoreError, UnknownNameError
from namesakes.resources import install_command
from namesakes.store.checksums import seal
from namesakes.store.schema import MIGRATIONS, Migration

Row = tuple[Any, ...]

BATCH = 500
"""How many rows or keys a query reads or asks for at a time."""

_SEALED_FROM = 3
"""The version of the schema from which on rows have checksums."""
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class Database(ABC):
    """A connection to a database that holds a store, or will.

    SQL has `?` for parameters, and in the schema `{text}`, `{bytes}`, `{serial}` and `{rowless}` for what the two
    databases call differently. Outside a transaction every statement is its own.
    """

    place: str
    """The path or the address, without a password."""
    dialect: ClassVar[str]
    """ "sqlite" or "postgresql"."""
    types: ClassVar[Mapping[str, str]]
    """What the words in braces of the schema mean."""
    mending: ClassVar[tuple[str, ...]] = ()
    """Statements that build anew what can be built from the tables."""
    sealing = False
    """Whether rows have checksums, which is so from version 3 on."""

    @abstractmethod
    def wait_for_disk(self) -> None:
        """Let the disk be waited for at the end of each transaction from now on, in every thread."""

    @classmethod
    @abstractmethod
    def open(cls, place: str | Path, *, create: bool = True, write: bool = True) -> "Database":
        """The database at a path or an address with the newest schema, or a `StoreError` that leaves it as it was."""

    @abstractmethod
    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """Run a statement; its rows."""

    @abstractmethod
    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each row of parameters."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """All statements in it happen, or none does; nobody else writes meanwhile. One within another is part of it.

        Before it ends it calls `seal`.
        """

    @abstractmethod
    def lock(self, wait: float) -> AbstractContextManager[None]:
        """Holds the store for one process; a `StoreBusyError` where another one has it after `wait` seconds."""

    @abstractmethod
    def version(self) -> int:
        """The version of the schema; 0 where there is no store yet."""

    @abstractmethod
    def set_version(self, version: int) -> None:
        """Record the version of the schema."""

    @abstractmethod
    def changes(self) -> object:
        """What is another value once anybody has written; a `StoreError` where the store is gone or another one."""

    @abstractmethod
    def close(self) -> None:
        """Close the connection."""

    def migrate(self, to: int = len(MIGRATIONS)) -> None:
        """Migrate the schema to a version in one transaction; a newer one is refused."""
        if self.version() < to:
            with self.transaction():
                for number in range(self.version(), to):
                    self._apply(MIGRATIONS[number])
                    self.set_version(number + 1)
                self.sealing = to >= _SEALED_FROM
        elif self.version() > to:
            raise StoreError(
                f"{self.place}: this store has version {self.version()}; this Namesakes knows {to} at most.\n"
                f"Nothing was changed. Use the newer Namesakes that wrote it: {install_command(upgrade=True)}"
            )
        self.sealing = to >= _SEALED_FROM

    def field_of(self, column: str, name: str) -> str:
        """SQL for a field of an object of JSON in a column, as text."""
        return f"json_extract({column}, '$.{name}')" if self.dialect == "sqlite" else f"({column}::json ->> '{name}')"

    def seal(self) -> None:
        """Give the rows that a transaction has changed their checksums."""
        if self.sealing:
            seal(self)

    def faults(self) -> Iterator[str]:
        """What is wrong with the structure of the database, as far as it can tell."""
        yield from ()

    def _apply(self, migration: Migration) -> None:
        for statement in migration(self):
            sql = statement
            for word, meaning in self.types.items():
                sql = sql.replace(f"{{{word}}}", meaning)
            self.execute(sql)


class Table:
    """Rows of one kind in a database, with the methods that read and write them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def document_pages(self) -> Iterator[tuple[str, str]]:
        """The ids of the first and the last document of each page of `BATCH` documents, by id."""
        last = ""
        while ids := self.database.execute(f"SELECT id FROM documents WHERE id > ? ORDER BY id LIMIT {BATCH}", (last,)):
            yield ids[0][0], ids[-1][0]
            last = ids[-1][0]


def among(database: Database, sql: str, values: Sequence[Any]) -> Iterator[Row]:
    """The rows of a statement with `IN ({})` for any number of values, `BATCH` at a time."""
    for start in range(0, len(values), BATCH):
        part = values[start : start + BATCH]
        yield from database.execute(sql.format(", ".join("?" * len(part))), part)


def storable(value: Any) -> Any:
    """The parameter as both databases can hold it: each NUL and each lone surrogate becomes U+FFFD."""
    if not isinstance(value, str) or (_encodable(value) and "\x00" not in value):
        return value
    return _UNSTORABLE.sub("\ufffd", value)


def _encodable(text: str) -> bool:
    """Whether a text has no lone surrogate; much faster than to look for one."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def missing(place: str) -> StoreError:
    """The error of a store that is not there."""
    return StoreError(f"{place}: there is no store.\nMake one with: namesakes resolve FOLDER --store {place}")


def busy(place: str) -> StoreBusyError:
    """The error of a store that another process holds."""
    return StoreBusyError(f"{place}: another process is working on this store.\nTry again when it is done.")


def refused(place: str, error: Exception) -> DataError:
    """The error of records that do not fit together, such as a member of an identity that is not there."""
    return DataError(f"the store refuses this: {str(error).strip()}; nothing was written", path=place)


DATABASES: Registry[type[Database]] = Registry("kind of store", "namesakes.stores")
"""Where a store can be kept, by the scheme of its address; a path is one of SQLite."""
DATABASES.register("sqlite", "namesakes.store.sqlite:Sqlite")
DATABASES.register("postgresql", "namesakes.store.postgresql:Postgresql")
DATABASES.register("postgres", "namesakes.store.postgresql:Postgresql")


def open_database(place: str | Path, *, create: bool = True, write: bool = True) -> Database:
    """The database of a store at a path or an address, with the newest schema."""
    scheme = _SCHEME.match(str(place))
    options = {"create": create} if write else {"create": create, "write": write}
    if scheme is None:
        return DATABASES["sqlite"].open(place, **options)
    addresses = {f"{name}://": name for name in DATABASES if name != "sqlite"}
    address = f"{scheme[1]}://"
    if address.lower() not in addresses:
        raise UnknownNameError(DATABASES.kind, address, ("a path", *addresses))
    return DATABASES[addresses[address.lower()]].open(place, **options)
