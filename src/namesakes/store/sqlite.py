"""A store in one file of SQLite, with a write-ahead log: readers never wait, and a killed process loses nothing."""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from threading import Lock, RLock, Thread, current_thread
from typing import Any, ClassVar, Final

from namesakes.errors import DamagedStoreError, StoreBusyError, StoreError
from namesakes.store.connections import Connections
from namesakes.store.database import Database, Row, busy, missing, refused, storable
from namesakes.store.schema import MIGRATIONS

APPLICATION_ID: Final = 0x4E6D736B
"""The `application_id` in the header of every store: "Nmsk"."""

WAIT: Final = 30.0
"""How many seconds a single write waits for another one."""

CHECKPOINT: Final = 8_000
"""Pages of 4 KB in the write-ahead log at which SQLite makes a checkpoint; only then is the disk waited for."""

READABLE: Final = 2
"""The oldest version that can be read without being brought up to date."""
SETTINGS: Final = ("foreign_keys = ON", "synchronous = NORMAL", f"wal_autocheckpoint = {CHECKPOINT}")
"""What is set anew for each connection."""

OF_DISKS: Final = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_CORRUPT)
"""The kinds of errors after which a connection is made anew."""

MEMORY: Final = ":memory:"
"""The path of a store in memory, which is gone when it is closed."""


