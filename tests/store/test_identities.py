"""Identities and memberships."""

import pytest

from namesakes.errors import DataError
from namesakes.store.records import Identity, Membership
from namesakes.store.store import Store
from tests.store.made import document, key, write_people


def test_identities_and_their_members(store: Store) -> None:
    store.documents.write([document(id, "Mark Johnson") for id in "abc"])
    ids = write_people(store, {"Mark Johnson": [key("a"), key("c")], "M. Johnson": [key("b")]}, a_0=0.6, c_0=0.8)
    assert ids == ["mark-johnson-1", "m-johnson-1"]
    assert list(store.identities.all()) == ids
    assert [one.chain for one in store.memberships.of_identity("mark-johnson-1")] == [key("c"), key("a")]
    assert store.memberships.of_identity("nobody-1") == []
    assert store.identities.get("nobody-1") is None
    assert store.identities.numbers() == {"mark-johnson": 1, "m-johnson": 1}


def test_alternatives_are_kept_beside_the_membership(store: Store) -> None:
    store.documents.write([document(id, "Mark Johnson") for id in "ab"])
    one, two = write_people(store, {"Mark Johnson": [key("a")], "Mark Johnson Jr": [key("b")]})
    store.write_identities([], [Membership(key("b"), two, 0.6), Membership(key("b"), one, 0.4, rank=1)])
    assert [(m.identity, m.rank) for m in store.memberships.of_document("b")] == [(two, 0), (one, 1)]
    assert [m.rank for m in store.memberships.all()] == [0, 0]
    assert [m.rank for m in store.memberships.all(alternatives=True)] == [0, 0, 1]
    assert [m.chain for m in store.memberships.of_identity(one)] == [key("a")]


def test_identities_nobody_is_in_are_taken_out_and_their_ids_never_used_again(store: Store) -> None:
    store.documents.write([document(id, "Mark Johnson") for id in "ab"])
    write_people(store, {"Mark Johnson": [key("a")]})
    store.documents.remove(["a"])
    assert write_people(store, {"Mark Johnson": [key("b")]}) == ["mark-johnson-2"]
    assert list(store.identities.all()) == ["mark-johnson-2"]
    assert [(one.what, one.source) for one in store.events.all()] == [("gone", "mark-johnson-1")]


def test_an_id_that_is_none_is_refused(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee")])
    with pytest.raises(DataError, match="mark-johnson-1"):
        store.write_identities([Identity("ann", "Ann Lee")], [Membership(key("a"), "ann")])


def test_names_are_found_by_any_form_that_has_all_the_words(store: Store) -> None:
    store.documents.write([document("a", "Elizabeth Warne", forms={"Liz Warne": 1, "Mrs Poole": 1})])
    write_people(store, {"Elizabeth Warne": [key("a")]})
    for name in ("Liz Warne", "warne", "POOLE", "Elizabeth Warne"):
        assert [one.id for one in store.identities.named(name)] == ["elizabeth-warne-1"]
    assert store.identities.named("Liz Poole") == store.identities.named("") == []


def test_ids_that_begin_with_a_text(store: Store) -> None:
    store.documents.write([document(id, "Ann Lee") for id in ("a", "ab", "b")])
    write_people(store, [("Ann Lee", [key("a")]), ("Anna Poe", [key("ab")]), ("Bo", [key("b")])])
    assert [one.id for one in store.identities.beginning("ann", 9)] == ["ann-lee-1", "anna-poe-1"]
    assert [one.id for one in store.identities.beginning("", 1)] == ["ann-lee-1"]
    assert store.identities.beginning("%", 9) == []
    assert store.documents.beginning("a", 9) == ["a", "ab"]
    assert store.documents.beginning("zoe", 9) == []
