"""Workers: other processes of this machine that do a part of the work, each of them in one thread."""

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from threading import Lock, Thread
from traceback import format_exc
from typing import TYPE_CHECKING, Any, Final, TypeVar

from namesakes.errors import NamesakesError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

    _Given = tuple[list[Any], Future[list[Any]] | None]
    """A batch, and what a process was asked to make of it, once it was asked."""

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
    """A document that could not be processed, and why; `trace` says where in the program, for a log."""

    document: str
    error: str
    trace: str = field(default="", repr=False, compare=False)


class WorkerError(NamesakesError):
    """A process that was to do a part of the work was ended, or could not begin."""


_ENDED: Final = "the process that worked on it was ended twice, perhaps for want of memory"
"""What is said of an item whose process is gone, killed or crashed, a second time with nothing else to do."""


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
    for outcome in _Spread(attempt, name, jobs, ahead * jobs)(batches):
        if raising and isinstance(outcome, Failure):
            raise WorkerError(f"{outcome.document}: {outcome.error}.\nUse fewer processes, with --jobs or jobs=.")
        yield outcome


@dataclass(frozen=True)
class _Spread:
    """Does the work in several processes; what one was at when it was ended is tried once more, one item at a time.

    Parameters
    ----------
    attempt : what is done with an item.
    name : what an item is called in a `Failure`.
    jobs : how many processes.
    ahead : how many batches are held in memory at most.
    """

    attempt: Callable[[Any], Any]
    name: Callable[[Any], str]
    jobs: int
    ahead: int

    def __call__(self, batches: Iterator[list[Any]]) -> Iterator[Any]:
        """The outcomes of the items of batches, in their order."""
        lost = yield from self._together(batches)
        while lost:
            for items, future in lost:
                if future is not None and future.done() and future.exception() is None:
                    yield from future.result()
                else:
                    yield from self._alone(deque(items))
            lost = yield from self._together(batches)

    def _together(self, batches: Iterator[list[Any]]) -> "Generator[Any, None, list[_Given]]":
        """The outcomes until there are no more batches; if a process is ended before, the batches that were given."""
        from concurrent.futures.process import BrokenProcessPool

        waiting: deque[_Given] = deque()
        with workers(self.jobs, _receive, (self.attempt,)) as pool:
            waiting.extend(_given(pool, islice(batches, self.ahead)))
            while waiting:
                future = waiting[0][1]
                try:
                    outcomes = None if future is None else future.result()
                except BrokenProcessPool:
                    outcomes = None
                if outcomes is None:
                    return list(waiting)
                waiting.popleft()
                waiting.extend(_given(pool, islice(batches, 1)))
                yield from outcomes
        return []

    def _alone(self, items: deque[Any]) -> Iterator[Any]:
        """The outcomes of items in a process that has one at a time; a `Failure` for one with which it ends."""
        from concurrent.futures.process import BrokenProcessPool

        while items:
            with workers(1, _receive, (self.attempt,)) as pool:
                try:
                    pool.submit(_begun).result()
                except BrokenProcessPool as error:
                    advice = "In a script, the work belongs below: if __name__ == '__main__'. Or do it with jobs=1."
                    raise WorkerError(f"other processes end as soon as they begin.\n{advice}") from error
                try:
                    while items:
                        (outcome,) = pool.submit(_attempt_all, [items[0]]).result()
                        items.popleft()
                        yield outcome
                except BrokenProcessPool:
                    yield Failure(self.name(items.popleft()), _ENDED)


class _Attempt:
    """Calls a function, and turns what it raises into a `Failure`: one bad document must not end a run over many."""

    def __init__(self, function: Callable[[Any], Any], name: Callable[[Any], str]) -> None:
        self.function, self.name = function, name

    def __call__(self, item: Any) -> Any:
        try:
            return self.function(item)
        except NamesakesError as error:
            return Failure(self.name(item), str(error), format_exc())
        except Exception as error:
            return Failure(self.name(item), f"{type(error).__name__}: {error}", format_exc())


_received: Callable[[Any], Any] | None = None
"""In a worker process: what it was given to do when it began."""


def _receive(attempt: Callable[[Any], Any]) -> None:
    global _received
    _received = attempt


def _given(pool: "ProcessPoolExecutor", groups: Iterable[list[Any]]) -> "Iterator[_Given]":
    """Batches with what a process is asked to make of them; None where the processes have ended."""
    from concurrent.futures.process import BrokenProcessPool

    for group in groups:
        try:
            yield group, pool.submit(_attempt_all, group)
        except BrokenProcessPool:
            yield group, None


def _begun() -> None:
    """Nothing: a process that comes to this has begun."""


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
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    try:
        with _ENVIRONMENT:
            context = get_context("spawn")
            with ProcessPoolExecutor(
                count, mp_context=context, initializer=_begin, initargs=(begin, arguments)
            ) as pool:
                yield pool
    except BrokenProcessPool as error:
        advice = "Where memory is short, use fewer of them, with --jobs or jobs=."
        raise WorkerError(f"a process that did a part of the work was ended.\n{advice}") from error


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
