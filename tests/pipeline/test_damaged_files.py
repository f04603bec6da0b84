"""Damaged files of every format among good ones: each is left out and named, and nothing else changes."""

import gzip
import io
import json
import logging
import random
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import namesakes
from namesakes.errors import DataError
from namesakes.formats import FORMATS
from namesakes.formats.format import endings
from namesakes.formats.records import records
from namesakes.formats.scan import Skipped
from namesakes.pipeline.pipeline import Pipeline
from tests.conftest import CHECKOUT, Command
from tests.formats.made_archives import mail, mailbox, tar, warc_record
from tests.formats.made_office import epub, odt
from tests.formats.made_pdf import pdf
from tests.formats.made_tables import spreadsheet, workbook
from tests.formats.made_tables import table as rows_of

GOOD = {
    "good-1.txt": "Mayor Ann Lee met Bob Stone in Paris. She praised him.",
    "good-2.txt": "Ann Lee, the mayor, opened a bridge. Bob Stone was there with his wife.",
}
TEXT = "Ann Lee met Bob Stone in Zürich. She praised him.\n\nThe mayor, Ann Lee, left.\n"
CLUSTERING = '<?xml version="1.0"?>\n<clustering name="Ann Lee"><entity id="0"><doc rank="1"/></entity></clustering>\n'
GAP = (
    "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\n"
    "t-1\tTom Lund met Anna Berg. She was late.\tShe\t24\tTom Lund\t0\tFALSE\tAnna Berg\t13\tTRUE\n"
)
KINDS = sorted(set(FORMATS) - {"ace", "mpqa"})
"""All but those whose documents are several files; `tests/formats` has what is wrong with these."""
MEGABYTES = 300
"""What a bomb unpacks to: more than a reader may take."""


