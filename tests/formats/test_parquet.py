"""Parquet: a row a document, and files that are not what they should be."""

import io
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import read, read_one
from namesakes.errors import DataError
from namesakes.formats import FORMATS, ReadOptions, find_format
from tests.formats.fuzz import only_data_errors
from tests.formats.memory import parsed

pyarrow = pytest.importorskip("pyarrow")


def made(columns: dict[str, list[Any]], **more: Any) -> bytes:
    from pyarrow import parquet

    stream = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), stream, **more)
    return stream.getvalue()


def test_a_row_is_a_document() -> None:
    content = made(
        {
            "id": [7, 8], "text": ["Ann sings.", "Ben says."], "date": [date(1921, 5, 3), None],
            "seen": [datetime(1921, 5, 3, 4), None], "tags": [["a", "b"], []], "share": [0.5, float("nan")],
        }
    )  # fmt: skip
    first, second = parsed(content, "parquet")
    expected = {"date": "1921-05-03", "seen": "1921-05-03T04:00:00", "tags": ["a", "b"], "share": 0.5}
    assert (first.id, first.text, dict(first.meta)) == ("7", "Ann sings.", expected)
    assert (second.id, dict(second.meta)) == ("8", {"tags": []})


def test_rows_count_from_one() -> None:
    ids = [each.id for each in parsed(made({"body": ["Ann.", "Ben."]}), "parquet", name="a.parquet")]
    assert ids == ["a-1", "a-2"]


def test_rows_without_a_text_and_columns_of_other_names(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(made({"tale": ["Ann.", None, "", "Cy."]}))
    left_out: list[DataError] = []
    options = ReadOptions(text_columns=("tale",))
    assert [each.id for each in read(tmp_path / "a.parquet", options=options, left_out=left_out)] == ["a-1", "a-4"]
    assert [error.line for error in left_out] == [2, 3]
    with pytest.raises(DataError, match="none of the columns is plainly called text"):
        list(read(tmp_path / "a.parquet"))


def test_it_is_told_by_content(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(made({"text": ["Ann."]}))
    assert find_format(tmp_path / "a.csv").name == "parquet"
    assert read_one(tmp_path / "a.csv").text == "Ann."


def test_many_groups_and_long_cells() -> None:
    texts = [f"{number} " + "Ann " * (250_000 if number == 7 else 3) for number in range(300)]
    documents = parsed(made({"text": texts}, row_group_size=10), "parquet")
    assert [each.text for each in documents] == texts


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "this file is empty"),
        (b"PAR1", "this Parquet file is damaged"),
        (made({"text": ["Ann."]})[:-20] + b"PAR1", "this Parquet file is damaged"),
        (made({"text": pyarrow.array([], pyarrow.string())}), "there is no row in it"),
    ],
)
def test_what_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(DataError, match=said):
        parsed(content, "parquet")


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from namesakes.errors import MissingExtraError

    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install .*\[arrow\]'"):
        parsed(b"PAR1", "parquet")


CONTENT = made({"text": ["Ann.", "Ben."]})


@given(st.integers(0, len(CONTENT) - 1))
def test_files_that_are_cut(place: int) -> None:
    only_data_errors(FORMATS["parquet"], CONTENT[:place])
