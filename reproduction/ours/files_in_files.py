"""Files in files: how fast mails of a large mailbox, and texts of an archive, are read, and in how much memory."""

import base64
import io
import random
import tarfile
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from namesakes.config import generator
from namesakes.errors import DataError
from namesakes.formats import read
from namesakes.workers import workers
from reproduction.outcome import Experiment, Outcome
from reproduction.stage_monitor import peak_megabytes

MEGABYTES = 1000
"""The size of the mailbox."""
TEXTS = 10_000
"""The texts in an archive."""
MEMORY, RATE = 500, 500
"""The goals: at most so many megabytes for the mailbox, at least so many texts a second."""
_NAMES = ("Ann Lee", "Bob Wise", "Clara Dunn", "Tom Reed", "Eve Orr", "Max Hart", "Zoe Pike", "Ben Marsh")
_WORDS = (
    "the",
    "lease",
    "of",
    "a",
    "house",
    "was",
    "signed",
    "by",
    "my",
    "brother",
    "and",
    "she",
    "brings",
    "you",
    "keys",
)
_DIFFERENT, _ID = 200, b"<ID@"
"""So many mails are different, which come again and again with other ids."""
_ATTACHED = 400_000
"""Bytes of what every twentieth mail has attached to it: so some nine tenths of a mailbox are not read."""


@dataclass(frozen=True)
class Measured:
    """What reading a file took: its documents, seconds of a processor, and the most memory that the process held."""

    documents: int
    seconds: float
    megabytes: float


def run(data: Path | None, seed: int, megabytes: int = MEGABYTES, texts: int = TEXTS) -> Outcome:
    """A mailbox and archives, each read in a process of its own."""
    draw = random.Random(int(generator(seed, "files in files").integers(1 << 30)))
    rows = []
    with TemporaryDirectory() as folder:
        made: list[tuple[str, str, Callable[[Path], None]]] = [
            ("mailbox", "box.mbox", lambda path: write_mailbox(path, megabytes, draw)),
            ("folder of texts", "texts", lambda path: write_folder(path, texts, draw)),
            ("ZIP", "texts.zip", lambda path: write_zip(path, texts, draw)),
            ("tar.gz", "texts.tar.gz", lambda path: write_tar(path, texts, draw)),
        ]
        for what, name, write in made:
            path = Path(folder, name)
            write(path)
            with workers(1) as pool:
                found = pool.submit(measure, path).result()
            rows.append(_row(what, path, found))
    notes = (
        "Seconds are those of one processor. The mailbox is made up: mails of 300 words with a quoted reply, every "
        f"twentieth with a picture of {_ATTACHED / 1e6:.1f} MB attached, which is unpacked, told by its content, and "
        "left out. The texts have 100 words each. Reading is all that is measured: nothing is looked for in the texts."
    )
    columns = ("file", "size", "documents", "documents/s", "MB/s", "peak memory", "goal")
    return Outcome(columns, rows, f"made-up mails and texts, seed {seed}", notes)


def _row(what: str, path: Path, found: Measured) -> list[str]:
    files = [each for each in path.rglob("*") if each.is_file()] if path.is_dir() else [path]
    size = sum(each.stat().st_size for each in files) / 1e6
    goal = f"at most {MEMORY} MB" if what == "mailbox" else f"at least {RATE}/s"
    rate = found.documents / found.seconds
    measured = (f"{size:,.0f} MB", f"{found.documents:,}", f"{rate:,.0f}", f"{size / found.seconds:,.0f}")
    return [what, *measured, f"{found.megabytes:,.0f} MB", goal]


def measure(path: Path) -> Measured:
    """What reading a file takes."""
    start = time.process_time()
    skipped: list[DataError] = []
    count = sum(1 for _ in read(path, skipped=skipped))
    return Measured(count, time.process_time() - start, peak_megabytes())


def write_mailbox(path: Path, megabytes: int, draw: random.Random) -> None:
    """A mailbox of so many megabytes."""
    picture = base64.encodebytes(b"\xff\xd8\xff\xe0\x00\x10JFIF" + draw.randbytes(_ATTACHED))
    mails = [_mail(draw, picture if number % 20 == 0 else b"") for number in range(_DIFFERENT)]
    with path.open("wb") as file:
        number = 0
        while file.tell() < megabytes * 1e6:
            file.write(mails[number % _DIFFERENT].replace(_ID, b"<%d@" % number, 1))
            number += 1


def _mail(draw: random.Random, picture: bytes) -> bytes:
    sender, other = draw.sample(_NAMES, 2)
    new, quoted = _text(draw, 200), _text(draw, 100).replace("\n", "\n> ")
    head = (
        f"From a@x.example Tue Mar  5 10:12:00 2024\nFrom: {sender} <{sender.split()[0].lower()}@north.example>\n"
        f"To: {other} <{other.split()[0].lower()}@harbour.example>\nSubject: Re: The lease\n"
        f"Date: Tue, 5 Mar 2024 10:12:00 +0100\nMessage-ID: {_ID.decode()}north.example>\nMIME-Version: 1.0\n"
    )
    text = f"Dear {other.split()[0]},\n\n{new}\n\nBest,\n{sender}\n\nOn 4 March 2024, {other} wrote:\n> {quoted}\n"
    body = f"Content-Type: text/plain; charset=utf-8\n\n{text}"
    if not picture:
        return f"{head}{body}\n".encode()
    begin = f"{head}Content-Type: multipart/mixed; boundary=B\n\n--B\n{body}--B\nContent-Type: image/jpeg; name=p.jpg\n"
    return begin.encode() + b"Content-Transfer-Encoding: base64\n\n" + picture + b"--B--\n\n"


def _text(draw: random.Random, words: int) -> str:
    """So many words, in lines of twelve."""
    found = [f"{draw.choice(_NAMES)} said" if number % 12 == 0 else draw.choice(_WORDS) for number in range(words)]
    return "\n".join(" ".join(found[start : start + 12]) + "." for start in range(0, words, 12))


def _texts(count: int, draw: random.Random) -> Iterator[tuple[str, bytes]]:
    for number in range(count):
        yield f"{number // 100:03d}/{number:05d}.txt", _text(draw, 100).encode()


def write_folder(path: Path, count: int, draw: random.Random) -> None:
    """A folder of so many texts."""
    for name, content in _texts(count, draw):
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def write_zip(path: Path, count: int, draw: random.Random) -> None:
    """A ZIP archive of so many texts."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _texts(count, draw):
            archive.writestr(name, content)


def write_tar(path: Path, count: int, draw: random.Random) -> None:
    """A packed tar archive of so many texts."""
    with tarfile.open(path, "w:gz") as archive:
        for name, content in _texts(count, draw):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


EXPERIMENT = Experiment(
    "Files in files",
    "Mails of a large mailbox and texts of archives read in a second on one core, and the memory.",
    run,
)
