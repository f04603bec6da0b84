"""Documents: what is to be resolved, found in folders and files, each with an id that stays and a hash of its content.

Folders are walked in alphabetical order, whatever the order on the disk; hidden files are left out, links are followed
once. What cannot be read is left out with a reason that says what to do, and never ends a run.
"""

import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from namesakes.engines.given import Item, document_of, path_of
from namesakes.errors import DataError, MissingExtraError, NamesakesError, UsageError
from namesakes.formats import FORMATS, Format, Source, find_format
from namesakes.formats.jsonl import to_row
from namesakes.store.records import DocumentState
from namesakes.text.document import Document

WHOLE: Final = frozenset({"plain", "markdown", "html", "pdf", "docx"})
"""Formats of which a file is one document, whose hash is that of the file."""

_ROWS: Final = b"data-namesakes"
"""What a page has in which we wrote several documents."""


@dataclass(frozen=True)
class Limits:
    """What is too much for one document.

    Parameters
    ----------
    megabytes : the largest file that is read, where a file is a document.
    characters : the longest text.
    """

    megabytes: float = 100.0
    characters: int = 5_000_000


@dataclass(frozen=True)
class Skipped:
    """A file, or a document of a file, that was left out, and why."""

    place: str
    reason: str


@dataclass(frozen=True)
class Entry:
    """A document that is new or has changed: its id in the store, where it was read, the hash of its content."""

    id: str
    path: str
    hash: str
    document: Document = field(repr=False)


@dataclass
class Documents:
    """The documents of paths, texts, rows and `Document`s that a store does not have yet, as it does not have them.

    Parameters
    ----------
    items : what was asked for.
    known : what the store has.
    salt : what else, beside the content, decides whether a document is the same: models and settings.
    limits : what is too much.
    own : the file of the store itself, which is not a document.
    """

    items: Sequence[Item]
    known: Mapping[str, DocumentState]
    salt: str = ""
    limits: Limits = field(default_factory=Limits)
    own: Path | None = None
    skipped: list[Skipped] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    """The ids of all documents that are there, whether the store has them or not."""
    done: int = 0
    """How many files, texts and rows have been looked at."""

    def __post_init__(self) -> None:
        self._names = _names(self.known)
        self._unread: set[str] = set()
        self._folders: list[Path] = []
        self._given: list[Document] = []
        self._files = sorted(self._found(), key=lambda pair: pair[1])

    def __len__(self) -> int:
        return len(self._files) + len(self._given)

    def __iter__(self) -> Iterator[Entry]:
        for path, id in self._files:
            yield from self._entries(path, id)
            self.done += 1
        for document in self._given:
            yield from self._entry(document, document.key, "")
            self.done += 1

    def gone(self) -> list[str]:
        """The ids of documents that the store has and that are no more where they were read, once all were seen."""
        folders = tuple(f"{_printable(folder)}{os.sep}" for folder in self._folders)
        files = {_printable(path) for path, _ in self._files}
        return [
            id
            for id, state in self.known.items()
            if state.path
            and id not in self.seen
            and state.path not in self._unread
            and (state.path in files or state.path.startswith(folders))
        ]

    def _found(self) -> Iterator[tuple[Path, str]]:
        """All files with their ids, each once, whatever ways lead to it: by its own path rather than by a link."""
        files: dict[tuple[int, int], Path] = {}
        for number, item in enumerate(self.items, start=1):
            path = path_of(item)
            if path is None:
                self._given.append(document_of(item, number))
                continue
            path = Path(os.path.normpath(path.absolute()))  # not resolve(): a link keeps the name that the user knows
            if path.is_dir():
                self._folders.append(path)
            for file in self._walked(path) if path.is_dir() else [path]:
                known = self._identity(file)
                if known is not None:
                    files[known] = min(file, files[known], key=_directness) if known in files else file
        ids = [document.key for document in self._given]
        if len(set(ids)) < len(ids):
            twice = next(id for place, id in enumerate(ids) if id in ids[:place])
            raise UsageError(f"two documents are called '{twice}'.\nGive each one an id of its own.")
        for file in files.values():
            yield file, self._names.get(_printable(file)) or _shown(file)

    def _walked(self, root: Path) -> Iterator[Path]:
        """The files under a folder that are not hidden; each folder is seen once, links to folders after the others."""
        waiting, linked, folders = [root], list[Path](), set()
        while waiting or linked:
            folder = waiting.pop() if waiting else linked.pop()
            try:
                state = folder.stat()
                entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
            except OSError as error:
                self._skip(folder, f"this folder cannot be read: {error.strerror}")
                continue
            if (state.st_dev, state.st_ino) in folders:
                continue
            folders.add((state.st_dev, state.st_ino))
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if _is_folder(entry):
                    (linked if entry.is_symlink() else waiting).append(Path(entry.path))
                else:
                    yield Path(entry.path)

    def _identity(self, path: Path) -> tuple[int, int] | None:
        """The device and number of a file; None, with a reason, for what is no file that can be read."""
        try:
            state = path.stat()
        except OSError as error:
            loose = path.is_symlink()
            self._skip(path, "a link that leads nowhere" if loose else f"it cannot be read: {error.strerror}")
            return None
        if not stat.S_ISREG(state.st_mode):
            self._skip(path, "this is not a file")
            return None
        if self.own is not None and path.name.startswith(self.own.name) and path.parent == self.own.absolute().parent:
            return None
        return state.st_dev, state.st_ino

    def _entries(self, path: Path, id: str) -> Iterator[Entry]:
        """What is new in a file."""
        try:
            form = _format(path)
            size = path.stat().st_size
            if form.name in WHOLE and size > self.limits.megabytes * 1e6:
                found = f"it has {size / 1e6:,.0f} MB, and {self.limits.megabytes:,.0f} are the most"
                raise DataError(found, "Divide it, or raise the limit with --max-size.")
            digest = _file_hash(path, self.salt) if form.name in WHOLE else None
            if digest is not None and self._is_known(id, digest):
                return
            yield from self._read(path, id, form, digest)
        except (DataError, MissingExtraError, OSError) as error:
            self._unread.add(_printable(path))
            self._skip(path, _reason(error))
        except NamesakesError as error:
            self._skip(path, _reason(error))

    def _read(self, path: Path, id: str, form: Format, digest: str | None) -> Iterator[Entry]:
        """The documents of a file that are new; those that are bad are left out, and those after them are not."""
        source, used = Source(path, tolerant=True), set[str]()
        blocks, count = form.split(source), 0
        while True:
            try:
                block = next(blocks, None)
                if block is None:
                    break
                count += 1
                source.check("\n".join(block.lines), block.line)
                document = form.parse(block)
            except DataError as error:
                if digest is not None:
                    raise
                count += 1
                self._unread.add(_printable(path))
                self._skip(path, _reason(error), error.line)
                continue
            name = id if digest is not None else _unused(f"{id}#{document.key}", used)
            yield from self._entry(document, name, _printable(path), digest)
        if not count:
            raise DataError(f"there is no document in it; it was read as {form.name}")

    def _entry(self, document: Document, id: str, path: str, digest: str | None = None) -> Iterator[Entry]:
        """The document, if it is new and not too long."""
        id = id.encode("utf-8", "replace").decode()
        digest = digest or _hash(self.salt, json.dumps(to_row(document), sort_keys=True).encode())
        if self._is_known(id, digest):
            return
        length = len(document.text)
        if not document.text.strip() or length > self.limits.characters:
            found = f"its text has {length:,} characters, and {self.limits.characters:,} are the most; divide it"
            self._unread.add(path)
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

    def _skip(self, path: Path, reason: str, line: int | None = None) -> None:
        place = _shown(path) if line is None else f"{_shown(path)}:{line}"
        self.skipped.append(Skipped(place, reason))


