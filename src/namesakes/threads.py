"""Threads: what each of them has its own of, so that one loaded model may be used by all of them at once."""

from collections.abc import Callable
from threading import local
from typing import Generic, TypeVar

Value = TypeVar("Value")


class PerThread(Generic[Value]):
    """One value a thread: room that a computation fills, or what was found last.

    Models are shared by all threads, and their weights are only read. What a model writes into while it works belongs
    to the thread that works.

    Parameters
    ----------
    make : the value of a thread, when it first asks for it.
    """

    def __init__(self, make: Callable[[], Value]) -> None:
        self._make, self._values = make, local()

    def __call__(self) -> Value:
        """The value of this thread."""
        try:
            found: Value = self._values.value
        except AttributeError:
            found = self._values.value = self._make()
        return found
