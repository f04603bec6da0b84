"""Files that appear under their names only when all of them has been written.

What is being written lies beside its target under a name of its own, held by a lock. A process that is killed leaves it
there without the lock, and the next one that writes the same target takes it away.
"""

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TextIO

from namesakes.errors import DataError

_ENDING: Final = ".namesakes-part"
"""What the names of files end with that are being written."""


@contextmanager
def open_atomic(path: Path, *, durable: bool = False) -> Iterator[TextIO]:
    """A stream to a temporary file beside `path` that takes its place at the end, and is gone if anything fails.

    A link stays a link, a file keeps its permissions, and what is not a file (a device, a pipe) is written as it is.
    The text is written as it is, in UTF-8; a `DataError` says where that, or the file, is not possible.

    Parameters
    ----------
    durable : whether the file has reached the disk when it appears, so that not even a power cut takes it away.
    """
    try:
        if _is_device(path):
            with path.open("w", encoding="utf-8", newline="") as stream:
                yield stream
            return
        with replacing(path, durable=durable) as temporary, temporary.open("w", encoding="utf-8", newline="") as stream:
            yield stream
    except OSError as error:
        raise DataError(f"this file cannot be written: {error.strerror or error}", path=path) from error
    except UnicodeEncodeError as error:
        raise lone_surrogate(error).at(path) from error


def _is_device(path: Path) -> bool:
    target = path.resolve()
    return target.exists() and not target.is_file()


@contextmanager
def replacing(path: Path, *, durable: bool = False) -> Iterator[Path]:
    """An empty file beside a file that takes its place at the end, and is gone if anything fails.

    What others left there that were killed while they wrote the same file is taken away.
    """
    target = path.resolve()
    mode = target.stat().st_mode & 0o7777 if target.exists() else None
    with suppress(OSError):  # a folder may be closed to those who look
        _clean(target)
    temporary, handle = _made(target, 0o666 if mode is None else mode & 0o666 | 0o600)
    try:
        yield temporary
        if mode is not None:
            temporary.chmod(mode)
        if durable:
            _sync(temporary)
        temporary.replace(target)
        if durable:
            _sync(target.parent)
    finally:
        os.close(handle)
        temporary.unlink(missing_ok=True)


def _made(target: Path, mode: int) -> tuple[Path, int]:
    """A new file beside a file, with permissions that the umask lessens, and a handle that holds its lock."""
    while True:
        path = target.with_name(f"{_beginning(target)}{secrets.token_hex(4)}{_ENDING}")
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)
        if _hold(handle, wait=True) and not path.exists():  # somebody took it for one that was left
            os.close(handle)
            continue
        return path, handle


def _beginning(target: Path) -> str:
    return f".{target.name[:40]}."


def _clean(target: Path) -> None:
    """Take away what is left of others that wrote the same file and were killed."""
    for left in target.parent.iterdir():
        if left.name.startswith(_beginning(target)) and left.name.endswith(_ENDING):
            with suppress(OSError):  # it is another user's, or gone by now
                handle = os.open(left, os.O_RDWR)
                try:
                    if _hold(handle, wait=False):
                        left.unlink()
                finally:
                    os.close(handle)


def _hold(handle: int, *, wait: bool) -> bool:
    """Take the lock of an open file, which is let go when it is closed or the process is killed; whether it was had."""
    if sys.platform == "win32":  # there nobody can take a file away that is open
        return False
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:  # somebody has it, or there are no locks on this disk
        return False
    return True


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def save_text(path: Path, text: str) -> None:
    """Write a text exactly as it is; one that begins with U+FEFF gets a byte order mark, which reading takes away."""
    with open_atomic(path) as stream:
        stream.write(f"\ufeff{text}" if text.startswith("\ufeff") else text)


def lone_surrogate(error: UnicodeEncodeError) -> DataError:
    """The error for a text with half of a surrogate pair, which no encoding of Unicode can hold."""
    found = f"the character U+{ord(error.object[error.start]):04X} is half of a pair and cannot be written"
    return DataError(found, "Replace it in the text.")
