"""Corrections: recorded, honoured at once and later, taken back, and turned into training data."""

import json
from pathlib import Path

import pytest

from namesakes.errors import DataError, UnknownNameError
from namesakes.identities.clustering.constraints import Constraints
from namesakes.store import correct
from namesakes.store.constraints import constraints_within, pairs_of
from namesakes.store.export.pairs import read_pairs, training_pairs
from namesakes.store.records import ChainKey, Correction, Membership
from namesakes.store.store import Store
from tests.store.made import document, key, write_people

ONE, TWO = "mark-johnson-1", "mark-johnson-2"


@pytest.fixture
def filled(store: Store) -> Store:
    store.documents.write([document(id, "Mark Johnson") for id in "abcde"])
    write_people(store, {"Mark Johnson": [key("a"), key("b"), key("c")], "M. A. Johnson": [key("d"), key("e")]})
    ids = list(store.identities.all())
    assert ids == [ONE, "m-a-johnson-1"]
    return store


OTHER = "m-a-johnson-1"


def people(store: Store) -> dict[str, list[str]]:
    return {
        id: sorted(one.chain.document for one in store.memberships.of_identity(id)) for id in store.identities.all()
    }


def constraints(store: Store) -> Constraints:
    chains = store.chains.keys()
    return constraints_within(pairs_of(store.corrections.all(), chains), chains)


BEFORE = {ONE: ["a", "b", "c"], OTHER: ["d", "e"]}


def test_same_merges_at_once_and_binds_later_runs(filled: Store) -> None:
    made = correct.same(filled, OTHER, ONE, who="ann")
    assert people(filled) == {ONE: ["a", "b", "c", "d", "e"]}
    assert made.who == "ann"
    assert made.time
    assert [(event.what, event.source, event.target) for event in filled.events.all()] == [("merge", OTHER, ONE)]
    found = constraints(filled)
    assert found.groups(5).labels.tolist() == [0] * 5
    assert found.cannot.tolist() == []


def test_where_else_somebody_might_be_is_kept(filled: Store) -> None:
    filled.documents.write([document("f", "Mark Johnson")])
    write_people(
        filled,
        {"Mark Johnson": [key("a"), key("b"), key("c")], "M. A. Johnson": [key("d"), key("e")], "Mark": [key("f")]},
    )
    filled.write_identities(
        [],
        [Membership(key("d"), OTHER, 0.8), Membership(key("d"), ONE, 0.5, 1), Membership(key("d"), "mark-1", 0.3, 2)],
    )
    correct.same(filled, ONE, OTHER)
    assert [(one.identity, one.rank) for one in filled.memberships.of_document("d")] == [(ONE, 0), ("mark-1", 2)]


def test_same_is_taken_back(filled: Store) -> None:
    made = correct.same(filled, ONE, OTHER)
    undone = correct.undo(filled, made.id)
    assert undone.undone
    assert people(filled) == BEFORE
    assert filled.corrections.all() == []
    assert [one.id for one in filled.corrections.all(undone=True)] == [made.id]
    assert filled.events.all()[-1].what == "split"
    with pytest.raises(DataError, match="taken back already"):
        correct.undo(filled, made.id)


def test_a_document_is_taken_out_of_a_person(filled: Store) -> None:
    made = correct.different(filled, ONE, "b")
    assert people(filled) == {ONE: ["a", "c"], OTHER: ["d", "e"], TWO: ["b"]}
    found = constraints(filled)
    assert found.cannot.tolist() == [[0, 1], [2, 1]]
    correct.undo(filled, made.id)
    assert people(filled) == BEFORE


def test_two_people_are_kept_apart(filled: Store) -> None:
    made = correct.different(filled, ONE, OTHER)
    assert people(filled) == BEFORE
    apart = [("a", "d"), ("a", "e"), ("b", "d"), ("c", "d")]
    assert pairs_of(filled.corrections.all(), filled.chains.keys()) == (
        [],
        [(key(one), key(other)) for one, other in apart],
    )
    correct.undo(filled, made.id)
    assert people(filled) == BEFORE
    assert pairs_of(filled.corrections.all(undone=True), filled.chains.keys()) == ([], [])


def test_what_cannot_be_undone_at_once_is_left_to_the_next_run(filled: Store) -> None:
    filled.write_identities([], [], blocks=["x"])
    made = correct.same(filled, ONE, OTHER)
    assert filled.blocks.all() == {"x"}
    filled.documents.remove(["d", "e"])
    correct.undo(filled, made.id)
    assert filled.blocks.all() == set()
    assert people(filled) == {ONE: ["a", "b", "c"]}


def test_contradictions_are_refused_and_name_the_correction(filled: Store) -> None:
    correct.different(filled, ONE, OTHER)
    with pytest.raises(DataError, match=r"correction 1 .*different"):
        correct.same(filled, OTHER, ONE)
    assert people(filled) == BEFORE
    assert len(filled.corrections.all()) == 1


def test_what_is_said_later_takes_documents_out_of_what_was_said_before(filled: Store) -> None:
    """Ann says A = B, that e is not B after all, that c is another one, and then that those two are the same."""
    correct.same(filled, ONE, OTHER)
    correct.different(filled, ONE, "e")
    correct.different(filled, ONE, "c")
    assert people(filled) == {ONE: ["a", "b", "d"], TWO: ["e"], "mark-johnson-3": ["c"]}
    groups = constraints(filled).groups(5)
    assert groups.labels.tolist() == [0, 0, 1, 0, 2]
    assert groups.apart[0].tolist() == [False, True, True]
    correct.same(filled, TWO, "mark-johnson-3")
    groups = constraints(filled).groups(5)
    assert groups.labels.tolist() == [0, 0, 1, 0, 1]
    assert groups.apart.tolist() == [[False, True], [True, False]]


