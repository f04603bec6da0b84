"""Stores in files: damaged, foreign, newer, old and on a full disk."""

import sqlite3
from pathlib import Path

import pytest

from namesakes.errors import StoreError
from namesakes.store.schema import MIGRATIONS
from namesakes.store.sqlite import APPLICATION_ID, Sqlite
from namesakes.store.store import Store, open_store
from tests.store.made import document, key, write_people


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "people.db"


def test_files_that_are_no_stores_are_refused_and_left_as_they_are(path: Path) -> None:
    for content in (b"Dear Mark,\n" * 400, b"\x00" * 8192):
        path.write_bytes(content)
        with pytest.raises(StoreError, match="not a store"):
            open_store(path)
        assert path.read_bytes() == content


def test_a_database_of_something_else_is_refused(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="something else"):
        open_store(path)
    assert path.read_bytes() == before


def test_a_damaged_store_is_refused(path: Path) -> None:
    with open_store(path) as store:
        store.documents.write([document(f"d{number}", "Ann Lee", text="Ann Lee " * 300) for number in range(50)])
    whole = path.read_bytes()
    for damaged in (whole[: len(whole) // 3], whole[:8192] + b"\xff" * (len(whole) - 8192)):
        path.write_bytes(damaged)
        with pytest.raises(StoreError, match=r"damaged|not a store"), open_store(path) as store:
            list(store.chains.profiles())
        assert path.read_bytes() == damaged


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    with pytest.raises(StoreError, match="no store"):
        open_store(path, create=False)
    with open_store(path) as store:
        assert store.documents.states() == {}


def test_folders_and_missing_folders_say_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="folder"):
        open_store(tmp_path)
    with pytest.raises(StoreError, match="not there"):
        open_store(tmp_path / "nowhere" / "people.db")


def test_a_full_disk_leaves_nothing_half_written(path: Path) -> None:
    with open_store(path) as store:
        store.documents.write([document("a", "Ann Lee")])
        ((pages,),) = store.database.execute("PRAGMA page_count")
        store.database.execute(f"PRAGMA max_page_count = {pages + 4}")
        with pytest.raises(StoreError, match="disk is full"):
            store.documents.write([document(f"d{number}", "Bob Ray", text="Bob Ray " * 5000) for number in range(9)])
        assert list(store.documents.states()) == ["a"]
    with open_store(path) as store:
        assert list(store.documents.states()) == ["a"]
        store.documents.write([document("b", "Bob Ray")])
        assert store.database.execute("PRAGMA integrity_check") == [("ok",)]


def test_an_old_store_is_brought_up_to_date(path: Path) -> None:
    """A file of version 1 as it was written then, without search."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in MIGRATIONS[0](Sqlite(path)):
        for word, meaning in Sqlite.types.items():
            statement = statement.replace(f"{{{word}}}", meaning)
        connection.execute(statement)
    connection.execute(
        "INSERT INTO documents (id, path, hash, title, text, tokens, sentences, shared) "
        "VALUES ('a', 'a.txt', '1', 'Old', 'Ann Lee spoke.', x'', x'', '{}')"
    )
    connection.execute(
        "INSERT INTO chains (document, chain, kind, name, forms, mentions, profile) VALUES (1, 0, 'person', 'Ann Lee', "
        """'Ann Lee', 1, '{"document": "a", "chain": 0, "name": {"full": "Ann Lee"}}')"""
    )
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    with open_store(path) as store:
        assert store.database.version() == len(MIGRATIONS)
        assert [found.document for found in store.documents.search("spoke")] == ["a"]
        assert write_people(store, {"Ann Lee": [key("a")]}) == ["ann-lee-1"]
        assert [one.id for one in store.identities.named("lee")] == ["ann-lee-1"]
    with open_store(path) as store:
        assert list(store.identities.all()) == ["ann-lee-1"]


def test_a_step_that_fails_leaves_the_old_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(path) as store:
        store.documents.write([document("a", "Ann Lee")])

    def broken(database: object) -> list[str]:
        return ["CREATE TABLE more (a TEXT)", "CREATE NONSENSE"]

    monkeypatch.setattr("namesakes.store.database.MIGRATIONS", (*MIGRATIONS, broken))
    database = Sqlite(path)
    with pytest.raises(StoreError, match="NONSENSE"):
        database.migrate(len(MIGRATIONS) + 1)
    assert database.version() == len(MIGRATIONS)
    assert database.execute("SELECT name FROM sqlite_master WHERE name = 'more'") == []
    database.close()


def test_a_store_in_memory_needs_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with open_store(":memory:") as store, store.lock():
        store.documents.write([document("a", "Ann Lee")])
        assert list(store.documents.states()) == ["a"]
    assert list(tmp_path.iterdir()) == []


def test_settings_of_the_file(path: Path) -> None:
    with open_store(path) as store:
        assert store.database.execute("PRAGMA journal_mode") == [("wal",)]
        assert store.database.execute("PRAGMA foreign_keys") == [(1,)]


def test_readers_see_the_state_before_a_write_that_is_going_on(path: Path) -> None:
    with open_store(path) as writer, open_store(path) as reader:
        with writer.transaction():
            writer.documents.write([document("a", "Ann Lee")])
            assert reader.documents.states() == {}
        assert list(reader.documents.states()) == ["a"]


def test_a_store_is_closed_by_its_context(path: Path) -> None:
    with open_store(path) as store:
        assert isinstance(store, Store)
    with pytest.raises(StoreError):
        store.documents.states()


def test_a_durable_store_waits_for_the_disk(path: Path) -> None:
    for durable, level in ((False, 1), (True, 2)):
        with open_store(path, durable=durable) as store:
            assert store.database.execute("PRAGMA synchronous") == [(level,)]
