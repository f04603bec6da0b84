"""People in Python: a sequence, by name, corrected, saved and closed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from namesakes.errors import DataError, StoreError, UsageError
from namesakes.pipeline.people import People, Person, merge_profiles
from namesakes.store import correct
from namesakes.store.records import Identity, Membership
from namesakes.store.sqlite import MEMORY
from namesakes.store.store import open_store
from tests.store.made import document, fact, key, profile, write_people


@pytest.fixture
def people() -> Iterator[People]:
    """Two Mark Johnsons, Ann Lee, a bank, and somebody who is no person."""
    with open_store(MEMORY) as store:
        store.documents.write(
            [
                document("a", "Mark Johnson", "Ann Lee", facts=(fact("occupation", "linguist"),)),
                document("b", "Mark Johnson", "Harbour Bank", facts=(fact("employer", "Brown"),)),
                document("c", "Mark Johnson", "Dear Sir"),
            ]
        )
        groups = [
            ("Mark Johnson", [key("b"), key("a")]),
            ("Mark Johnson", [key("c")]),
            ("Ann Lee", [key("a", 1)]),
            ("Harbour Bank", [key("b", 1)]),
            ("Dear Sir", [key("c", 1)]),
        ]
        write_people(store, groups, a_0=0.7)
        store.write_identities([Identity("harbour-bank-1", "Harbour Bank", "organization")], [])
        correct.not_a_person(store, "dear-sir-1")
        yield People(store)


def ids(people: list[Person]) -> list[str]:
    return [person.id for person in people]


def test_people_are_a_sequence_in_the_order_of_their_coming(people: People) -> None:
    assert ids(list(people)) == ["mark-johnson-1", "mark-johnson-2", "ann-lee-1"]
    assert len(people) == 3
    assert people[0].id == people[-3].id == "mark-johnson-1"
    assert ids(people[1:]) == ["mark-johnson-2", "ann-lee-1"]
    assert people[1] in people
    assert [person.id for person in reversed(people)] == ["ann-lee-1", "mark-johnson-2", "mark-johnson-1"]
    with pytest.raises(IndexError):
        people[3]


def test_people_by_name(people: People) -> None:
    assert ids(people["johnson MARK"]) == ["mark-johnson-1", "mark-johnson-2"]
    assert ids(people["Harbour"]) == ["harbour-bank-1"]
    assert people["Dear Sir"] == people["Zoe"] == people[""] == []


def test_a_person_by_id(people: People) -> None:
    assert people.person("ann-lee-1").name == "Ann Lee"
    with pytest.raises(DataError, match="nobody with the id 'nobody-1'"):
        people.person("nobody-1")


def test_what_is_known_of_a_person(people: People) -> None:
    mark = people[0]
    assert repr(mark) == "Person(mark-johnson-1: Mark Johnson, 2 documents)"
    assert (mark.name, mark.kind, mark.documents) == ("Mark Johnson", "person", ["a", "b"])
    assert mark.membership == {"a": 0.7, "b": 0.9}
    assert mark.members == [Membership(key("b"), mark.id, 0.9), Membership(key("a"), mark.id, 0.7)]
    assert [each.document for each in mark.profiles] == ["a", "b"]
    assert mark.profile.mentions == 6
    assert [(one.field, one.value) for one in mark.profile.facts] == [("occupation", "linguist"), ("employer", "Brown")]


def test_a_merged_profile_sums_counts_and_takes_the_usual_gender() -> None:
    one = profile("a", 0, "M. Poe", gender="female", summary=("Poe sang.",), places={"Rome": 1})
    two = profile("b", 0, "Mary Poe", gender="male", summary=("Poe sang.",), places={"Bath": 2, "Rome": 3})
    three = profile("c", 0, "M. Poe", gender="male", summary=("Poe left.",))
    merged = merge_profiles([one, two, three], "Mary Poe")
    assert (merged.document, merged.name.full, merged.gender) == ("b", "Mary Poe", "male")
    assert list(merged.places.items()) == [("Rome", 4), ("Bath", 2)]
    assert list(merged.forms.items()) == [("M. Poe", 4), ("he", 3), ("Mary Poe", 2)]
    assert merged.summary == ("Poe sang.", "Poe left.")
    assert merged.mentions == 9


def test_corrections_take_people_or_ids(people: People) -> None:
    made = people.same(people[0], "mark-johnson-2", who="ann")
    assert (made.what, made.names, made.who) == ("same", ("mark-johnson-1", "mark-johnson-2"), "ann")
    assert people["Mark Johnson"][0].documents == ["a", "b", "c"]
    people.different("mark-johnson-1", "a")
    assert [person.documents for person in people["Mark Johnson"]] == [["b", "c"], ["a"]]
    people.different(people[0], people.person("ann-lee-1"))
    assert [one.what for one in people.store.corrections.all()] == ["not-a-person", "same", "different", "different"]


def test_people_are_saved_once(people: People, tmp_path: Path) -> None:
    people.save(tmp_path / "kept.db")
    with People(open_store(tmp_path / "kept.db", create=False)) as kept:
        assert ids(list(kept)) == ids(list(people))
        assert repr(kept) == f"People(3 in {tmp_path / 'kept.db'})"
    with pytest.raises(StoreError, match="not overwritten"):
        people.save(tmp_path / "kept.db")
    with pytest.raises(StoreError):
        people.save(tmp_path / "nowhere" / "kept.db")
    assert [path.name for path in tmp_path.iterdir() if "kept.db-" not in path.name] == ["kept.db"]


def test_with_closes_the_store(tmp_path: Path) -> None:
    with People(open_store(tmp_path / "people.db")) as people:
        assert len(people) == 0
    with pytest.raises(StoreError):
        len(people)


def test_only_sqlite_is_copied(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(people.store.database), "dialect", "postgresql")
    with pytest.raises(UsageError, match="namesakes export"):
        people.save("x.db")