def test_what_was_merged_cannot_be_split_without_undoing_it(store: Store) -> None:
    store.documents.write([document(id, "Mark Johnson") for id in "ab"])
    one, two = write_people(store, [("Mark Johnson", [key("a")]), ("Mark Johnson", [key("b")])])
    correct.same(store, one, two)
    with pytest.raises(DataError, match=r"correction 1 \(same"):
        correct.different(store, one, "b")
    assert people(store) == {one: ["a", "b"]}


def test_rename_holds_through_later_runs(filled: Store) -> None:
    made = correct.rename(filled, ONE, "  Mark  E. Johnson ")
    assert filled.identities.all()[ONE].name == "Mark E. Johnson"
    write_people(filled, {"Mark Johnson": [key("a"), key("b")], "M. A. Johnson": [key("d"), key("e"), key("c")]})
    assert filled.identities.all()[ONE].name == "Mark E. Johnson"
    assert [one.id for one in filled.identities.named("mark e johnson")] == [ONE]
    correct.undo(filled, made.id)
    assert filled.identities.all()[ONE].name == "Mark Johnson"


def test_not_a_person_hides_through_later_runs(filled: Store) -> None:
    made = correct.not_a_person(filled, ONE)
    write_people(filled, {"Mark Johnson": [key("a"), key("b")], "M. A. Johnson": [key("d"), key("e"), key("c")]})
    assert list(filled.identities.all(hidden=False)) == [OTHER]
    assert filled.identities.all()[ONE].hidden
    correct.undo(filled, made.id)
    assert list(filled.identities.all(hidden=False)) == [ONE, OTHER]
    assert [event.what for event in filled.events.all()] == ["hide", "split", "show"]


def test_corrections_follow_the_chains_of_changed_documents(filled: Store) -> None:
    correct.same(filled, ONE, OTHER)
    filled.documents.write([document("a", "Zoe Poe", "Mark Johnson", hash="2")])
    assert pairs_of(filled.corrections.all(), filled.chains.keys())[0] == [
        (key("a", 1), key(other)) for other in "bcde"
    ]
    filled.documents.write([document("a", "Zoe Poe", hash="3")])
    assert pairs_of(filled.corrections.all(), filled.chains.keys())[0] == [(key("b"), key(other)) for other in "cde"]
    filled.documents.remove(["d", "e"])
    assert pairs_of(filled.corrections.all(), filled.chains.keys())[0] == []


def test_corrections_wait_for_documents_that_come_back(filled: Store) -> None:
    correct.same(filled, ONE, OTHER)
    filled.documents.remove(["d", "e"])
    filled.documents.write([document("e", "Mark Johnson")])
    assert pairs_of(filled.corrections.all(), filled.chains.keys())[0] == [(key("a"), key(other)) for other in "bce"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda store: correct.same(store, ONE, ONE), "one person already"),
        (lambda store: correct.same(store, ONE, "nobody-1"), "no identity 'nobody-1'"),
        (lambda store: correct.different(store, ONE, "d"), "neither"),
        (lambda store: correct.different(store, ONE, ONE), "neither"),
        (lambda store: correct.rename(store, ONE, " "), "at least one letter"),
        (lambda store: correct.not_a_person(store, "x"), "no identity 'x'"),
        (lambda store: correct.undo(store, 17), "no correction 17"),
    ],
)
def test_bad_corrections_say_what_is_wrong_and_change_nothing(filled: Store, call, message: str) -> None:
    with pytest.raises(DataError, match=message):
        call(filled)
    assert people(filled) == BEFORE
    assert filled.corrections.all(undone=True) == []
    assert filled.events.all() == []


def test_the_only_document_of_somebody_cannot_be_taken_out(store: Store) -> None:
    store.documents.write([document("a", "Ann Lee")])
    write_people(store, {"Ann Lee": [key("a")]})
    with pytest.raises(DataError, match="only document"):
        correct.different(store, "ann-lee-1", "a")


def test_unknown_corrections_are_refused(store: Store) -> None:
    with pytest.raises(UnknownNameError, match="not-a-person"):
        store.corrections.add(Correction(0, "delete", (ChainKey("a", 0),)))


def test_corrections_are_training_data(filled: Store, tmp_path: Path) -> None:
    correct.same(filled, ONE, OTHER, who="ann")
    correct.different(filled, ONE, "b", who="bob")
    correct.rename(filled, ONE, "Mark")
    found = list(training_pairs(filled))
    assert [(pair["same"], pair["left"]["document"], pair["right"]["document"], pair["who"]) for pair in found] == [
        (True, "a", "d", "ann"),
        (False, "a", "b", "bob"),
    ]
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(pair) + "\n" for pair in found))
    groups = read_pairs(path)
    assert [list(group.gold) for group in groups] == [["1", "1"], ["1", "2"]]
    assert [profile.document for profile in groups[1].profiles] == ["a", "b"]


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"same": 1}', '{"same": true, "left": {}}', '{"same": true, "left": 3, "right": {}}']
)
def test_bad_pairs_name_the_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(f"\n{line}\n")
    with pytest.raises(DataError, match=r"pairs\.jsonl:2"):
        read_pairs(path)