def _format(path: Path) -> Format:
    """The format of a file; files without an ending are texts."""
    try:
        return find_format(path)
    except UsageError as error:
        if not path.suffix:
            return FORMATS["plain"]
        found = f"files that end in {path.suffix} are not read"
        raise UsageError(found) from error


def _file_hash(path: Path, salt: str) -> str | None:
    """The hash of a file's content; None for a page that holds several documents."""
    data = path.read_bytes()
    return None if _ROWS in data else _hash(salt, data)


def _hash(salt: str, data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16, key=hashlib.sha256(salt.encode()).digest()).hexdigest()


def _reason(error: Exception) -> str:
    """What was found and what to do, in one line."""
    if isinstance(error, DataError):
        said = f"{error.found}; {error.advice[:1].lower()}{error.advice[1:]}" if error.advice else error.found
    elif isinstance(error, OSError):
        said = f"it cannot be read: {error.strerror or error}"
    else:
        said = "; ".join(part.rstrip(".") for part in str(error).splitlines())
    return " ".join(said.split()).rstrip(".")


def _directness(path: Path) -> tuple[bool, str]:
    return os.path.realpath(path) != str(path), str(path)


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _printable(path: Path) -> str:
    """A path as text; bytes of it that are none are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _shown(path: Path) -> str:
    """What a file is called: its path from here, or the whole path where it lies elsewhere."""
    here = Path.cwd()
    return _printable(path.relative_to(here) if path.is_relative_to(here) else path).replace(os.sep, "/")


def _unused(name: str, used: set[str]) -> str:
    """The name, with a number where another document of the file has it."""
    number, found = 1, name
    while found in used:
        number += 1
        found = f"{name}~{number}"
    used.add(found)
    return found


def _names(known: Mapping[str, DocumentState]) -> dict[str, str]:
    """What the store calls each file that it has read, from wherever that was."""
    found: dict[str, str] = {}
    for id, state in known.items():
        if state.path and state.path not in found:
            path = state.path.replace(os.sep, "/")
            ends = [place for place, letter in enumerate(id) if letter == "#"]
            found[state.path] = next((id[:end] for end in (*ends, len(id)) if path.endswith(id[:end])), id)
    return found
