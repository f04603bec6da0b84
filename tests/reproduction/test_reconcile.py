"""The experiment on known people: the halves, the table, the baselines, and a run on a corpus of our own."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from namesakes.identities.rows import QueryRow
from namesakes.integrations.reconciliation.authority import Entry
from namesakes.profiles.profile import Evidence, Fact, Profile
from reproduction.ours.reconcile import Asked, Known, _listed_name, _row, by_name, halved, run, write_table


def entry(id: str, name: str) -> Entry:
    return Entry(id, name, "", Profile(id, 0))


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    """A corpus of two Lees, of each of whom there are some short texts."""
    rows: list[dict[str, Any]] = []
    for number in range(6):
        for gold, name, text in (
            ("1", "Lee, Susan Mary", "Susan Lee, a chemist of Harbour Bank in Leeds, spoke. Lee was tired."),
            ("2", "Lee, Tom", "Tom Lee, a striker of Hull Rovers, scored. Lee hurt his knee."),
        ):
            row = {"doc_id": f"{gold}-{number}", "query_name": "Lee", "text": text, "gold_identity": gold}
            rows.append({**row, "gold_name": name})
    folder = tmp_path / "people" / "frus_names"
    folder.mkdir(parents=True)
    (folder / "dev.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return tmp_path


def test_halves_share_no_text_and_are_the_same_again(corpora: Path) -> None:
    path = corpora / "people" / "frus_names" / "dev.jsonl"
    half = halved(path, "frus_names", 0)
    assert {row.id for row in half.table}.isdisjoint(row.id for row in half.texts)
    assert len(half.table) == len(half.texts) == 6
    assert half.names == {"1": "Susan Mary Lee", "2": "Tom Lee"}
    assert halved(path, "frus_names", 0) == half != halved(path, "frus_names", 1)


@pytest.mark.parametrize(
    ("gold", "query", "name"),
    [
        ("changye-li-umn", "C. Li", "Changye Li"),
        ("xu-chen-147x", "X. Chen", "Xu Chen"),
        ("jin-ge-yao", "J. Yao", "Jin Ge Yao"),
        ("Alvin_Cooper#3", "Alvin Cooper", "Alvin Cooper"),
        ("7", "J. Yao", "J. Yao"),
    ],
)
def test_names_as_lists_write_them(gold: str, query: str, name: str) -> None:
    assert _listed_name(QueryRow("d", query, "", gold)) == name


def test_a_table_has_the_most_frequent_values(tmp_path: Path) -> None:
    def profile(*titles: str) -> Profile:
        facts = tuple(Fact("title", title, Evidence(0, 0, "", "")) for title in titles)
        return Profile("d", 0, facts=facts, summary=("She\nspoke.", "More."))

    write_table(tmp_path / "t.csv", [Known("1", "Ann Lee", [profile("judge", "a|b"), profile("judge")])], 1)
    with (tmp_path / "t.csv").open(newline="") as lines:
        (row,) = csv.DictReader(lines)
    assert (row["id"], row["name"], row["title"], row["description"]) == ("1", "Ann Lee", "judge|a/b", "She spoke.")


def test_equal_names_of_one_entry_alone() -> None:
    entries = [entry("1", "Ann Mary Lee"), entry("2", "Anna Lee"), entry("3", "Bo Hart"), entry("4", "Bo T. Hart")]
    names = {"p": "ann lee", "q": "Bo Hart", "r": "Lee", "s": "B. Hart", "t": "A. Lee"}
    assert by_name(names, entries, whole=True) == {"p": "1"}
    assert by_name({"u": "C. Lee", **names}, entries, whole=False) == {}


def test_what_is_right_and_what_is_found() -> None:
    asked = [Asked("p", "1", known=True), Asked("q", "2", known=True), Asked("", "1", known=True)]
    asked += [Asked("r", "9", known=False)]
    assert _row("way", {"p": "1", "q": "1", "r": "1"}, asked) == ["way", "3", "1", "33.3", "33.3", "33.3"]
    assert _row("way", {}, asked) == ["way", "0", "0", "0.0", "0.0", "0.0"]


@pytest.mark.slow
def test_a_run(corpora: Path) -> None:
    outcome = run(corpora, 0, corpora={"frus_names": "dev"})
    assert {len(row) for row in outcome.rows} == {len(outcome.columns)}
    named = {(row[1], row[2]): row for row in outcome.rows}
    assert named["what texts state", "equal full names"][3:5] == ["6", "6"]
    assert "2 people in the table, 0 of them" in outcome.notes
