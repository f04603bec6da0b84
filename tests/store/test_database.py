"""Databases: opening, versions, locks, and what cannot be opened."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from namesakes.errors import MissingExtraError, StoreBusyError, StoreError, UnknownNameError
from namesakes.store.postgresql import Postgresql
from namesakes.store.records import StoredDocument
from namesakes.store.sqlite import APPLICATION_ID, Sqlite
from namesakes.store.store import open_store
from tests.store.made import document, key, write_people


def test_what_is_written_is_there_when_it_is_opened_again(place: str) -> None:
    with open_store(place) as store:
        store.documents.write([document("a", "Ann Lee")])
        write_people(store, {"Ann Lee": [key("a")]})
    with open_store(place, create=False) as store:
        assert list(store.identities.all()) == ["ann-lee-1"]


def test_no_store_says_what_makes_one(place: str) -> None:
    with pytest.raises(StoreError, match="namesakes resolve"):
        open_store(place, create=False)


def test_a_newer_store_is_refused_and_left_as_it_is(place: str) -> None:
    with open_store(place) as store:
        store.documents.write([document("a", "Ann Lee")])
        store.database.set_version(999)
    with pytest.raises(StoreError, match="version 999"):
        open_store(place)
    if "://" not in place:
        import sqlite3

        with sqlite3.connect(place) as connection:
            assert connection.execute("SELECT id FROM documents").fetchall() == [("a",)]
        connection.close()


def test_an_old_store_becomes_searchable(place: str) -> None:
    """Version 1 had no search; the step to version 2 indexes what is there."""
    old = Postgresql(place) if "://" in place else Sqlite(Path(place))
    if isinstance(old, Sqlite):
        old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    old.migrate(to=1)
    old.execute(
        "INSERT INTO documents (id, path, hash, title, text, tokens, sentences, shared) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ("a", "a.txt", "1", "Old", "Zoë spoke.", b"", b"", "{}"),
    )
    old.close()
    with open_store(place) as store:
        assert [found.document for found in store.documents.search("zoe old")] == ["a"]
        assert store.documents.get("a") == StoredDocument("a", "a.txt", "1", "Old", "Zoë spoke.")


def test_two_holders_exclude_each_other(place: str) -> None:
    with open_store(place) as one, open_store(place) as two:
        with one.lock():
            with pytest.raises(StoreBusyError, match="another process"), two.lock():
                pass
            assert two.documents.states() == {}
        with two.lock():
            pass


def test_the_lock_of_a_killed_process_is_free(place: str) -> None:
    program = f"""
from namesakes.store.store import open_store
with open_store({place!r}) as store, store.lock():
    print("held", flush=True)
    input()
"""
    holder = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdin is not None
    assert holder.stdout.readline() == "held\n"
    with open_store(place) as store:
        with pytest.raises(StoreBusyError), store.lock():
            pass
        os.kill(holder.pid, 9)
        holder.wait()
        with store.lock(wait=30):
            pass
    holder.stdout.close()
    holder.stdin.close()


OUTSIDE = """
from namesakes.store.database import DATABASES
from namesakes.store.sqlite import MEMORY, Sqlite
from namesakes.store.store import open_store

class Scratch(Sqlite):
    @classmethod
    def open(cls, place, *, create=True):
        return super().open(MEMORY, create=create)

DATABASES.register("scratch", Scratch)
with open_store("Scratch://anything") as store:
    print(store.database.place, store.documents.states())
"""


def test_a_database_from_outside_is_opened_by_its_scheme(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", OUTSIDE], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == ":memory: {}\n"
    assert list(tmp_path.iterdir()) == []


def test_unknown_kinds_of_stores_are_named() -> None:
    with pytest.raises(UnknownNameError, match="postgresql://"):
        open_store("mysql://here/people")


def test_postgresql_without_its_extra_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtraError, match=r"\[postgres\]"):
        open_store("postgresql://here/people")


def test_a_server_that_does_not_answer_is_named_without_the_password() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match=r"127\.0\.0\.1:1/people") as caught:
        open_store("postgresql://ann:secret@127.0.0.1:1/people?connect_timeout=2")
    assert "secret" not in str(caught.value)


def test_a_store_that_is_closed_while_another_thread_reads(tmp_path: Path) -> None:
    """What runs is stopped and says so; SQLite would take the process down otherwise."""
    count = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n WHERE i < 1e12"
    for _ in range(5):
        database = Sqlite.open(tmp_path / "people.db")
        said: list[Exception] = []
        begun = Event()

        def read(database: Sqlite = database, said: list[Exception] = said, begun: Event = begun) -> None:
            database.execute("SELECT 1")
            begun.set()
            try:
                database.execute(count)
            except StoreError as error:
                said.append(error)

        reader = Thread(target=read)
        reader.start()
        begun.wait()
        database.close()
        reader.join(timeout=30)
        assert not reader.is_alive()
        assert len(said) == 1
        with pytest.raises(StoreError):
            database.execute("SELECT 1")
