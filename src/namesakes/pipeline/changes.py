"""Changes: which documents are new or have changed since a store read them, and which are gone.

A document is known by its id and by a hash of its content. A file that is one document is not even parsed where the
store has it. What cannot be read is left out with a reason that says what to do, and never ends a run.
"""

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from namesakes.errors import DamagedError, DataError, MissingExtraError, NamesakesError, NoTextError, UsageError
from namesakes.formats.jsonl import to_row
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.records import (
    STANDARD_INPUT,
    Item,
    Limits,
    check_columns,
    document_of,
    file_records,
    path_of,
    standard_input,
)
from namesakes.formats.scan import File, Skipped, SkippedRow, absolute, printable, scan
from namesakes.store.records import DocumentState
from namesakes.text.document import Document


@dataclass(frozen=True)
class Entry:
    """A document that is new or has changed: its id in the store, where it was read, the hash of its content."""

    id: str
    path: str
    hash: str
    document: Document = field(repr=False)


@dataclass
class ChangeDetector:
    """Reads files and documents, and notes what was seen, skipped and not readable.

    A file is read by itself, wherever that happens: in this process, in another one, or on another machine.

    Parameters
    ----------
    known : what the store has.
    salt : what else, beside the content, decides whether a document is the same: models and settings.
    limits : what is too much.
    reading : how files are read beyond what they say of themselves.
    skipped : what was left out, and why.
    seen : the ids of all documents that are there, whether the store has them or not.
    unreadable : the paths of files that could not be read, or not all of them; in archives with the names there.
    """

    known: Mapping[str, DocumentState]
    salt: str = ""
    limits: Limits = field(default_factory=Limits)
    reading: ReadOptions = field(default_factory=ReadOptions)
    skipped: list[Skipped] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    unreadable: set[str] = field(default_factory=set)

    def entries(self, file: File) -> Iterator[Entry]:
        """What is new in a file."""
        digests: dict[str, str] = {}

        def unchanged(id: str, data: bytes) -> bool:
            digests.clear()
            digests[id] = _hash(self.salt, data)
            return self._is_known(id, digests[id])

        try:
            for each in file_records(file, self.limits, unchanged, self.reading):
                if isinstance(each, Skipped):
                    if not isinstance(each, SkippedRow):
                        self.unreadable.add(f"{file.printable}{_inside(file, each)}")
                    self.skipped.append(each)
                else:
                    yield from self.entry(each.document, each.id, each.path, digests.get(each.id))
        except (DataError, MissingExtraError, OSError) as error:
            self.unreadable.add(file.printable)
            self.skipped.append(Skipped.because(file.place, error))
        except NamesakesError as error:
            self.skipped.append(Skipped.because(file.place, error))
        except Exception as error:  # what nobody foresaw of one file is that file's alone
            self.unreadable.add(file.printable)
            self.skipped.append(Skipped.because(file.place, DamagedError.of(error)))

    def entry(self, document: Document, id: str, path: str, digest: str | None = None) -> Iterator[Entry]:
        """The document, if it is new and not too long."""
        id = id.encode("utf-8", "replace").decode()
        digest = digest or _hash(self.salt, json.dumps(to_row(document), sort_keys=True).encode())
        if self._is_known(id, digest):
            return
        length = len(document.text)
        if not document.text.strip() or length > self.limits.characters:
            found = f"its text has {length:,} characters, and {self.limits.characters:,} are the most; divide it"
            self.unreadable.add(path)
            self.skipped.append(Skipped(id, found if document.text.strip() else "there is no text in it"))
            return
        self.seen.add(id)
        yield Entry(id, path, digest, document)

    def _is_known(self, id: str, digest: str) -> bool:
        state = self.known.get(id)
        if state is None or state.hash != digest:
            return False
        self.seen.add(id)
        return True


