"""Scan: the files under folders, the only place where folders are walked.

Files come in alphabetical order, whatever the order on the disk. Hidden files and folders are left out unless they are
named themselves. Links are followed where they lead into what was named. Each file comes once, whatever ways lead to
it. An .ann file and the .txt file beside it are one document, so that only the .ann file comes; so are an .apf.xml file
and its .sgm file, and the annotations of MPQA and their text.
"""

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from namesakes.errors import LOG, DataError, NoTextError

LINKS = ("inside", "all", "none")
"""Which links in folders are followed: those that lead into what was named, all, or none."""

FileId = tuple[int, int]
"""The device and the number of a file, which are the same for all its names."""


@dataclass(frozen=True)
class Skipped:
    """A file, or a document of a file, that was left out, and why."""

    place: str
    reason: str

    @classmethod
    def because(cls, place: str, error: Exception) -> "Skipped":
        """What was found and what to do, in one line."""
        if isinstance(error, DataError):
            reason = f"{error.found}; {error.advice[:1].lower()}{error.advice[1:]}" if error.advice else error.found
        elif isinstance(error, OSError):
            reason = f"it cannot be read: {error.strerror or error}"
        else:
            reason = "; ".join(part.rstrip(".") for part in str(error).splitlines())
        made = SkippedRow if isinstance(error, NoTextError) else cls
        found = made(place, " ".join(reason.split()).rstrip("."))
        LOG.warning("%s: %s", found.place, found.reason, exc_info=error)
        return found


class SkippedRow(Skipped):
    """A row of a table that has no text: all that there is of it was read."""


@dataclass(frozen=True)
class File:
    """A file that may hold documents.

    Parameters
    ----------
    path : where it lies.
    id : the id of its document, or what the ids of its documents begin with.
    place : what it is called in messages.
    printable : the path as text that can be kept.
    """

    path: Path
    id: str
    place: str
    printable: str

    @classmethod
    def at(cls, path: Path) -> "File":
        """The file at an absolute path, called by its path from here."""
        place = shown_path(path)
        return cls(path, place, place, printable(path))


def scan(
    paths: Iterable[Path],
    *,
    endings: tuple[str, ...] = ("",),
    exclude: Path | None = None,
    skipped: list[Skipped] | None = None,
    seen: set[FileId] | None = None,
    links: str = "inside",
) -> list[Path]:
    """The files that are named and those below the folders that are named, in alphabetical order.

    Parameters
    ----------
    endings : what the names of files in folders must end with.
    exclude : a folder, or a file with all those beside it whose names begin with its name; they do not come.
    skipped : gets what is no file that can be read, and why.
    seen : the files that came in earlier scans, which do not come again; it gets those of this one.
    links : which links in folders are followed, one of `LINKS`; what is named itself may be one.
    """
    skipped = [] if skipped is None else skipped
    files: dict[FileId, Path] = {}
    named = list(paths)
    roots = [os.path.realpath(path) for path in named]
    for path in named:
        walk = _Walk(path, endings, exclude, skipped, links, roots)
        for file in walk.files() if path.is_dir() else [path]:
            id = _file_id(file, exclude, skipped)
            if id is not None:
                files[id] = min(file, files[id], key=_directness) if id in files else file
    texts = {id for path in files.values() if (id := _annotated_text(path)) is not None}
    gone = texts if seen is None else texts | seen
    if seen is not None:
        seen |= {*files, *texts}
    return sorted(path for id, path in files.items() if id not in gone)


@dataclass(frozen=True)
class _Walk:
    """A walk through a folder; `roots` are the real paths of all that was named."""

    root: Path
    endings: tuple[str, ...]
    exclude: Path | None
    skipped: list[Skipped]
    links: str
    roots: list[str]

    def files(self) -> Iterator[Path]:
        """The files that are not hidden; each folder is seen once, links to folders after the others."""
        waiting, linked, folders = [self.root], list[Path](), set()
        while waiting or linked:
            folder = waiting.pop() if waiting else linked.pop()
            try:
                state = folder.stat()
                entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
            except OSError as error:
                self.skipped.append(Skipped(shown_path(folder), f"this folder cannot be read: {error.strerror}"))
                continue
            if (state.st_dev, state.st_ino) in folders or folder == self.exclude:
                continue
            folders.add((state.st_dev, state.st_ino))
            for entry in entries:
                if entry.name.startswith(".") or not self._follows(entry):
                    continue
                if _is_folder(entry):
                    (linked if entry.is_symlink() else waiting).append(Path(entry.path))
                elif entry.name.lower().endswith(self.endings):
                    yield Path(entry.path)

    def _follows(self, entry: "os.DirEntry[str]") -> bool:
        """Whether an entry is no link, or one that is followed; for a link out of the folders there is a reason."""
        if self.links == "all" or not entry.is_symlink():
            return True
        if self.links == "none":
            return False
        real = Path(os.path.realpath(entry.path))
        if any(real.is_relative_to(root) for root in self.roots) or not real.exists():
            return True
        reason = "a link that leads out of the folders that were named; name what it leads to"
        self.skipped.append(Skipped(shown_path(Path(entry.path)), reason))
        return False


def _file_id(path: Path, exclude: Path | None, skipped: list[Skipped]) -> FileId | None:
    """The device and the number of a file; None, with a reason, for what is no file that can be read."""
    try:
        state = path.stat()
    except OSError as error:
        loose = path.is_symlink()
        reason = "a link that leads nowhere" if loose else f"it cannot be read: {error.strerror}"
        skipped.append(Skipped(shown_path(path), reason))
        return None
    if not stat.S_ISREG(state.st_mode):
        skipped.append(Skipped(shown_path(path), "this is not a file"))
        return None
    if exclude is not None and path.name.startswith(exclude.name) and path.parent == exclude.absolute().parent:
        return None
    return state.st_dev, state.st_ino


def _annotated_text(path: Path) -> FileId | None:
    """The text that a file of annotations is about: beside it, or for MPQA in another folder."""
    name, parts = path.name.lower(), path.parts
    if name.endswith(".ann"):
        text = path.with_suffix(".txt")
    elif name.endswith(".apf.xml"):
        text = path.with_name(f"{path.name[:-8]}.sgm")
    elif ".mpqa.lre." in name and "man_anns" in parts:
        place = len(parts) - 1 - parts[::-1].index("man_anns")
        text = Path(*parts[:place], "docs", *parts[place + 1 : -1])
    else:
        return None
    try:
        state = text.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino


def _directness(path: Path) -> tuple[bool, str]:
    """Sorts a file's own path before the paths that lead to it over a link."""
    return os.path.realpath(path) != str(absolute(path)), str(path)


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def absolute(path: Path) -> Path:
    """The whole path; a link keeps the name that the user knows."""
    return Path(os.path.normpath(path.absolute()))


def printable(path: Path) -> str:
    """A path as text; bytes of it that are none are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def shown_path(path: Path) -> str:
    """What a file is called: its path from here, or the whole path where it lies elsewhere."""
    here = Path.cwd()
    return printable(path.relative_to(here) if path.is_relative_to(here) else path).replace(os.sep, "/")
