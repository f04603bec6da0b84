"""A disk that fails: a VFS of SQLite whose n-th call fails, and which forgets what was not synced when the power goes.

A VFS in Python can be given to apsw alone, which has an SQLite of its own. So `Disk.mounted` lets apsw open the stores
on the disk, behind the few methods of `sqlite3.Connection` that a store uses; statements, transactions, the log and the
handling of errors are the store's own.
"""

import random
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import apsw

SECTOR = 512
"""Bytes that a disk writes as a whole or not at all."""

ERRORS = {
    "read": apsw.SQLITE_IOERR_READ,
    "write": apsw.SQLITE_IOERR_WRITE,
    "sync": apsw.SQLITE_IOERR_FSYNC,
    "truncate": apsw.SQLITE_IOERR_TRUNCATE,
    "delete": apsw.SQLITE_IOERR_DELETE,
    "open": apsw.SQLITE_CANTOPEN,
}
"""The calls that are counted, and what the system says where one fails."""

_NAMES = count(1)


@dataclass
class Kept:
    """What a disk has of a file: what is safe (None: no such file), and what was done to it since the last sync."""

    safe: bytearray | None
    waiting: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Writes at a place; without bytes the file is cut off there."""
    deleted: "Kept | None" = None
    """The file that had the name before, as long as nothing has told the disk that it is deleted."""

    def sync(self) -> None:
        """Let all that was done be safe; SQLite syncs the folder with a new file."""
        self.safe = self.after(self.waiting)
        self.waiting, self.deleted = [], None

    def after(self, changes: Iterable[tuple[int, bytes | None]]) -> bytearray:
        """The safe content after some changes."""
        content = bytearray(self.safe or b"")
        for place, data in changes:
            if data is None:
                del content[place:]
            else:
                content.extend(bytes(max(0, place - len(content))))
                content[place : place + len(data)] = data
        return content

    def drawn(self, draw: random.Random) -> bytearray:
        """The safe content, and each sector of what was waiting or not, as the disk happened to be on the way."""
        sectors = [
            (start, data if data is None else data[start - place : start - place + SECTOR])
            for place, data in self.waiting
            for start in (range(place, place + len(data), SECTOR) if data else [place])
        ]
        return self.after(each for each in sectors if draw.random() < 0.5)


class Disk(apsw.VFS):
    """A disk on which every read, write, sync, truncation, deletion and opening of a store's files is counted.

    Parameters
    ----------
    fail_at : the number of the call that fails, from 1 on; 0 for none.
    lasting : whether all calls after it fail, too.
    full : whether a write that fails says that the disk is full, having written half.
    fail_at_sync : the number of the sync that fails, and from which on all calls fail; 0 for none.
    """

    def __init__(self, fail_at: int = 0, *, lasting: bool = False, full: bool = False, fail_at_sync: int = 0) -> None:
        self.name = f"faulty-{next(_NAMES)}"
        super().__init__(self.name, "")
        self.fail_at, self.lasting, self.full = fail_at, lasting, full
        self.fail_at_sync, self.syncs = fail_at_sync, 0
        self.calls, self.commits, self.failed = 0, 0, ""
        self.files: dict[str, Kept] = {}
        self.committed: Callable[[], None] = lambda: None

    def call(self, what: str) -> None:
        """Count a call, and let it fail where it is its turn."""
        self.calls += 1
        self.syncs += what == "sync"
        if self.fail_at_sync and self.syncs == self.fail_at_sync and what == "sync":
            self.fail_at, self.lasting = self.calls, True
        if self.fail_at and (self.calls == self.fail_at or (self.lasting and self.calls > self.fail_at)):
            self.failed = self.failed or what
            raise apsw.exception_for(apsw.SQLITE_FULL if self.full and what == "write" else ERRORS[what])

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        if name is None:
            return super().xOpen(name, flags)
        self.call("open")
        place = name.filename() if isinstance(name, apsw.URIFilename) else name
        path = Path(place)
        kept = self.files.setdefault(place, Kept(bytearray(path.read_bytes()) if path.exists() else None))
        return File(self, kept, name, flags)

    def xDelete(self, filename: str, sync: bool) -> None:  # noqa: N802
        self.call("delete")
        super().xDelete(filename, sync)
        kept = self.files.get(filename)  # whatever gets the name next is another file
        self.files[filename] = Kept(None, deleted=None if sync else kept)

    def excepthook(self, *error: Any) -> None:
        """Failures are what is wanted; SQLite has been told."""

    def cut(self, draw: random.Random | None = None) -> None:
        """Cut the power: files become what was safe; with a draw, and some of what was waiting."""
        for place, kept in self.files.items():
            Path(place).unlink(missing_ok=True)
            while kept.deleted is not None and (draw is None or draw.random() < 0.5):
                kept = kept.deleted
            if kept.safe is not None or (draw and kept.waiting and draw.random() < 0.5):
                Path(place).write_bytes(kept.drawn(draw) if draw else bytes(kept.safe or b""))
        for place in self.files:
            Path(f"{place}-shm").unlink(missing_ok=True)  # memory that processes share; no disk has it

    @contextmanager
    def mounted(self) -> Iterator["Disk"]:
        """Lets the stores that are opened meanwhile lie on this disk; locks of runs are elsewhere."""
        plain = sqlite3.connect

        def connect(database: str, **options: Any) -> Any:
            on_disk = database != ":memory:" and not database.endswith("-lock")
            return Connection(self, database) if on_disk else plain(database, **options)

        try:
            with patch("sqlite3.connect", connect):
                yield self
        finally:
            self.unregister()


class File(apsw.VFSFile):
    """A file on a disk that fails."""

    def __init__(self, disk: Disk, kept: Kept, name: Any, flags: list[int]) -> None:
        self.disk, self.kept = disk, kept
        super().__init__("", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        self.disk.call("read")
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        try:
            self.disk.call("write")
        except apsw.FullError:
            self._write(bytes(data)[: len(data) // 2], offset)
            raise
        self._write(bytes(data), offset)

    def _write(self, data: bytes, offset: int) -> None:
        super().xWrite(data, offset)
        self.kept.waiting.append((offset, data))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self.disk.call("truncate")
        super().xTruncate(newsize)
        self.kept.waiting.append((newsize, None))

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.disk.call("sync")
        self.kept.sync()

    def excepthook(self, *error: Any) -> None:
        """Failures are what is wanted; SQLite has been told."""


class Connection:
    """A connection of apsw with the methods, the rows and the errors of `sqlite3.Connection` that a store uses."""

    def __init__(self, disk: Disk, place: str) -> None:
        self.disk = disk
        with _errors():
            self.plain = apsw.Connection(place, vfs=disk.name)
        self.plain.set_busy_timeout(1000)

    @property
    def in_transaction(self) -> bool:
        return self.plain.in_transaction

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> "Rows":
        with _errors():
            rows = list(self.plain.execute(sql, parameters))
        if sql == "COMMIT":
            self.disk.commits += 1
            self.disk.committed()
        return Rows(rows)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        with _errors():
            self.plain.executemany(sql, rows)

    def close(self) -> None:
        with suppress(apsw.Error):  # sqlite3 does not say what failed then, either
            self.plain.close(True)


class Rows(list[Any]):
    """Rows that were found."""

    def fetchall(self) -> list[Any]:
        return self


@contextmanager
def _errors() -> Iterator[None]:
    """Turns the errors of apsw into those of sqlite3."""
    try:
        yield
    except apsw.Error as error:
        kinds = {apsw.ConstraintError: sqlite3.IntegrityError, apsw.CorruptError: sqlite3.DatabaseError}
        made = {**kinds, apsw.NotADBError: sqlite3.DatabaseError}.get(type(error), sqlite3.OperationalError)(
            str(error) or "disk I/O error"
        )
        made.sqlite_errorcode = getattr(error, "extendedresult", 0)
        raise made from error
