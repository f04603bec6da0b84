"""Engine: where the two heavy parts of a run are done, reading documents and finding the people of blocks.

What is done is the same everywhere: an engine only brings documents to a `DocumentReader`, and blocks to a
`BlockLinker`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from namesakes.config import Registry
from namesakes.identities.linker import LinkedBlock, Pair
from namesakes.pipeline.changes import Changes
from namesakes.pipeline.linking import BlockLinker
from namesakes.pipeline.reading import DocumentReader, ReadDocument
from namesakes.profiles.profile import Profile
from namesakes.workers import Failure


@dataclass(frozen=True)
class Task:
    """Blocks that are clustered and written together, as places in the list of chains."""

    blocks: list[list[int]]
    fingerprints: list[str]


Block = tuple[Sequence[Profile], list[Pair], list[Pair]]
"""The profiles of a block, and corrections as pairs of their places: those who must be one, and those who cannot."""
Fetch = Callable[[Task], Iterator[Block]]
"""Gives the blocks of a task."""
LinkedTask = tuple[Task, list[LinkedBlock]]
"""A task with the people of its blocks."""


class Engine(Protocol):
    """Where the work of a run is done; the outcome is the same for all of them."""

    def read(
        self, documents: Changes, reader: DocumentReader, failures: list[Failure], passed: Callable[[], None]
    ) -> Iterator[ReadDocument]:
        """The results of all documents that are new, in their order.

        Parameters
        ----------
        failures : gets the documents that could not be processed, while the others go on.
        passed : is called from time to time, for those who wait.
        """
        ...

    def find(self, linker: BlockLinker, tasks: Sequence[Task], fetch: Fetch) -> Iterator[LinkedTask]:
        """The tasks with the people of their blocks, in their order."""
        ...


ENGINES: Registry[Callable[..., Engine]] = Registry("engine", "namesakes.engines")
"""Where the work can run, by name."""
ENGINES.register("local", "namesakes.engines.local:LocalEngine")
ENGINES.register("spark", "namesakes.engines.spark.engine:SparkEngine")
