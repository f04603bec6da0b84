"""Whatever documents come in: paths, texts, rows, tables and documents, with ids, and what is bad left out."""

import io
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from namesakes import Document, write
from namesakes.errors import DataError, SkippedWarning, UsageError
from namesakes.formats import ReadOptions
from namesakes.formats.records import Limits, records
from namesakes.formats.scan import Skipped
from tests.formats.made_tables import workbook


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(items: Any, **more: Any) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """The ids and texts of what is read, and the reasons of what is not."""
    skipped: list[Skipped] = []
    texts = [(record.id, record.document.text) for record in records(items, skipped=skipped, **more)]
    return texts, {each.place: each.reason for each in skipped}


def test_one_thing_or_several() -> None:
    Path("a.txt").write_text("Ann sings.")
    assert found("Ben sings.") == ([("text-1", "Ben sings.")], {})
    assert found({"text": "Ben sings."}) == ([("text-1", "Ben sings.")], {})
    assert found(Document(id="b", text="Ben sings.")) == ([("b", "Ben sings.")], {})
    assert found(Path("a.txt")) == found("a.txt") == ([("a.txt", "Ann sings.")], {})
    several = ["Ben sings.", {"doc_id": 7, "text": "Cy sings."}, "a.txt", Document(text="Di sings.")]
    assert found(several) == (
        [("text-1", "Ben sings."), ("7", "Cy sings."), ("a.txt", "Ann sings."), ("text-4", "Di sings.")],
        {},
    )


def test_items_are_read_when_they_are_asked_for() -> None:
    asked = []

    def texts() -> Iterator[str]:
        for number in range(3):
            asked.append(number)
            yield f"Ann sings {number}."

    reading = records(texts())
    assert asked == []
    assert next(reading).document.text == "Ann sings 0."
    assert asked == [0]


def test_documents_keep_the_id_that_they_have_in_their_file(here: Path) -> None:
    Path("news").mkdir()
    Path("news/a.txt").write_text("Ann sings.")
    write([Document(id=name, text=f"{name} sings.") for name in ("Ben", "Cy", "Ben")], "news/rows.jsonl")
    write([Document(id="Di", text="Di sings."), Document(id="Ed", text="Ed sings.")], "news/pages.html")
    read = list(records("news"))
    assert [(record.id, record.document.id) for record in read] == [
        ("news/a.txt", "a"),
        ("news/pages.html#Di", "Di"),
        ("news/pages.html#Ed", "Ed"),
        ("news/rows.jsonl#Ben", "Ben"),
        ("news/rows.jsonl#Cy", "Cy"),
        ("news/rows.jsonl#Ben~2", "Ben"),
    ]
    assert {record.path for record in read[3:]} == {str(here / "news" / "rows.jsonl")}


def test_one_bad_item_ends_nothing() -> None:
    Path("news").mkdir()
    Path("news/a.txt").write_text("Ann sings.")
    Path("news/b.png").write_bytes(b"\x89PNG")
    Path("news/c.jsonl").write_text('{"text": 3}\n{"text": "Cy sings."}\n')
    Path("news/d.conll").write_text("\n")
    items = ["news", "nothing", {"colour": "Di sings."}, 5, Path("none.txt"), "Ed sings."]
    texts, skipped = found(items)
    assert texts == [("news/a.txt", "Ann sings."), ("news/c.jsonl#c-2", "Cy sings."), ("text-6", "Ed sings.")]
    assert skipped == {
        "news/b.png": "files that end in .png are not read",
        "news/c.jsonl:1": "'text' is a int; a string was expected",
        "news/d.conll": "there is no document in it; it was read as conll2012",
        "item 2": "nothing: there is no such file or folder",
        "item 3": "none of the columns is plainly called text; name it with --text-column (in Python "
        "ReadOptions(text_columns=…)). The columns are: colour",
        "item 4": "a path, a text, a row or a Document was expected, not a int",
        "none.txt": "it cannot be read: No such file or directory",
    }


@pytest.mark.parametrize(
    ("item", "error", "message"),
    [
        ("nothing", UsageError, "nothing: there is no such file or folder"),
        ({"colour": "Di sings."}, DataError, "row 1: none of the columns is plainly called text"),
        (Path("none.txt"), DataError, "none.txt: it cannot be read: No such file"),
        (Path("photo.png"), UsageError, "files that end in .png are not read"),
        (Path("rows.jsonl"), DataError, "rows.jsonl:1: this row has no text"),
    ],
)
def test_without_a_list_for_it_the_first_bad_item_is_an_error(item: Any, error: type[Exception], message: str) -> None:
    Path("photo.png").write_bytes(b"\x89PNG")
    Path("rows.jsonl").write_text("{}\n")
    with pytest.raises(error, match=message):
        list(records([item]))


