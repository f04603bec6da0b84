"""Files that exist only in memory, for tests that read many of them."""

import io
import warnings
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

from namesakes import Document
from namesakes.errors import DataError, ReferenceWarning
from namesakes.formats import FORMATS, TextFile


class Memory(TextFile):
    """A source whose file is a string or bytes."""

    def __init__(self, content: str | bytes, name: str = "memory", encoding: str | None = None) -> None:
        super().__init__(name, encoding)
        self._content = content.encode() if isinstance(content, str) else content

    def _open(self) -> BinaryIO:
        return io.BytesIO(self._content)


def parsed(content: str | bytes, format: str, *, encoding: str | None = None, name: str = "memory") -> list[Document]:
    """The documents of a file with this content."""
    chosen = FORMATS[format]
    return [chosen.parse(block) for block in chosen.split(Memory(content, name, encoding))]


def written(documents: list[Document], format: str) -> str:
    """What the format's writer makes of the documents."""
    stream = io.StringIO()
    write = FORMATS[format].write
    assert write is not None
    write(documents, stream)
    return stream.getvalue()


def reads_or_refuses(content: str | bytes, format: str, encoding: str | None = None) -> Iterator[Document]:
    """The documents that can be read; a `DataError` is the only way in which reading may fail.

    What a file refers to and does not have is remarked, and is no failure.
    """
    chosen = FORMATS[format]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ReferenceWarning)
        with suppress(DataError):
            for block in chosen.split(Memory(content, encoding=encoding)):
                with suppress(DataError):
                    yield chosen.parse(block)
