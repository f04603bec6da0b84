"""Whole files: one appears under its name only when all of it is on the disk, and until then the former one stays."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from namesakes.errors import ModelError


def partial(path: Path) -> Path:
    """The name that a file has while it is written."""
    return path.with_name(f".{path.name}.part")


def before(path: Path) -> Path:
    """Where the version before the last one is, of a file that is kept twice."""
    return path.with_name(f"{path.name}.before")


def is_there(path: Path) -> bool:
    """Whether there is a file that is kept twice, or the version before it."""
    return path.exists() or before(path).exists()


def write_part(path: Path, write: Callable[[IO[bytes]], object]) -> Path:
    """A file that is complete and waits, under its other name, to take the place of `path`."""
    waiting = partial(path)
    with waiting.open("wb") as stream:
        write(stream)
        stream.flush()
        os.fsync(stream.fileno())
    return waiting


@contextmanager
def writing(*paths: Path) -> Iterator[None]:
    """Makes a `ModelError` of what fails while these files are written, and leaves no part of them."""
    try:
        yield
    except OSError as error:
        for path in paths:
            partial(path).unlink(missing_ok=True)
        found = f"{paths[0]}: this cannot be written: {error.strerror or error}."
        raise ModelError(f"{found}\nWhat was there before is unharmed.") from error
