"""Uploads: files that were sent and wait for a run, in a folder of the server's own, under names of its own.

Nothing of a name in a request reaches the disk: a file lies in a folder called by a number, and where its name ends as
those of a known format do, it has that ending.
"""

import re
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Final

from namesakes.formats.format import ENDINGS
from namesakes.formats.scan import File
from namesakes.server.problems import ProblemError
from namesakes.server.settings import ServerSettings

ADDED: Final = "added/"
"""What the ids of documents that were sent begin with."""
WAITING: Final = 3600.0
"""Seconds for which a file waits for a run."""
_LONGEST: Final = 300


@dataclass
class Upload:
    """A file that was sent.

    Parameters
    ----------
    id : what a run calls it by.
    name : what it is called.
    path : where it lies.
    size : its bytes.
    since : when it came.
    used : how many runs read it now.
    """

    id: str
    name: str
    path: Path
    size: int = 0
    since: float = field(default_factory=time.monotonic)
    used: int = 0

    @property
    def file(self) -> File:
        """The file as a run takes it: its documents are called by its name, and belong to no place on the disk."""
        return File(self.path, f"{ADDED}{self.name}", self.name, "")


class Uploads:
    """Takes files, keeps them until a run has read them, and forgets those that no run asks for.

    Parameters
    ----------
    settings : how many files wait at most, and how large they are together.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self._lock = Lock()
        self._numbers = count(1)
        self._known: dict[str, Upload] = {}
        self._folder: TemporaryDirectory[str] | None = None

    async def take(self, name: str, chunks: AsyncIterator[bytes]) -> Upload:
        """Keep a file that comes in pieces."""
        try:
            upload = self._new(name)
            try:
                upload.path.parent.mkdir()
                with upload.path.open("wb") as target:
                    async for chunk in chunks:
                        self._room_for(upload, len(chunk))
                        target.write(chunk)
            except BaseException:  # one that did not come to its end is none
                self.forget([upload])
                raise
        except OSError as error:
            raise ProblemError(503, "this file cannot be kept", f"{error.strerror}.", Retry_After="60") from error
        return upload

    @contextmanager
    def of(self, uploads: Sequence[Upload]) -> Iterator[list[File]]:
        """The files, which are gone when the block ends."""
        try:
            yield [each.file for each in uploads]
        finally:
            self.forget(uploads)

    def claim(self, ids: Sequence[str]) -> list[Upload]:
        """The files of these ids, which are not forgotten any more until somebody is done with them."""
        with self._lock:
            found = [self._known.get(id) for id in dict.fromkeys(ids)]
            missing = [id for id, each in zip(dict.fromkeys(ids), found, strict=True) if each is None or each.used]
            if missing:
                raise ProblemError(
                    404,
                    "there is no file of this id",
                    f"A file is read once, and waits for an hour. Send it again: {missing[0][:100]}",
                )
            claimed = [each for each in found if each is not None]
            for each in claimed:
                each.used = 1
        return claimed

    def give_back(self, uploads: Sequence[Upload]) -> None:
        """Let files wait again."""
        for each in uploads:
            each.used = 0

    def forget(self, uploads: Sequence[Upload]) -> None:
        """Remove files."""
        with self._lock:
            for each in uploads:
                self._known.pop(each.id, None)
                each.path.unlink(missing_ok=True)
                with suppress(OSError):
                    each.path.parent.rmdir()

    def close(self) -> None:
        """Remove all files."""
        with self._lock:
            self._known.clear()
            if self._folder is not None:
                self._folder.cleanup()
                self._folder = None

    def _new(self, name: str) -> Upload:
        late = time.monotonic() - WAITING
        self.forget([each for each in list(self._known.values()) if not each.used and each.since < late])
        with self._lock:
            if len(self._known) >= self.settings.most_files:
                raise ProblemError(
                    429,
                    "too many files wait for a run",
                    f"There is room for {self.settings.most_files:,}. Start a run: POST /api/resolve",
                    Retry_After="60",
                )
            if self._folder is None:
                self._folder = TemporaryDirectory(prefix="namesakes-", ignore_cleanup_errors=True)
            path = Path(self._folder.name, str(next(self._numbers)), f"file{ending_of(name)}")
            upload = Upload(token_hex(8), clean(name), path)
            self._known[upload.id] = upload
        return upload

    def _room_for(self, upload: Upload, more: int) -> None:
        """Count the bytes of a file; a 429 where too much waits already."""
        with self._lock:
            upload.size += more
            if sum(each.size for each in self._known.values()) > self.settings.most_waiting:
                raise ProblemError(
                    429,
                    "too much waits for a run",
                    f"There is room for {self.settings.most_waiting:,} bytes. Start a run: POST /api/resolve",
                    Retry_After="60",
                )


@cache
def _endings() -> tuple[str, ...]:
    """The endings of all formats, the longest first."""
    return tuple(sorted({each for listed in ENDINGS.values() for each in listed}, key=lambda each: (-len(each), each)))


def ending_of(name: str) -> str:
    """The ending of a format that a name has, as the format writes it; of a packed file with that of what is packed."""
    lowered = name.lower()
    found = next((each for each in _endings() if lowered.endswith(each)), "")
    if found in ENDINGS["gz"]:
        return f"{next((each for each in _endings() if lowered.removesuffix(found).endswith(each)), '')}{found}"
    return found


def clean(name: str) -> str:
    """A name as it may stand in an id: no control characters, and no way up or to a root."""
    parts = re.split(r"[/\\]+", "".join(letter for letter in name if letter.isprintable()))
    kept = [part.strip() for part in parts if part.strip() not in ("", ".", "..")]
    return "/".join(kept)[-_LONGEST:].lstrip("/") or "file"
