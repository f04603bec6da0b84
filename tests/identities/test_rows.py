"""Rows of documents, names and who is meant."""

import json
from pathlib import Path

import pytest

from namesakes.errors import DataError
from namesakes.identities.rows import QueryRow, grouped_by_name, read_rows
from namesakes.profiles.profile import Profile

GOOD = {"doc_id": "a", "query_name": "Lee", "text": "Ann Lee sang.", "gold_identity": "ann-lee", "volume": 3}


def written(folder: Path, *lines: str) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_rows_are_read_and_other_fields_left_alone(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps(GOOD), "", json.dumps({**GOOD, "doc_id": "b", "gold_identity": 7}))
    assert list(read_rows(path)) == [
        QueryRow("a", "Lee", "Ann Lee sang.", "ann-lee"),
        QueryRow("b", "Lee", "Ann Lee sang.", "7"),
    ]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("{", "not JSON"),
        ("[1]", "not an object"),
        (json.dumps({key: GOOD[key] for key in GOOD if key != "gold_identity"}), "'gold_identity' is missing"),
        (json.dumps({**GOOD, "gold_identity": None}), "'gold_identity' is not text"),
        (json.dumps({**GOOD, "query_name": " "}), "'query_name' is not text"),
    ],
)
def test_a_bad_row_is_named_by_its_line(tmp_path: Path, line: str, found: str) -> None:
    path = written(tmp_path, json.dumps(GOOD), line)
    with pytest.raises(DataError, match=rf"rows\.jsonl:2: .*{found}"):
        list(read_rows(path))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"nothing\.jsonl"):
        list(read_rows(tmp_path / "nothing.jsonl"))


def test_profiles_are_grouped_by_name() -> None:
    rows = [QueryRow("a", "Lee", "", "1"), QueryRow("b", "Wu", "", "2"), QueryRow("c", "Lee", "", "3")]
    groups = grouped_by_name(rows, [Profile(row.id, 0) for row in rows])
    assert [(group.name, [one.document for one in group.profiles], group.gold) for group in groups] == [
        ("Lee", ["a", "c"], ["1", "3"]),
        ("Wu", ["b"], ["2"]),
    ]
