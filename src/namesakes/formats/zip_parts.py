"""The parts of a ZIP archive that is one document: an office file, an e-book; read with care."""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from namesakes.errors import DataError

LARGEST = 1 << 28
"""The most bytes that a file may unpack to."""
STREAMED, RATIO = 1 << 30, 200
"""The most bytes that a file read piece by piece may unpack to, or so many times its size where that is more."""
_CHUNK = 1 << 16
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How files of the old Office begin, and those that are encrypted."""


@dataclass(frozen=True)
class ZipParts:
    """The parts of an archive by name.

    Parameters
    ----------
    archive : open, and with parts that are not too large.
    kind : what the file is, for messages, such as "an ODT file".
    path : its name, for messages.
    """

    archive: zipfile.ZipFile = field(repr=False)
    kind: str
    path: str

    @classmethod
    def of(cls, data: bytes, kind: str, path: str, largest: int = LARGEST) -> "ZipParts":
        """The parts of a file's content; a `DataError` where it is none, or unpacks to more than memory may hold."""
        return cls.opened(io.BytesIO(data), kind, path, largest)

    @classmethod
    def streamed(cls, stream: BinaryIO, kind: str, path: str) -> "ZipParts":
        """The parts of a file that are read piece by piece, and so may be larger than memory."""
        size = stream.seek(0, io.SEEK_END)
        return cls.opened(stream, kind, path, max(STREAMED, RATIO * size))

    @classmethod
    def opened(cls, stream: BinaryIO, kind: str, path: str, largest: int) -> "ZipParts":
        """The parts of an open file."""
        stream.seek(0)
        head = stream.read(_CHUNK)
        if not head.strip():
            raise DataError("this file is empty", path=path)
        if head.startswith(_COMPOUND):
            found = f"this is not {kind}: it is encrypted, or a file of an older Office"
            raise DataError(found, "Save it anew without a password.", path=path)
        try:
            archive = zipfile.ZipFile(stream)
            size = sum(entry.file_size for entry in archive.infolist())
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise DataError(f"this is not {kind}, or a damaged one", "Save it anew.", path=path) from error
        if size > largest:
            found = f"this file unpacks to {size >> 20:,} MB, and {largest >> 20} are the most"
            raise DataError(found, "Save its text.", path=path)
        return cls(archive, kind, path)

    def __contains__(self, name: str) -> bool:
        return name in self.archive.NameToInfo

    def chunks(self, name: str) -> Iterator[bytes]:
        """The content of a part in pieces."""
        try:
            with self.archive.open(name) as stream:
                while chunk := stream.read(_CHUNK):
                    yield chunk
        except KeyError as error:
            raise self.damaged(f"it has no part {name}") from error
        except Exception as error:  # broken archives lead to errors of every kind, and none of them is ours
            if isinstance(error, DataError):
                raise
            raise self.damaged(f"{type(error).__name__}: {str(error)[:200]}") from error

    def read(self, name: str) -> bytes:
        """The content of a part."""
        return b"".join(self.chunks(name))

    def damaged(self, found: str) -> DataError:
        """The error for an archive that is not what it should be."""
        return DataError(f"this is {self.kind} that is damaged ({found})", "Save it anew.", path=self.path)
