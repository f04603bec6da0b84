"""A store with names and ids that formats must escape, corrections, and somebody who is no person."""

import pytest

from namesakes.store import correct
from namesakes.store.records import Membership
from namesakes.store.store import Store
from tests.store.made import document, fact, key, write_people

WILD = 'Ann "Bob" <b>&\\ Lee\nJr\t\x07'


@pytest.fixture
def filled(store: Store) -> Store:
    store.documents.write(
        [
            document("a", "Mark Johnson", "Ann Lee", facts=(fact("employer", "Brown"), fact("occupation", "linguist"))),
            document("b", "Mark Johnson", facts=(fact("employer", "Brown"), fact("born", "Leeds"))),
            document('odd <&> " id/ü', WILD, text=f"{WILD} spoke."),
            document("c", "Acme"),
        ]
    )
    one, two, *_ = write_people(
        store,
        {
            "Mark Johnson": [key("a"), key("b")],
            "Ann Lee": [key("a", 1)],
            WILD: [key('odd <&> " id/ü')],
            "Acme": [key("c")],
        },
    )
    store.write_identities([], [Membership(key("a", 1), two, 0.8), Membership(key("a", 1), one, 0.3, 1)])
    correct.not_a_person(store, "acme-1", who="ann")
    correct.rename(store, "ann-lee-1", "Anne Lee")
    correct.undo(store, correct.different(store, "mark-johnson-1", "b").id)
    store.runs.write({"seed": 1, "models": {"en": "ü"}})
    return store
