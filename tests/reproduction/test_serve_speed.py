"""The experiment on the server: what is typed, and a column for each size."""

import pytest

from reproduction.ours import serve_speed
from reproduction.ours.serve_speed import run, typed


def test_what_is_typed_is_of_the_names_and_the_same_again() -> None:
    names = ["Ann Lee", "William Hart", "Bo"]
    found = list(typed(names, 0, 300))
    assert found == list(typed(names, 0, 300)) != list(typed(names, 1, 300))
    assert len(found) == 300
    assert set(found[::5]) <= set(names)


def test_a_column_for_each_size(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in (("QUERIES", 10), ("REQUESTS", 20), ("ALL", 60), ("PAINTED", 1)):
        monkeypatch.setattr(serve_speed, name, number)
    outcome = run(None, 0, sizes=(12,))
    what, people, goal = outcome.columns
    assert (what, goal) == ("", "goal")
    assert int(people.split()[0]) > 10
    rows = {row[0]: row[1] for row in outcome.rows}
    assert rows["mentions"] == "144"
    assert all(len(row) == 3 for row in outcome.rows)
    assert float(rows["search, p99"].split()[0]) > 0
    assert float(rows["requests a second, of new names"].replace(",", "")) > 0
    assert rows["first paint"].endswith((" ms", "no browser"))