def test_limits() -> None:
    Path("a.txt").write_text("Ann sings. " * 1000)
    assert [id for id, _ in found("a.txt")[0]] == ["a.txt"]
    reason = "it has 0 MB, and 0 are the most; divide it, or raise the limit with --max-size"
    assert found("a.txt", limits=Limits(megabytes=0.001)) == ([], {"a.txt": reason})


def test_tables() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = pyarrow.table({"id": ["a", "b", "a"], "text": ["Ann sings.", None, "Cy sings."]})
    assert found(table) == (
        [("a", "Ann sings."), ("a", "Cy sings.")],
        {"item 2": "there is no text in the column text"},
    )
    parquet.write_table(table, "rows.parquet")
    assert found(Path("rows.parquet")) == (
        [("rows.parquet#a", "Ann sings."), ("rows.parquet#a~2", "Cy sings.")],
        {"rows.parquet:2": "there is no text in the column text"},
    )
    parquet.write_table(table.slice(0, 0), "none.parquet")
    Path("broken.parquet").write_bytes(b"PAR1")
    assert found([Path("none.parquet"), Path("broken.parquet")]) == (
        [],
        {"none.parquet": "there is no row in it", "broken.parquet": "this Parquet file is damaged; write it anew"},
    )


def test_data_frames() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"doc_id": [1, 2], "text": ["Ann sings.", "Ben sings."]})
    assert found(frame) == ([("1", "Ann sings."), ("2", "Ben sings.")], {})


def test_columns_of_rows_are_those_that_options_name() -> None:
    rows = [{"tale": "Ann sings.", "no": 1, "when": "1921"}, {"tale": None, "no": 2}, {"tale": "Cy.", "no": 3}]
    options = ReadOptions(text_columns=("tale",), id_column="no")
    skipped: list[Skipped] = []
    read = [(each.id, each.document.text) for each in records(rows, skipped=skipped, options=options)]
    assert read == [("1", "Ann sings."), ("3", "Cy.")]
    assert [(each.place, each.reason) for each in skipped] == [("item 2", "there is no text in the column tale")]
    with pytest.warns(SkippedWarning, match="item 2: there is no text in the column tale"):
        assert len(list(records(rows, options=options))) == 2


def test_rows_of_tables_have_ids_of_their_files() -> None:
    Path("in").mkdir()
    Path("in/a.csv").write_text("text,place\nAnn sings.,York\n,\n,Hull\nBen says.,\n")
    Path("in/b.csv").write_text("id,text\nx,Ann.\nx,Ben.\n,Cy.\n")
    Path("in/c.csv").write_text("a,b\n1,2\n")
    texts, skipped = found("in")
    assert texts == [
        ("in/a.csv#2", "Ann sings."), ("in/a.csv#5", "Ben says."),
        ("in/b.csv#x", "Ann."), ("in/b.csv#x~2", "Ben."), ("in/b.csv#4", "Cy."),
    ]  # fmt: skip
    assert skipped == {
        "in/a.csv:4": "there is no text in the column text",
        "in/c.csv": "none of the columns is plainly called text; name it with --text-column (in Python "
        "ReadOptions(text_columns=…)). The columns are: a, b",
    }


def test_a_format_that_is_named_is_that_of_all_files() -> None:
    Path("a.txt").write_text("id,text\nx,Ann.\n")
    assert [each.id for each in records(Path("a.txt"), options=ReadOptions(format="csv"))] == ["a.txt#x"]
    with pytest.raises(UsageError, match=r"there is no format called 'csw'\. Did you mean 'csv'"):
        list(records(Path("a.txt"), options=ReadOptions(format="csw")))


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def ids(content: bytes, **options: Any) -> list[str]:
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content)))
        return [each.id for each in records("-", options=ReadOptions(**options))]

    assert ids(b"Ann sings.") == ["stdin"]
    assert ids(b"text\nAnn.\nBen.\n", format="csv") == ["stdin-2", "stdin-3"]
    assert ids(b"id,text\nx,Ann.\nx,Ben.\n", format="csv") == ["x", "x~2"]
    assert ids(workbook({"One": [["text"], ["Ann."]]}), format="xlsx") == ["stdin-2"]
    assert ids(b'{"text": "Ann."}\n', format="jsonl") == ["stdin-1"]
