"""Connections: one to a database for each thread that uses a store."""

from collections.abc import Callable
from threading import Event, Lock, Thread, current_thread
from typing import Generic, Protocol, TypeVar


class Closing(Protocol):
    """What can be closed, by any thread."""

    def close(self) -> None:
        """Close it."""


Connection = TypeVar("Connection", bound=Closing)


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
        self._first = connect()
        self._of: dict[Thread, Connection] = {current_thread(): self._first}
        self._closed = Event()

    def __call__(self) -> Connection:
        """The connection of this thread."""
        if self._shared or self._closed.is_set():
            return self._first
        thread = current_thread()
        found = self._of.get(thread)
        if found is None:
            found = self._connect()
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
            self._first = self()

    def close(self) -> None:
        """Close the connections of all threads."""
        with self._lock:
            self._closed.set()
            for connection in (self._first, *self._of.values()):
                connection.close()
            self._of.clear()
