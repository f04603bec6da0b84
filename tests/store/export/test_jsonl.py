"""A store goes out as lines of JSON and comes back the same; bad lines are named."""

import json
from pathlib import Path

import pytest

from namesakes.errors import DataError, StoreError
from namesakes.store import correct
from namesakes.store.export import export, jsonl
from namesakes.store.store import Store, open_store
from tests.store.made import document, key, write_people


def lines_of(store: Store) -> list[str]:
    return [json.dumps(record, ensure_ascii=False) for record in jsonl.records(store)]


def test_a_store_goes_out_and_comes_back_the_same(filled: Store, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    count = export(filled, str(path), "jsonl")
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    assert len(lines) == count
    with open_store(tmp_path / "copy.db") as copy:
        assert jsonl.load(copy, lines) == count
        assert lines_of(copy) == lines
        for id in filled.documents.states():
            assert copy.documents.get(id) == filled.documents.get(id)
        assert copy.identities.all() == filled.identities.all()
        assert copy.corrections.all(undone=True) == filled.corrections.all(undone=True)
        assert [one.id for one in copy.identities.named("anne")] == ["ann-lee-1"]
        made = correct.rename(copy, "ann-lee-1", "A. Lee")
        assert made.id == max(one.id for one in filled.corrections.all(undone=True)) + 1


def test_a_store_is_loaded_into_any_database(store: Store, tmp_path: Path) -> None:
    with open_store(tmp_path / "first.db") as first:
        first.documents.write([document("a", "Ann Lee")])
        write_people(first, {"Ann Lee": [key("a")]})
        correct.rename(first, "ann-lee-1", "Anne Lee")
        lines = lines_of(first)
    jsonl.load(store, lines)
    assert lines_of(store) == lines
    assert correct.rename(store, "ann-lee-1", "A. Lee").id == 2
    with pytest.raises(StoreError, match="not empty"):
        jsonl.load(store, lines)


DOCUMENT = {
    "record": "document",
    "id": "a",
    "text": "Ann",
    "tokens": [],
    "sentences": [],
    "mentions": [],
    "profiles": [],
}
IDENTITY = {"record": "identity", "id": "ann-1", "name": "Ann", "kind": "person", "created": 1}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "nothing in it"),
        (["{"], "not JSON"),
        (["[]"], "not a record"),
        (['{"record": "document"}'], "first line"),
        (['{"record": "store", "version": 9}'], "version 9"),
        (['{"record": "store", "version": 1}', '{"record": "recipe"}'], "no records called 'recipe'"),
        (['{"record": "store", "version": 1}', '{"record": "document", "id": "a"}'], "not complete"),
        (['{"record": "store", "version": 1}', '{"record": "event", "id": 1}'], "not complete"),
        (
            [
                '{"record": "store", "version": 1}',
                '{"record": "identity", "id": "ann-1", "name": "Ann", "kind": "person", "created": 1}',
                '{"record": "membership", "chain": ["x", 0], "rank": 0, "identity": "ann-1", "strength": 1}',
            ],
            "refuses",
        ),
        (["[" * 100_000], "not JSON"),
        (['{"record": "store", "version": ' + "9" * 5000 + "}"], "not JSON"),
        *(
            (['{"record": "store", "version": 1}', json.dumps({**DOCUMENT, **wrong})], message)
            for wrong, message in (
                ({"text": 3}, "text is no text"),
                ({"tokens": [[9, 3]]}, "characters 9 to 3 are no stretch of a text"),
                ({"tokens": [["a", 1]]}, "not complete"),
                ({"mentions": [{"start": -1, "end": 2, "chain": 0}]}, "characters -1 to 2 are no stretch"),
                ({"mentions": 7}, "not complete"),
                ({"profiles": [3]}, "not a table"),
                ({"profiles": [{"document": "a", "chain": "x"}]}, "chain: 'x' is not a whole number"),
                ({"profiles": [{"document": "a", "chain": 0, "forms": {"Ann": []}}]}, "counts of forms"),
                ({"profiles": [{"document": "a", "chain": 0, "facts": [{"field": 1}]}]}, "field"),
                ({"profiles": [{"document": "a", "chain": 10**30}]}, "too large"),
            )
        ),
        *(
            (['{"record": "store", "version": 1}', json.dumps({**IDENTITY, **wrong})], message)
            for wrong, message in (
                ({"name": None}, "name of this record is a NoneType"),
                ({"created": 1.5}, "created of this record is a float"),
                ({"created": 10**30}, "created of this record is too large"),
                ({"id": 4}, "not complete"),
            )
        ),
    ],
)
def test_bad_lines_are_named_and_nothing_is_loaded(store: Store, lines: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        jsonl.load(store, lines, "people.jsonl")
    assert list(jsonl.records(store)) == [{"record": "store", "version": 1}]
