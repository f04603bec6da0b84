"""Review: the least certain decisions come first, and nobody is asked twice."""

import pytest

from namesakes.store import correct
from namesakes.store.records import Membership
from namesakes.store.review import doubts
from namesakes.store.store import Store
from tests.store.made import document, key, write_people


@pytest.fixture
def filled(store: Store) -> Store:
    store.documents.write([document(id, "Mark Johnson") for id in "abcdef"])
    one, two, three = write_people(
        store,
        {"Mark Johnson": [key("a"), key("b"), key("c")], "M. Johnson": [key("d"), key("e")], "Johnson": [key("f")]},
        a_0=0.9, b_0=0.56, c_0=0.8, d_0=0.95, e_0=0.7,
    )  # fmt: skip
    store.write_identities(
        [],
        [
            Membership(key("e"), two, 0.7), Membership(key("e"), one, 0.68, 1),
            Membership(key("f"), three, 0.57), Membership(key("f"), one, 0.43, 1), Membership(key("f"), two, 0.2, 2),
        ],
    )  # fmt: skip
    return store


def asked(store: Store, **more: float) -> list[tuple[str, str, str]]:
    return [(one.chain.document, one.identity, one.other) for one in doubts(store, **more)]  # type: ignore[arg-type]


ONE, TWO, THREE = "mark-johnson-1", "m-johnson-1", "johnson-1"


def test_the_least_certain_come_first(filled: Store) -> None:
    assert asked(filled)[:3] == [("e", TWO, ONE), ("b", ONE, ""), ("f", THREE, ONE)]
    margins = [round(one.margin, 2) for one in doubts(filled)]
    assert margins == sorted(margins)
    assert len(asked(filled, limit=2)) == 2


def test_the_threshold_is_that_of_the_last_run_that_says(filled: Store) -> None:
    assert asked(filled, default=0.9)[0] == ("a", ONE, "")
    filled.runs.write({"threshold": 0.8})
    filled.runs.write({})
    assert asked(filled)[0] == ("c", ONE, "")
    assert asked(filled, threshold=0.9)[0] == ("a", ONE, "")


def test_what_a_correction_settled_is_not_asked_again(filled: Store) -> None:
    correct.different(filled, ONE, TWO)
    assert ("e", TWO, ONE) not in asked(filled)
    correct.not_a_person(filled, THREE)
    assert not any(THREE in one for one in asked(filled))


def test_a_pair_is_asked_about_once(filled: Store) -> None:
    assert [one for one in asked(filled, limit=99) if one[1:] == (TWO, "")] == [("d", TWO, "")]


def test_an_empty_store_has_no_doubts(store: Store) -> None:
    assert doubts(store) == []


def test_plain_data(filled: Store) -> None:
    assert doubts(filled)[0].to_json() == {
        "document": "e", "chain": 0, "person": TWO, "strength": 0.7, "other": ONE, "likeness": 0.68, "margin": 0.02
    }  # fmt: skip
