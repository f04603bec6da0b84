"""Tables: documents become people with Spark alone, and every step is kept, so that a run that was stopped goes on.

A step is a folder whose name holds a code of all that the step depends on. A step that is complete is not done again;
steps of other inputs or settings are deleted at the end.
"""

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow

from namesakes import __version__
from namesakes.engines.spark.blocks import block_frame, chain_table, task_starts
from namesakes.engines.spark.engine import PARCEL, PORTION, arrow_schema, open_frame, portions, read_frame, size_of
from namesakes.engines.spark.people import CHAINS, people_of
from namesakes.engines.spark.rows import DOCUMENTS
from namesakes.engines.spark.session import Folder, while_java_runs
from namesakes.errors import UsageError
from namesakes.formats.records import Item
from namesakes.formats.scan import File, Skipped
from namesakes.pipeline.changes import Changes
from namesakes.pipeline.linking import BlockLinker
from namesakes.pipeline.parts import code_of
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.pipeline.reading import DocumentReader
from namesakes.pipeline.report import Progress
from namesakes.pipeline.resolve import ResolveSettings, check_language, identities_code, reading_code
from namesakes.pipeline.summary import MOST

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

TABLES: Final = ("people", "memberships", "alternatives", "skipped")
"""The tables that are for others; the documents lie beside them."""
_MANIFEST: Final = "_namesakes.json"


@dataclass
class Tables:
    """What a run wrote.

    Parameters
    ----------
    folder : where the tables are.
    counts : how many documents, words, chains and people there are, and how many places were skipped.
    most : id, name, description, mentions and documents of those who are mentioned most.
    skipped : the first places that were skipped, and why.
    done : the steps that were done, and how long each took; steps that were there already are not among them.
    """

    folder: str
    counts: dict[str, int] = field(default_factory=dict)
    most: list[tuple[str, str, str, int, int]] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    done: dict[str, float] = field(default_factory=dict)

    @property
    def in_vain(self) -> bool:
        """Whether documents were there and none of them could be read."""
        return bool(self.skipped) and not self.counts.get("documents")

    def to_json(self) -> dict[str, Any]:
        """What was written, as plain data."""
        seconds = {name: round(value, 3) for name, value in self.done.items()}
        return {**asdict(self), "done": seconds, "nothing_to_do": not self.done}


def resolve_tables(
    session: "SparkSession",
    items: Iterable[Item],
    folder: str,
    settings: ResolveSettings | None = None,
    *,
    pipeline: Pipeline | None = None,
    reader: DocumentReader | None = None,
    portion: int = PORTION,
    progress: Callable[[Progress], None] = lambda progress: None,
) -> Tables:
    """Resolve documents into tables; what was done.

    Parameters
    ----------
    items : folders and files that all machines see.
    folder : where the tables go, on a disk that all machines see or at an address such as `hdfs://…`.
    settings : how documents become people.
    pipeline : the models; those that are folders lie where all machines see them.
    reader : reads a document instead of the pipeline.
    portion : bytes of files for each core that are read before the outcome is kept.
    progress : is called with how far the run is.
    """
    settings, nlp = settings or ResolveSettings(), pipeline or load()
    check_language(settings, nlp)
    read = reader or DocumentReader(nlp.extraction(settings.kinds, max_seconds=settings.limits.seconds))
    with while_java_runs(session):
        return _Run(session, list(items), Folder(session, folder), settings, nlp, read, portion, progress).run()


