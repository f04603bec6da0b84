"""Connections: one to a database for each thread that uses a store."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Lock, RLock, Thread, current_thread
from typing import Any, Generic, Protocol, TypeVar


class Closing(Protocol):
    """What can be closed, by any thread."""

    def close(self) -> None:
        """Close it."""


Connection = TypeVar("Connection", bound=Closing)


@dataclass(frozen=True, eq=False)
class _Own(Generic[Connection]):
    """A connection, and whose turn it is to use it or to close it."""

    connection: Connection
    turn: Any = field(default_factory=RLock)

    def close(self) -> None:
        """Close the connection once what runs on it is over."""
        with self.turn:
            self.connection.close()


class Connections(Generic[Connection]):
    """A connection for each thread: its transactions are its own, and nobody waits for another one to read.

    Those of threads that have ended are closed when another one connects. After `close` nothing connects any more:
    each thread gets a connection that is closed, and says so.

    Parameters
    ----------
    connect : makes a connection, which may be closed by another thread; the first is made at once.
    shared : whether there is one for all threads, as of a database that is gone with its connection.
    """

    def __init__(self, connect: Callable[[], Connection], *, shared: bool = False) -> None:
        self._connect, self._shared, self._lock = connect, shared, Lock()
        self._first = _Own(connect())
        self._of: dict[Thread, _Own[Connection]] = {current_thread(): self._first}
        self._closed = Event()

    def __call__(self) -> Connection:
        """The connection of this thread."""
        return self._own().connection

    @contextmanager
    def using(self) -> Iterator[Connection]:
        """The connection of this thread, which nobody closes as long as the block runs.

        SQLite takes the process down where one thread closes what another one is stepping through.
        """
        own = self._own()
        with own.turn:
            yield own.connection

    def _own(self) -> _Own[Connection]:
        if self._shared or self._closed.is_set():
            return self._first
        thread = current_thread()
        found = self._of.get(thread)
        if found is None:
            found = _Own(self._connect())
            with self._lock:
                if self._closed.is_set():
                    found.close()
                    return self._first
                self._leave()
                self._of[thread] = found
        return found

    def _leave(self) -> None:
        """Close the connections of threads that have ended."""
        for thread in [thread for thread in self._of if not thread.is_alive()]:
            self._of.pop(thread).close()

    def renew(self) -> None:
        """Close this thread's connection, and give it another one when it asks next."""
        thread = current_thread()
        with self._lock:
            if self._shared or self._closed.is_set() or thread not in self._of:
                return
            old = self._of.pop(thread)
            old.close()
        if old is self._first:
            self._first = self._own()

    def close(self, stop: Callable[[Connection], None] = lambda connection: None) -> None:
        """Close the connections of all threads.

        Parameters
        ----------
        stop : lets what runs on a connection of another thread end soon.
        """
        with self._lock:
            self._closed.set()
            known = list(dict.fromkeys((self._first, *self._of.values())))
            self._of.clear()
        for own in known:  # whoever is using one may want the lock
            while not own.turn.acquire(timeout=0.05):
                stop(own.connection)
            try:
                own.connection.close()
            finally:
                own.turn.release()
