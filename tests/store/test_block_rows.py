"""Block rows: made of profiles once, made anew where they are damaged, and gone with their documents."""

from dataclasses import replace
from pathlib import Path

import pytest

from namesakes.identities.blocking.keys import block_key
from namesakes.identities.blocking.table import clues
from namesakes.store import block_rows
from namesakes.store.block_rows import DocumentRows
from namesakes.store.store import Store, open_store
from tests.store.made import document, fact


@pytest.fixture
def filled(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store of two documents; `made` counts the profiles that are read for rows."""
    facts = (fact("occupation", "linguist"),)
    store.documents.write([document("a", "Mark Johnson", "Ann Lee", facts=facts), document("b", "Mark Johnson")])
    return store


def rows(store: Store) -> list[DocumentRows]:
    return [replace(each, rows=list(map(tuple, each.rows))) for each in store.block_rows.all(keep=True)]


def profiles_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many profiles are read to have all rows."""
    read: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(block_rows, "profile_of", lambda shared, own: read.append(own) or original(shared, own))
        rows(store)
    return len(read)


original = block_rows.profile_of


def test_rows_say_what_profiles_do(filled: Store) -> None:
    one, other = rows(filled)
    assert (one.id, one.hash, other.id) == ("a", "1", "b")
    profiles = [each for _, each in filled.chains.profiles(whole=False)]
    for row, profile in zip((*one.rows, *other.rows), profiles, strict=True):
        number, kind, family, given, name, count = row
        assert number == profile.chain
        assert (kind, family, given) == block_key(profile)
        assert name == profile.name.full.lower()
        assert count == len(clues(profile))
    expected = [code for profile in profiles for code in sorted(clues(profile))]
    assert [code for _, codes in filled.block_rows.clues([one.number, other.number]) for code in codes] == expected
    assert expected


def test_profiles_are_read_once(filled: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert profiles_read(filled, monkeypatch) == 3
    assert profiles_read(filled, monkeypatch) == 0
    filled.documents.write([document("c", "Ann Lee")])
    assert profiles_read(filled, monkeypatch) == 1


def test_a_changed_document_has_new_rows_and_one_that_is_gone_none(filled: Store) -> None:
    before = rows(filled)
    filled.documents.write([document("a", "Bob Ray", hash="2")])
    filled.documents.remove(["b"])
    (after,) = rows(filled)
    assert (after.id, after.hash, after.number) == ("a", "2", before[0].number)
    assert [row[2] for row in after.rows] == ["ray"]
    assert filled.database.execute("SELECT COUNT(*) FROM block_rows") == [(1,)]


@pytest.mark.parametrize("column", ["names", "clues"])
def test_damaged_rows_are_made_anew(filled: Store, monkeypatch: pytest.MonkeyPatch, column: str) -> None:
    before = rows(filled)
    numbers = [each.number for each in before]
    codes = [each.tolist() for _, each in filled.block_rows.clues(numbers)]
    (sealed,) = filled.database.execute(f"SELECT {column} FROM block_rows WHERE document = ?", numbers[:1])
    damaged = bytes(sealed[0])[:-1] + bytes([bytes(sealed[0])[-1] ^ 1])
    filled.database.execute(f"UPDATE block_rows SET {column} = ? WHERE document = ?", (damaged, numbers[0]))
    assert dict(zip(numbers, codes, strict=True)) == {
        one: each.tolist() for one, each in filled.block_rows.clues(numbers)
    }
    assert rows(filled) == before
    if column == "names":
        assert profiles_read(filled, monkeypatch) == 0  # they were written again


def test_rows_of_another_document_or_release_do_not_count(filled: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows(filled)
    one, other = (each.number for each in before)
    filled.database.execute("DELETE FROM block_rows WHERE document = ?", (other,))
    filled.database.execute("UPDATE block_rows SET document = ? WHERE document = ?", (other, one))
    assert rows(filled) == before
    monkeypatch.setattr(block_rows, "__version__", "9.9.9")
    assert profiles_read(filled, monkeypatch) == 3


def test_a_store_that_is_only_read_is_left_as_it_is(tmp_path: Path) -> None:
    place = tmp_path / "people.db"
    with open_store(place) as store:
        store.documents.write([document("a", "Ann Lee")])
        store.database.execute("DROP TABLE block_rows")
        store.database.execute("DROP TABLE correction_anchors")
        for name in ("documents_states", "identities_labelled"):
            store.database.execute(f"DROP INDEX {name}")
        store.database.set_version(3)
        assert [each.id for each in store.block_rows.all(keep=True)] == ["a"]
    with open_store(place) as store:
        assert [each.id for each in store.block_rows.all(keep=False)] == ["a"]
        assert store.database.execute("SELECT COUNT(*) FROM block_rows") == [(0,)]
