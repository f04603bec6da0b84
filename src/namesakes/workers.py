"""Workers: other processes of this machine that do a part of the work, each of them in one thread."""

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Final, TypeVar

from namesakes.errors import NamesakesError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

Item = TypeVar("Item")

_THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""What BLAS libraries ask, when they are loaded, for the number of threads they may start."""


_START: Final = 3.0
"""Seconds of work that are not worth more processes: about as long as these take to load their models."""
_PROCESS: Final = 800e6
"""Bytes of memory that a process may need."""


def usual_jobs() -> int:
    """As many processes as there are cores, but no more than the memory that is free has room for."""
    from namesakes.resources import cores, free_memory

    return max(1, min(cores(), int(free_memory() // _PROCESS)))


@dataclass(frozen=True)
class Failure:
    """A document that could not be processed, and why."""

    document: str
    error: str


def mapped(
    function: Callable[[Item], Any],
    items: Iterable[Item],
    *,
    jobs: int | None = 1,
    batch: int = 16,
    name: Callable[[Item], str] = str,
    ahead: int = 2,
    raising: bool = False,
) -> Iterator[Any]:
    """What the function makes of each item, in the order of the items, as they come.

    An item that the function fails on gives a `Failure`, and the others go on; with `raising` the error goes to the
    caller.

    Parameters
    ----------
    function : is sent to each process once, so it must be picklable where there are several.
    jobs : processes to run in; the outcome is the same for any number. None: as many as cores and memory allow, once
        the work has taken longer in this process than others need to start.
    batch : items that a process is given at a time.
    name : what an item is called in a `Failure`.
    ahead : batches a process that are held in memory at most.
    """
    attempt: Callable[[Any], Any] = function if raising else _Attempt(function, name)
    rest = iter(items)
    if jobs is None:
        jobs = usual_jobs()
        start = time.monotonic()
        for item in rest if jobs > 1 else ():
            yield attempt(item)
            if time.monotonic() - start > _START:
                break
    if jobs <= 1:
        yield from map(attempt, rest)
        return
    batches = (list(chain([first], islice(rest, batch - 1))) for first in rest)
    with workers(jobs, _receive, (attempt,)) as pool:
        waiting: deque[Future[list[Any]]] = deque(
            pool.submit(_attempt_all, group) for group in islice(batches, ahead * jobs)
        )
        while waiting:
            outcomes = waiting.popleft().result()
            waiting.extend(pool.submit(_attempt_all, group) for group in islice(batches, 1))
            yield from outcomes


class _Attempt:
    """Calls a function, and turns what it raises into a `Failure`: one bad document must not end a run over many."""

    def __init__(self, function: Callable[[Any], Any], name: Callable[[Any], str]) -> None:
        self.function, self.name = function, name

    def __call__(self, item: Any) -> Any:
        try:
            return self.function(item)
        except NamesakesError as error:
            return Failure(self.name(item), str(error))
        except Exception as error:
            return Failure(self.name(item), f"{type(error).__name__}: {error}")


_received: Callable[[Any], Any] | None = None
"""In a worker process: what it was given to do when it began."""


def _receive(attempt: Callable[[Any], Any]) -> None:
    global _received
    _received = attempt


def _attempt_all(items: Sequence[Any]) -> list[Any]:
    assert _received is not None
    return [_received(item) for item in items]


@contextmanager
def workers(
    count: int, begin: Callable[..., None] | None = None, arguments: tuple[Any, ...] = ()
) -> "Iterator[ProcessPoolExecutor]":
    """New processes that wait for work; they end with the block, or when this process is killed.

    Parameters
    ----------
    count : how many processes.
    begin, arguments : a function of a module, and what it is called with in each process before there is work.
    """
    from concurrent.futures import ProcessPoolExecutor  # a command that starts no process does not wait for these
    from multiprocessing import get_context

    with _ENVIRONMENT:
        context = get_context("spawn")
        with ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=(begin, arguments)) as pool:
            yield pool


def limit_blas_threads() -> dict[str, str]:
    """Let this process, if NumPy is not loaded yet, and those that it starts, use one BLAS thread each.

    Work is shared out by documents. Ours are many small matrices: a thread for each core gains nothing, and where every
    core has a process already, threads that wait for work take their time from those that have some. Sums no longer
    depend on the number of cores either. A number that the user has set stands.

    Returns
    -------
    variables of the environment that were set for it.
    """
    missing = {name: "1" for name in _THREADS if name not in os.environ}
    os.environ.update(missing)
    return missing


class _Environment:
    """Tells the processes that are started to use one BLAS thread while any of our pools is open, in any thread."""

    def __init__(self) -> None:
        self.lock, self.depth = Lock(), 0
        self.variables: dict[str, str] = {}

    def __enter__(self) -> None:
        with self.lock:
            self.depth += 1
            if self.depth == 1:
                self.variables = limit_blas_threads()

    def __exit__(self, *error: object) -> None:
        with self.lock:
            self.depth -= 1
            if self.depth == 0:
                for name in self.variables:
                    os.environ.pop(name, None)
                self.variables = {}


_ENVIRONMENT: Final = _Environment()


class _BlasLimit:
    """Holds the BLAS libraries of this process at one thread while any call of ours is under way, in any thread."""

    def __init__(self) -> None:
        self.lock, self.depth = Lock(), 0
        self.loaded: tuple[bool, ...] = ()
        self.libraries: list[Any] = []
        self.numbers: list[int] = []

    def __enter__(self) -> None:
        with self.lock:
            self.depth += 1
            if self.depth == 1:
                self._find()
                self.numbers = [library.num_threads for library in self.libraries]
                for library in self.libraries:
                    library.set_num_threads(1)

    def __exit__(self, *error: object) -> None:
        with self.lock:
            self.depth -= 1
            if self.depth == 0:
                for library, number in zip(self.libraries, self.numbers, strict=True):
                    if hasattr(library, "clear_controlling_thread"):  # the limit may be another thread's of ours
                        library.clear_controlling_thread(force=True)
                    library.set_num_threads(number)
                    if hasattr(library, "clear_controlling_thread"):
                        library.clear_controlling_thread()

    def _find(self) -> None:
        """Look for the libraries that are loaded, and again when one may have come."""
        loaded = tuple(module in sys.modules for module in ("numpy", "scipy.linalg", "sklearn"))
        if loaded != self.loaded:
            from threadpoolctl import ThreadpoolController

            self.loaded = loaded
            self.libraries = ThreadpoolController().select(user_api="blas").lib_controllers


_LIMIT: Final = _BlasLimit()


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """One BLAS thread while the block runs, unless the user has set a number; afterwards it is as it was before."""
    if any(name in os.environ and name not in _ENVIRONMENT.variables for name in _THREADS):
        yield
        return
    with _LIMIT:
        yield


def _begin(begin: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        Thread(target=_leave_with, args=(parent,), daemon=True).start()
    if begin is not None:
        begin(*arguments)


def _leave_with(parent: "BaseProcess") -> None:
    """End this process when the one that it works for is killed; it would wait for work for ever."""
    parent.join()
    os._exit(1)
