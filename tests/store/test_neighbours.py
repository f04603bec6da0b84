"""Who stands beside whom: documents together, probably the same, and what tells namesakes apart."""

from itertools import combinations

from namesakes.store import correct
from namesakes.store.neighbours import alike, companions, telling_apart, together
from namesakes.store.person_summary import person_summaries
from namesakes.store.records import ChainKey, Membership
from namesakes.store.store import Store
from tests.store.made import document, fact, key, write_people

PEOPLE = {
    "Ann Lee": [key("a", 0), key("b", 0), key("c", 0)],
    "Bo Hart": [key("a", 1), key("b", 1)],
    "Cy Moss": [key("a", 2), key("c", 1)],
    "Di Poe": [key("d", 0)],
}


def filled(store: Store) -> None:
    store.documents.write(
        [
            document("a", "Ann Lee", "Bo Hart", "Cy Moss"),
            document("b", "Ann Lee", "Bo Hart"),
            document("c", "Ann Lee", "Cy Moss"),
            document("d", "Di Poe"),
        ]
    )
    write_people(store, PEOPLE)


def brute_force(ids: dict[str, list[ChainKey]]) -> dict[frozenset[str], int]:
    """For each two names the number of documents that they share."""
    shared = {
        frozenset(pair): len(set.intersection(*({chain.document for chain in ids[name]} for name in pair)))
        for pair in combinations(ids, 2)
    }
    return {pair: count for pair, count in shared.items() if count}


def test_together_is_what_counting_gives(store: Store) -> None:
    filled(store)
    names = {one.id: one.name for one in store.identities.all().values()}
    found = {frozenset((names[one], names[other])): count for one, other, count in together(store, list(names))}
    assert found == brute_force(PEOPLE)
    assert together(store, []) == []
    assert together(store, ["ann-lee-1", "di-poe-1"]) == []


def test_companions_are_those_of_the_most_documents(store: Store) -> None:
    filled(store)
    assert [(one.name, one.documents) for one in companions(store, "ann-lee-1")] == [("Bo Hart", 2), ("Cy Moss", 2)]
    assert [one.name for one in companions(store, "ann-lee-1", limit=1)] == ["Bo Hart"]
    assert companions(store, "di-poe-1") == []
    correct.not_a_person(store, "bo-hart-1")
    assert [one.name for one in companions(store, "ann-lee-1")] == ["Cy Moss"]


def test_alike_on_both_sides_until_somebody_tells_them_apart(store: Store) -> None:
    filled(store)
    own = Membership(key("d"), "di-poe-1", 0.9)
    store.write_identities([], [own, Membership(key("d"), "ann-lee-1", 0.4, rank=1)])
    found = alike(store, ["di-poe-1", "ann-lee-1"])
    assert [(one.other, one.name, one.likeness, one.document) for one in found["di-poe-1"]] == [
        ("ann-lee-1", "Ann Lee", 0.4, "d")
    ]
    assert [one.other for one in found["ann-lee-1"]] == ["di-poe-1"]
    correct.different(store, "di-poe-1", "ann-lee-1")
    assert alike(store, ["di-poe-1", "ann-lee-1"]) == {}


def test_what_is_said_of_one_alone_tells_them_apart(store: Store) -> None:
    chemist = (fact("occupation", "chemist"), fact("lives", "Leeds"))
    chief = (fact("title", "Chief"), fact("title", "fire chief"), fact("lives", "Leeds"))
    store.documents.write(
        [document("a", "Ann Lee", facts=chemist), document("b", "Ann Lee", facts=chief), document("x/c.txt", "Ann Lee")]
    )
    write_people(store, [("Ann Lee", [key("a")]), ("Ann Lee", [key("b")]), ("Ann Lee", [key("x/c.txt")])])
    apart = telling_apart(person_summaries(store))
    assert apart == {
        "ann-lee-1": "chemist",
        "ann-lee-2": "fire chief",
        "ann-lee-3": "nothing but a name, in c.txt",
    }
