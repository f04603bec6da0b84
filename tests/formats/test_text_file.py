"""Sources: encodings, line breaks, and what is refused."""

import codecs
import io
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.errors import DataError, UsageError
from namesakes.formats import text_file as module
from namesakes.formats.text_file import TextFile, bom_encoding, likeliest_encoding
from tests.formats.memory import Memory

MARKED = [
    ("utf-8-sig", codecs.BOM_UTF8, "utf-8"),
    ("utf-16", codecs.BOM_UTF16_LE, "utf-16-le"),
    ("utf-16", codecs.BOM_UTF16_BE, "utf-16-be"),
    ("utf-32", codecs.BOM_UTF32_LE, "utf-32-le"),
    ("utf-32", codecs.BOM_UTF32_BE, "utf-32-be"),
]


@pytest.mark.parametrize(("expected", "mark", "encoding"), MARKED)
def test_a_byte_order_mark_names_the_encoding_and_is_not_text(expected: str, mark: bytes, encoding: str) -> None:
    data = mark + "Zoë\r\nÅsa".encode(encoding)
    assert bom_encoding(data) == expected
    assert Memory(data).text() == "Zoë\r\nÅsa"
    assert Memory(data).decoded() == ("Zoë\r\nÅsa", expected)
    assert list(Memory(data).lines()) == ["Zoë", "Åsa"]
    assert Memory(data).head() == "Zoë\r\nÅsa"


def test_a_mark_is_taken_off_where_the_encoding_was_declared_without_it() -> None:
    assert Memory(codecs.BOM_UTF8 + b"Ann", encoding="utf-8").decoded() == ("Ann", "utf-8")


@pytest.mark.parametrize("name", ["utf-9", "rot13", "base64", "hex", "", "a\x00b", "undefined"])
def test_an_encoding_that_is_none_of_text_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="there is no text encoding called"):
        TextFile("x.txt", name)


def test_bytes_that_do_not_fit_are_named_with_their_line() -> None:
    data = "Ann\nZoë\n".encode("latin-1")
    for read in (Memory(data).text, Memory(data, encoding="utf-8").decoded):
        with pytest.raises(DataError, match=r"memory:2: byte 0xeb is not valid UTF-8\nDeclare the encoding"):
            read()


def test_a_text_that_ends_within_a_character_is_refused() -> None:
    with pytest.raises(DataError, match="byte 0xc3 is not valid UTF-8"):
        Memory(b"Zo\xc3").text()


def test_encodings_that_do_not_say_where_they_fail() -> None:
    source = Memory(b"xn--99999999", encoding="idna")
    for read in (source.decoded, source.text):
        with pytest.raises(DataError, match="this is not valid idna"):
            read()


def test_null_characters_are_refused() -> None:
    with pytest.raises(DataError, match="this is a binary file, not text"):
        Memory(b"PK\x03\x04\x00\x00").text()
    with pytest.raises(DataError, match="this is a binary file, not text"):
        Memory(b"\xff\xd8\xff\xe0\x00\x10JFIF\x00").decoded()


def test_a_file_that_is_not_there_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="this file cannot be read: No such file"):
        TextFile(tmp_path / "none.txt").text()
    with pytest.raises(DataError, match="this file cannot be read: Is a directory"):
        TextFile(tmp_path).bytes()


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Ann\nBen")))
    source = TextFile("-")
    assert source.name == "standard input"
    assert list(source.lines()) == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("François Hollande est né à Rouen. Élève de l'ENA, il devint président.", "latin-1"),
        ("“Hello,” said José Ñuñez — it’s fine.", "cp1252"),
        ("Fräulein Müller ging nach Hause.", "latin-1"),
        ("Łukasz Żółć pojechał do Gdańska, gdzie spotkał się z Ewą Śliwińską. Później wrócili.", "cp1250"),
        ("Привет, как дела? Меня зовут Иван.", "cp1251"),
        ("他叫李明,住在北京。", "gb18030"),
        ("日本語のテキストです。名前は田中です。", "shift_jis"),
        ("안녕하세요, 제 이름은 김민수입니다.", "euc_kr"),
        ("Καλημέρα, με λένε Γιώργο Παπαδόπουλο και μένω στην Αθήνα.", "cp1253"),
    ],
)
def test_the_likeliest_encoding_reads_the_text(text: str, encoding: str) -> None:
    found = likeliest_encoding(text.encode(encoding))
    assert found is not None
    assert text.encode(encoding).decode(found) == text
    assert Memory(text.encode(encoding)).decoded() == (text, found)


def test_what_a_file_names_comes_after_a_declaration_and_before_utf_8() -> None:
    data = "Zoë".encode("cp1252")
    assert Memory(data).decoded(lambda data: "cp1252") == ("Zoë", "cp1252")
    assert Memory("Zoë", encoding="utf-8").decoded(lambda data: "cp1252") == ("Zoë", "utf-8")
    assert Memory("Zoë").decoded(lambda data: "ascii") == ("Zoë", "utf-8")
    assert Memory(data).decoded(lambda data: "utf-8") == ("Zo\ufffd", "utf-8")


@given(
    st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"))),
    st.sampled_from(["\n", "\r\n"]),
    st.integers(1, 7),
)
def test_lines_are_the_same_however_the_file_is_cut(lines: list[str], end: str, size: int) -> None:
    data = "".join(line + end for line in lines).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CHUNK", size)
        source = Memory(data, encoding="utf-8")
        assert list(source.lines()) == lines
        assert source.text() == data.decode()


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0")))
def test_utf_8_is_read_as_it_is(text: str) -> None:
    assert Memory(text).decoded()[0] == text.removeprefix("\ufeff")
