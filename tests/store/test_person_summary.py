"""Summaries of people: what all their documents say together."""

import pytest

from namesakes.errors import DataError
from namesakes.store import correct
from namesakes.store.person_summary import by_name, most_documented, people_named, person_summaries, person_summary
from namesakes.store.store import Store
from tests.store.made import document, fact, key, write_people


@pytest.fixture
def filled(store: Store) -> Store:
    store.documents.write(
        [
            document("a", "Mark Johnson", "Ann Lee", facts=(fact("employer", "Brown"), fact("occupation", "linguist"))),
            document("b", "Mark Johnson", facts=(fact("employer", "Brown"), fact("born", "Leeds"))),
            document("c", "Acme"),
            document("d", "mark johnson"),
        ]
    )
    write_people(
        store,
        {
            "Mark Johnson": [key("a"), key("b")],
            "Ann Lee": [key("a", 1)],
            "Acme": [key("c")],
            "mark johnson": [key("d")],
        },
    )
    correct.not_a_person(store, "acme-1", who="ann")
    correct.rename(store, "ann-lee-1", "Anne Lee")
    return store


def test_the_database_counts_what_the_profiles_say(filled: Store) -> None:
    found = person_summaries(filled, hidden=True)
    assert found == by_name(person_summary(filled, identity) for identity in filled.identities.all().values())
    assert [one.identity.id for one in found] == ["acme-1", "ann-lee-1", "mark-johnson-1", "mark-johnson-2"]
    mark = found[2]
    assert mark.description == "linguist, Brown"
    assert mark.values["employer", "Brown", ""] == 2
    assert (mark.documents, mark.mentions) == (["a", "b"], 6)
    assert mark.strength == pytest.approx(0.9)
    assert found[1].all_names == ["Anne Lee", "Ann Lee"]


def test_some_are_summarised_as_all_are(filled: Store) -> None:
    everybody = person_summaries(filled)
    assert person_summaries(filled, ids=["mark-johnson-1", "acme-1", "nobody-1"]) == [everybody[1]]
    assert person_summaries(filled, ids=["acme-1"], hidden=True)[0].mentions == 3
    assert person_summaries(filled, ids=[]) == []
    assert filled.identities.mentions() == {one.identity.id: one.mentions for one in everybody} | {"acme-1": 3}


def test_who_is_no_person_is_left_out(filled: Store) -> None:
    assert [one.identity.id for one in person_summaries(filled)] == ["ann-lee-1", "mark-johnson-1", "mark-johnson-2"]
    assert person_summaries(filled, kinds=["place"]) == []


def test_people_of_a_name(filled: Store) -> None:
    assert [one.identity.id for one in people_named(filled, "johnson", ["person"])] == [
        "mark-johnson-1",
        "mark-johnson-2",
    ]
    assert [one.identity.id for one in people_named(filled, "ann-lee-1", ["person"])] == ["ann-lee-1"]
    with pytest.raises(DataError, match="nobody called 'Zoe'"):
        people_named(filled, "Zoe", ["person"])


def test_those_in_the_most_documents(filled: Store) -> None:
    assert [one.identity.id for one in most_documented(person_summaries(filled), 2)] == ["ann-lee-1", "mark-johnson-1"]


def test_plain_data(filled: Store) -> None:
    assert person_summaries(filled)[1].to_json() == {
        "id": "mark-johnson-1",
        "name": "Mark Johnson",
        "kind": "person",
        "description": "linguist, Brown",
        "names": ["Mark Johnson"],
        "documents": ["a", "b"],
        "mentions": 6,
        "strength": 0.9,
        "facts": {"occupation": ["linguist"], "employer": ["Brown"], "born": ["Leeds"]},
    }