class Sqlite(Database):
    """A store in a file, to which each thread has its own connection; one in memory, whose threads take turns."""

    dialect = "sqlite"
    types: ClassVar[Mapping[str, str]] = {
        "text": "TEXT",
        "bytes": "BLOB",
        "serial": "INTEGER PRIMARY KEY AUTOINCREMENT",
        "rowless": "WITHOUT ROWID",
    }
    mending = (
        "REINDEX",
        "INSERT INTO documents_words (documents_words) VALUES ('rebuild')",
        "INSERT INTO chains_words (chains_words) VALUES ('rebuild')",
    )

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path, self.place, self.read_only = path, str(path), read_only
        self._settings: tuple[str, ...] = SETTINGS
        self._run = Lock()
        self._failed: set[Thread] = set()
        self._turn: AbstractContextManager[object] = RLock() if self.place == MEMORY else nullcontext()
        self._watching = Lock()
        self._watcher: sqlite3.Connection | None = None
        with self._errors():
            self._connections = Connections(self._connect, shared=self.place == MEMORY)
        self._file = _file(self.path)

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection of this thread."""
        return self._connections()

    def _using(self) -> AbstractContextManager[sqlite3.Connection]:
        """The connection of this thread for a statement; a new one after the disk failed, once its transaction is over.

        An index of words (FTS5) holds in memory what it was at when a call failed, and takes it for damage later on.
        """
        if current_thread() in self._failed and not self.connection.in_transaction:
            self._failed.discard(current_thread())
            self._connections.renew()
        return self._connections.using()

    def _connect(self) -> sqlite3.Connection:
        where = _read_only(self.path) if self.read_only else str(self.path)
        made = sqlite3.connect(where, timeout=WAIT, isolation_level=None, check_same_thread=False, uri=self.read_only)
        try:
            for setting in self._settings:
                made.execute(f"PRAGMA {setting}")
        except BaseException:
            made.close()
            raise
        return made

    def _set(self, setting: str) -> None:
        """Set something for the connections of all threads to come, and for this one's."""
        self._settings = (*self._settings, setting)
        self.execute(f"PRAGMA {setting}")

    def wait_for_disk(self) -> None:
        """Let the disk be waited for at the end of each transaction from now on, in every thread."""
        self._set("synchronous = FULL")

    @classmethod
    def open(cls, place: str | Path, *, create: bool = True, write: bool = True) -> "Sqlite":
        """The store in a file; a file that is something else, newer or damaged is refused and left as it is.

        One that will only be read may lie where nothing can be written, such as read-only media.
        """
        path = Path(place)
        if str(place) != MEMORY:
            _check(path, create=create)
        database = cls(path, read_only=not write and str(place) != MEMORY and not _writable(path))
        try:
            database._prepare(create=create, write=write)
        except BaseException:
            database.close()
            raise
        return database

    def _prepare(self, *, create: bool, write: bool) -> None:
        with self._errors():
            mark, tables = self._pragma("application_id"), self.execute("SELECT COUNT(*) FROM sqlite_master")[0][0]
            if mark != APPLICATION_ID and (mark or tables):
                raise StoreError(f"{self.place}: this is a database of something else; nothing was changed.")
            if mark != APPLICATION_ID and not create:
                raise missing(self.place)
            if self.read_only:
                self._check_version()
                return
            if not self.version():
                self.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self.migrate()
            self.execute("PRAGMA journal_mode = WAL")
            self._set(f"query_only = {int(not write)}")

    def _check_version(self) -> None:
        """An error where a store that cannot be brought up to date has a version that cannot be read."""
        if self.version() < READABLE:
            raise StoreError(
                f"{self.place}: this store is of an older version, and nothing can be written here.\n"
                "Copy it to where it can be brought up to date."
            )
        if self.version() >= len(MIGRATIONS):
            self.migrate()

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """Run a statement; its rows."""
        with self._turn, self._errors(), self._using() as connection:
            return connection.execute(sql, [storable(each) for each in parameters]).fetchall()

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each row of parameters."""
        with self._turn, self._errors(), self._using() as connection:
            connection.executemany(
                sql, ([each if type(each) is int else storable(each) for each in row] for row in rows)
            )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All statements in it happen, or none does; nobody else writes meanwhile."""
        with self._turn:
            if self._in_transaction():
                yield
                return
            self.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.seal()
                self.execute("COMMIT")
            except BaseException:
                if self._in_transaction():
                    self.connection.execute("ROLLBACK")
                raise

    @contextmanager
    def lock(self, wait: float) -> Iterator[None]:
        """Holds the store for one process, by an empty database beside it that SQLite locks and a kill lets go."""
        if self.place == MEMORY:
            with self._held(wait):
                yield
            return
        with self._errors():
            beside = sqlite3.connect(f"{self.place}-lock", timeout=wait, isolation_level=None)
        try:
            try:
                beside.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                raise busy(self.place) from error
            yield
        finally:
            beside.close()

    @contextmanager
    def _held(self, wait: float) -> Iterator[None]:
        """Holds a store in memory for one thread."""
        if not self._run.acquire(timeout=wait):
            raise StoreBusyError("another thread is working on this store.\nTry again when it is done.")
        try:
            yield
        finally:
            self._run.release()

    def version(self) -> int:
        """The version of the schema; 0 where there is no store yet."""
        return self._pragma("user_version")

    def set_version(self, version: int) -> None:
        """Record the version of the schema."""
        self.execute(f"PRAGMA user_version = {version}")

    def changes(self) -> object:
        """What is another value once anybody has written; a `StoreError` where the store is gone or another one.

        SQLite counts for a connection what all others write; one that never writes sees everything.
        """
        if self.place == MEMORY:
            return self.connection.total_changes
        try:
            found = self.path.stat()
        except OSError as error:
            raise missing(self.place) from error
        if (found.st_dev, found.st_ino) != self._file:
            raise StoreError(f"{self.place}: there is another file in the place of this store.\nOpen it again.")
        with self._watching, self._errors():
            if self._watcher is None:
                self._watcher = self._connect()
            return int(self._watcher.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        """Close the connections."""
        with self._turn, self._watching:
            if self._watcher is not None:
                self._watcher.close()
            self._connections.close(lambda connection: connection.interrupt())

    def faults(self) -> Iterator[str]:
        """What is wrong with pages, indexes, references, the schema and the index of words."""
        for (fault,) in self.execute("PRAGMA integrity_check"):
            if fault != "ok":
                yield str(fault)
        for table, _, other, _ in self.execute("PRAGMA foreign_key_check"):
            yield f"a row of {table} refers to one of {other} that is not there"
        schema = "SELECT type, name, tbl_name, sql FROM sqlite_master"
        with closing(Sqlite(Path(MEMORY))) as new:
            new.migrate(self.version())
            for row in sorted(set(new.execute(schema)) - set(self.execute(schema)), key=str):
                yield f"the {row[0]} {row[1]} is not as it was made"
        if not self.read_only:
            self._check_words()

    def _check_words(self) -> None:
        """An error where the index of words is not that of the tables; to ask is to insert, which changes nothing."""
        ((kept,),) = self.execute("PRAGMA query_only")
        self.execute("PRAGMA query_only = 0")
        try:
            for table in ("documents", "chains"):
                self.execute(f"INSERT INTO {table}_words ({table}_words, rank) VALUES ('integrity-check', 1)")
        finally:
            self.execute(f"PRAGMA query_only = {kept}")

    def _in_transaction(self) -> bool:
        return self.connection.in_transaction

    def _pragma(self, pragma: str) -> int:
        return int(self.execute(f"PRAGMA {pragma}")[0][0])

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turns errors of SQLite into `StoreError` and `DataError`."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise refused(self.place, error) from error
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in OF_DISKS:
                self._failed.add(current_thread())
            raise _error(self.place, error) from error
        except (UnicodeDecodeError, MemoryError) as error:  # a damaged schema is quoted, or asks for much
            raise _damaged(self.place, error) from error


def _file(path: Path) -> tuple[int, int]:
    """What tells a file from another one that is put in its place."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def _check(path: Path, *, create: bool) -> None:
    """An error where there is no file, or where none can be."""
    if path.is_dir():
        raise StoreError(f"{path}: this is a folder.\nName a file in it, such as {path / 'people.db'}")
    if not path.exists() and not create:
        raise missing(str(path))
    if not path.exists() and not path.absolute().parent.is_dir():
        raise StoreError(f"{path}: the folder {path.absolute().parent} is not there.\nMake it first.")


def _writable(path: Path) -> bool:
    """Whether a store that is there can be written, with the log beside it."""
    effective = os.access in os.supports_effective_ids
    return all(os.access(each, os.W_OK, effective_ids=effective) for each in (path, path.absolute().parent))


def _read_only(path: Path) -> str:
    """The address of a store for reading alone; without a log beside it nobody writes, and SQLite needs none itself."""
    log, index = (path.with_name(f"{path.name}-{what}") for what in ("wal", "shm"))
    written = log.exists() and (log.stat().st_size > 0 or index.exists())
    return f"{path.absolute().as_uri()}?mode=ro" + ("" if written else "&immutable=1")


def _damaged(place: str, error: Exception) -> StoreError:
    return DamagedStoreError(
        f"{place}: this store is damaged ({error}); nothing was changed.\n"
        f"See what is damaged with: namesakes check --store {place}\n"
        "Or take a copy of it from before, or name another file and resolve again."
    )


def _error(place: str, error: sqlite3.DatabaseError) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return busy(place)
    if code == sqlite3.SQLITE_NOTADB:
        return StoreError(f"{place}: this is not a store; nothing was changed.\nName another file with --store.")
    if code == sqlite3.SQLITE_CORRUPT:
        return _damaged(place, error)
    if "malformed JSON" in str(error) or (not code and "decode" in str(error)):  # a text that is not UTF-8
        return _damaged(place, error)
    if code == sqlite3.SQLITE_FULL:
        return StoreError(
            f"{place}: the disk is full; what was being written was left out as a whole.\n"
            "Make room, and call it again: it goes on where it was."
        )
    if code == sqlite3.SQLITE_IOERR:
        return StoreError(
            f"{place}: the disk failed ({error}); what was being written was left out as a whole.\n"
            f"See what is damaged with: namesakes check --store {place}\n"
            "If nothing is, call it again: it goes on where it was."
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return StoreError(
            f"{place}: this store cannot be opened for writing ({error}).\n"
            "Where nothing can be written it can be read once it was opened and closed where it can be."
        )
    return StoreError(f"{place}: the store says: {error}")
