"""Documents written one a file, under names that every file system takes and that give the ids back."""

import hashlib
import re
from collections.abc import Callable, Iterable
from itertools import count, islice
from pathlib import Path

from namesakes.errors import DataError
from namesakes.text.document import Document

_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*%]|^\.|[. ]\Z')
_ESCAPED = re.compile(r"%([0-7][0-9A-F])")
_PART = re.compile(r"(?P<id>.*); part (?P<part>[0-9]{3,9})", re.DOTALL)
_LONGEST = 180


def save_each(
    documents: Iterable[Document], path: Path, endings: tuple[str, ...], save_one: Callable[[Document, Path], None]
) -> None:
    """Save one document to a path with one of the endings, or each document to a file of its own in a folder.

    The files in a folder take the first ending. No two documents share a file, and none lies outside the folder.
    """
    if path.name.lower().endswith(endings) and not path.is_dir():
        save_one(only_document(documents, path), path)
        return
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"this folder cannot be made: {error.strerror}", path=path) from error
    taken: set[str] = set()
    for document in documents:
        save_one(document, path / f"{file_name(document.key, taken)}{endings[0]}")


def only_document(documents: Iterable[Document], path: object = None) -> Document:
    """The only document there is; a `DataError` where there are none or several."""
    first = list(islice(documents, 2))
    if len(first) == 1:
        return first[0]
    found = "there is no document to write" if not first else "one file of this format holds one document"
    raise DataError(found, "Give a folder to write several documents." if first else "", path=path)


def file_name(key: str, taken: set[str]) -> str:
    """A file's name for a document's key, without an ending; `taken` holds the names given so far and gets this one.

    Characters that a file's name cannot hold are percent-encoded, %2F for a slash; `key_of_file_name` undoes it.
    """
    key = key.encode("utf-8", "replace").decode()
    name = _UNSAFE.sub(lambda match: f"%{ord(match[0]):02X}", key) or "_"
    if len(name.encode()) > _LONGEST:
        digest = hashlib.blake2b(key.encode(), digest_size=4).hexdigest()
        name = f"{name.encode()[:_LONGEST].decode(errors='ignore')}-{digest}"
    tries = (name if number == 1 else f"{name}-{number}" for number in count(1))
    name = next(each for each in tries if each.casefold() not in taken)
    taken.add(name.casefold())
    return name


def key_of_file_name(name: str) -> str:
    """The key that `file_name` made this name of."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), name)


def id_and_part(key: str) -> tuple[str, int]:
    """The id and the part of a document with this key; see `Document.key`."""
    match = _PART.fullmatch(key)
    return (match["id"], int(match["part"])) if match and int(match["part"]) else (key, 0)
