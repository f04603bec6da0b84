"""Timing and memory of a call, for benchmarks."""

import time
import tracemalloc
from collections.abc import Callable


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