class _Run:
    """One run over documents."""

    def __init__(
        self,
        session: "SparkSession",
        items: list[Item],
        folder: Folder,
        settings: ResolveSettings,
        pipeline: Pipeline,
        reader: DocumentReader,
        portion: int,
        progress: Callable[[Progress], None],
    ) -> None:
        self.session, self.folder, self.settings, self.progress = session, folder, settings, progress
        self.pipeline, self.reader = pipeline, reader
        self.linker = BlockLinker(pipeline.parts["identities"], settings.linking(pipeline))
        self.code = reading_code(settings, pipeline)
        own = None if "://" in folder.place else Path(folder.place)
        self.documents = Changes(items, {}, self.code, settings.limits, own, settings.links, settings.reading)
        if self.documents.in_memory:
            raise UsageError(
                "Spark's tables are made of files and folders.\nWrite texts and rows to a Parquet file first."
            )
        self.portion = portion * session.sparkContext.defaultParallelism
        self.tables = Tables(str(folder))
        self.kept: list[str] = []

    def run(self) -> Tables:
        """Read, block, find out who is who, and write the tables."""
        codes = self._read()
        code = code_of([sorted(codes), identities_code(self.linker.settings, self.pipeline)])
        blocks = self._step(f"blocks-{code}", self._blocks)
        chains = self._step(f"chains-{code}", lambda: self._people(blocks))
        named = self._step(f"persons-{code}", lambda: self._persons(chains))
        for name in TABLES:
            self._step(f"{name}/run={code}", partial(_TABLES[name], self, chains, named))
        self._forget()
        self._count(code)
        return self.tables

    def _read(self) -> list[str]:
        """Read the documents, a portion at a time; the codes of the portions."""
        codes = []
        for files in portions(self.documents.files, self.portion):
            code = code_of([self.code, repr(self.settings.limits), [_state(file) for file in files]])
            self.progress(Progress("reading", self.documents.done, len(self.documents), self.documents.done))
            self._step(f"documents/portion={code}", partial(self._portion, files))
            self.documents.done += len(files)
            codes.append(code)
        self.progress(Progress("identities", 0, 1, self.documents.done))
        return codes

    def _portion(self, files: Sequence[File]) -> "DataFrame":
        return read_frame(open_frame(self.session, files, self.documents.detector), self.reader)

    def _step(self, name: str, work: Callable[[], "DataFrame"]) -> "DataFrame":
        """The table of a step, which is made where it is not there."""
        place = self.folder / name
        self.kept.append(name)
        if not place.complete:
            start = time.perf_counter()
            work().write.mode("overwrite").parquet(str(place))
            self.tables.done[name] = time.perf_counter() - start
        return self.session.read.parquet(str(place))

    @property
    def _all_documents(self) -> "DataFrame":
        places = [str(self.folder / name) for name in self.kept if name.startswith("documents/")]
        if not places:
            return self.session.createDataFrame(arrow_schema(DOCUMENTS).empty_table())
        return self.session.read.parquet(*places)

    def _blocks(self) -> "DataFrame":
        chains = chain_table(self._all_documents, self.settings.kinds)
        return block_frame(self.session, chains, self.linker.settings.block)

    def _people(self, blocks: "DataFrame") -> "DataFrame":
        """Chains with their people: blocks go in parcels to whoever is free."""
        from pyspark.sql import functions as of

        starts = task_starts(blocks)
        parcels = max(1, blocks.count() // PARCEL)
        chains = chain_table(self._all_documents, self.settings.kinds).select("document", "chain", "profile")
        parcel = of.pmod(of.xxhash64("block"), of.lit(parcels)).alias("parcel")
        table = chains.join(blocks, ["document", "chain"]).select(parcel, "block", "profile")
        work = people_of(self.linker, starts, arrow_schema(CHAINS))
        return table.groupBy("parcel").applyInArrow(work, CHAINS)

    def _persons(self, chains: "DataFrame") -> "DataFrame":
        """People with ids, numbered as a store would number them."""
        from pyspark.sql import Window
        from pyspark.sql import functions as of

        order = Window.partitionBy("slug").orderBy("task", of.desc("size"), "first_document", "first_chain")
        number = of.row_number().over(order).cast("string")
        return chains.where("slug is not null").select(
            "first_document",
            "first_chain",
            of.concat("slug", of.lit("-"), number).alias("id"),
            "name",
            "kind",
            "person",
        )

    def people_table(self, chains: "DataFrame", persons: "DataFrame") -> "DataFrame":
        """A row for each person."""
        from pyspark.sql import functions as of

        return persons.select(of.col("id").alias("person"), "name", "kind", "person.*")

    def memberships_table(self, chains: "DataFrame", persons: "DataFrame") -> "DataFrame":
        """A row for each chain."""
        from pyspark.sql import functions as of

        documents = self._all_documents.where("what = 'read'").select(of.col("id").alias("document"), "path", "title")
        ids = persons.select("first_document", "first_chain", of.col("id").alias("person"))
        table = chains.drop("person").join(ids, ["first_document", "first_chain"]).join(documents, "document")
        return table.select(
            "person", "name", "kind", "document", "path", "title", "chain", "called", "mentions", "strength"
        )

    def alternatives_table(self, chains: "DataFrame", persons: "DataFrame") -> "DataFrame":
        """A row for each other person that a chain might be, the nearest with rank 1."""
        from pyspark.sql import functions as of

        others = chains.select("document", "chain", of.posexplode("others").alias("place", "other"))
        ids = persons.select(
            of.col("first_document").alias("d"), of.col("first_chain").alias("c"), of.col("id").alias("person")
        )
        met = others.join(ids, (of.col("other.document") == of.col("d")) & (of.col("other.chain") == of.col("c")))
        rank = (of.col("place") + 1).cast("int").alias("rank")
        return met.select("document", "chain", rank, "person", of.col("other.strength").alias("strength"))

    def skipped_table(self, chains: "DataFrame", persons: "DataFrame") -> "DataFrame":
        """A row for each place that was left out, and why."""
        from pyspark.sql import functions as of

        found = self._all_documents.where("what = 'skipped'").select(of.col("id").alias("place"), "reason")
        early = self.documents.skipped
        texts = {"place": [each.place for each in early], "reason": [each.reason for each in early]}
        columns = pyarrow.schema([("place", pyarrow.string()), ("reason", pyarrow.string())])
        return found.unionByName(self.session.createDataFrame(pyarrow.table(texts, columns)))

    def _forget(self) -> None:
        """Delete the steps of other inputs and settings."""
        for name in self.folder.names():
            if name in ("documents", *TABLES):
                inside = self.folder / name
                for each in inside.names():
                    if f"{name}/{each}" not in self.kept:
                        (inside / each).remove()
            elif name.startswith(("blocks-", "chains-", "persons-")) and name not in self.kept:
                (self.folder / name).remove()

    def _count(self, code: str) -> None:
        """Count what there is, and write the manifest."""
        from pyspark.sql import functions as of

        documents = self._all_documents.where("what = 'read'")
        ((number, words),) = documents.agg(of.count("*"), of.sum("words")).collect()
        people = self.session.read.parquet(str(self.folder / f"people/run={code}"))
        kinds = people.groupBy("kind").count().collect()
        most = people.where("kind = 'person'").orderBy(of.desc("mentions"), "person").limit(MOST)
        columns = ("person", "name", "description", "mentions", "documents")
        self.tables.most = [(row[0], row[1], row[2], row[3], row[4]) for row in most.select(*columns).collect()]
        skipped = self.session.read.parquet(str(self.folder / f"skipped/run={code}"))
        chains = self.session.read.parquet(str(self.folder / f"memberships/run={code}")).count()
        counts = {"documents": number, "words": words or 0, "skipped": skipped.count(), "chains": chains}
        self.tables.counts = {**counts, **{row["kind"]: row["count"] for row in kinds}}
        self.tables.skipped = [Skipped(*row) for row in skipped.orderBy("place").limit(_SHOWN).collect()]
        manifest = {
            "namesakes": __version__,
            "pipeline": self.pipeline.name,
            "models": {**self.pipeline.parts.hashes("reading"), **self.pipeline.parts.hashes("identities")},
            "code": code,
            "counts": self.tables.counts,
        }
        self.folder.write_text(_MANIFEST, json.dumps(manifest, indent=2))


_SHOWN: Final = 100
"""Skipped places that are told."""
_TABLES: Final[dict[str, Any]] = {
    "people": _Run.people_table,
    "memberships": _Run.memberships_table,
    "alternatives": _Run.alternatives_table,
    "skipped": _Run.skipped_table,
}


def _state(file: File) -> tuple[str, str, int, int]:
    """What decides whether a file is the same."""
    try:
        return file.id, file.printable, size_of(file), file.path.stat().st_mtime_ns
    except OSError:
        return file.id, file.printable, 0, 0
