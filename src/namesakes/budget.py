"""Budgets: how long one document may take, so that none holds up all others."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import thread_time
from typing import Final

from namesakes.errors import TimeLimitError

SECONDS: Final = 3600.0
"""How many seconds of a processor a document may take where nothing else is said; a long novel takes one minute."""


@dataclass(frozen=True)
class _Budget:
    """What is worked on, how many seconds it may take, and when this thread has spent them."""

    what: str
    seconds: float
    end: float


_BUDGET: Final[ContextVar[_Budget | None]] = ContextVar("budget", default=None)


@contextmanager
def within(seconds: float, what: str) -> Iterator[None]:
    """Seconds of a processor that the work of this thread may take while the block runs; see `check`.

    A computer that sleeps, or does other things, spends none. Within another budget that one holds.

    Parameters
    ----------
    seconds : how many.
    what : what is worked on, as an error is to say it.
    """
    if _BUDGET.get() is not None:
        yield
        return
    token = _BUDGET.set(_Budget(what, seconds, thread_time() + seconds))
    try:
        yield
    finally:
        _BUDGET.reset(token)


def check() -> None:
    """Raise a `TimeLimitError` where the budget is spent; long work asks between its steps."""
    budget = _BUDGET.get()
    if budget is not None and thread_time() > budget.end:
        found = f"{budget.what} takes more than {budget.seconds:,g} seconds of a processor"
        raise TimeLimitError(found, "Divide it, or raise the limit with --max-seconds.")
