"""Plain text: encodings, what is refused, and several documents in one file."""

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document
from namesakes.errors import DataError, LossWarning
from namesakes.formats import FORMATS
from tests.formats.memory import parsed, reads_or_refuses, written
from tests.strategies import documents


def test_a_file_is_a_document(tmp_path: Path) -> None:
    (document,) = parsed("Ann met Ben.\r\nHe smiled.\n", "plain", name=str(tmp_path / "news.day.txt"))
    assert document == Document(id="news.day", text="Ann met Ben.\r\nHe smiled.\n", meta={"encoding": "utf-8"})


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "latin-1", "cp1252"])
def test_encodings(encoding: str) -> None:
    text = "Zoë and José, who wrote “très cher”." if encoding != "latin-1" else "Zoë and José were very late: à demain."
    (document,) = parsed(text.encode(encoding), "plain")
    assert document.text == text
    (document,) = parsed(text.encode(encoding), "plain", encoding=encoding)
    assert (document.text, document.meta["encoding"]) == (text, encoding)


def test_ten_megabytes_on_one_line() -> None:
    text = "Ann met Ben. " * 800_000
    (document,) = parsed(text, "plain")
    assert document.text == text


@pytest.mark.parametrize("content", ["", " \n\t\n", codecs.BOM_UTF8])
def test_an_empty_file_is_refused(content: str | bytes) -> None:
    with pytest.raises(DataError, match="memory: this file is empty: there is no text in it"):
        parsed(content, "plain")


@pytest.mark.parametrize(
    "content", [b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", b"%PDF-1.7\n\x00", "Zoë".encode("utf-16-le")]
)
def test_a_binary_file_is_refused(content: bytes) -> None:
    with pytest.raises(DataError, match=r"this is a binary file, not text\nIf it is text, declare its encoding"):
        parsed(content, "plain")


def test_a_declared_encoding_that_does_not_fit_is_refused() -> None:
    with pytest.raises(DataError, match="memory:2: byte 0xeb is not valid UTF-8"):
        parsed("Ann\nZoë".encode("latin-1"), "plain", encoding="utf-8")


def test_one_document_is_written_as_it_is() -> None:
    assert written([Document(text="Ann\r\nBen")], "plain") == "Ann\r\nBen"
    assert written([], "plain") == ""


@pytest.mark.parametrize("first", ["Ann", "Ann\n", "Ann\n\n"])
def test_several_documents_are_parted_by_a_blank_line(first: str) -> None:
    with pytest.warns(LossWarning, match="2 documents were written as one text"):
        assert written([Document(text=first), Document(text="Ben\n")], "plain") == "Ann\n\nBen\n"


@given(documents())
def test_the_text_survives(document: Document) -> None:
    assert parsed(written([document], "plain"), "plain")[0].text == document.text


@given(st.binary(), st.sampled_from([None, "utf-8", "utf-16", "cp1252", "utf-7", "idna", "punycode"]))
def test_any_bytes_are_read_or_refused(content: bytes, encoding: str | None) -> None:
    for document in reads_or_refuses(content, "plain", encoding):
        assert document.text.strip()


def test_it_is_never_guessed() -> None:
    assert not FORMATS["plain"].sniff("Ann met Ben.")
