"""People, a person and a document in lines."""

from pathlib import Path

import click
import pytest

from namesakes.store.person_summary import people_named, person_summaries, person_summary
from namesakes.store.records import Identity, Membership, StoredDocument, StoredMention
from namesakes.store.store import Store, open_store
from namesakes.view.people_lines import (
    alternatives,
    certainty,
    document_lines,
    marked_text,
    people_lines,
    person_lines,
)
from namesakes.view.wording import Heading
from tests.store.made import document, key, profile, write_people
from tests.view.conftest import HEBREW, LONG

NOTHING = "nothing but a name"


def plain(lines: object) -> list[str]:
    return [click.unstyle(line) for line in lines]  # type: ignore[attr-defined]


def test_people_by_name_with_all_awkward_names(store: Store) -> None:
    people = person_summaries(store, hidden=True)
    wide = max(len(one.identity.id) for one in people)
    rows = [
        ("nameless", [("nameless-1", NOTHING, "1 document", "")]),
        ("\\u001b[31mRed\\u202e Bob", [("31mred-bob-1", NOTHING, "1 document", "")]),
        (
            "Mark Poe  3 bearers",
            [
                ("mark-poe-1", "linguist, Brown", "2 documents", "82%"),
                ("mark-poe-2", NOTHING, "1 document", "  (not a person)"),
                ("mark-poe-3", NOTHING, "1 document", "perhaps 40% mark-poe-1, 20% mark-poe-2"),
            ],
        ),
        (
            LONG,
            [("maximilian-von-und-zu-von-und-zu-von-und-zu-von-und-zu-von-u-1", "linguist, Brown", "1 document", "")],
        ),
        (HEBREW, [("srh-lvy-1", "linguist, Brown", "1 document", "")]),
    ]
    expected = []
    for name, bearers in rows:
        expected.append(name)
        expected += [f"  {id:<{wide}}  {what:<56}  {where:<14}{sure}".rstrip() for id, what, where, sure in bearers]
    assert plain(people_lines(people, alternatives(store, people))) == expected


def test_columns_are_as_wide_as_the_longest_id(store: Store) -> None:
    people = people_named(store, "Mark Poe", ["person"])
    assert list(people_lines(people, {})) == [
        Heading("Mark Poe", "  2 bearers"),
        "  mark-poe-1  linguist, Brown                                           2 documents   82%",
        "  mark-poe-3  nothing but a name                                        1 document",
    ]
    assert list(people_lines([], {})) == []


def test_certainty_is_said_of_several_chains_or_of_alternatives(store: Store) -> None:
    one, single = people_named(store, "Mark Poe", ["person"])
    assert (certainty(one), certainty(single)) == ("82%", "")
    assert certainty(single, [Membership(key("d"), "x-1", 0.456, 1)]) == "perhaps 46% x-1"


def test_alternatives_are_those_of_people_in_one_chain(store: Store) -> None:
    found = alternatives(store, person_summaries(store))
    assert {id: [(one.identity, one.rank) for one in others] for id, others in found.items()} == {
        "mark-poe-3": [("mark-poe-1", 1), ("mark-poe-2", 2)]
    }


def test_a_person(store: Store) -> None:
    identity = store.identities.get("mark-poe-1")
    assert identity is not None
    sentences = {key("a"): "Mark Poe,\n a linguist, \x1b spoke."}
    lines = plain(person_lines(person_summary(store, identity), sentences, {"a": "Title of a", "b": ""}))
    assert lines == [
        "Mark Poe  mark-poe-1  2 documents, 6 mentions",
        "  occupation    linguist",
        "  employer      Brown",
        "  documents",
        "    a    90%  Title of a",
        '              "Mark Poe, a linguist, \\u001b spoke."',
        "    b    75%",
    ]


def test_a_hidden_person_and_one_without_a_name(store: Store) -> None:
    hidden, nameless = (store.identities.get(id) for id in ("mark-poe-2", "nameless-1"))
    assert hidden is not None
    assert nameless is not None
    assert plain(person_lines(person_summary(store, hidden), {}, {})) == [
        "Mark Poe  mark-poe-2  1 document, 3 mentions, not a person",
        "  documents",
        "    c",
    ]
    assert (
        plain(person_lines(person_summary(store, nameless), {}, {}))[0] == "nameless  nameless-1  1 document, 1 mention"
    )


def test_a_document_from_right_to_left(store: Store) -> None:
    document = store.documents.get("a")
    assert document is not None
    assert plain(document_lines(document, store.memberships.of_document("a"), store.identities.all())) == [
        "a  Title of a  a.txt",
        "    1  mark-poe-1  Mark Poe  3 mentions",
        f"    2  srh-lvy-1  {HEBREW}  3 mentions",
        "",
        f"[1 Mark Poe] met [2 {HEBREW}].",
    ]


def test_a_document_with_alternatives_and_nobody_known() -> None:
    document = StoredDocument("x", text="Ann\tsang.\nWell.", profiles=(profile("x", 4, "Ann"),))
    memberships = [Membership(key("x", 4), "ann-1", 0.9), Membership(key("x", 4), "ann-2", 0.3, 1)]
    assert plain(document_lines(document, memberships, {"ann-2": Identity("ann-2", "Ann")})) == [
        "x",
        "    1  ann-1    3 mentions  (or 30% ann-2)",
        "",
        "Ann    sang.",
        "Well.",
    ]


@pytest.mark.parametrize(
    ("mentions", "marked"),
    [
        ([], "Ann Lee's son left."),
        ([(0, 7, 0)], "[1 Ann Lee]'s son left."),
        ([(0, 13, 1), (0, 9, 0), (10, 13, 1)], "[2 [1 Ann Lee's] [2 son]] left."),
        ([(0, 7, -1), (3, 3, 0), (14, 18, 9)], "Ann Lee's son left."),
    ],
    ids=["nobody", "one", "nested", "without numbers or words"],
)
def test_mentions_are_marked_with_numbers(mentions: list[tuple[int, int, int]], marked: str) -> None:
    document = StoredDocument(
        "x", text="Ann Lee's son left.", mentions=tuple(StoredMention(*each) for each in mentions)
    )
    assert marked_text(document, {0: 1, 1: 2}) == marked


def test_no_sentence_is_said_twice(tmp_path: Path) -> None:
    texts = {"a": "Ann Lee spoke. She left.", "b": "Ann Lee spoke.", "c": "Long ago, Ann Lee spoke."}
    with open_store(tmp_path / "people.db") as store:
        store.documents.write([document(id, "Ann Lee", "Lee", text=f"{text} Lee.") for id, text in texts.items()])
        write_people(store, {"Ann Lee": [key("a"), key("a", 1), key("b"), key("c")]})
        identity = store.identities.get("ann-lee-1")
        assert identity is not None
        said = {key("a"): "Ann Lee spoke.", key("a", 1): "She left.", key("b"): "Ann Lee spoke.", key("c"): "Long ago."}
        titles = {"a": "Ann Lee spoke. She l…", "b": "Ann L…", "c": "Another title"}
        lines = plain(person_lines(person_summary(store, identity), said, titles))
    assert lines[-6:] == [
        "    a    90%  Ann Lee spoke. She l…",
        "    a    90%",
        '              "She left."',
        "    b    90%",
        "    c    90%  Another title",
        '              "Long ago."',
    ]
