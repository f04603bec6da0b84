"""The summary of a store: how many, who is mentioned most, and which names are shared."""

import pytest

from namesakes.pipeline.summary import MOST, summarize
from namesakes.store import person_summary
from namesakes.store.records import Identity, Membership
from namesakes.store.sqlite import MEMORY
from namesakes.store.store import open_store
from tests.store.made import document, key, write_people


def test_an_empty_store() -> None:
    with open_store(MEMORY) as store:
        found = summarize(store)
    assert found.to_json() == {"documents": 0, "counts": {}, "most": [], "shared": []}
    assert found.shared_names == 0


def test_who_is_mentioned_most_and_which_names_are_shared() -> None:
    with open_store(MEMORY) as store:
        store.documents.write(
            [
                document("a", "Ann Lee", "Mark Poe", mentions=5),
                document("b", "Mark Poe", "MARK POE", "Ann Lee", mentions=2),
                document("c", "Bank"),
            ]
        )
        groups = [
            ("Ann Lee", [key("a")]),
            ("Mark Poe", [key("a", 1)]),
            ("Mark Poe", [key("b")]),
            ("MARK POE", [key("b", 1)]),
            ("Ann Lee", [key("b", 2)]),
            ("Bank", [key("c")]),
        ]
        write_people(store, groups)
        store.write_identities([Identity("bank-1", "Bank", "organization")], [])
        found = summarize(store)
    assert (found.documents, dict(found.counts)) == (3, {"person": 5, "organization": 1})
    assert [(one.identity.id, one.mentions) for one in found.most] == [
        ("ann-lee-1", 5), ("mark-poe-1", 5), ("ann-lee-2", 2), ("mark-poe-2", 2), ("mark-poe-3", 2)
    ]  # fmt: skip
    assert [[one.identity.id for one in bearers] for bearers in found.shared] == [
        ["mark-poe-3", "mark-poe-1", "mark-poe-2"],
        ["ann-lee-1", "ann-lee-2"],
    ]
    assert found.shared_names == 2


def test_a_summary_has_an_end() -> None:
    names = [f"Ann {letter}ee" for letter in "BCDFGHJKLMNP"]
    with open_store(MEMORY) as store:
        store.documents.write([document(id, *names) for id in "ab"])
        write_people(store, [(name, [key(id, chain)]) for id in "ab" for chain, name in enumerate(names)])
        found = summarize(store)
    assert (len(found.most), len(found.shared), found.shared_names) == (MOST, MOST, 12)


def test_a_summary_reads_the_chains_of_those_it_shows_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    monkeypatch.setattr(person_summary, "Membership", lambda *of: made.append(of) or Membership(*of))
    for size in (20, 200):
        made.clear()
        with open_store(MEMORY) as store:
            names = [f"Ann {letter}{number}" for number in range(size) for letter in "BC"]
            store.documents.write([document(str(at), name, mentions=size - at) for at, name in enumerate(names)])
            write_people(store, [(name, [key(str(at))]) for at, name in enumerate(names)])
            assert summarize(store).counts == {"person": 2 * size}
        assert len(made) == MOST