@dataclass
class Changes:
    """The documents of paths, texts, rows and `Document`s that a store does not have yet, as it does not have them.

    Parameters
    ----------
    items : what was asked for; a `File` is a file that is called otherwise than its path.
    known : what the store has.
    salt : what else, beside the content, decides whether a document is the same: models and settings.
    limits : what is too much.
    own : the file of the store itself, or the folder of the tables, which is not a document.
    links : which links in folders are followed, one of `namesakes.formats.scan.LINKS`.
    reading : how files are read beyond what they say of themselves.
    stop : says whether no more is read; what was not seen by then is not gone.
    """

    items: Sequence[Item | File]
    known: Mapping[str, DocumentState]
    salt: str = ""
    limits: Limits = field(default_factory=Limits)
    own: Path | None = None
    links: str = "inside"
    reading: ReadOptions = field(default_factory=ReadOptions)
    stop: Callable[[], bool] = lambda: False
    done: int = 0
    """How many files, texts and rows have been looked at."""
    stopped: bool = False
    """Whether that was not all of them."""

    def __post_init__(self) -> None:
        self.detector = ChangeDetector(self.known, self.salt, self.limits, self.reading)
        self.in_memory: list[Document] = []
        paths = list(self._paths())
        self._folders = [path for path in paths if path.is_dir()]
        first = _first_ids(self.known)
        found = map(File.at, scan(paths, exclude=self.own, skipped=self.skipped, links=self.links))
        files = [replace(file, id=_called(file.printable, first) or file.id) for file in found]
        given = [item for item in self.items if isinstance(item, File)]
        self.files = sorted([*files, *given], key=lambda file: file.id)

    def __len__(self) -> int:
        return len(self.files) + len(self.in_memory)

    def __iter__(self) -> Iterator[Entry]:
        for found in chain(map(self.detector.entries, self.files), map(self._entry, self.in_memory)):
            for entry in found:
                yield entry
                if self._stops():
                    return
            if self._stops():
                return
            self.done += 1

    def _entry(self, document: Document) -> Iterator[Entry]:
        return self.detector.entry(document, document.key, "")

    def _stops(self) -> bool:
        self.stopped = self.stopped or self.stop()
        return self.stopped

    @property
    def skipped(self) -> list[Skipped]:
        """What was left out, and why."""
        return self.detector.skipped

    @property
    def seen(self) -> set[str]:
        """The ids of all documents that are there, whether the store has them or not."""
        return self.detector.seen

    def gone(self) -> list[str]:
        """The ids of documents that the store has and that are no more where they were read, once all were seen."""
        folders = tuple(f"{printable(folder)}{os.sep}" for folder in self._folders)
        files = {file.printable for file in self.files}
        return [
            id
            for id, state in self.known.items()
            if state.path
            and id not in self.seen
            and not self._was_unreadable(id, state.path)
            and (state.path in files or state.path.startswith(folders))
        ]

    def _was_unreadable(self, id: str, path: str) -> bool:
        """Whether a document, its file, or an archive around it could not be read."""
        unreadable = self.detector.unreadable
        if not unreadable:
            return False
        inside = id.partition(Path(path).name)[2]
        ends = [0, len(inside), *(place for place, letter in enumerate(inside) if letter in "/#")]
        return any(f"{path}{inside[:end]}" in unreadable for end in ends)

    def _paths(self) -> Iterator[Path]:
        """The paths among the items; texts, rows and documents are noted."""
        bad: list[DataError] = []
        check_columns(self.items, self.reading)
        for number, item in enumerate(self.items, start=1):
            if isinstance(item, File):
                continue
            path = path_of(item)
            if path == STANDARD_INPUT:
                self.in_memory += standard_input(self.reading, bad)
            elif path is not None:
                yield absolute(path)
            else:
                try:
                    self.in_memory.append(document_of(item, number, self.reading))
                except DataError as error:
                    bad.append(error)
        if bad and not self.in_memory and len(bad) >= len(self.items) and not isinstance(bad[0], NoTextError):
            raise bad[0]
        self.skipped.extend(Skipped.because(each.place, each) for each in bad)
        ids = [document.key for document in self.in_memory]
        if len(set(ids)) < len(ids):
            twice = next(id for place, id in enumerate(ids) if id in ids[:place])
            raise UsageError(f"two documents are called '{twice}'.\nGive each one an id of its own.")


def _inside(file: File, skipped: Skipped) -> str:
    """Where in an archive something lies that was left out; nothing for what is no file in it."""
    inside = re.sub(r":\d+$", "", skipped.place.removeprefix(file.place))
    return inside if inside.startswith("/") else ""


def _hash(salt: str, data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16, key=hashlib.sha256(salt.encode()).digest()).hexdigest()


def _first_ids(known: Mapping[str, DocumentState]) -> dict[str, str]:
    """The first id of what the store has read of each file."""
    found: dict[str, str] = {}
    for id, state in known.items():
        if state.path:
            found.setdefault(state.path, id)
    return found


def _called(path: str, first: Mapping[str, str]) -> str | None:
    """What the store calls a file that it has read, from wherever that was."""
    id = first.get(path)
    if id is None:
        return None
    written = path.replace(os.sep, "/")
    ends = [place for place, letter in enumerate(id) if letter in "#/"]
    return max((id[:end] for end in (*ends, len(id)) if end and written.endswith(id[:end])), key=len, default=id)
