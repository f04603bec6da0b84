"""Tables in a store: which rows are read again, which are taken out, and whose date is known."""

import io
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import namesakes
from namesakes.errors import DataError, SkippedWarning
from namesakes.formats import ReadOptions
from namesakes.pipeline.changes import Changes
from namesakes.pipeline.resolve import ResolveSettings, resolve_into
from namesakes.store.records import DocumentState
from namesakes.store.store import open_store
from tests.formats.made_tables import workbook

ROWS = [("id", "text", "date"), ("a", "Ann sings.", "1921"), ("b", "Ben says.", ""), ("c", "Cy listens.", "1922")]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table(name: str, rows: Sequence[Sequence[str]]) -> Path:
    path = Path(name)
    if path.suffix == ".csv":
        path.write_text("".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows))
    else:
        path.write_bytes(workbook({"One": rows}))
    return path


def changes(path: Path, known: dict[str, DocumentState]) -> tuple[list[str], list[str]]:
    """The ids of rows that are new or have changed, and of those that are gone; `known` has the new ones then."""
    found = Changes([path], known)
    entries = list(found)
    gone = found.gone()
    for id in gone:
        del known[id]
    known |= {entry.id: DocumentState(entry.hash, entry.path) for entry in entries}
    return [entry.id.partition("#")[2] for entry in entries], [id.partition("#")[2] for id in gone]


@pytest.mark.parametrize("name", ["a.csv", "a.xlsx"])
def test_only_rows_that_changed_are_read_again(name: str) -> None:
    known: dict[str, DocumentState] = {}
    assert changes(table(name, ROWS), known) == (["a", "b", "c"], [])
    assert changes(table(name, ROWS), known) == ([], [])
    other = [ROWS[0], ("d", "Di waves.", ""), ROWS[1], ("b", "Ben says so.", ""), ROWS[3]]
    assert changes(table(name, other), known) == (["d", "b"], [])
    assert changes(table(name, other[:-1]), known) == ([], ["c"])
    without = [*other[:3], ("b", "", "")]  # a row whose text is gone takes its document with it, and no other
    assert changes(table(name, without), known) == ([], ["b"])
    dated = [ROWS[0], other[1], ("a", "Ann sings.", "1923")]
    assert changes(table(name, dated), known) == (["a"], [])


def test_rows_are_called_by_their_number_where_they_have_no_id() -> None:
    known: dict[str, DocumentState] = {}
    path = Path("a.csv")
    path.write_text("text\nAnn.\nBen.\n")
    assert changes(path, known) == (["2", "3"], [])
    path.write_text("text\nAnn.\nBen.\nCy.\n")
    assert changes(path, known) == (["4"], [])


def test_a_table_that_can_no_longer_be_read_keeps_what_is_known() -> None:
    known: dict[str, DocumentState] = {}
    changes(table("a.csv", ROWS), known)
    Path("a.csv").write_text("a,b\n1,2\n")
    assert changes(Path("a.csv"), known) == ([], [])
    assert len(known) == 3


def test_people_of_a_table_and_the_dates_of_its_rows() -> None:
    story = "Mark Hale, a baker in York, sold the shop. Mr Hale left."
    rows = [{"tale": story, "no": "x1", "when": "3 May 1921", "place": "York"}, {"tale": None, "no": "x2"}]
    reading = ReadOptions(text_columns=("tale",), id_column="no", date_column="when")
    with namesakes.resolve(rows, reading=reading, jobs=1) as people:
        assert [person.documents for person in people["Mark Hale"]] == [["x1"]]
        assert people.store.documents.dates() == {"x1": "1921-05-03"}
        assert [(each.place, each.reason) for each in people.skipped] == [
            ("row 2", "there is no text in the column tale")
        ]
    with pytest.raises(DataError, match="row 1: none of the columns is plainly called text"):
        namesakes.resolve(rows, jobs=1)


def test_data_frames_have_the_same_columns() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"tale": ["Ann Lee sings.", float("nan")], "no": [7, 8], "when": ["1921", None]})
    reading = ReadOptions(text_columns="tale", id_column="no", date_column="when")  # type: ignore[arg-type]
    with pytest.warns(SkippedWarning, match="row 2: there is no text in the column tale"):
        (document,) = namesakes.load("en").pipe(frame, reading=reading, jobs=1)
    assert (document.id, document.text, document.meta["date"]) == ("7", "Ann Lee sings.", "1921")


def test_standard_input_is_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    def given(content: bytes, **options: Any) -> list[str]:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))
        with open_store("people.db") as store:
            settings = ResolveSettings(reading=ReadOptions(**options))
            report = resolve_into(store, [Path("-")], settings)
            assert not report.removed
            return sorted(store.documents.states())

    assert given(b"Ann Lee sings.") == ["stdin"]
    assert given(b"id,text\nx,Ben Orr says.\ny,\n", format="csv") == ["stdin", "x"]
