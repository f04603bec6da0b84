"""Stage monitor: how long each stage of some work took, and the most memory that its processes held meanwhile."""

import os
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Final

_EVERY: Final = 0.2
"""Seconds between two looks at the memory."""


class StageMonitor:
    """Measures this process and all that it has started, while it is open.

    `seconds` and `megabytes` are by stage. A stage within another one interrupts it: what it takes counts for it alone.
    """

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.megabytes: defaultdict[str, float] = defaultdict(float)
        self._stages: list[str] = []
        self._since = 0.0
        self._over = Event()
        self._thread = Thread(target=self._look, daemon=True)

    def __enter__(self) -> "StageMonitor":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()
        self._turn()

    def turn_to(self, name: str) -> None:
        """Let the work be in another stage from now on."""
        if self._stages[:1] != [name]:
            self._note()
            self._turn()
            self._stages[:1] = [name]

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """The stage that the work is in while the context lasts."""
        self._turn()
        self._stages.append(name)
        try:
            yield
        finally:
            self._note()
            self._turn()
            self._stages.pop()

    def _turn(self) -> None:
        """Give the time since the last turn to the stage that it belongs to."""
        now = time.perf_counter()
        if self._stages:
            self.seconds[self._stages[-1]] += now - self._since
        self._since = now

    def _note(self) -> None:
        if self._stages:
            stage = self._stages[-1]
            self.megabytes[stage] = max(self.megabytes[stage], held_megabytes(os.getpid()))

    def _look(self) -> None:
        while not self._over.wait(_EVERY):
            self._note()


def peak_megabytes() -> float:
    """The most memory that this process has held at any time; 0 where the system does not tell."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("VmHWM:")), 0.0)


def held_megabytes(process: int) -> float:
    """The memory that a process and all that come from it hold now; 0 where the system does not tell."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int(entry.joinpath("stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError, ValueError):  # it has ended meanwhile
            continue
        children.setdefault(parent, []).append(int(entry.name))
    waiting, held = [process], 0
    while waiting:
        one = waiting.pop()
        waiting += children.get(one, [])
        try:
            held += int(Path(f"/proc/{one}/statm").read_text().split()[1])
        except (OSError, IndexError, ValueError):
            continue
    return held * os.sysconf("SC_PAGE_SIZE") / 1e6
