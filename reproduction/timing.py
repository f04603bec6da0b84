"""Timing and memory of a call, for benchmarks."""

import os
import resource
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import median


def best_of(count: int, call: Callable[[], object]) -> float:
    """The shortest of several times of a call, in seconds: the one that other work on the machine disturbed least."""
    times = []
    for _ in range(count):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def peak_megabytes(call: Callable[[], object]) -> float:
    """The most memory that a call held at a time, beyond what was held before it."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def peak_resident_megabytes(processes: int) -> float:
    """The most memory that this process held, and as often as there are others the most that one of them held."""
    unit = 1e6 if sys.platform == "darwin" else 1e3
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    others = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss if processes > 1 else 0
    return (own + processes * others) / unit


def alternating(count: int, calls: Sequence[Callable[[], object]]) -> list[float]:
    """The median time of each call, in seconds, where all take turns: what else the machine does hits all alike."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(count):
        for call, found in zip(calls, times, strict=True):
            found.append(best_of(1, call))
    return [median(found) for found in times]


@contextmanager
def one_core() -> Iterator[None]:
    """Keeps this process on one core, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
