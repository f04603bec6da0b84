"""Whole files: one appears under its name only when all of it is on the disk, and until then the former one stays.

So do folders whose files belong together, such as graphs and their weights.
"""

import os
import shutil
from collections.abc import Callable, Collection, Iterator
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


@contextmanager
def whole_folder(folder: Path, own: Collection[str]) -> Iterator[Path]:
    """A new folder that takes the place of `folder` at the end; it is gone, and `folder` unharmed, if anything fails.

    Whoever is stopped between the two steps of the exchange leaves the former one as `NAME.before`, which the next one
    to write there puts back first.

    Parameters
    ----------
    own : the endings of the files that are written anew; others that were in the folder, such as a card, stay in it.
    """
    target = folder.resolve()
    waiting = partial(target)
    try:
        _put_back(target)
        shutil.rmtree(waiting, ignore_errors=True)  # of somebody who was stopped
        waiting.mkdir(parents=True)
        yield waiting
        for path in target.iterdir() if target.is_dir() else ():
            if path.suffix not in own and not (waiting / path.name).exists():
                copy = shutil.copytree if path.is_dir() else shutil.copy2
                copy(path, waiting / path.name)
        for path in waiting.rglob("*"):
            _sync(path)
        if target.exists():
            target.replace(before(target))
        waiting.replace(target)
    except OSError as error:
        found = f"{folder}: this cannot be written: {error.strerror or error}."
        raise ModelError(f"{found}\nWhat was there before is unharmed.") from error
    finally:
        shutil.rmtree(waiting, ignore_errors=True)
        _put_back(target)


def _put_back(folder: Path) -> None:
    """Put a folder back that was moved away and no other has taken the place of; else it is no longer needed."""
    former = before(folder)
    if folder.exists():
        shutil.rmtree(former, ignore_errors=True)
    elif former.is_dir():
        former.rename(folder)


def _sync(path: Path) -> None:
    """Wait until a file is on the disk."""
    if path.is_file():
        with path.open("rb+") as stream:
            os.fsync(stream.fileno())
