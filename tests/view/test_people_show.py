"""What `show` shows: a person or a document, by id, path or name, in lines or as plain data."""

import click
import pytest

from namesakes.errors import DataError
from namesakes.store.person_summary import person_summaries, person_summary
from namesakes.store.sqlite import MEMORY
from namesakes.store.store import Store, open_store
from namesakes.view.people_lines import people_lines
from namesakes.view.people_show import show_json, show_lines
from tests.store.made import document, key, write_people
from tests.view.conftest import HEBREW, LINGUIST, STEERING


def first_line(store: Store, text: str) -> str:
    return click.unstyle(next(iter(show_lines(store, text))))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("mark-poe-1", "Mark Poe  mark-poe-1  2 documents, 6 mentions"),
        ("a", "a  Title of a  a.txt"),
        ("b.txt", "b  Title of b  b.txt"),
        (HEBREW, f"{HEBREW}  srh-lvy-1  1 document, 3 mentions"),
        (STEERING, "\\u001b[31mRed\\u202e Bob  31mred-bob-1  1 document, 3 mentions"),
        ("e", "e"),
    ],
)
def test_ids_come_before_documents_and_documents_before_names(store: Store, text: str, line: str) -> None:
    assert first_line(store, text) == line


def test_a_person_with_the_first_sentence_of_each_document(store: Store) -> None:
    assert [click.unstyle(line) for line in show_lines(store, "mark-poe-1")][-3:] == [
        "    a    90%  Title of a",
        '              "Mark Poe, a linguist, spoke."',
        "    b    75%  Title of b",
    ]


@pytest.mark.parametrize(("text", "message"), [("Mark Poe", "2 people are called"), ("Zoe", "nobody called 'Zoe'")])
def test_what_is_not_one_thing(store: Store, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        show_lines(store, text)


def test_plain_data_of_a_person(store: Store) -> None:
    assert show_json(store, "mark-poe-1") == {
        "id": "mark-poe-1",
        "name": "Mark Poe",
        "kind": "person",
        "description": "linguist, Brown",
        "names": ["Mark Poe"],
        "documents": ["a", "b"],
        "mentions": 6,
        "strength": 0.825,
        "facts": {"occupation": ["linguist"], "employer": ["Brown"]},
        "members": [{"document": "a", "chain": 0, "strength": 0.9}, {"document": "b", "chain": 0, "strength": 0.75}],
    }


def test_plain_data_of_a_document(store: Store) -> None:
    found = show_json(store, "d.txt")
    assert (found["id"], found["path"], found["text"]) == ("d", "d.txt", "Mark Poe.")
    assert list(found["mentions"]) == [{"start": 0, "end": 8, "chain": 0}]
    assert [profile["name"]["full"] for profile in found["profiles"]] == ["Mark Poe"]
    assert [(one["identity"], one["strength"], one["rank"]) for one in found["memberships"]] == [
        ("mark-poe-3", 0.6, 0), ("mark-poe-1", 0.4, 1), ("mark-poe-2", 0.2, 2)
    ]  # fmt: skip
    assert [fact["value"] for fact in show_json(store, "a")["profiles"][1]["facts"]] == [one.value for one in LINGUIST]


def test_the_documents_of_a_person_in_the_order_in_which_they_were_written() -> None:
    with open_store(MEMORY) as store:
        dated = {"a": "1934", "b": "1921-05-03", "c": "", "d": "1921-05"}
        store.documents.write(
            [
                document(id, "Mark Poe", date=day, dated_by=f"dateline: {day}" if day else "")
                for id, day in dated.items()
            ]
        )
        write_people(store, {"Mark Poe": [key(id) for id in dated]})
        assert store.documents.dates() == {"a": "1934", "b": "1921-05-03", "d": "1921-05"}
        lines = [click.unstyle(line) for line in show_lines(store, "mark-poe-1")]
        assert [line.split()[:2] for line in lines[-4:]] == [
            ["d", "1921-05"], ["b", "1921-05-03"], ["a", "1934"], ["c", "90%"],
        ]  # fmt: skip
        assert [each["date"] for each in show_json(store, "mark-poe-1")["timeline"]] == [
            "1921-05",
            "1921-05-03",
            "1934",
        ]
        assert show_json(store, "mark-poe-1")["timeline"][1] == {
            "document": "b", "date": "1921-05-03", "dated_by": "dateline: 1921-05-03",
        }  # fmt: skip
        (one,) = person_summaries(store)
        assert one.span == "1921–1934"
        assert one.dates == person_summary(store, one.identity).dates == store.documents.dates()
        assert "4 documents, 1921–1934" in "\n".join(people_lines([one], {}))
        assert one.to_json()["dates"] == store.documents.dates()
