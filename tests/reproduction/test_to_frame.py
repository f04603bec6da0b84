"""The measurement of data frames, on a small store."""

import pytest

from reproduction.ours.to_frame import run


def test_each_table_is_measured_in_each_kind() -> None:
    pytest.importorskip("pyarrow")
    outcome = run(None, 0, sizes=(20,))
    tables = [(row[2], row[3]) for row in outcome.rows]
    assert len(tables) == len(set(tables))
    assert {table for table, _ in tables} == {
        "people",
        "people without description",
        "memberships",
        "mentions",
        "facts",
    }
    assert {row[0] for row in outcome.rows} == {"20"}
    by_table = {row[2]: row for row in outcome.rows}
    assert by_table["people"][1] == by_table["people"][4] == by_table["people without description"][4]
    assert by_table["memberships"][4] == by_table["mentions"][4] == "60"
    assert not any(row[7] for row in outcome.rows)
