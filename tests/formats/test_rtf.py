"""RTF: the text that is shown, in any encoding; groups, blobs and files without an end."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import read_one
from namesakes.errors import DataError
from namesakes.formats.rtf import DEEPEST
from tests.formats.memory import parsed


def text(source: str | bytes) -> str:
    data = source if isinstance(source, bytes) else source.encode("latin-1")
    return parsed(data, "rtf")[0].text


HEAD = r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil Arial;}{\f1\fnil\fcharset204 Times;}}{\colortbl;\red0;}"


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (r"Dear Ann,\par I met {\b Ben}.\par}", "Dear Ann,\n\nI met Ben."),
        (r"one\line two\tab three}", "one\ntwo\tthree"),
        ("Dear\r\n Ann}", "Dear Ann"),
        (r"caf\'e9 \'93x\'94 \u8217\'92 \u-3913?}", "café “x” ’ \uf0b7"),
        (r"\uc2\u8217\'92\'92s {\uc0 \u8212 y}}", "’s —y"),
        (r"\u55357?\u56832?}", "😀"),
        (r"{\f1 \'cf\'f0} \f0\'e9}", "Пр é"),
        (r"\emdash  \endash  \lquote a\rquote  \~b\_c\-d}", "— – ‘a’ \xa0b\u2011cd"),
        (r"\{a\} \\ b}", r"{a} \ b"),
        (r"\trowd\intbl one\cell two\cell\row\trowd three\cell\row}", "one\ttwo\n\nthree"),
        (r"a{\footnote {\super 1} A note.\par More.} b\par}", "a b\n\n1 A note.\n\nMore."),
        (r"{\header Page 1}a{\footer x}{\pict\wmetafile8 0102ff}b{\*\unknown c{d}e}f}", "abf"),
        (r"a{\v hidden}b\v c\v0 d{\deleted gone}}", "abd"),
        (r"{\field{\*\fldinst HYPERLINK x}{\fldrslt a link}}}", "a link"),
        (r"{\listtext\tab 1.}one\par{\pntext 2.}two}", "one\n\ntwo"),
        (r"a{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt boxed\par}}}b}", "a\n\nboxed\n\nb"),
        (r"{\info{\title T}{\author A}{\creatim\yr2001\mo5\dy3}}x}", "x"),
    ],
)  # fmt: skip
def test_what_is_shown(body: str, shown: str) -> None:
    assert text(HEAD + body) == shown


def test_blobs_are_passed_over() -> None:
    blob = bytes(range(256)) * 4
    source = HEAD.encode() + rb"a{\pict\bin1024 " + blob + rb"}b{\*\x\bin99999999 {{{" + b"}}}"
    assert text(source) == "ab"


def test_what_the_file_says_of_itself(tmp_path: Path) -> None:
    path = tmp_path / "a.rtf"
    path.write_text(HEAD + r"{\info{\title A  letter}{\author Tom \'c9}{\creatim\yr2001\mo5\dy3}}x}")
    document = read_one(path)
    assert document.meta == {"title": "A letter", "author": "Tom É", "created": "2001-05-03"}


def test_groups_without_an_end() -> None:
    assert text(HEAD + "{" * 500 + "a") == "a"
    with pytest.raises(DataError, match=f"groups lie in each other more than {DEEPEST} deep"):
        text(HEAD + "{" * 1_000_000)
    assert text(HEAD + "a" + "}" * 5000 + " b") == "a b"


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "this file is empty"),
        (b"Ann.", "this is not RTF: it does not begin with {\\rtf"),
        (HEAD.encode() + b"}", "there is no text in this document"),
        (b"{\\rtf1 {\\pict 00ff}}", "there is no text in this document"),
    ],
)
def test_files_that_are_none(tmp_path: Path, content: bytes, found: str) -> None:
    path = tmp_path / "a.rtf"
    path.write_bytes(content)
    with pytest.raises(DataError) as error:
        read_one(path, format="rtf")
    assert str(error.value).startswith(f"{path}: {found}")


@given(st.text(st.characters(codec="latin-1", exclude_characters="\\{}\r\n\0\t"), min_size=1).filter(str.strip))
def test_plain_words_stay(words: str) -> None:
    """What has no mark of RTF in it is text as it is, in Windows' encoding."""
    body = words.encode("cp1252", "ignore")
    if body.decode("cp1252").strip(" \x0c"):
        assert text(b"{\\rtf1\\ansi\\par " + body + b"}").strip() == body.decode("cp1252").strip()
