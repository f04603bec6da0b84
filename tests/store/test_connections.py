"""Stores in many threads: each has its own connection, and a store in memory one thread at a time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

import pytest

from namesakes.errors import StoreBusyError, StoreError
from namesakes.store.connections import Connections
from namesakes.store.store import Store, open_store
from tests.store.made import document, key, write_people


class Made:
    """A connection that knows whether it is open."""

    def __init__(self) -> None:
        self.open = True

    def close(self) -> None:
        self.open = False


def in_thread(work: object) -> None:
    thread = Thread(target=work)  # type: ignore[arg-type]
    thread.start()
    thread.join()


def test_connections_end_with_their_threads_and_all_at_the_end() -> None:
    made: list[Made] = []

    def connect() -> Made:
        made.append(Made())
        return made[-1]

    connections = Connections(connect)
    assert connections() is connections() is made[0]
    in_thread(connections)
    in_thread(connections)
    assert [one.open for one in made] == [True, False, True]
    connections.close()
    assert [one.open for one in made] == [False] * 3
    in_thread(lambda: made.append(connections()))
    assert made[3] is made[0]
    assert len(made) == 4


def test_one_connection_may_be_for_all() -> None:
    connections, seen = Connections(Made, shared=True), list[Made]()
    in_thread(lambda: seen.append(connections()))
    assert seen == [connections()]


@pytest.fixture
def memory() -> Iterator[Store]:
    with open_store(":memory:") as opened:
        yield opened


def test_any_thread_reads_and_writes(store: Store) -> None:
    _read_and_written(store)


def test_any_thread_reads_and_writes_in_memory(memory: Store) -> None:
    _read_and_written(memory)


def _read_and_written(store: Store) -> None:
    with ThreadPoolExecutor(4) as pool:

        def write(number: int) -> None:
            with store.transaction():
                store.documents.write([document(f"d{number}", "Ann Lee")])
                store.documents.write([document(f"e{number}", "Ann Lee")])

        list(pool.map(write, range(12)))
        assert len(store.documents.states()) == 24
        assert write_people(store, {"Ann Lee": [key("d1"), key("e2")]}) == ["ann-lee-1"]
        names = list(pool.map(lambda _: store.identities.get("ann-lee-1"), range(40)))
        assert [one.name for one in names if one is not None] == ["Ann Lee"] * 40


def test_a_transaction_is_of_its_thread(store: Store) -> None:
    _kept_beside_what_is_undone(store)


def test_a_transaction_is_of_its_thread_in_memory(memory: Store) -> None:
    _kept_beside_what_is_undone(memory)


def _kept_beside_what_is_undone(store: Store) -> None:
    """What another thread writes meanwhile is not undone with a transaction."""
    begun, other_begins = Event(), Event()

    def write() -> None:
        with store.transaction():
            store.documents.write([document("undone", "Ann Lee")])
            begun.set()
            other_begins.wait()
            raise ZeroDivisionError

    def undone() -> None:
        with pytest.raises(ZeroDivisionError):
            write()

    thread = Thread(target=undone)
    thread.start()
    begun.wait()
    other_begins.set()
    store.documents.write([document("kept", "Bo Wise")])
    thread.join()
    assert list(store.documents.states()) == ["kept"]


def test_a_store_that_is_closed_is_closed_for_all(tmp_path: Path) -> None:
    store, errors = open_store(tmp_path / "people.db"), list[str]()

    def read() -> None:
        try:
            store.documents.states()
        except StoreError as error:
            errors.append(str(error))

    in_thread(read)
    assert errors == []
    store.close()
    in_thread(read)
    read()
    assert len(errors) == 2
    assert all("closed" in error for error in errors)


def test_two_threads_do_not_run_on_a_store_in_memory_at_once() -> None:
    caught: list[StoreBusyError] = []

    def run(store: Store) -> None:
        try:
            with store.lock():
                pass
        except StoreBusyError as error:
            caught.append(error)

    with open_store(":memory:") as store:
        with store.lock():
            in_thread(lambda: run(store))
        in_thread(lambda: run(store))
    assert [str(error) for error in caught] == ["another thread is working on this store.\nTry again when it is done."]
