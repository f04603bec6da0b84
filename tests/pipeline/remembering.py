"""An engine that works as the local one and does nothing twice, for tests that repeat a run many times."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from namesakes.engines.local import LocalEngine
from namesakes.identities.linker import LinkedBlock
from namesakes.pipeline.changes import Changes
from namesakes.pipeline.engine import Fetch, LinkedTask, Task
from namesakes.pipeline.linking import BlockLinker
from namesakes.pipeline.reading import DocumentReader, ReadDocument
from namesakes.workers import Failure


class Remembering(LocalEngine):
    """Reads a document, and finds the people of a block, when it meets it for the first time."""

    read_before: ClassVar[dict[tuple[str, str], ReadDocument]] = {}
    found_before: ClassVar[dict[Any, LinkedBlock]] = {}

    def read(
        self, documents: Changes, reader: DocumentReader, failures: list[Failure], passed: Callable[[], None]
    ) -> Iterator[ReadDocument]:
        for entry in documents:
            key = (entry.id, entry.hash)
            if key not in self.read_before:
                self.read_before[key] = reader(entry)
            yield self.read_before[key]

    def find(self, linker: BlockLinker, tasks: Sequence[Task], fetch: Fetch) -> Iterator[LinkedTask]:
        for task in tasks:
            found = []
            for profiles, must, cannot in fetch(task):
                key = (tuple(getattr(profiles, "texts", ())), tuple(must), tuple(cannot))
                if key not in self.found_before:
                    self.found_before[key] = linker(profiles, must, cannot)
                found.append(self.found_before[key])
            yield task, found
