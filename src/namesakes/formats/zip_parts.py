"""The parts of a ZIP archive that is one document: an office file, an e-book; read with care."""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field

from namesakes.errors import DataError

LARGEST = 1 << 28
"""The most bytes that a file may unpack to."""
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
        if not data.strip():
            raise DataError("this file is empty", path=path)
        if data.startswith(_COMPOUND):
            found = f"this is not {kind}: it is encrypted, or a file of an older Office"
            raise DataError(found, "Save it anew without a password.", path=path)
        try:
            archive = zipfile.ZipFile(io.BytesIO(data))
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
