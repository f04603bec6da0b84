"""The store: what is written to several tables is written as a whole or not at all."""

from dataclasses import replace

import pytest

from namesakes.errors import DataError
from namesakes.profiles.profile import Profile
from namesakes.store.records import Event, Identity, Membership
from namesakes.store.store import Store
from tests.store.made import document, key, write_people


def test_a_write_happens_as_a_whole_or_not_at_all(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee")])
    write_people(store, {"Ann Lee": [key("a")]})
    with pytest.raises(DataError, match="refuses"):
        store.write_identities(
            [Identity("bob-ray-1", "Bob Ray")], [Membership(key("a", 3), "bob-ray-1")], [Event("gone", "x-1")]
        )
    with pytest.raises(DataError, match="refuses"):
        store.write_identities([], [Membership(key("a"), "nobody-1")])
    bad = replace(document("z", "Zoe"), profiles=(Profile("z", 0), Profile("z", 0)))
    with pytest.raises(DataError, match="refuses"):
        store.documents.write([document("b", "Bob Ray"), bad])
    with pytest.raises(DataError, match="no document 'nowhere'"), store.transaction():
        _remove_and_fail(store)
    assert list(store.identities.all()) == ["ann-lee-1"]
    assert list(store.documents.states()) == ["a"]
    assert store.events.all() == []
    assert [one.identity for one in store.memberships.all()] == ["ann-lee-1"]


def _remove_and_fail(store: Store) -> None:
    store.documents.remove(["a"])
    store.write_identities([], [Membership(key("nowhere"), "ann-lee-1")])
