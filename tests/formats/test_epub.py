"""EPUB: chapters in the order of reading, in one document or in several; books that are locked or cut."""

from pathlib import Path

import pytest

from namesakes import read, read_one
from namesakes.errors import DataError
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.records import file_records
from namesakes.formats.scan import File
from tests.conftest import Command
from tests.formats.made_office import archive, epub

SAID = """<dc:title>The Shop</dc:title><dc:creator>Clara Dunn</dc:creator><dc:creator>Tom Reed</dc:creator>
<dc:date>2001-05-03T00:00:00Z</dc:date><dc:language>en</dc:language>"""
CHAPTERS = {
    "Two": "<h1>Two</h1><p>Ben&nbsp;left. <b>He</b> ran.</p>",
    "One": "<h1>One</h1><p>Ann met Ben.</p>",
    "Empty": '<img src="x.png"/>',
}
SPINE = '<itemref idref="One"/><itemref idref="Two"/><itemref idref="Empty"/><itemref idref="gone"/>'


def made(folder: Path, **parts: str) -> Path:
    path = folder / "shop.epub"
    path.write_bytes(epub(CHAPTERS, SAID, SPINE, **parts))
    return path


def test_a_book_is_a_document(tmp_path: Path) -> None:
    book = read_one(made(tmp_path))
    assert book.text == "One\n\nAnn met Ben.\n\nTwo\n\nBen\xa0left. He ran."
    assert [book.text[start : start + 3] for start in book.meta["chapters"]] == ["One", "Two"]
    said = {key: value for key, value in book.meta.items() if key != "chapters"}
    assert said == {"title": "The Shop", "author": "Clara Dunn; Tom Reed", "created": "2001-05-03", "language": "en"}


def test_chapters_are_documents(tmp_path: Path) -> None:
    path, options = made(tmp_path), ReadOptions(chapters=True)
    chapters = list(read(path, options=options))
    assert [(each.id, each.meta["title"], each.meta["book"]) for each in chapters] == [
        ("shop-01", "One", "The Shop"), ("shop-02", "Two", "The Shop"),
    ]  # fmt: skip
    found = list(file_records(File.at(path), options=options))
    assert [each.id.rpartition("/")[2] for each in found] == ["shop.epub#shop-01", "shop.epub#shop-02"]  # type: ignore[union-attr]


def test_pages_beside_the_reading_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    path.write_bytes(epub(CHAPTERS, SAID, '<itemref idref="One" linear="no"/><itemref idref="Two"/>'))
    assert read_one(path).text == "Two\n\nBen\xa0left. He ran."


def test_fonts_may_be_hidden_and_texts_may_not(tmp_path: Path) -> None:
    locked = '<encryption><EncryptedData><EncryptionMethod Algorithm="{}"/></EncryptedData></encryption>'
    fonts = locked.format("http://www.idpf.org/2008/embedding")
    assert read_one(made(tmp_path, **{"META-INF/encryption.xml": fonts})).text.startswith("One")
    aes = locked.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc")
    with pytest.raises(DataError, match=r"this book is locked \(DRM\)\nAsk its publisher"):
        read_one(made(tmp_path, **{"META-INF/encryption.xml": aes}))


BOMB = '<!DOCTYPE p [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><package>&b;</package>'


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "this file is empty"),
        (epub(CHAPTERS)[:-60], "this is not an EPUB e-book, or a damaged one"),
        (archive({"mimetype": "application/epub+zip"}), "has no part META-INF/container.xml"),
        (archive({"META-INF/container.xml": "<container/>"}), "it has no list of its chapters"),
        (epub({"One": "<p>  </p>"}), "there is no text in this book, only pictures of pages\nRun OCR first."),
        (epub({}, "", '<itemref idref="x"/>'), "there is no text in this book"),
        (
            archive({"META-INF/container.xml": '<c><rootfile full-path="p"/></c>', "p": BOMB}),
            "p in this book: this file declares an entity",
        ),
    ],
)
def test_books_that_are_none(tmp_path: Path, content: bytes, found: str) -> None:
    path = tmp_path / "a.epub"
    path.write_bytes(content)
    with pytest.raises(DataError) as error:
        read_one(path, format="epub")
    assert str(error.value).startswith(f"{path}:")
    assert found in str(error.value)


def test_the_command(tmp_path: Path, namesakes: Command) -> None:
    made(tmp_path)
    done = namesakes("convert", "shop.epub", "shop.jsonl", "--chapters")
    assert done.stderr == "2 documents written to shop.jsonl\n"
