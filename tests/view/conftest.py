"""A store with awkward names: from right to left, very long, empty, and with characters that steer terminals."""

from collections.abc import Iterator

import pytest

from namesakes.profiles.profile import Profile
from namesakes.store import correct
from namesakes.store.records import Membership, StoredDocument
from namesakes.store.sqlite import MEMORY
from namesakes.store.store import Store, open_store
from tests.store.made import document, fact, key, write_people

HEBREW = "שרה לוי"
LONG = "Maximilian " + "von und zu " * 12 + "Hohenstein"
STEERING = "\x1b[31mRed\u202e Bob"
LINGUIST = (fact("occupation", "linguist", "Mark Poe, a linguist, spoke."), fact("employer", "Brown"))


@pytest.fixture
def store() -> Iterator[Store]:
    """Two Mark Poes and one who may be either, and one person for each awkward name."""
    with open_store(MEMORY) as store:
        store.documents.write(
            [
                document("a", "Mark Poe", HEBREW, facts=LINGUIST, summary=("Mark Poe, a linguist, spoke.",)),
                document("b", "Mark Poe", LONG, facts=LINGUIST),
                document("c", "Mark Poe", STEERING),
                document("d", "Mark Poe"),
                StoredDocument("e", text="Nobody.", profiles=(Profile("e", 0, mentions=1),)),
            ]
        )
        groups = [
            ("Mark Poe", [key("a"), key("b")]),
            ("Mark Poe", [key("c")]),
            ("Mark Poe", [key("d")]),
            (HEBREW, [key("a", 1)]),
            (LONG, [key("b", 1)]),
            (STEERING, [key("c", 1)]),
            ("", [key("e")]),
        ]
        ids = write_people(store, groups, b_0=0.75)
        alternatives = [Membership(key("d"), ids[0], 0.4, 1), Membership(key("d"), ids[1], 0.2, 2)]
        store.write_identities([], [Membership(key("d"), ids[2], 0.6), *alternatives])
        correct.not_a_person(store, ids[1])
        yield store
