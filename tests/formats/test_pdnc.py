"""Novels with their characters and quotes: what is read, and what is refused."""

from pathlib import Path

import pytest

from namesakes.errors import DataError
from namesakes.formats.pdnc import read_novel, read_novels, speakers_of
from tests.chains.novels.made import QUOTES, TEXT, write_novel


def test_a_novel(tmp_path: Path) -> None:
    novel = read_novel(write_novel(tmp_path / "TheMill"))
    assert (novel.id, novel.text) == ("TheMill", TEXT)
    assert novel.characters[0].aliases == ("Tom Hale", "Hale", "Tom")
    assert list(speakers_of(novel)) == ["Tom Hale", "Clara Finch", "Mrs. Hale", "The Miller", "Ned"]
    read = [[novel.text[start:end] for start, end in quote.spans] for quote in novel.quotes]
    assert read == [list(pieces) for pieces, _, _ in QUOTES]
    assert [quote.speaker for quote in novel.quotes][:2] == ["Ned", "Clara Finch"], "an alias stands for its character"
    assert [quote.type for quote in novel.quotes] == ["implicit", "explicit", "anaphoric", "explicit", ""]


@pytest.mark.parametrize("in_bytes", [False, True])
def test_spans_in_characters_or_in_bytes(tmp_path: Path, in_bytes: bool) -> None:
    novel = read_novel(write_novel(tmp_path / "n", "Zoë’s café.\n\n" + TEXT, in_bytes=in_bytes))
    assert [novel.text[slice(*quote.spans[0])] for quote in novel.quotes] == [pieces[0] for pieces, _, _ in QUOTES]


def test_one_novel_or_several(tmp_path: Path) -> None:
    for name in ("b", "a"):
        write_novel(tmp_path / name)
    assert [novel.id for novel in read_novels(tmp_path)] == ["a", "b"]
    assert [novel.id for novel in read_novels(tmp_path / "b")] == ["b"]


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("character_info.csv", "Main Name,Gender\n", "does not name the column Aliases"),
        ("character_info.csv", "Main Name,Aliases,Gender\nAnn\n", "fewer columns"),
        ("character_info.csv", "Main Name,Aliases,Gender\nAnn,oh {,F\n", "this is no list: oh {"),
        ("character_info.csv", "Main Name,Aliases,Gender\nAnn,3,F\n", "this is no list: 3"),
        ("character_info.csv", "Main Name,Aliases,Gender\nAnn,{[]},F\n", "this is no list: {[]}"),
        ("character_info.csv", f"Main Name,Aliases,Gender\nAnn,{'[' * 500},F\n", "this list is too long or too deep"),
        (
            "character_info.csv",
            "Main Name,Aliases,Gender\nAnn,__import__('os').getcwd(),F\n",
            "this is no list: __import__",
        ),
        (
            "quotation_info.csv",
            "quoteID,subQuotationList,quoteByteSpans,speaker,quoteType\nQ0,['No'],\"[[3, 5]]\",Ned,\n",
            "the text at 3 reads",
        ),
        (
            "quotation_info.csv",
            "quoteID,subQuotationList,quoteByteSpans,speaker,quoteType\nQ0,['No'],[3],Ned,\n",
            "this is no span: 3",
        ),
    ],
)
def test_what_is_refused(tmp_path: Path, file: str, content: str, message: str) -> None:
    folder = write_novel(tmp_path / "n")
    (folder / file).write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=file) as error:
        read_novel(folder)
    assert message in str(error.value)


def test_folders_without_novels(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no novel_text\.txt"):
        read_novels(tmp_path)
    with pytest.raises(DataError, match="no such folder"):
        read_novels(tmp_path / "nothing")
    write_novel(tmp_path / "n").joinpath("novel_text.txt").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(DataError, match="not UTF-8"):
        read_novels(tmp_path)
