"""Engine: where the two heavy parts of a run are done, reading documents and finding the people of blocks.

What is done is the same everywhere: an engine only brings documents to `Reading` and blocks to a `Linker`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from namesakes.config import Registry
from namesakes.identities.linker import LinkedBlock, Linker, Pair
from namesakes.pipeline.documents import Documents
from namesakes.pipeline.reading import Reading, Result
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


class Engine(Protocol):
    """Where the work of a run is done; the outcome is the same for all of them."""

    def read(
        self, documents: Documents, reading: Reading, failures: list[Failure], passed: Callable[[], None]
    ) -> Iterator[Result]:
        """The results of all documents that are new, in their order.

        Parameters
        ----------
        failures : gets the documents that could not be processed, while the others go on.
        passed : is called from time to time, for those who wait.
        """
        ...

    def find(self, linker: Linker, tasks: Sequence[Task], fetch: Fetch) -> Iterator[tuple[Task, list[LinkedBlock]]]:
        """The tasks with the people of their blocks, in their order."""
        ...


ENGINES: Registry[Callable[..., Engine]] = Registry("engine")
"""Where the work can run, by name."""
ENGINES.register("local", "namesakes.engines.local:LocalEngine")
ENGINES.register("spark", "namesakes.engines.spark.engine:SparkEngine")
