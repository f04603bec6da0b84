"""Writing: documents to a file, to several in a folder, or to a stream, in any format that can be written."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TextIO

from namesakes.errors import DataError, UsageError
from namesakes.formats.atomic import lone_surrogate, open_atomic
from namesakes.formats.format import FORMATS, Format, find_format
from namesakes.text.document import Document


def write(documents: Iterable[Document], path: str | Path | TextIO, *, format: str | None = None) -> int:
    """Write the documents to a file, to standard output ("-") or to an open text stream; returns how many there were.

    A file appears under its name only when all of it has been written.
    """
    chosen = find_format(path, format, writing=True) if isinstance(path, str | Path) else FORMATS[format or "jsonl"]
    counted = _Counted(documents, chosen)
    if not isinstance(path, str | Path):
        _writer(chosen)(counted, path)
        return counted.count
    if chosen.save is not None:
        chosen.save(counted, Path(path))
    elif str(path) == "-":
        try:
            _writer(chosen)(counted, sys.stdout)
        except UnicodeEncodeError as error:
            raise lone_surrogate(error) from error
    else:
        with open_atomic(Path(path)) as stream:
            _writer(chosen)(counted, stream)
    return counted.count


def _writer(chosen: Format) -> Callable[[Iterable[Document], TextIO], None]:
    if chosen.write is None:
        able = [name for name in FORMATS if FORMATS[name].write is not None]
        raise UsageError(f"{chosen.name} cannot be written to a stream; choose one of {', '.join(able)}.")
    return chosen.write


class _Counted:
    """Documents on their way to a writer: how many have gone through, and none that would make a file binary."""

    def __init__(self, documents: Iterable[Document], chosen: Format) -> None:
        self._documents, self._chosen, self.count = documents, chosen, 0

    def __iter__(self) -> Iterator[Document]:
        for document in self._documents:
            if "\x00" in document.text and "everything" not in self._chosen.carries:
                found = f"document {document.key} holds the character U+0000, which {self._chosen.name} cannot"
                raise DataError(found, "Write jsonl, or take it out of the text.")
            self.count += 1
            yield document
