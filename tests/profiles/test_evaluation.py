"""The measure of profiles, and what is reached on the texts that are kept for it."""

import json
from pathlib import Path

import pytest

from namesakes.errors import DataError
from namesakes.pipeline.pipeline import load
from namesakes.profiles.evaluation import GoldText, Relation, evaluate_profiles, read_gold
from namesakes.profiles.profile import Evidence, Fact, PersonName, Profile

GOLD = Path(__file__).parent / "gold"


def told(field: str, value: str, relation: str = "") -> Fact:
    return Fact(field, value, Evidence(0, 1, "", ""), relation)


def test_worked_by_hand() -> None:
    """Of 4 facts 3 are right; of 4 relations 3 are found: the father is no brother, and nobody says where she lives."""
    gold = GoldText(
        "",
        (
            Relation.of("Ann Lee", "title", "director of Acme"),
            Relation.of("Ann Lee", "birth", "1950"),
            Relation.of("Ann Lee", "family", "Tom Lee", "father"),
            Relation.of("Ann Lee", "lives", "Paris"),
        ),
    )
    facts = (
        told("occupation", "the director"),
        told("birth", "1950"),
        told("family", "Tom", "parent"),
        told("family", "Tom Lee", "brother"),
    )
    nameless = Profile("d", 1, facts=(told("birth", "1960"),))
    found = evaluate_profiles([gold], lambda text: [Profile("d", 0, name=PersonName("Ann Lee"), facts=facts), nameless])
    assert (found["precision"], found["recall"], found["found"], found["gold"]) == (3 / 4, 3 / 4, 4, 4)
    assert found["fields"]["family"]["precision"] == 1 / 2
    assert found["errors"] == ["+ ann lee: family: tom lee (sibling)", "- ann lee: lives: paris"]


@pytest.mark.parametrize(
    ("name", "texts", "precision", "recall"), [("dev", 32, 206 / 213, 201 / 234), ("test", 33, 175 / 182, 173 / 224)]
)
def test_goals_are_reached(name: str, texts: int, precision: float, recall: float) -> None:
    found = evaluate_profiles(
        read_gold(GOLD / f"{name}.jsonl"), lambda text: load().profiles(text, kinds=("person", "organization"))
    )
    assert found["texts"] == texts
    assert (found["precision"], found["recall"]) == pytest.approx((precision, recall), abs=0.01)


@pytest.mark.parametrize(
    "row",
    ["{", "[]", '{"text": "a"}', '{"text": "a", "relations": [{"name": "b"}]}', "", '{"text": 1, "relations": [1]}'],
)
def test_bad_rows_are_refused(row: str, tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(row)
    with pytest.raises(DataError, match=r"gold\.jsonl"):
        read_gold(path)


def test_unknown_fields_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps({"text": "a", "relations": [{"name": "b", "field": "hat", "value": "c"}]}))
    with pytest.raises(DataError, match="hat"):
        read_gold(path)
