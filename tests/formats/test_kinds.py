"""What a file is by its content: read as what it is, or refused in a sentence that says what it is."""

import gzip
from pathlib import Path

import pytest

from namesakes import read, read_one
from namesakes.errors import DataError, SkippedWarning
from namesakes.formats import find_format
from namesakes.formats.records import records
from tests.conftest import Command
from tests.formats.made_office import archive, epub, odt
from tests.formats.made_pdf import pdf

PAGE = b"<!doctype html>\n<title>T</title><p>Ann met Ben."
TEI = b"<?xml version='1.0'?>\n<!-- x --><TEI xmlns='http://www.tei-c.org/ns/1.0'><text><body><p>Ann.</p></body></text></TEI>"
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
OFFICE = {"[Content_Types].xml": "<Types/>"}


def named(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("name", "content", "format"),
    [
        ("a.doc", pdf("Ann met Ben."), "pdf"),
        ("a.txt", pdf("Ann met Ben."), "pdf"),
        ("a.txt", rb"{\rtf1 Ann met Ben.}", "rtf"),
        ("a.doc", rb"{\rtf1 Ann met Ben.}", "rtf"),
        ("a.docx", rb"{\rtf1 Ann met Ben.}", "rtf"),
        ("a.txt", PAGE, "html"),
        ("a.md", PAGE, "html"),
        ("a.xml", b"<?xml version='1.0'?><html><body>Ann</body></html>", "html"),
        ("a.xml", TEI, "tei"),
        ("a.txt", TEI, "tei"),
        ("a.pdf", odt("<text:p>Ann.</text:p>"), "odt"),
        ("a.docx", epub({"one": "<p>Ann.</p>"}), "epub"),
        ("a.odt", archive({**OFFICE, "word/document.xml": "<x/>"}), "docx"),
        ("a", b"{\\rtf1 Ann}", "rtf"),
        (
            "a.xml",
            b"<?xml version='1.0'?><clustering name='Ann'><entity id='0'><doc rank='1'/></entity></clustering>",
            "weps",
        ),
        ("a.xml", b"<?xml version='1.0'?><journal><p>Ann</p></journal>", "xml"),
        ("a.txt", b"{\\rt is not RTF", "plain"),
        ("a.txt", b"PK is short for Peter King.", "plain"),
        ("a.txt", b"ID3 tags are in MP3.", "plain"),
        ("a.txt", b"BM is a museum.", "plain"),
        ("a.txt", b"From the 10:30 train on\nNote: it is late.", "plain"),
        ("a.txt", b"From: Ann\nTo: Bob\nSubject: tea\n\nDear Bob,", "plain"),
        ("a.txt", b"Message-ID: <1@x>\nFrom: Ann\n\nDear Bob,", "eml"),
        ("a.txt", b"From a@x Tue Mar  5 10:12:00 2024\nFrom: Ann\n\nDear Bob,", "mbox"),
        ("a.json", b"Message-ID: <1@x>\nFrom: Ann\n\nDear Bob,", "json"),
        ("a.docx", archive({"a.txt": "Ann"}), "zip"),
        ("a.txt", gzip.compress(b"Ann", mtime=0), "gz"),
        ("a.warc", b"From: Ann", "warc"),
        ("a.txt", b"<p>Ann</p> is how it is written.", "plain"),
        ("a.md", b"<?xml version='1.0'?><a/> begins XML.", "markdown"),
        ("a.conll", PAGE, "conll2012"),
    ],
)
def test_read_as_what_it_is(tmp_path: Path, name: str, content: bytes, format: str) -> None:
    assert find_format(named(tmp_path, name, content)).name == format


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.txt", b"\x89PNG\r\n\x1a\n\x00\x00", "a picture (PNG), which cannot be read\nRun OCR first."),
        ("a.pdf", b"\xff\xd8\xff\xe0\x00\x10JFIF", "a picture (JPEG), which cannot be read\nRun OCR first."),
        ("a.tiff", b"II*\x00\x08\x00", "a picture (TIFF), which cannot be read\nRun OCR first."),
        ("a.jpg", b"\x00\x00\x00\x18ftypheic\x00", "a picture (HEIC)"),
        ("a.jpg", b"\x00\x00\x00\x18ftypheix\x00", "a picture (HEIC), which cannot be read\nRun OCR first."),
        ("a.tif", b"MM\x00+\x00", "a picture (TIFF), which cannot be read\nRun OCR first."),
        ("a.gif", b"GIF89a\x01\x00", "a picture (GIF), which cannot be read\nRun OCR first."),
        ("a.webp", b"RIFF\x00\x00\x00\x00WEBPVP8 ", "a picture (WebP), which cannot be read\nRun OCR first."),
        ("a.bmp", b"BM\x00\x10\x00\x00\x00\x00\x00\x00", "a picture (BMP), which cannot be read\nRun OCR first."),
        ("a.jp2", b"\x00\x00\x00\x0cjP  \r\n", "a picture (JPEG 2000), which cannot be read\nRun OCR first."),
        ("a.docx", b"RIFF\x00\x00\x00\x00WEBPVP8 ", "a picture (WebP)"),
        ("a.txt", b"RIFF\x00\x00\x00\x00WAVEfmt ", "a sound recording (WAV)"),
        ("a.doc", COMPOUND + "WordDocument".encode("utf-16-le"), "a DOC file of an older Word"),
        ("a.docx", COMPOUND + "EncryptedPackage".encode("utf-16-le"), "an Office file that is encrypted"),
        ("a.doc", COMPOUND + "Workbook".encode("utf-16-le"), "an XLS table of an older Excel"),
        ("a.txt", COMPOUND + b"\x00" * 20, "a file of an older Office"),
        ("a.docx", archive({**OFFICE, "ppt/presentation.xml": "<x/>"}), "a PPTX presentation"),
        ("a.txt", b"7z\xbc\xaf\x27\x1c\x00", "a 7z archive"),
        ("a.txt", b"SQLite format 3\x00", "a database of SQLite"),
    ],
)
def test_refused_with_what_it_is(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    path = named(tmp_path, name, content)
    with pytest.raises(DataError) as error:
        read_one(path)
    assert str(error.value).startswith(f"{path}: this is {said}")


def test_who_names_the_format_is_believed(tmp_path: Path) -> None:
    assert read_one(named(tmp_path, "a.txt", PAGE), format="plain").text.startswith("<!doctype")


def test_a_name_decides_where_the_file_is_not_there_or_is_written(tmp_path: Path) -> None:
    assert find_format(tmp_path / "none.txt").name == "plain"
    named(tmp_path, "a.txt", PAGE)
    assert find_format(tmp_path / "a.txt", writing=True).name == "plain"


def test_a_damaged_archive_is_left_to_its_format(tmp_path: Path) -> None:
    cut = odt("<text:p>Ann.</text:p>")[:60]
    with pytest.raises(DataError, match="this is not an ODT file, or a damaged one"):
        read_one(named(tmp_path, "a.odt", cut))


def test_in_a_folder_each_is_what_it_is(tmp_path: Path) -> None:
    named(tmp_path, "a.doc", rb"{\rtf1 Ann met Ben.}")
    named(tmp_path, "b.png", b"\x89PNG\r\n\x1a\n\x00")
    named(tmp_path, "c.dat", PAGE)
    skipped: list[object] = []
    found = [record.document.text for record in records(tmp_path, skipped=skipped)]  # type: ignore[arg-type]
    assert found == ["Ann met Ben.", "Ann met Ben."]
    assert [each.reason for each in skipped] == ["this is a picture (PNG), which cannot be read; run OCR first"]  # type: ignore[attr-defined]


def test_the_command_says_it(tmp_path: Path, namesakes: Command) -> None:
    named(tmp_path, "a.txt", b"\x89PNG\r\n\x1a\n\x00")
    done = namesakes("convert", "a.txt", "-", "--to", "jsonl")
    assert done.returncode == 1
    assert done.stderr == "namesakes: a.txt: this is a picture (PNG), which cannot be read\nRun OCR first.\n"


def test_pictures_in_a_folder_are_left_out_and_named(tmp_path: Path) -> None:
    named(tmp_path, "a.txt", b"Ann met Ben.")
    named(tmp_path, "b.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF")
    named(tmp_path, "c.pdf", b"\x89PNG\r\n\x1a\n\x00")
    left_out: list[DataError] = []
    assert [each.text for each in read(tmp_path, left_out=left_out)] == ["Ann met Ben."]
    assert [str(error).replace(f"{tmp_path}/", "") for error in left_out] == [
        "b.jpg: this is a picture (JPEG), which cannot be read\nRun OCR first.",
        "c.pdf: this is a picture (PNG), which cannot be read\nRun OCR first.",
    ]
    with pytest.warns(
        SkippedWarning, match=r"2 left out: .*b\.jpg: this is a picture \(JPEG\), which cannot be read; run"
    ):
        assert len(list(read(tmp_path))) == 1
    (tmp_path / "a.txt").unlink()
    with pytest.raises(DataError, match="Run OCR first"):
        list(read(tmp_path))
