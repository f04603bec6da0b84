"""Provenance: which files of the corpora an experiment read, and how long it computed."""

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Found = TypeVar("Found")


@dataclass(eq=False)
class Record:
    """What an experiment read below a folder, and the seconds of a processor that it took.

    Parameters
    ----------
    folder : the corpora; None where there are none.
    files : the names of files that were opened in it.
    kept : the seconds of runs that were done before and only read now.
    spent : the seconds of this process and of those that it started.
    """

    folder: str | None
    files: set[str] = field(default_factory=set)
    kept: float = 0.0
    spent: float = 0.0

    def hear(self, path: object) -> None:
        """Note a file that is opened, if it is in the folder."""
        if self.folder is not None and isinstance(path, str | os.PathLike):
            name = str(Path(path).absolute())
            if name.startswith(self.folder):
                self.files.add(name)

    def digest(self) -> str:
        """A short hash of the names and contents of all files."""
        found = hashlib.blake2b(digest_size=6)
        for name in sorted(self.files):
            if Path(name).is_file():
                content = hashlib.blake2b(Path(name).read_bytes(), digest_size=16).digest()
                found.update(name.removeprefix(self.folder or "").encode() + b"\0" + content)
        return found.hexdigest()

    def to_json(self) -> dict[str, Any]:
        """The same as JSON's types."""
        return {"files": len(self.files), "hash": self.digest(), "seconds": round(self.spent + self.kept, 1)}

    def words(self) -> str:
        """The same for people, such as "207 files 1a2b3c4d5e6f · 95 s"."""
        count = f"{len(self.files)} file{'s' if len(self.files) != 1 else ''}"
        data = [f"{count} {self.digest()}"] if self.files else []
        return " · ".join([*data, f"{self.spent + self.kept:,.0f} s"])


_RECORDS: list[Record] = []
"""Those that are being made now."""

_HOOKED: list[bool] = []
"""Whether openings of files are listened to; nobody can stop that once it is begun."""


def _heard(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and _RECORDS:
        for record in _RECORDS:
            record.hear(arguments[0])


@contextmanager
def recorded(folder: Path | None) -> Iterator[Record]:
    """A record of all that is read in the folder, and of the time that is spent, from here to the end."""
    if not _HOOKED:
        sys.addaudithook(_heard)
        _HOOKED.append(True)
    record, began = Record(None if folder is None else f"{folder.absolute()}{os.sep}"), _processor_seconds()
    _RECORDS.append(record)
    try:
        yield record
    finally:
        _RECORDS.remove(record)
        record.spent = _processor_seconds() - began


def note_kept(seconds: float) -> None:
    """Add the seconds of a run that was done before."""
    for record in _RECORDS:
        record.kept += seconds


def _processor_seconds() -> float:
    """Those of this process and of the ones it started that have ended."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


@dataclass(frozen=True)
class Recorded(Generic[Item, Found]):
    """A call in another process, which tells this one what it read; see `joined`."""

    call: Callable[[Item], Found]
    folder: Path | None

    def __call__(self, item: Item) -> tuple[Found, Record]:
        """What the call finds, and the record of it."""
        with recorded(self.folder) as record:
            found = self.call(item)
        return found, record


def recorded_folder() -> Path | None:
    """The folder whose files are listened to now, if any."""
    folders = [record.folder for record in _RECORDS if record.folder is not None]
    return Path(folders[-1]) if folders else None


def joined(found: Found, record: Record) -> Found:
    """What a call in another process found; what it read counts as read here. Its time is counted when it ends."""
    for here in _RECORDS:
        here.files |= record.files
        here.kept += record.kept
    return found
