"""Unpacking: how much the files in a file may be, so that a small file never fills the memory or takes for ever.

A file inside another is a document in memory as long as it is not larger than documents may be, whatever it says of its
own size. All that is unpacked of one file, the files inside the files in it too, is at most `RATIO` times that file, or
`FREE` where that is more. So a *zip bomb* costs some seconds.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, BinaryIO, Final

from namesakes.errors import DataError

LARGEST: Final = 100_000_000
"""The most bytes that a file inside another may have, where it is a document."""
RATIO: Final = 200
"""How many times its own size a file may unpack to; text rarely gets beyond 20."""
FREE: Final = 1 << 30
"""The bytes that any file may unpack to."""
DEPTH: Final = 4
"""How many files may be inside each other."""
MOST: Final = 1_000_000
"""The most files that a file may have in it, those in the files in it too."""


_PACKED: Final = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ\x00": "lzma"}
"""What packed files begin with, and the modules that unpack them, which not every Python has."""


def unpacker(head: bytes) -> Callable[[BinaryIO], Any] | None:
    """What unpacks a file that begins like this; None for one that is not packed."""
    name = next((name for mark, name in _PACKED.items() if head.startswith(mark)), None)
    if name is None:
        return None
    try:
        found: Callable[[BinaryIO], Any] = import_module(name).open
    except ImportError as error:
        raise DataError(f"this Python was built without {name}, which unpacks this", "Unpack it first.") from error
    return found


class UnpackingError(DataError):
    """A file that unpacks to more than it may; what was read of it before is good."""


@dataclass
class Unpacking:
    """Counts the bytes that a file and those inside it unpack to.

    Parameters
    ----------
    size : of the file itself.
    done, members : bytes that have been unpacked, and files.
    spent : whether it was too much, and nothing more is read.
    """

    size: int
    done: int = 0
    members: int = 0
    spent: bool = False

    def count_member(self) -> None:
        """Note that another file is unpacked; an `UnpackingError` where it is one too many."""
        self.members += 1
        if self.members > MOST:
            self.spent = True
            raise UnpackingError(f"this has more than {MOST:,} files in it", "Unpack it first, and divide it.")

    def count(self, number: int) -> None:
        """Note that so many bytes more were unpacked; an `UnpackingError` where it is too much."""
        self.done += number
        most = max(FREE, RATIO * self.size)
        if self.done > most:
            self.spent = True
            found = f"this unpacks to more than {most >> 20:,} MB, which is {RATIO} times its size or more"
            raise UnpackingError(found, "If it is no zip bomb, unpack it first.")


class Counted(io.RawIOBase):
    """A stream whose bytes are counted as they are read, each once.

    Parameters
    ----------
    stream : what is unpacked.
    unpacking : counts.
    """

    def __init__(self, stream: BinaryIO, unpacking: Unpacking) -> None:
        self._stream, self._unpacking = stream, unpacking
        self._read = getattr(stream, "read1", stream.read)  # what was unpacked before a damage is not lost with it

    def readable(self) -> bool:
        """It is read only."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read and count."""
        data = self._read(len(buffer))
        self._unpacking.count(len(data))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close what is unpacked, too."""
        if not self.closed:
            self._stream.close()
        super().close()


def counted(stream: Any, unpacking: Unpacking) -> BinaryIO:
    """A stream whose bytes are counted, in pieces of a good size."""
    return io.BufferedReader(Counted(stream, unpacking), 1 << 16)