def packed(parts: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return stream.getvalue()


def letter() -> bytes:
    docx = pytest.importorskip("docx")
    made, stream = docx.Document(), io.BytesIO()
    for part in TEXT.split("\n\n"):
        made.add_paragraph(part)
    made.save(stream)
    return stream.getvalue()


def table() -> bytes:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    stream = io.BytesIO()
    parquet.write_table(arrow.table({"id": ["a", "b"], "text": [TEXT, TEXT]}), stream)
    return stream.getvalue()


def whole(kind: str, folder: Path) -> bytes:
    """A good file of a kind."""
    by_hand: dict[str, Any] = {
        "plain": TEXT, "markdown": f"# News\n\n{TEXT}", "html": f"<p>{TEXT}</p>", "weps": CLUSTERING, "gap": GAP,
        "docx": letter, "pdf": lambda: pdf("Ann Lee met Bob Stone in Paris. She praised him."), "parquet": table,
        "odt": lambda: odt(f"<text:p>{TEXT}</text:p>"), "epub": lambda: epub({"one": f"<p>{TEXT}</p>"}),
        "rtf": TEXT.replace("ü", r"\'fc").join((r"{\rtf1\ansi ", "}")), "xml": f"<?xml version='1.0'?><a>{TEXT}</a>",
        "csv": f'id,text\na,"{TEXT}"\nb,"{TEXT}"\n', "tsv": f'id\ttext\na\t"{TEXT}"\n',
        "xlsx": lambda: workbook({"One": [["id", "text"], ["a", TEXT], ["b", TEXT]]}),
        "ods": lambda: spreadsheet(rows_of(["id", "text"], ["a", TEXT])),
        "eml": lambda: mail(TEXT), "mbox": lambda: mailbox(mail(TEXT)), "zip": lambda: packed({"a.txt": TEXT.encode()}),
        "tar": lambda: tar({"a.txt": TEXT.encode()}), "gz": lambda: gzip.compress(TEXT.encode(), mtime=0),
        "warc": lambda: warc_record("http://x.example/a", f"<p>{TEXT}".encode()),
        "tei": f'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><p>{TEXT}</p></body></text></TEI>',
    }  # fmt: skip
    if kind in by_hand:
        made = by_hand[kind]
        return made.encode() if isinstance(made, str) else made()
    path = folder / f"whole{endings(kind)[0]}"
    namesakes.write([next(namesakes.read(CHECKOUT / "examples" / "key.conll"))], path, format=kind)
    return path.read_bytes()


def damages(kind: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Versions of a good file that were damaged in the ways in which files are, by name."""
    yield from (("empty", b""), ("blank", b"\n \n\t\n"), ("other", bytes(range(256)) * 40))
    yield from (("half", data[: len(data) // 2]), ("rest", data[len(data) // 2 :]), ("start", data[:7]))
    yield "zeros", data[: len(data) // 3] + bytes(512) + data[len(data) // 3 :]
    yield "latin", data[: len(data) // 2] + b"na\xefve \xff" + data[len(data) // 2 :]
    yield "unmarked", data.decode("latin-1").encode("utf-16-le")
    draw = random.Random(kind)
    for number in range(24):
        flipped = bytearray(data)
        for _ in range(1 if number < 16 else 30):
            place = draw.randrange(len(flipped))
            flipped[place] ^= 1 << draw.randrange(8)
        yield f"flipped-{number}", bytes(flipped)
    if kind == "docx":
        yield from damaged_archives(data)
    if kind == "pdf":
        yield from hostile_pdfs(data)


def damaged_archives(data: bytes) -> Iterator[tuple[str, bytes]]:
    """A Word document with a wrong sum, with far too much in it, without its text, and under a password."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    right = struct.pack("<I", zlib.crc32(parts["word/document.xml"]))
    assert data.count(right) == 2
    yield "sum", data.replace(right, struct.pack("<I", 7))
    yield "bomb", packed({**parts, "word/document.xml": bytes(MEGABYTES << 20)})
    size = len(parts["word/document.xml"])
    lying = packed({**parts, "word/document.xml": b" " * (8 << 20) + parts["word/document.xml"]})
    yield "lying", lying.replace(struct.pack("<I", (8 << 20) + size), struct.pack("<I", size))
    yield "textless", packed({name: part for name, part in parts.items() if name != "word/document.xml"})
    yield "entities", packed({**parts, "word/document.xml": b"<!DOCTYPE w [" + LAUGHS + b"]><w>&l9;</w>"})
    yield "locked", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)


LAUGHS = b'<!ENTITY l0 "ha">' + b"".join(
    b'<!ENTITY l%d "%s">' % (level, b"&l%d;" % (level - 1) * 10) for level in range(1, 10)
)
"""Entities that make a thousand million words of one."""


def hostile_pdfs(data: bytes) -> Iterator[tuple[str, bytes]]:
    """A PDF under a password, one whose page unpacks to far too much, and one whose pages are in a circle."""
    pypdf = pytest.importorskip("pypdf")
    writer, stream = pypdf.PdfWriter(io.BytesIO(data)), io.BytesIO()
    writer.encrypt("secret", owner_password="owner", algorithm="RC4-128")
    writer.write(stream)
    yield "locked", stream.getvalue()
    page = data[data.index(b"<</Length") : data.index(b"endstream")]
    bomb = zlib.compress(bytes(MEGABYTES << 20))
    yield "bomb", data.replace(page, b"<</Filter/FlateDecode/Length %d>>stream\n%s\n" % (len(bomb), bomb))
    yield "circle", data.replace(b"/Kids[4 0 R]", b"/Kids[2 0 R]")


SURE = {"empty", "blank", "other", "sum", "bomb", "lying", "textless", "entities", "locked", "circle"}
"""Damage after which nothing can be read, whatever the format."""


def file_of(place: str) -> str:
    """The damaged file that something lies in."""
    found = re.search(r"bad-[^/:#]+", place)
    return found[0] if found else Path(place).name


def put(folder: Path, kind: str, name: str, data: bytes) -> Path:
    """Write a damaged file; of brat both files are."""
    path = folder / f"bad-{name}{endings(kind)[0]}"
    path.write_bytes(data)
    if kind == "brat":
        path.with_suffix(".txt").write_bytes(data)
    return path


def put_good(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in GOOD.items():
        (folder / name).write_text(text)


@pytest.fixture(scope="module")
def nlp() -> Pipeline:
    return namesakes.load("en")


def chains(documents: Any) -> list[Any]:
    return [(each.text, [[mention.text for mention in chain] for chain in each.chains]) for each in documents]


def people(found: Any) -> list[Any]:
    return [(person.id, [Path(name).name for name in person.documents], person.membership.values()) for person in found]


@pytest.fixture(scope="module")
def expected(nlp: Pipeline, tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """The chains and the people of the good files alone."""
    folder = tmp_path_factory.mktemp("good")
    put_good(folder)
    with nlp.resolve(folder, jobs=1) as found:
        return chains(nlp.pipe(namesakes.read(folder), jobs=1)), str(people(found))


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files_are_left_out_alone(
    kind: str, nlp: Pipeline, expected: tuple[Any, Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each is read, or named once with the reason; those that cannot be read change nothing for the good ones."""
    put_good(tmp_path / "in")
    bad = set()
    for name, data in damages(kind, whole(kind, tmp_path)):
        path = put(tmp_path / "in", kind, name, data)
        skipped: list[Skipped] = []
        read = list(records(path, skipped=skipped))
        assert read or skipped, f"{name}: neither read nor named"
        assert all(file_of(each.place) == path.name for each in skipped), name
        assert not (read and name in SURE), name
        if read:
            path.unlink()
            path.with_suffix(".txt").unlink(missing_ok=True)
        else:
            bad.add(path.name)
    caplog.clear()
    with caplog.at_level(logging.WARNING, logger="namesakes"), nlp.resolve(tmp_path / "in", jobs=1) as found:
        assert {file_of(each.place) for each in found.skipped} == bad
        assert all(each.reason for each in found.skipped)
        assert str(people(found)) == expected[1]
    logged = [record.getMessage() for record in caplog.records if record.exc_info]
    assert [name for name in bad if not any(name in message for message in logged)] == []
    errors: list[DataError] = []
    assert chains(nlp.pipe(namesakes.read(tmp_path / "in", skipped=errors), jobs=1)) == expected[0]
    assert {file_of(str(error.path)) for error in errors} >= {name for name in bad if kind != "brat"}


def test_a_run_over_damaged_files_of_all_kinds(namesakes: Command, tmp_path: Path) -> None:
    """By the commands: named, counted, with the traceback in the log, and with 1 at the end where that is asked."""
    put_good(tmp_path / "in")
    alone = namesakes("coref", "in", "--to", "json")
    count = 0
    for kind in KINDS:
        for name, data in damages(kind, whole(kind, tmp_path)):
            if name in SURE and name not in ("empty", "blank"):
                put(tmp_path / "in", kind, f"{kind}-{name}", data)
                count += 1
    (tmp_path / "in" / "bad.gz").write_bytes(b"\x1f\x8b\x08" + bytes(20))
    done = namesakes("resolve", "in", "--json", "--strict", "--log", "run.log")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert (report["documents"]["new"], len(report["skipped"])) == (2, count + 1)
    assert "Traceback" not in done.stderr
    log = (tmp_path / "run.log").read_text()
    assert log.count("Traceback (most recent call last)") >= count
    done = namesakes("resolve", "in")
    assert done.returncode == 0
    assert f"Skipped {count + 1} files" in done.stdout
    done = namesakes("coref", "in", "--to", "json", "--skip-bad", "--strict", "--log", "coref.log")
    assert (done.returncode, done.stdout) == (1, alone.stdout)
    assert f"left out {count + 1} bad documents" in done.stderr
    assert (tmp_path / "coref.log").read_text().count("Traceback") >= 1
    assert namesakes("coref", "in", "--to", "json", "--skip-bad").returncode == 0
    assert namesakes("coref", "in", "--to", "json").returncode == 1
