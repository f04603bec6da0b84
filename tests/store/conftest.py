"""Stores to test with: every test that takes `place` or `store` runs on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from namesakes.store.store import Store, open_store
from tests.store.postgres_server import reason, server

_SCHEMAS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    if why := reason():
        pytest.skip(why)
    with server() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "people.db")
    import psycopg

    address, schema = request.getfixturevalue("postgres"), f"test_{next(_SCHEMAS)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
    return f"{address}&options=-csearch_path%3D{schema}"


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with open_store(place) as opened:
        yield opened
