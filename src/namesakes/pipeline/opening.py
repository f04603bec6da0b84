"""Opening: the documents of one file, those that are new; what is bad is left out with a reason that says what to do.

A file is opened by itself, wherever that happens: in this process, in another one, or on another machine.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from namesakes.errors import DataError, MissingExtraError, NamesakesError, UsageError
from namesakes.formats import FORMATS, Format, TextFile, find_format
from namesakes.formats.jsonl import to_row
from namesakes.formats.records import parquet_rows, row_document
from namesakes.store.records import DocumentState
from namesakes.text.document import Document

WHOLE: Final = frozenset({"plain", "markdown", "html", "pdf", "docx"})
"""Formats of which a file is one document, whose hash is that of the file."""

PARQUET: Final = ".parquet"
"""The ending of files that are tables with a document a row."""

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


@dataclass(frozen=True)
class File:
    """A file that was found.

    Parameters
    ----------
    path : where it lies.
    id : the id of its document, or what the ids of its documents begin with.
    place : what it is called in messages.
    printable : the path as text that can be kept.
    """

    path: Path
    id: str
    place: str
    printable: str


@dataclass
class Opening:
    """Opens files and documents, and notes what was seen, skipped and not read.

    Parameters
    ----------
    known : what the store has.
    salt : what else, beside the content, decides whether a document is the same: models and settings.
    limits : what is too much.
    skipped : what was left out, and why.
    seen : the ids of all documents that are there, whether the store has them or not.
    unread : the paths of files that could not be read, or not all of them.
    """

    known: Mapping[str, DocumentState]
    salt: str = ""
    limits: Limits = field(default_factory=Limits)
    skipped: list[Skipped] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    unread: set[str] = field(default_factory=set)

    def entries(self, file: File) -> Iterator[Entry]:
        """What is new in a file."""
        try:
            if file.path.suffix.lower() == PARQUET:
                yield from self._table(file)
                return
            form = _format(file.path)
            size = file.path.stat().st_size
            if form.name in WHOLE and size > self.limits.megabytes * 1e6:
                found = f"it has {size / 1e6:,.0f} MB, and {self.limits.megabytes:,.0f} are the most"
                raise DataError(found, "Divide it, or raise the limit with --max-size.")
            digest = _file_hash(file.path, self.salt) if form.name in WHOLE else None
            if digest is not None and self._is_known(file.id, digest):
                return
            yield from self._read(file, form, digest)
        except (DataError, MissingExtraError, OSError) as error:
            self.unread.add(file.printable)
            self._skip(file, _reason(error))
        except NamesakesError as error:
            self._skip(file, _reason(error))

    def entry(self, document: Document, id: str, path: str, digest: str | None = None) -> Iterator[Entry]:
        """The document, if it is new and not too long."""
        id = id.encode("utf-8", "replace").decode()
        digest = digest or _hash(self.salt, json.dumps(to_row(document), sort_keys=True).encode())
        if self._is_known(id, digest):
            return
        length = len(document.text)
        if not document.text.strip() or length > self.limits.characters:
            found = f"its text has {length:,} characters, and {self.limits.characters:,} are the most; divide it"
            self.unread.add(path)
            self.skipped.append(Skipped(id, found if document.text.strip() else "there is no text in it"))
            return
        self.seen.add(id)
        yield Entry(id, path, digest, document)

    def _read(self, file: File, form: Format, digest: str | None) -> Iterator[Entry]:
        """The documents of a file that are new; those that are bad are left out, and those after them are not."""
        source, used = TextFile(file.path, tolerant=True), set[str]()
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
                self.unread.add(file.printable)
                self._skip(file, _reason(error), error.line)
                continue
            name = file.id if digest is not None else _unused(f"{file.id}#{document.key}", used)
            yield from self.entry(document, name, file.printable, digest)
        if not count:
            raise DataError(f"there is no document in it; it was read as {form.name}")

    def _table(self, file: File) -> Iterator[Entry]:
        """The documents of a table; rows that are bad are left out, and those after them are not."""
        number, used = 0, set[str]()
        for number, row in enumerate(parquet_rows(file.path), start=1):
            try:
                document = row_document(row, number)
            except UsageError as error:
                self.unread.add(file.printable)
                self._skip(file, _reason(error), number)
                continue
            yield from self.entry(document, _unused(f"{file.id}#{document.key}", used), file.printable)
        if not number:
            raise DataError("there is no row in it")

    def _is_known(self, id: str, digest: str) -> bool:
        state = self.known.get(id)
        if state is None or state.hash != digest:
            return False
        self.seen.add(id)
        return True

    def _skip(self, file: File, reason: str, line: int | None = None) -> None:
        self.skipped.append(Skipped(file.place if line is None else f"{file.place}:{line}", reason))


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


def _unused(name: str, used: set[str]) -> str:
    """The name, with a number where another document of the file has it."""
    number, found = 1, name
    while found in used:
        number += 1
        found = f"{name}~{number}"
    used.add(found)
    return found
