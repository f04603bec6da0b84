"""Documents on SQLite and on PostgreSQL: they come back as they were, and changed ones take their place."""

import numpy as np
import pytest

from namesakes.profiles.vectors import decoded, encoded
from namesakes.store.records import Identity, StoredDocument
from namesakes.store.store import Store
from tests.store.made import document, fact, key, write_people

HOSTILE = [
    "Robert'); DROP TABLE documents;--",
    "../../etc/passwd",
    "<b onclick='x'>Bob</b> & Co",
    '"; DELETE FROM chains; "',
    "a\\u0000b \\ % _ ? {text}",
    "Зоя Космодемьянская",
    "[bold]Ann[/bold]",
]


def test_documents_come_back_as_they_were(store: Store) -> None:
    one = document("b", "Mark Johnson", "Eugene Charniak", facts=(fact("employer", "Brown University"),))
    two = document("a", "Mark Johnson")
    empty = StoredDocument("c")
    store.documents.write([one, two, empty])
    assert [store.documents.get(id) for id in "bac"] == [one, two, empty]
    assert store.documents.get("d") is None
    assert list(store.documents.states()) == ["a", "b", "c"]
    assert store.documents.states()["b"].hash == "1"
    assert store.documents.states()["b"].path == "b.txt"


def test_vectors_of_people_come_back_as_they_were(store: Store) -> None:
    one = document("a", "Mark Johnson", vector=encoded(np.array([0.5, -1.0, 0.25], dtype=np.float32)))
    store.documents.write([one])
    assert store.documents.get("a") == one
    assert decoded([profile.vector for profile in one.profiles])[1].all()


def test_a_document_that_comes_twice_at_once_is_written_as_it_came_last(store: Store) -> None:
    store.documents.write([document("a", "Mark Johnson", "Ann Lee"), document("a", "Ann Lee", hash="2")])
    assert store.documents.get("a") == document("a", "Ann Lee", hash="2")


@pytest.mark.parametrize("name", HOSTILE)
def test_names_that_look_like_something_else_are_text(store: Store, name: str) -> None:
    one = document(f"doc {name}", name, facts=(fact("employer", name),))
    store.documents.write([one])
    assert store.documents.get(one.id) == one
    (id,) = write_people(store, {name: [key(one.id)]})
    assert store.identities.get(id) == Identity(id, name, created=1)
    assert [found.id for found in store.identities.named(name)] == [id]
    assert [found.document for found in store.documents.search(name)] == [one.id]
    assert store.database.execute("SELECT value, sentence FROM facts") == [(name, "Said so.")]


def test_what_no_database_can_hold_is_replaced(store: Store) -> None:
    store.documents.write([document("a", "Ann\x00 Lee", text="Ann\x00 Lee \ud800 said.")])
    found = store.documents.get("a")
    assert found is not None
    assert found.text == "Ann\ufffd Lee \ufffd said."
    assert store.database.execute("SELECT COUNT(*) FROM facts") == [(0,)]


def test_a_changed_document_takes_the_place_of_the_old_one(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee", "Bob Ray")])
    changed = document("a", "Bob Ray", hash="2")
    store.documents.write([changed])
    assert store.documents.get("a") == changed
    assert store.chains.keys() == [key("a")]
    assert store.documents.search("ann") == []


def test_chains_of_a_changed_document_keep_their_identities_by_name(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee", "Bob Ray"), document("b", "Ann Lee")])
    ids = write_people(store, {"Ann Lee": [key("a"), key("b")], "Bob Ray": [key("a", 1)]})
    store.documents.write([document("a", "Zoe Poe", "Ann Lee", "Bob Ray", hash="2")])
    found = {one.chain: one.identity for one in store.memberships.all()}
    assert found == {key("a", 1): ids[0], key("b"): ids[0], key("a", 2): ids[1]}


def test_a_removed_document_is_gone_with_all_that_was_read_in_it(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee"), document("b", "Ann Lee")])
    write_people(store, {"Ann Lee": [key("a"), key("b")]})
    store.documents.remove(["a", "nowhere"])
    assert list(store.documents.states()) == ["b"]
    assert [one.chain for one in store.memberships.all()] == [key("b")]
    for table in ("mentions", "chains"):
        assert store.database.execute(f"SELECT COUNT(*) FROM {table}") == [(1,)]


def test_search_knows_no_case_and_no_accents(store: Store) -> None:
    store.documents.write(
        [document("a", "Zoë Café", text="Zoë Café spoke."), document("b", "Bob", text="Bob spoke up.")]
    )
    assert [found.document for found in store.documents.search("zoe CAFE")] == ["a"]
    assert [found.document for found in store.documents.search("spoke")] == ["a", "b"]
    assert [found.document for found in store.documents.search("title")] == ["a", "b"]
    assert store.documents.search("spoke zebra") == store.documents.search("") == store.documents.search('" * (') == []
    assert store.documents.search("up")[0].line == "Bob spoke up."


def test_when_documents_were_written(store: Store) -> None:
    store.documents.write([document("a", "Mark Poe", "Ann Lee", date="1921"), document("b", "Mark Poe"), document("c")])
    assert store.documents.dates() == {"a": "1921"}
