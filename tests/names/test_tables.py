"""Our own tables of names: pairs with what a careful editor says of them, and names with their parts."""

import csv
from pathlib import Path

import pytest

from namesakes.names import Relation, compare, parse

HERE = Path(__file__).parent
PARTS = "honorifics given middle particles surnames patronymic generation nicknames maiden territory gender".split()
MISSED = {("Prince", "Prince Rogers Nelson"), ("Shah Rukh Khan", "Shahrukh Khan")}
"""Pairs that are known to be wrong: titles that are given names here."""


def rows(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))


PAIRS, PARSED = rows("pairs.tsv"), rows("parsed.tsv")


def test_the_tables_are_large() -> None:
    assert len(PAIRS) >= 500
    assert len(PARSED) >= 120
    assert len({row["note"] for row in PAIRS}) >= 20
    assert {row["relation"] for row in PAIRS} == set(Relation)


@pytest.mark.parametrize("note", sorted({row["note"] for row in PAIRS}))
def test_pairs(note: str) -> None:
    chosen = [row for row in PAIRS if row["note"] == note]
    wrong = {
        (row["one"], row["other"]) for row in chosen if compare(row["one"], row["other"]).relation != row["relation"]
    }
    assert wrong == MISSED & {(row["one"], row["other"]) for row in chosen}


@pytest.mark.parametrize("row", PARSED, ids=lambda row: row["text"])
def test_parts(row: dict[str, str]) -> None:
    name = parse(row["text"])
    found = {}
    for part in PARTS:
        value = getattr(name, part)
        found[part] = value if isinstance(value, str) else " | ".join(value)
    assert found == {part: row[part] for part in PARTS}
    assert name.family_first == (row["order"] == "family first")
