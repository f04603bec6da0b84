"""Which columns have the text, the id and the date, and what becomes of the others."""

from datetime import date, datetime
from typing import Any

import pytest

from namesakes.errors import DataError, NoTextError
from namesakes.formats import ReadOptions
from namesakes.formats.columns import MOST, Columns, plain_value, unique_names, with_columns
from namesakes.text.dates import document_date


def made(row: dict[str, Any], **options: Any) -> Any:
    columns = Columns.of(row, ReadOptions(**options))
    return columns.document(list(row.values()), "row")


@pytest.mark.parametrize(
    ("names", "text", "id", "date"),
    [
        (["text"], "text", "", ""),
        (["ID", "Text", "Date"], "Text", "ID", "Date"),
        (["body", "content", "Doc-Id", "published at"], "body", "Doc-Id", "published at"),
        (["number", "Full Text", "doc_id", "id"], "Full Text", "id", ""),
        (["message", "text", "sent"], "text", "", "sent"),
    ],
)
def test_what_is_plainly_called_so(names: list[str], text: str, id: str, date: str) -> None:
    found = Columns.of(names, ReadOptions())
    assert [found.names[place] for place in found.texts] == [text]
    assert (found.names[found.id] if found.id >= 0 else "") == id
    assert (found.names[found.date] if found.date >= 0 else "") == date


def test_options_name_them() -> None:
    row = {"text": "no", "Story": "Ann sings.", "Head line": "A song", "no": 7, "when": "3 May 1921", "place": "York"}
    document = made(row, text_columns=("head_line", "story"), id_column="no", date_column="when")
    assert (document.id, document.text) == ("7", "A song\n\nAnn sings.")
    assert dict(document.meta) == {"date": "3 May 1921", "text": "no", "place": "York"}
    found = document_date(document)
    assert found is not None
    assert (found.value, found.source) == ("1921-05-03", "metadata")


def test_a_name_by_itself_is_one_column() -> None:
    assert ReadOptions(text_columns="story").text_columns == ("story",)  # type: ignore[arg-type]
    assert hash(ReadOptions(text_columns=["a", "b"])) == hash(ReadOptions(text_columns=("a", "b")))  # type: ignore[arg-type]


def test_one_of_several_texts_is_enough() -> None:
    assert made({"head": " ", "story": "Ann."}, text_columns=("head", "story")).text == "Ann."
    with pytest.raises(NoTextError, match="there is no text in the column head, story"):
        made({"head": " ", "story": None}, text_columns=("head", "story"))


@pytest.mark.parametrize("text", [None, "", "  \n", float("nan"), 3, b"Ann"])
def test_rows_without_a_text(text: Any) -> None:
    with pytest.raises(NoTextError, match="there is no text in the column text"):
        made({"text": text})


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "none of the columns is plainly called text\nName it with --text-column"),
        ({"text_columns": "story"}, "there is no column 'story'\nName one with --text-column."),
        ({"text_columns": "colour", "id_column": "no"}, "there is no column 'no'\nName one with --id-column."),
        ({"text_columns": "colour", "date_column": "day"}, "there is no column 'day'\nName one with --date-column."),
    ],
)
def test_where_none_fits_all_are_listed(options: dict[str, Any], said: str) -> None:
    with pytest.raises(DataError) as caught:
        Columns.of(["colour", "size", "x" * 500], ReadOptions(**options))
    assert str(caught.value).startswith(said)
    assert "The columns are: colour, size, xxxxx" in str(caught.value)
    assert len(str(caught.value)) < 400


def test_names_are_made_unique() -> None:
    assert unique_names(["a", None, "a", " a ", "", "b\nc"]) == ("a", "column 2", "a~2", "a~3", "column 5", "b c")
    document = made({"text": "Ann."})
    assert document.id == "row"
    twice = Columns.of(["text", "note", "text", "note"], ReadOptions()).document(["Ann.", "x", "Ben.", "y"], "row")
    assert (twice.text, dict(twice.meta)) == ("Ann.", {"note": "x", "text~2": "Ben.", "note~2": "y"})
    with pytest.raises(DataError, match="more than 16,384 columns"):
        unique_names(range(MOST + 1))


def test_what_means_something_to_models_is_kept_under_another_name() -> None:
    document = made({"text": "Ann.", "language": "ar", "partial_chains": "1", "date": "1921", "title": "T"})
    assert dict(document.meta) == {"date": "1921", "language~2": "ar", "partial_chains~2": "1", "title": "T"}


def test_values_are_those_of_json() -> None:
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    values = {
        "1921": "1921", 7: 7, 2.5: 2.5, float("inf"): None, True: True,
        datetime(1921, 5, 3): "1921-05-03", datetime(1921, 5, 3, 4): "1921-05-03T04:00:00",
        date(1921, 5, 4): "1921-05-04",
        b"\xff": "\ufffd", pandas.NaT: None, pandas.NA: None, numpy.int64(3): 3, numpy.float64("nan"): None,
        pandas.Timestamp("1921-05-03"): "1921-05-03", (1, (2, 3j)): [1, [2, "3j"]],
    }  # fmt: skip
    assert [plain_value(value) for value in values] == list(values.values())
    assert plain_value(numpy.array([1, 2])) == [1, 2]
    assert plain_value({1: {"a": date(1921, 5, 3)}}) == {"1": {"a": "1921-05-03"}}
    deep: Any = "end"
    for _ in range(1000):
        deep = [deep]
    assert str(plain_value(deep)) == "[" * 21 + "'…'" + "]" * 21


def test_rows_of_json() -> None:
    options = ReadOptions(text_columns="story")
    assert with_columns({"text": "Ann.", "x": 1}, ReadOptions()) == {"text": "Ann.", "x": 1}
    assert with_columns({"tokens": ["Ann"], "body": "B"}, ReadOptions()) == {"tokens": ["Ann"], "body": "B"}
    assert with_columns({"body": "Ann.", "x": 1}, ReadOptions()) == {"x": 1, "text": "Ann."}
    assert with_columns({"story": "Ann.", "uuid": 3, "sent": "1921"}, options) == {
        "text": "Ann.", "doc_id": "3", "date": "1921"
    }  # fmt: skip
    assert with_columns({"colour": "red"}, ReadOptions()) == {"colour": "red"}
    with pytest.raises(DataError, match="there is no column 'story'"):
        with_columns({"text": "Ann."}, options)
    with pytest.raises(NoTextError):
        with_columns({"text": None}, ReadOptions())
