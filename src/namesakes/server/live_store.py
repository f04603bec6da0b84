"""The store under a running server: it may change, be locked, go away, or another one may take its place."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_hex
from threading import Lock, Thread
from typing import Final, TypeVar

from namesakes.errors import StoreError
from namesakes.server.problems import ProblemError
from namesakes.store.store import Store, open_store

Made = TypeVar("Made")

LOG: Final = logging.getLogger("namesakes.server")
PATIENCE: Final = 0.25
"""Seconds that a request waits for what is made anew; what takes longer it gets as it was."""
WAIT: Final = 3.0
"""Seconds to wait for another process that works on the store before a correction is refused."""


@dataclass(frozen=True, slots=True)
class View:
    """The store as it is now: whoever asks with the same `number` gets the same answers."""

    store: Store
    number: int


class LiveStore:
    """A store that is read by many threads, and written where that is allowed.

    Parameters
    ----------
    place : the path or the address.
    read_only : whether nothing is written.
    """

    def __init__(self, place: str, *, read_only: bool = False) -> None:
        self.place, self.read_only = place, read_only
        self._lock = Lock()
        self._run = token_hex(4)
        if not read_only:
            open_store(place, create=False).close()  # says now, and not at the first correction, that it cannot be
        self._reading = open_store(place, create=False, write=False)
        self._changes: object = self._reading.database.changes()
        self._number = 0
        self._kept: dict[str, tuple[int, object]] = {}
        self._making: dict[str, Lock] = {}
        self._seconds: dict[str, float] = {}
        self._begun: dict[str, Thread] = {}

    def view(self) -> View:
        """The store as it is now; a `StoreError` where it is gone."""
        with self._lock:
            try:
                changes = self._reading.database.changes()
            except StoreError:
                self._reading = open_store(
                    self.place, create=False, write=False
                )  # another file, or a server that is back
                changes = (self._number, self._reading.database.changes())
            if changes != self._changes:
                self._changes, self._number = changes, self._number + 1
            return View(self._reading, self._number)

    def tag(self, view: View) -> str:
        """What an answer from this view is known by (`ETag`)."""
        return f'"{self._run}-{view.number}"'

    def kept(self, name: str, view: View, make: Callable[[Store], Made]) -> Made:
        """What is made of the store once for as long as it does not change; whoever comes meanwhile waits for it."""
        with self._lock:
            making = self._making.setdefault(name, Lock())
        with making:
            known = self._kept.get(name)
            if known is None or known[0] != view.number:
                begin = time.monotonic()
                known = view.number, make(view.store)
                self._kept[name] = known
                self._seconds[name] = time.monotonic() - begin
            return known[1]  # type: ignore[return-value]

    def latest(self, name: str, view: View, make: Callable[[Store], Made]) -> tuple[Made, bool]:
        """What `kept` gives where that is soon made, else what was made last; and whether it is of the store as it is.

        What takes long is made meanwhile by a thread of its own, so that nobody waits for it but the first.
        """
        known = self._kept.get(name)
        if known is None or known[0] == view.number or self._seconds.get(name, 0.0) < PATIENCE:
            return self.kept(name, view, make), True
        with self._lock:
            begun = self._begun.get(name)
            if begun is None or not begun.is_alive():
                self._begun[name] = Thread(target=self._make, args=(name, make), daemon=True)
                self._begun[name].start()
        return known[1], False  # type: ignore[return-value]

    def _make(self, name: str, make: Callable[[Store], object]) -> None:
        """Make something anew until the store has not changed meanwhile; what goes wrong, the next request says."""
        try:
            while self.kept(name, (view := self.view()), make) is not None and self.view().number != view.number:
                pass
        except Exception as error:
            LOG.warning("%s could not be made anew", name, exc_info=error)

    def write(self, change: Callable[[Store], Made]) -> Made:
        """Let something be written while nobody else works on the store; a `StoreBusyError` where somebody does."""
        if self.read_only:
            raise ProblemError(403, "this server only reads", "Start it without --read-only to correct people.")
        with open_store(self.place, create=False, durable=True) as store, store.lock(WAIT):
            return change(store)

    def close(self) -> None:
        """Close the store."""
        self._reading.close()
