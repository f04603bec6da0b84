"""PostgreSQL: connections and servers that die at any statement, stores for reading alone, durable ones."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any
from unittest.mock import patch

import pytest

from namesakes.errors import StoreError
from namesakes.store import correct
from namesakes.store.check import check
from namesakes.store.checksums import SEALED
from namesakes.store.export.jsonl import records
from namesakes.store.postgresql import Postgresql
from namesakes.store.store import Store, open_store
from tests.store.made import document, key, write_people

psycopg = pytest.importorskip("psycopg")

ALL = bool(os.environ.get("NAMESAKES_FAULTS"))
"""Whether every statement is tried; otherwise each so many-th."""
OWN = ("id", "time", "why")
"""What a row has of itself: the server counts on where a transaction was left out, and reasons name corrections."""


@pytest.fixture
def place(postgres: str) -> Iterator[str]:
    """The address of an empty schema."""
    with psycopg.connect(postgres, autocommit=True) as admin:
        admin.execute("CREATE SCHEMA dying")
        yield f"{postgres}&options=-csearch_path%3Ddying"
    _patiently(postgres, "DROP SCHEMA dying CASCADE")


def work(store: Store) -> None:
    """What a run and a user do, each step where it has not been done yet."""
    for each in (document("a", "Ann Lee", "Bob Ray"), document("b", "Ann Lee")):
        if each.id not in store.documents.states():
            store.documents.write([each])
    if not store.identities.all():
        write_people(store, {"Ann Lee": [key("a"), key("b")], "Bob Ray": [key("a", 1)]})
    if not store.corrections.all():
        correct.rename(store, "bob-ray-1", "Robert Ray")


def contents(store: Store) -> list[Any]:
    """All that a store holds but for times, and the numbers of corrections and events."""
    return [
        {name: value for name, value in each.items() if "time" not in each or name not in OWN}
        for each in records(store)
    ]


def work_and_read(store: Store) -> None:
    work(store)
    contents(store)


@contextmanager
def before(number: int, fatal: Callable[[int], None]) -> Iterator[list[int]]:
    """Does something to the server's process before the statement of this number, or the end of a transaction."""
    count, plain = [0], {name: getattr(Postgresql, name) for name in ("execute", "executemany", "seal")}

    def counting(name: str) -> Callable[..., Any]:
        def call(self: Postgresql, *arguments: Any) -> Any:
            sealed = plain[name](self, *arguments) if name == "seal" else None
            count[0] += 1
            if count[0] == number:
                fatal(self.connection.info.backend_pid)
            return sealed if name == "seal" else plain[name](self, *arguments)

        return call

    with patch.multiple(Postgresql, **{name: counting(name) for name in plain}):
        yield count


def _patiently(address: str, statement: str) -> None:
    """Run a statement as soon as the server, which may be starting anew, takes connections."""
    for _ in range(600):
        try:
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(statement)
                return
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise AssertionError("the server did not come back")


def survives(place: str, fatal: Callable[[int], None], step: int) -> None:
    """Let the connection die at every so many-th statement, and compare what is there with what nobody disturbed."""
    states = []
    with open_store(place) as store, before(0, fatal) as count:
        work(store)
        expected = contents(store)
    for number in range(1, count[0] + 1, step):
        _patiently(place, f"TRUNCATE documents, identities, {', '.join(SEALED)} RESTART IDENTITY CASCADE")
        with open_store(place) as store, before(number, fatal), pytest.raises(StoreError, match="call it again"):
            work_and_read(store)
        _patiently(place, "SELECT 1")
        with open_store(place) as store:
            assert list(check(store)) == []
            states.append(len(store.documents.states()))
            work(store)
            assert contents(store) == expected, number
    assert set(states) == {0, 1, 2}


def test_the_connection_may_die_at_any_statement(place: str, postgres: str) -> None:
    with psycopg.connect(postgres, autocommit=True) as admin:
        survives(place, lambda pid: admin.execute("SELECT pg_terminate_backend(%s, 10000)", (pid,)), 1 if ALL else 7)


def test_the_server_may_crash_at_any_statement(place: str) -> None:
    """A process of the server that is killed lets all others end, and the server starts anew from its log."""
    survives(place, lambda pid: os.kill(pid, signal.SIGKILL), 1 if ALL else 19)


def test_a_store_that_is_being_made_is_made_as_a_whole(place: str, postgres: str) -> None:
    with psycopg.connect(postgres, autocommit=True) as admin:
        for number in range(1, 40, 1 if ALL else 9):
            with (
                before(number, lambda pid: admin.execute("SELECT pg_terminate_backend(%s, 10000)", (pid,))),
                pytest.raises(StoreError, match="call it again"),
            ):
                open_store(place)
            assert admin.execute("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'dying'").fetchone() == (0,)
    with open_store(place) as store:
        work(store)
        assert list(check(store)) == []


def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(
        StoreError, match=r"(?s)^postgresql://here/nobody: PostgreSQL cannot be reached.*address is right"
    ):
        open_store("postgresql://ann:secret@here/nobody?host=/nowhere")


def in_thread(store: Store, statement: str) -> Any:
    found: list[Any] = []
    thread = Thread(target=lambda: found.extend(store.database.execute(statement)))
    thread.start()
    thread.join()
    return found


def test_a_store_for_reading_is_not_written(place: str) -> None:
    with pytest.raises(StoreError, match="no store"):
        open_store(place, create=False, write=False)
    with open_store(place) as store:
        work(store)
        before = contents(store)
    with open_store(place, create=False, write=False) as store:
        assert contents(store) == before
        assert list(check(store)) == []
        assert in_thread(store, "SHOW transaction_read_only") == [("on",)]
        for write in (lambda: store.runs.write({}), lambda: store.documents.remove(["a"]), lambda: work_more(store)):
            with pytest.raises(StoreError, match="read-only"):
                write()
    with open_store(place) as store:
        assert contents(store) == before


def work_more(store: Store) -> None:
    store.documents.write([document("c", "Zoe Hart")])


def test_a_durable_store_waits_for_the_disk(place: str) -> None:
    careless = place.replace("options=", "options=-csynchronous_commit%3Doff%20")
    for durable, waits in ((False, "off"), (True, "on")):
        with open_store(careless, durable=durable) as store:
            assert store.database.execute("SHOW synchronous_commit") == [(waits,)]
            assert in_thread(store, "SHOW synchronous_commit") == [(waits,)]
