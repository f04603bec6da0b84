"""Documents: what is to be resolved, found in folders and files, each with an id that stays and a hash of its content.

Folders are walked in alphabetical order, whatever the order on the disk; hidden files are left out, links are followed
once. What cannot be read is left out with a reason that says what to do, and never ends a run.
"""

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from namesakes.errors import UsageError
from namesakes.formats.records import Item, document_of, path_of
from namesakes.pipeline.opening import Entry, File, Limits, Opening, Skipped
from namesakes.store.records import DocumentState
from namesakes.text.document import Document


@dataclass
class Documents:
    """The documents of paths, texts, rows and `Document`s that a store does not have yet, as it does not have them.

    Parameters
    ----------
    items : what was asked for.
    known : what the store has.
    salt : what else, beside the content, decides whether a document is the same: models and settings.
    limits : what is too much.
    own : the file of the store itself, or the folder of the tables, which is not a document.
    """

    items: Sequence[Item]
    known: Mapping[str, DocumentState]
    salt: str = ""
    limits: Limits = field(default_factory=Limits)
    own: Path | None = None
    done: int = 0
    """How many files, texts and rows have been looked at."""

    def __post_init__(self) -> None:
        self._names = _names(self.known)
        self.opening = Opening(self.known, self.salt, self.limits)
        self._folders: list[Path] = []
        self.given: list[Document] = []
        self.files = sorted(self._found(), key=lambda file: file.id)

    def __len__(self) -> int:
        return len(self.files) + len(self.given)

    def __iter__(self) -> Iterator[Entry]:
        for file in self.files:
            yield from self.opening.entries(file)
            self.done += 1
        for document in self.given:
            yield from self.opening.entry(document, document.key, "")
            self.done += 1

    @property
    def skipped(self) -> list[Skipped]:
        """What was left out, and why."""
        return self.opening.skipped

    @property
    def seen(self) -> set[str]:
        """The ids of all documents that are there, whether the store has them or not."""
        return self.opening.seen

    def gone(self) -> list[str]:
        """The ids of documents that the store has and that are no more where they were read, once all were seen."""
        folders = tuple(f"{_printable(folder)}{os.sep}" for folder in self._folders)
        files = {file.printable for file in self.files}
        return [
            id
            for id, state in self.known.items()
            if state.path
            and id not in self.seen
            and state.path not in self.opening.unread
            and (state.path in files or state.path.startswith(folders))
        ]

    def _found(self) -> Iterator[File]:
        """All files with their ids, each once, whatever ways lead to it: by its own path rather than by a link."""
        files: dict[tuple[int, int], Path] = {}
        for number, item in enumerate(self.items, start=1):
            path = path_of(item)
            if path is None:
                self.given.append(document_of(item, number))
                continue
            path = Path(os.path.normpath(path.absolute()))  # not resolve(): a link keeps the name that the user knows
            if path.is_dir():
                self._folders.append(path)
            for file in self._walked(path) if path.is_dir() else [path]:
                known = self._identity(file)
                if known is not None:
                    files[known] = min(file, files[known], key=_directness) if known in files else file
        ids = [document.key for document in self.given]
        if len(set(ids)) < len(ids):
            twice = next(id for place, id in enumerate(ids) if id in ids[:place])
            raise UsageError(f"two documents are called '{twice}'.\nGive each one an id of its own.")
        for file in files.values():
            name, shown = _printable(file), _shown(file)
            yield File(file, self._names.get(name) or shown, shown, name)

    def _walked(self, root: Path) -> Iterator[Path]:
        """The files under a folder that are not hidden; each folder is seen once, links to folders after the others."""
        waiting, linked, folders = [root], list[Path](), set()
        while waiting or linked:
            folder = waiting.pop() if waiting else linked.pop()
            try:
                state = folder.stat()
                entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
            except OSError as error:
                self._skip(folder, f"this folder cannot be read: {error.strerror}")
                continue
            if (state.st_dev, state.st_ino) in folders or folder == self.own:
                continue
            folders.add((state.st_dev, state.st_ino))
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if _is_folder(entry):
                    (linked if entry.is_symlink() else waiting).append(Path(entry.path))
                else:
                    yield Path(entry.path)

    def _identity(self, path: Path) -> tuple[int, int] | None:
        """The device and number of a file; None, with a reason, for what is no file that can be read."""
        try:
            state = path.stat()
        except OSError as error:
            loose = path.is_symlink()
            self._skip(path, "a link that leads nowhere" if loose else f"it cannot be read: {error.strerror}")
            return None
        if not stat.S_ISREG(state.st_mode):
            self._skip(path, "this is not a file")
            return None
        if self.own is not None and path.name.startswith(self.own.name) and path.parent == self.own.absolute().parent:
            return None
        return state.st_dev, state.st_ino

    def _skip(self, path: Path, reason: str) -> None:
        self.opening.skipped.append(Skipped(_shown(path), reason))


def _directness(path: Path) -> tuple[bool, str]:
    return os.path.realpath(path) != str(path), str(path)


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _printable(path: Path) -> str:
    """A path as text; bytes of it that are none are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _shown(path: Path) -> str:
    """What a file is called: its path from here, or the whole path where it lies elsewhere."""
    here = Path.cwd()
    return _printable(path.relative_to(here) if path.is_relative_to(here) else path).replace(os.sep, "/")


def _names(known: Mapping[str, DocumentState]) -> dict[str, str]:
    """What the store calls each file that it has read, from wherever that was."""
    found: dict[str, str] = {}
    for id, state in known.items():
        if state.path and state.path not in found:
            path = state.path.replace(os.sep, "/")
            ends = [place for place, letter in enumerate(id) if letter == "#"]
            found[state.path] = next((id[:end] for end in (*ends, len(id)) if path.endswith(id[:end])), id)
    return found
