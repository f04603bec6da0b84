"""Profiles of the bearers of a name, kept in a file so that a run that was stopped goes on."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from namesakes.errors import DataError
from namesakes.identities.rows import QueryRow
from namesakes.pipeline.query_profiles import query_groups

ROWS = [
    QueryRow("a", "Mark Johnson", "Mark Johnson, a professor at Brown, wrote a parser.", "1"),
    QueryRow("b", "Ann Lee", "Ann Lee is a judge. She lives in Quito.", "2"),
    QueryRow("c", "Mark Johnson", "The defender Mark Johnson joined Blackpool.", "3"),
]


def test_rows_become_groups_by_name() -> None:
    johnson, lee = query_groups(ROWS)
    assert (johnson.name, johnson.gold) == ("Mark Johnson", ["1", "3"])
    assert [one.document for one in johnson.profiles] == ["a", "c"]
    assert johnson.profiles[0].values("title", "occupation") == ["professor"]
    assert lee.profiles[0].gender == "female"


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    whole = query_groups(ROWS, work=tmp_path / "whole.jsonl")
    first, second, third = (tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)
    marked = json.loads(first)
    marked["profile"]["mentions"] = 99  # to be known again: what is kept is not read anew
    kept = (json.dumps(marked) + "\n").encode()
    work = tmp_path / "work.jsonl"
    work.write_bytes(kept + second[:30])  # killed while a line was written
    found = query_groups(ROWS, work=work)
    assert found[0].profiles[0] == replace(whole[0].profiles[0], mentions=99)
    assert [found[0].profiles[1], found[1]] == [whole[0].profiles[1], whole[1]]
    assert work.read_bytes() == kept + second + third


def test_a_file_of_other_rows_is_refused(tmp_path: Path) -> None:
    work = tmp_path / "work.jsonl"
    query_groups(ROWS[:1], work=work)
    with pytest.raises(DataError, match=r"work\.jsonl:1: these profiles are of other rows"):
        query_groups(ROWS[1:], work=work)
    work.write_text("{}\n", encoding="utf-8")
    with pytest.raises(DataError, match="no profile that was kept"):
        query_groups(ROWS, work=work)
