"""What every format does with files that are not what they should be, and what reading and writing do around them."""

from pathlib import Path

import pytest

from namesakes import Document, read, read_one, write
from namesakes.errors import DataError, LossWarning, UsageError
from namesakes.formats import ENDINGS, FORMATS
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions

NAMES = sorted(FORMATS)
GUESSING = {"plain", "html"}
"""Formats that guess an encoding instead of refusing bytes that are not UTF-8."""

KEY = "#begin document ({name}); part 000\nd\t0\t0\tAnn\t(0)\nd\t0\t1\tran\t-\n\n#end document\n"


def test_endings_are_told_without_importing_the_formats() -> None:
    assert {name: FORMATS[name].extensions for name in ENDINGS} == ENDINGS


def bad_file(folder: Path, name: str, content: bytes) -> Path:
    path = folder / f"bad{FORMATS[name].extensions[0]}"
    path.write_bytes(content)
    if name == "brat":
        path.with_suffix(".txt").write_bytes(content)
    return path


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("content", [b"", b"\n \n\t\n", b"\xef\xbb\xbf"], ids=["empty", "blank", "mark"])
def test_empty_files(tmp_path: Path, name: str, content: bytes) -> None:
    path = bad_file(tmp_path, name, content)
    with pytest.raises(DataError) as caught:
        list(read(path))
    assert str(path.with_suffix("")) in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_binary_files(tmp_path: Path, name: str) -> None:
    path = bad_file(tmp_path, name, bytes(range(256)) * 40)
    with pytest.raises(DataError) as caught:
        list(read(path))
    assert str(caught.value).startswith(str(path.with_suffix("")))


@pytest.mark.parametrize("name", [name for name in NAMES if name not in GUESSING])
def test_invalid_utf_8(tmp_path: Path, name: str) -> None:
    path = bad_file(tmp_path, name, b"abc\nnaive: na\xefve\n")
    with pytest.raises(DataError, match=r":2: byte 0xef is not valid UTF-8\nDeclare the encoding with --encoding"):
        list(read(path))


def test_only_the_document_with_invalid_bytes_is_skipped(tmp_path: Path) -> None:
    first, second, third = (KEY.format(name=name).encode() for name in "abc")
    path = tmp_path / "some.conll"
    path.write_bytes(first + second.replace(b"ran", b"r\xe4n") + third)
    skipped: list[DataError] = []
    assert [document.id for document in read(path, skipped=skipped)] == ["a", "c"]
    assert str(skipped[0]).startswith(f"{path}:8: byte 0xe4 is not valid UTF-8")
    assert read(path, encoding="latin-1").__next__().id == "a"


def test_what_stands_between_documents_is_skipped_alone(tmp_path: Path) -> None:
    path = tmp_path / "some.conll"
    path.write_text(KEY.format(name="a") + "lost line\n" + KEY.format(name="b"))
    skipped: list[DataError] = []
    assert [document.id for document in read(path, skipped=skipped)] == ["a", "b"]
    assert str(skipped[0]).startswith(f"{path}:6: 'lost line' stands outside any document")


@pytest.mark.parametrize("name", NAMES)
def test_ten_megabytes_on_one_line(tmp_path: Path, name: str) -> None:
    path = bad_file(tmp_path, name, b"word " * 2_000_000)
    try:
        documents = list(read(path))
    except DataError as error:
        assert len(str(error)) < 1000
    else:
        assert sum(len(document.text) for document in documents) > 1_000_000


@pytest.mark.parametrize("name", NAMES)
def test_files_that_are_not_there(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match="cannot be read: No such file"):
        list(read(tmp_path / f"none{FORMATS[name].extensions[0]}"))


def test_unknown_endings_are_recognised_by_their_first_lines(tmp_path: Path) -> None:
    (tmp_path / "a.key").write_text(KEY.format(name="a"))
    assert read_one(tmp_path / "a.key").id == "a"
    (tmp_path / "b.rows").write_text('{"text": "Ann ran."}\n')
    assert read_one(tmp_path / "b.rows").text == "Ann ran."
    (tmp_path / "c.unknown").write_text("Ann ran.\n")
    with pytest.raises(UsageError, match="Name it with --from"):
        list(read(tmp_path / "c.unknown"))


def test_a_folder_is_all_its_files(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "b.conll").write_text(KEY.format(name="b"))
    (tmp_path / "a.txt").write_text("Ann ran.")
    (tmp_path / "c.xyz").write_text("not ours")
    document = Document(id="d", mention_table=Mentions.build([[(0, 1)]], ["x"]), **joined([["Ann", "ran"]]))
    write([document], tmp_path / "d.ann")
    assert [each.id for each in read(tmp_path)] == ["a", "d", "b"]
    assert [each.id for each in read(tmp_path, format="conll2012")] == ["b"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="no file of a known format in this folder"):
        list(read(tmp_path / "empty"))


def test_bad_files_of_a_folder_can_be_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_bytes(b"\x00\x01")
    (tmp_path / "b.conll").write_text(KEY.format(name="b"))
    skipped: list[DataError] = []
    assert [each.id for each in read(tmp_path, skipped=skipped)] == ["b"]
    assert "binary" in str(skipped[0])


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("before")

    def documents() -> "list[Document]":
        yield Document(text="one")  # type: ignore[misc]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(documents(), target)
    assert target.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


@pytest.mark.parametrize("name", [name for name in NAMES if FORMATS[name].write is not None])
def test_half_a_surrogate_pair_cannot_be_written(tmp_path: Path, name: str) -> None:
    table = Mentions.build([[(0, 1)]], ["Pronoun"], labels=["Pronoun"])
    document = Document(id="d", mention_table=table, **joined([["\ud800"]]))
    try:
        write([document], tmp_path / f"out{FORMATS[name].extensions[0]}")
    except DataError as error:
        assert str(error)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_losses_are_warnings_in_python(tmp_path: Path) -> None:
    document = Document(id="d", mention_table=Mentions.build([[(0, 1), (2, 3)]], ["x"]), **joined([list("abc")]))
    with pytest.warns(LossWarning, match="1 discontinuous"):
        write([document], tmp_path / "out.conll")
