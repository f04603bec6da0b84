"""The Spark engine: the same functions as the local engine, on as many machines as there are.

`SparkEngine` does the work of a run into a store. `resolve_tables` needs none: documents go in, tables come out, and
no machine ever holds all of them.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import pyarrow

from namesakes.engines.spark.people import FOUND, found_in, found_of
from namesakes.engines.spark.rows import (
    DOCUMENTS,
    ENTRIES,
    READ,
    SEEN,
    SKIPPED,
    UNREAD,
    entry_rows,
    file_rows,
    opened,
    profile_text,
    read,
    result_of,
    skipped_of,
)
from namesakes.engines.spark.session import Folder, while_java_runs
from namesakes.formats.scan import File
from namesakes.identities.linker import LinkedBlock
from namesakes.pipeline.changes import ChangeDetector, Changes
from namesakes.pipeline.engine import Fetch, LinkedTask, Task
from namesakes.pipeline.incremental import packed
from namesakes.pipeline.linking import BlockLinker
from namesakes.pipeline.reading import DocumentReader, ReadDocument
from namesakes.workers import Failure

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

PORTION: Final = 16_000_000
"""Bytes of files that are read for each core before the outcome is written: what is lost at most by a stop."""
PARTS: Final = 8
"""Tasks for each core, so that a slow one holds nobody up."""
SMALL: Final = 50_000
"""Bytes of documents that are not worth more than one task."""
PARCEL: Final = 500
"""Chains, about, that are compared in one go."""
_WAVE: Final = 20_000
"""Chains that a store sends to Spark at a time."""


@dataclass(frozen=True)
class SparkEngine:
    """Does the work of a run into a store.

    Parameters
    ----------
    session : the Spark session.
    work : a folder that all machines see, for what is on its way; it is emptied again.
    portion : bytes of files for each core that are read before the store gets them.
    """

    session: "SparkSession"
    work: Folder
    portion: int = PORTION

    def read(
        self, documents: Changes, reader: DocumentReader, failures: list[Failure], passed: Callable[[], None]
    ) -> Iterator[ReadDocument]:
        """The results of all documents that are new, by portions and ids."""
        with while_java_runs(self.session):
            yield from self._read(documents, reader, passed)

    def _read(self, documents: Changes, reader: DocumentReader, passed: Callable[[], None]) -> Iterator[ReadDocument]:
        from pyspark.sql import Row

        place = self.work / "documents"
        detector = documents.detector
        for frame, number in self._entries(documents):
            read_frame(frame, reader).write.mode("overwrite").parquet(str(place))
            documents.done += number
            passed()
            written = self.session.read.parquet(str(place)).orderBy("id")
            for row in map(Row.asDict, written.toLocalIterator(prefetchPartitions=True)):
                if row["what"] == READ:
                    detector.seen.add(row["id"])
                    yield result_of(row)
                elif row["what"] == SKIPPED:
                    detector.skipped.append(skipped_of(row))
                elif row["what"] == SEEN:
                    detector.seen.add(row["id"])
                elif row["what"] == UNREAD:
                    detector.unreadable.add(row["path"])
        place.remove()

    def _entries(self, documents: Changes) -> Iterator[tuple["DataFrame", int]]:
        """What is to be read, a portion at a time, and how many files or documents each is of."""
        for files in portions(documents.files, self.portion * self.session.sparkContext.defaultParallelism):
            yield open_frame(self.session, files, documents.detector), len(files)
        if documents.in_memory:
            given = (each for one in documents.in_memory for each in documents.detector.entry(one, one.key, ""))
            table = pyarrow.Table.from_pylist(list(entry_rows(given)), arrow_schema(ENTRIES))
            frame = self.session.createDataFrame(table)
            yield frame.repartition(parts_of(self.session, table.nbytes)), len(documents.in_memory)

    def find(self, linker: BlockLinker, tasks: Sequence[Task], fetch: Fetch) -> Iterator[LinkedTask]:
        """The tasks with the people of their blocks, in their order."""
        sizes = [sum(map(len, task.blocks)) for task in tasks]
        for begin, end in packed(sizes, _WAVE):
            wave = tasks[begin:end]
            with while_java_runs(self.session):
                found = iter(self._found(linker, wave, fetch))
            for task in wave:
                yield task, [next(found) for _ in task.blocks]

    def _found(self, linker: BlockLinker, tasks: Sequence[Task], fetch: Fetch) -> list[LinkedBlock]:
        """The people of the blocks of some tasks."""
        numbers = count()
        rows: list[dict[str, Any]] = []
        parcel, held = 0, 0
        for task in tasks:
            for profiles, must, cannot in fetch(task):
                if held + len(profiles) > PARCEL:
                    parcel, held = parcel + 1, 0
                held += len(profiles)
                rows.append(
                    {
                        "parcel": parcel,
                        "block": next(numbers),
                        "profiles": [profile_text(each) for each in profiles],
                        "must": json.dumps(must),
                        "cannot": json.dumps(cannot),
                    }
                )
        frame = self.session.createDataFrame(pyarrow.Table.from_pylist(rows))
        table = frame.groupBy("parcel").applyInArrow(found_of(linker), FOUND).orderBy("block").toArrow()
        return [found_in(text) for text in table.column("found").to_pylist()]


def portions(files: Sequence[File], most: int) -> Iterator[Sequence[File]]:
    """Files that are read together: as many in a row as have no more than so many bytes."""
    for begin, end in packed((size_of(file) for file in files), most):
        yield files[begin:end]


def size_of(file: File) -> int:
    """The bytes of a file; 0 where it is gone, which whoever opens it will say."""
    try:
        return file.path.stat().st_size
    except OSError:
        return 0


def open_frame(session: "SparkSession", files: Sequence[File], detector: ChangeDetector) -> "DataFrame":
    """What files hold, spread over all machines."""
    schema = arrow_schema(ENTRIES)
    fresh = ChangeDetector(detector.known, detector.salt, detector.limits, detector.reading)
    parts = parts_of(session, sum(map(size_of, files)))
    frame = session.createDataFrame(file_rows(files)).repartition(min(parts, len(files)))
    return frame.mapInArrow(lambda batches: opened(batches, fresh, schema), ENTRIES).repartition(parts)


def read_frame(entries: "DataFrame", reader: DocumentReader) -> "DataFrame":
    """Changes that were read, with chains and profiles."""
    schema = arrow_schema(DOCUMENTS)
    return entries.mapInArrow(lambda batches: read(batches, reader, schema), DOCUMENTS)


def arrow_schema(columns: str) -> pyarrow.Schema:
    """The schema of a table, of Spark's description of its columns."""
    from pyspark.sql.pandas.types import to_arrow_schema
    from pyspark.sql.types import StructType

    found = StructType.fromDDL(columns)
    assert isinstance(found, StructType)
    return to_arrow_schema(found)


def parts_of(session: "SparkSession", size: int) -> int:
    """Into how many tasks so many bytes of documents are divided."""
    cores = session.sparkContext.defaultParallelism
    return min(PARTS * cores, max(cores, size // SMALL))
