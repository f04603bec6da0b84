"""Workers: other processes of this machine that do a part of the work, each in one thread."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

_THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""What libraries for matrices ask, when they are loaded, for the number of threads they may start."""


def stay_in_one_thread() -> dict[str, str]:
    """Let this process, if NumPy is not loaded yet, and those that it starts, multiply matrices in one thread.

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


@contextmanager
def workers(
    count: int, begin: Callable[..., None] | None = None, given: tuple[Any, ...] = ()
) -> "Iterator[ProcessPoolExecutor]":
    """New processes that wait for work; they end with the block, or when this process is killed.

    Parameters
    ----------
    count : how many processes.
    begin, given : a function of a module, and what it is called with in each process before there is work.
    """
    from concurrent.futures import ProcessPoolExecutor  # a command that starts no process does not wait for these
    from multiprocessing import get_context

    variables = stay_in_one_thread()
    try:
        context = get_context("spawn")
        with ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=(begin, given)) as pool:
            yield pool
    finally:
        for name in variables:
            os.environ.pop(name, None)


def _begin(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        Thread(target=_leave_with, args=(parent,), daemon=True).start()
    if begin is not None:
        begin(*given)


def _leave_with(parent: "BaseProcess") -> None:
    """End this process when the one that it works for is killed; it would wait for work for ever."""
    parent.join()
    os._exit(1)
