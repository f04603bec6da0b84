"""Files that appear under their names only when all of them has been written."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from namesakes.errors import DataError


@contextmanager
def open_atomic(path: Path) -> Iterator[TextIO]:
    """A stream to a temporary file beside `path` that takes its place at the end, and is gone if anything fails.

    A link stays a link, a file keeps its permissions, and what is not a file (a device, a pipe) is written as it is.
    The text is written as it is, in UTF-8; a `DataError` says where that, or the file, is not possible.
    """
    temporary: Path | None = None
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", newline="") as stream:
                yield stream
            return
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
        temporary = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            yield stream
        temporary.chmod(target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
        temporary.replace(target)
    except OSError as error:
        raise DataError(f"this file cannot be written: {error.strerror or error}", path=path) from error
    except UnicodeEncodeError as error:
        raise lone_surrogate(error).at(path) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _umask() -> int:
    """The permissions that new files do not get; asking for them means setting them."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def save_text(path: Path, text: str) -> None:
    """Write a text exactly as it is; one that begins with U+FEFF gets a byte order mark, which reading takes away."""
    with open_atomic(path) as stream:
        stream.write(f"\ufeff{text}" if text.startswith("\ufeff") else text)


def lone_surrogate(error: UnicodeEncodeError) -> DataError:
    """The error for a text with half of a surrogate pair, which no encoding of Unicode can hold."""
    found = f"the character U+{ord(error.object[error.start]):04X} is half of a pair and cannot be written"
    return DataError(found, "Replace it in the text.")
