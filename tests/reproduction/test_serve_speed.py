"""The experiment on the server: what is typed, and a row for each size."""

import pytest

from reproduction.ours import serve_speed
from reproduction.ours.serve_speed import QUERIES, run, typed


def test_what_is_typed_is_of_the_names_and_the_same_again() -> None:
    names = ["Ann Lee", "William Hart", "Bo"]
    found = list(typed(names, 0))
    assert found == list(typed(names, 0)) != list(typed(names, 1))
    assert len(found) == QUERIES
    assert set(found[::5]) <= set(names)


def test_a_row_for_each_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve_speed, "QUERIES", 10)
    monkeypatch.setattr(serve_speed, "REQUESTS", 20)
    outcome = run(None, 0, sizes=(12,))
    ((people, *rest),) = outcome.rows
    assert int(people) > 10
    assert len(rest) == len(outcome.columns) - 1
