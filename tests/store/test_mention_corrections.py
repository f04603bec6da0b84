"""Corrections of mentions in a store of each kind: written, read, bound to chains, and taken back."""

import base64
import json
import zlib
from pathlib import Path

import pytest

from namesakes.errors import DataError
from namesakes.pipeline import correcting
from namesakes.pipeline.resolve import resolve_into
from namesakes.store.bindings import chain_at, sleeping, told
from namesakes.store.check import check
from namesakes.store.export.jsonl import load, records
from namesakes.store.mention_refs import find_mention, mention_at
from namesakes.store.store import Store, open_store

TEXT = "Ben Carter met the mayor, Robert Hill. He had known Hill for years."
ROWS = [{"id": "a:b#1", "text": TEXT}, {"id": "c", "text": "Robert Hill, the mayor, opened a bridge."}]


@pytest.fixture
def filled(store: Store) -> Store:
    resolve_into(store, ROWS)
    return store


def test_made_and_taken_back(filled: Store) -> None:
    before = [row for row in records(filled) if row["record"] in ("document", "identity", "membership")]
    made = correcting.is_person(filled, "a:b#1:He", "robert-hill-1", who="ann")
    assert filled.corrections.all() == [made]
    assert made.left
    assert made.against
    assert told(made) == "a:b#1:39-41 “He” is robert-hill-1"
    assert list(check(filled)) == []
    correcting.undo(filled, made.id)
    assert [row for row in records(filled) if row["record"] in ("document", "identity", "membership")] == before
    assert list(check(filled)) == []


def test_exported_and_loaded(filled: Store) -> None:
    correcting.split(filled, ["a:b#1:52-56"])
    lines = [json.dumps(row) for row in records(filled)]
    with open_store(":memory:") as copy:
        load(copy, lines)
        assert [json.dumps(row) for row in records(copy)] == lines
        assert copy.corrections.all() == filled.corrections.all()


@pytest.mark.parametrize("anchors", [[{"role": "mention"}], [{"no": 1}], [3], ["x"]])
def test_anchors_that_are_none_are_refused(filled: Store, anchors: list[object]) -> None:
    correcting.split(filled, ["a:b#1:52-56"])
    rows = list(records(filled))
    for row in rows:
        if row["record"] == "correction":
            row["anchors"] = anchors
    with open_store(":memory:") as copy, pytest.raises(DataError):
        load(copy, [json.dumps(row) for row in rows], Path("all.jsonl"))


@pytest.mark.parametrize("before", ["", "no", "0" * 40, base64.b85encode(zlib.compress(b'{"document": 3}')).decode()])
def test_what_was_there_before_may_be_damaged(filled: Store, before: str) -> None:
    whole = list(filled.memberships.all())
    made = correcting.split(filled, ["a:b#1:52-56"])
    filled.corrections.set_before(made.id, before)
    correcting.undo(filled, made.id)
    assert [one.chain for one in filled.memberships.all()] == [one.chain for one in whole]


def test_documents_that_are_gone_leave_it_asleep(filled: Store) -> None:
    made = correcting.nobody(filled, "c:Robert Hill")
    filled.documents.remove(["c"])
    assert "is not in the store" in sleeping(filled)[made.id]
    correcting.undo(filled, made.id)


def test_references(filled: Store) -> None:
    for text in ("a:b#1:39-41", "a:b#1:He", 'a:b#1:"He"', "a:b#1:39–41"):
        assert str(find_mention(filled, text)) == "a:b#1:39-41"
    assert str(find_mention(filled, "a:b#1:Hill#2")) == "a:b#1:52-56"
    assert str(mention_at(filled, "a:b#1", 40, 41)) == "a:b#1:39-41"
    document = filled.documents.get("a:b#1")
    assert document is not None
    assert chain_at(document, (39, 41)) is not None
    for wrong in ("", "c", "c:", "c:#2", "c:Nobody", "c:9-9", "c:-1-3", "c:900-901", "zzz:He", "c:Hill#7", "c:Hill#0"):
        with pytest.raises(DataError):
            find_mention(filled, wrong)
    with pytest.raises(DataError, match="no document"):
        mention_at(filled, "zzz", 0, 1)
