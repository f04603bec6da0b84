"""The local engine: the work is done in this process, or in several on this machine."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from namesakes.identities.linker import LinkedBlock
from namesakes.pipeline.changes import Changes, Entry
from namesakes.pipeline.cost import remark_document
from namesakes.pipeline.engine import Block, Fetch, LinkedTask, Task
from namesakes.pipeline.linking import BlockLinker
from namesakes.pipeline.reading import DocumentReader, ReadDocument, read_entries
from namesakes.workers import Failure, mapped, one_blas_thread, usual_jobs

_WORTH_PROCESSES: Final = 200_000
"""Pairs of chains below which other processes would take longer to start than the work takes."""
_SET_UP: Final = 2_000
"""Pairs of chains that take as long as the set-up of a block."""
_AHEAD: Final = 64
"""Blocks that a process may have waiting: many are small."""


@dataclass(frozen=True)
class LocalEngine:
    """Works in so many processes; the outcome is the same for any number.

    Parameters
    ----------
    jobs : how many; None for as many as there are cores, once there is work enough.
    """

    jobs: int | None = 1

    def read(
        self, documents: Changes, reader: DocumentReader, failures: list[Failure], passed: Callable[[], None]
    ) -> Iterator[ReadDocument]:
        """What a store keeps of all documents that are new, in their order."""
        return read_entries(_watched(documents, passed), reader, jobs=self.jobs, failures=failures)

    def find(self, linker: BlockLinker, tasks: Sequence[Task], fetch: Fetch) -> Iterator[LinkedTask]:
        """The tasks with the people of their blocks, in their order."""
        pairs = sum(_SET_UP + len(block) ** 2 // 2 for task in tasks for block in task.blocks if len(block) > 1)
        jobs = usual_jobs() if self.jobs is None else self.jobs
        if jobs <= 1 or pairs < _WORTH_PROCESSES:
            for task in tasks:
                with one_blas_thread():
                    found = [linker(*block) for block in fetch(task)]
                yield task, found
            return
        blocks = (block for task in tasks for block in fetch(task))
        outcomes = mapped(_Apply(linker), blocks, jobs=jobs, batch=1, ahead=_AHEAD, raising=True)
        for task in tasks:
            yield task, [next(outcomes) for _ in task.blocks]


@dataclass(frozen=True)
class _Apply:
    """Finds the people of a block that travels as one thing."""

    linker: BlockLinker

    def __call__(self, block: Block) -> LinkedBlock:
        return self.linker(*block)


def _watched(documents: Changes, passed: Callable[[], None]) -> Iterator[Entry]:
    for entry in documents:
        remark_document(entry.document, entry.id)
        yield entry
        passed()
