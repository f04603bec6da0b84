"""The local engine: the work is done in this process, or in several on this machine."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import islice
from typing import Final

from namesakes.identities.linker import LinkedBlock, Linker
from namesakes.pipeline.documents import Documents
from namesakes.pipeline.engine import Block, Fetch, Task
from namesakes.pipeline.opening import Entry
from namesakes.pipeline.reading import Reading, Result, read_entries
from namesakes.workers import Failure, workers

_WORTH_PROCESSES: Final = 200_000
"""Pairs of chains below which other processes would take longer to start than the work takes."""
_SET_UP: Final = 2_000
"""Pairs of chains that take as long as the set-up of a block."""


@dataclass(frozen=True)
class LocalEngine:
    """Works in so many processes; the outcome is the same for any number."""

    jobs: int = 1

    def read(
        self, documents: Documents, reading: Reading, failures: list[Failure], passed: Callable[[], None]
    ) -> Iterator[Result]:
        """The results of all documents that are new, in their order."""
        return read_entries(_told(documents, passed), reading, jobs=self.jobs, failures=failures)

    def find(self, linker: Linker, tasks: Sequence[Task], fetch: Fetch) -> Iterator[tuple[Task, list[LinkedBlock]]]:
        """The tasks with the people of their blocks, in their order."""
        pairs = sum(_SET_UP + len(block) ** 2 // 2 for task in tasks for block in task.blocks if len(block) > 1)
        if self.jobs <= 1 or pairs < _WORTH_PROCESSES:
            for task in tasks:
                yield task, [linker(*block) for block in fetch(task)]
            return
        with workers(self.jobs, _receive, (linker,)) as pool:
            rest = iter(tasks)

            def submitted(count: int) -> list[tuple[Task, list[Future[LinkedBlock]]]]:
                return [(task, [pool.submit(_work, block) for block in fetch(task)]) for task in islice(rest, count)]

            waiting = deque(submitted(2))
            while waiting:
                task, futures = waiting.popleft()
                yield task, [future.result() for future in futures]
                waiting.extend(submitted(1))


def _told(documents: Documents, passed: Callable[[], None]) -> Iterator[Entry]:
    for entry in documents:
        yield entry
        passed()


_RECEIVED: list[Linker] = []
"""In a process that works for another: what it works with."""


def _receive(linker: Linker) -> None:
    _RECEIVED[:] = [linker]


def _work(block: Block) -> LinkedBlock:
    return _RECEIVED[0](*block)
