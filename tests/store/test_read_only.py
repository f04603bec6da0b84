"""Stores where nothing can be written: they are read, nothing appears beside them, and writing is refused."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from namesakes.errors import StoreError
from namesakes.store.check import check
from namesakes.store.sqlite import Sqlite
from namesakes.store.store import open_store
from tests.store.test_check import fill, said

NOBODY = 65534


@pytest.fixture
def path() -> Iterator[Path]:
    """A store in a folder where this process, which may be of root, cannot write."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with open_store(folder / "people.db") as store:
            fill(store)
        (folder / "people.db").chmod(0o444)
        folder.chmod(0o555)
        user = os.geteuid()
        if user == 0:
            os.seteuid(NOBODY)
        try:
            if os.access(folder, os.W_OK, effective_ids=True):
                pytest.skip("this user can write everywhere")
            yield folder / "people.db"
        finally:
            os.seteuid(user)
            folder.chmod(0o755)


pytestmark = pytest.mark.skipif(os.access not in os.supports_effective_ids, reason="there are no effective users here")


def test_it_is_read_and_nothing_appears_beside_it(path: Path) -> None:
    with open_store(path, create=False, write=False) as store:
        assert len(store.documents.states()) == 6
        assert store.documents.search("johnson")
        assert list(check(store)) == []
        assert [each.name for each in path.parent.iterdir()] == ["people.db"]
    assert [each.name for each in path.parent.iterdir()] == ["people.db"]


def test_it_is_not_written(path: Path) -> None:
    with open_store(path, create=False, write=False) as store, pytest.raises(StoreError, match="for writing"):
        store.runs.write({})
    with pytest.raises(StoreError, match="for writing"):
        open_store(path, create=False)


@pytest.fixture
def writable(tmp_path: Path) -> Path:
    with open_store(tmp_path / "people.db") as store:
        fill(store)
    return tmp_path / "people.db"


def test_reading_writes_nothing_where_it_could(writable: Path) -> None:
    before, content = said(writable), writable.read_bytes()
    with open_store(writable, create=False, write=False) as store:
        assert list(check(store)) == []
        with pytest.raises(StoreError, match="writ"):
            store.runs.write({})
    assert writable.read_bytes() == content
    assert said(writable) == before


def test_an_older_store_is_read_without_being_changed(path: Path) -> None:
    user = os.geteuid()
    os.seteuid(os.getuid())
    _set_version(path, 2)
    os.seteuid(user)
    with open_store(path, write=False) as store:
        assert store.database.version() == 2
        with pytest.raises(StoreError, match="no checksums"):
            list(check(store))
    os.seteuid(os.getuid())
    for version, says in ((1, "older version"), (99, "version 99")):
        _set_version(path, version)
        os.seteuid(user)
        with pytest.raises(StoreError, match=says):
            open_store(path, write=False)
        os.seteuid(os.getuid())
    os.seteuid(user)


def _set_version(path: Path, version: int) -> None:
    path.parent.chmod(0o755)
    path.chmod(0o644)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    path.chmod(0o444)
    path.parent.chmod(0o555)


def test_what_a_run_is_writing_is_read_too(path: Path) -> None:
    """Beside a log that is there the store is read as it is with it."""
    user = os.geteuid()
    os.seteuid(os.getuid())
    path.parent.chmod(0o755)
    path.chmod(0o644)
    with open_store(path) as writer:
        writer.runs.write({"seed": 3})
        path.parent.chmod(0o555)
        for each in path.parent.iterdir():
            each.chmod(0o444)
        os.seteuid(user)
        with open_store(path, write=False) as store:
            assert len(store.runs.all()) == 2
            assert isinstance(store.database, Sqlite)
            assert store.database.read_only
        os.seteuid(os.getuid())
    os.seteuid(user)
