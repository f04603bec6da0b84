"""PDF and DOCX: their texts, and files that are encrypted, scanned, damaged or something else."""

import io
import sys
import zipfile
from pathlib import Path

import pytest

from namesakes import read_one
from namesakes.errors import DataError, MissingExtraError
from namesakes.formats import docx as docx_format
from namesakes.formats import find_format
from tests.formats.made_pdf import pdf

pypdf = pytest.importorskip("pypdf")
docx = pytest.importorskip("docx")


def pages(*texts: str, password: str | None = None) -> bytes:
    """A PDF with a page for each text; a text that is nothing is an empty page."""
    writer = pypdf.PdfWriter()
    for text in texts:
        if text:
            writer.append(io.BytesIO(pdf(text)))
        else:
            writer.add_blank_page(612, 792)
    writer.add_metadata({"/Title": "A title"})
    if password is not None:
        writer.encrypt(password, owner_password="owner", algorithm="RC4-128")
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def test_pages_of_a_pdf(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pages("Ann Moore sings.", "Ben Carter saw", "her in Dover."))
    document = read_one(path)
    assert document.text == "Ann Moore sings.\n\nBen Carter saw\nher in Dover."
    assert document.meta["pages"] == [0, 18, 33]
    assert document.meta["title"] == "A title"
    (tmp_path / "no-ending").write_bytes(path.read_bytes())
    assert find_format(tmp_path / "no-ending").name == "pdf"


def test_words_that_a_line_had_parted(tmp_path: Path) -> None:
    from namesakes.formats.pdf.reader import join_pages

    assert join_pages(["The gram-\nmar of Anne-\nMarie", "", "x"])[0] == "The grammar of Anne-\nMarie\nx"


def test_pdfs_without_text_or_with_a_password(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pages("", ""))
    with pytest.raises(DataError, match=r"there is no text in it, only pictures of pages\nRun OCR first\."):
        read_one(path)
    path.write_bytes(pages("Ann Moore sings.", password="secret"))
    with pytest.raises(DataError, match=r"this PDF is encrypted\nSave a copy without the password\."):
        read_one(path)
    path.write_bytes(pages("Ann Moore sings.", password=""))
    assert read_one(path).text == "Ann Moore sings."


@pytest.mark.parametrize("length", [9, 60, 200, 400, 600])
def test_cut_pdfs(tmp_path: Path, length: int) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pages("Ann Moore sings.")[:length])
    try:
        assert read_one(path).text in ("Ann Moore sings.", "")
    except DataError as error:
        assert str(path) in str(error)


def word() -> "docx.document.Document":
    made = docx.Document()
    made.core_properties.title = "A letter"
    made.add_heading("To Ann Moore")
    made.add_paragraph("Dear Ann,").add_run(" how are you?").bold = True
    table = made.add_table(rows=2, cols=2)
    for place, text in enumerate(("Name", "Role", "Ben Carter", "coach")):
        table.cell(place // 2, place % 2).text = text
    made.add_paragraph("Yours\tBen")
    return made


def test_paragraphs_and_tables_of_word(tmp_path: Path) -> None:
    word().save(str(tmp_path / "a.docx"))
    document = read_one(tmp_path / "a.docx")
    assert document.text == "To Ann Moore\n\nDear Ann, how are you?\n\nName\tRole\n\nBen Carter\tcoach\n\nYours\tBen"
    assert document.meta["title"] == "A letter"


def test_what_was_deleted_is_gone_and_what_was_added_is_there(tmp_path: Path) -> None:
    word().save(str(tmp_path / "a.docx"))
    data = io.BytesIO()
    with zipfile.ZipFile(tmp_path / "a.docx") as old, zipfile.ZipFile(data, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "word/document.xml":
                marked = (
                    b"<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins><w:r><w:t>Mary</w:t></w:r></w:ins>"
                )
                content = content.replace(b"<w:r><w:t>Yours</w:t>", marked + b"<w:r><w:t>Yours</w:t>")
            new.writestr(name, content)
    (tmp_path / "b.docx").write_bytes(data.getvalue())
    text = read_one(tmp_path / "b.docx").text
    assert "old" not in text
    assert text.endswith("MaryYours\tBen")


def test_word_files_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/other.xml", "<x/>")
    with pytest.raises(DataError, match="this DOCX file is damaged"):
        read_one(path)
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 50)
    with pytest.raises(DataError, match="a file of an older Office, which cannot be read"):
        read_one(path)
    docx.Document().save(str(path))
    with pytest.raises(DataError, match="no text in this document"):
        read_one(path)
    word().save(str(path))
    monkeypatch.setattr(docx_format, "LARGEST", 1000)
    with pytest.raises(DataError, match="unpacks to"):
        read_one(path)


@pytest.mark.parametrize(("module", "extra"), [("pypdf", "pdf"), ("docx", "docx")])
def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, extra: str) -> None:
    path = tmp_path / f"a.{extra}"
    if extra == "pdf":
        path.write_bytes(pages("Ann Moore sings."))
    else:
        word().save(str(path))
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=rf"needs the extra '{extra}'"):
        read_one(path)
