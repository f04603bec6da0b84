"""Repairing stores: what is damaged is read again, people keep their ids, and what nobody can make again is named."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from namesakes.errors import StoreError
from namesakes.pipeline.repair import repair
from namesakes.pipeline.resolve import resolve_into
from namesakes.store import correct
from namesakes.store.check import check
from namesakes.store.export.jsonl import records
from namesakes.store.store import Store, open_store
from tests.pipeline.newsroom import newsroom
from tests.pipeline.test_resolve import people_of


@pytest.fixture(scope="module")
def resolved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with texts and their store."""
    folder = tmp_path_factory.mktemp("resolved")
    with open_store(folder / "people.db") as store:
        resolve_into(store, [newsroom(folder / "news")])
    return folder


@pytest.fixture
def store(resolved: Path, tmp_path: Path) -> Iterator[Store]:
    """A copy of that store, which a test may damage."""
    copy = tmp_path / "copy.db"
    copy.write_bytes((resolved / "people.db").read_bytes())
    with open_store(copy) as store:
        yield store


def contents(store: Store) -> list[str]:
    """All that a store holds but for the runs."""
    return sorted(json.dumps(record) for record in records(store) if record["record"] != "run")


DAMAGES = {
    "text": "UPDATE documents SET text = 'Nobody.' WHERE id LIKE '%a.txt'",
    "profile": "UPDATE chains SET profile = 'no JSON', name = 'Nobody'",
    "undecodable": "UPDATE documents SET title = CAST(x'ff' AS TEXT) WHERE id LIKE '%b.txt'",
    "mentions": "DELETE FROM mentions WHERE place = 1",
    "memberships": "UPDATE memberships SET strength = 0.25",
    "one membership": "UPDATE memberships SET identity = (SELECT MIN(id) FROM identities)",
    "names": "UPDATE identities SET name = 'Nobody', hidden = 1",
    "numbers": "UPDATE numbers SET last = 0",
    "number": "UPDATE numbers SET slug = slug || 'x'",
    "index": "INSERT INTO documents_words (documents_words) VALUES ('delete-all')",
}


@pytest.mark.parametrize("what", DAMAGES)
def test_what_is_damaged_is_made_again(store: Store, what: str) -> None:
    before, people = contents(store), people_of(store)
    store.database.execute(DAMAGES[what])
    found = list(check(store))
    assert found
    done = repair(store, found, jobs=1)
    assert (done.lost, done.left) == ([], [])
    assert list(check(store)) == []
    assert people_of(store) == people
    if what not in ("profile", "undecodable", "one membership"):  # there ids or events may be others
        assert contents(store) == before
    assert store.documents.search("Moore")


def test_an_identity_whose_id_was_changed_gets_it_back(store: Store) -> None:
    before = contents(store)
    store.database.execute("PRAGMA foreign_keys = OFF")
    store.database.execute("UPDATE identities SET id = 'nobody-1' WHERE created = 1")
    store.database.execute("PRAGMA foreign_keys = ON")
    assert not repair(store, list(check(store)), jobs=1).left
    assert {json.loads(each).get("id") for each in contents(store)} == {json.loads(each).get("id") for each in before}


def test_what_users_said_is_taken_out_and_named(store: Store) -> None:
    one = next(iter(store.identities.all()))
    correct.rename(store, one, "Somebody")
    store.database.execute("UPDATE corrections SET value = 'Somebady'")
    done = repair(store, list(check(store)), jobs=1)
    assert [each.found for each in done.lost] == ["correction 1"]
    assert store.corrections.all() == []
    named = store.identities.get(one)
    assert named is not None
    assert named.name not in ("Somebody", "Somebady")


def test_a_document_whose_file_is_gone_stays_and_is_named(store: Store) -> None:
    store.database.execute("UPDATE documents SET path = '/nowhere' WHERE id LIKE '%a.txt'")
    done = repair(store, list(check(store)), jobs=1)
    assert [each.table for each in done.left] == ["documents"]
    assert len(store.documents.states()) == 5


def test_a_structure_that_cannot_be_mended_is_left(store: Store) -> None:
    store.database.execute("DROP VIEW facts")
    before = contents(store)
    with pytest.raises(StoreError, match="nothing was repaired"):
        repair(store, list(check(store)), jobs=1)
    assert contents(store) == before
