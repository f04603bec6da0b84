"""Spark beside the local engine: documents a second on one machine, how both grow, what a document and a pair cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from namesakes.pipeline.resolve import resolve_into
from namesakes.resources import cores
from namesakes.store.store import open_store
from namesakes.workers import workers
from reproduction.environment import SPARK_DOCUMENTS, setting_of, sizes_in
from reproduction.outcome import Experiment, Outcome
from reproduction.stage_monitor import StageMonitor
from reproduction.synthetic.texts import made_up, write_parts

SIZES = (1_000, 10_000, 100_000)
LOCAL, SPARK = "local", "spark"
_START = "start"
_PARTS = 16


@dataclass(frozen=True)
class Measured:
    """What one engine took for so many documents.

    Parameters
    ----------
    start : seconds until Spark is there.
    reading, blocks, people, tables : seconds of the steps; the local engine's blocks, people and tables are one.
    chains, pairs : how many there are; pairs of chains of one block, which are what is compared.
    identities : the identity of each chain, as one code.
    """

    engine: str
    documents: int
    start: float
    reading: float
    blocks: float
    people: float
    tables: float
    megabytes: float
    chains: int
    pairs: int
    identities: int

    @property
    def total(self) -> float:
        """All but the start."""
        return self.reading + self.blocks + self.people + self.tables


def run(data: Path | None, seed: int, sizes: Sequence[int] = ()) -> Outcome:
    """Each engine and size in a process of its own; the environment may name other sizes."""
    rows, firsts = [], dict[str, Measured]()
    for size in sizes or sizes_in(SPARK_DOCUMENTS, SIZES):
        with TemporaryDirectory() as place:
            folder = write_parts(made_up(size, seed), Path(place, "documents"), _PARTS)
            found = {}
            for engine in (LOCAL, SPARK):
                with workers(1) as pool:
                    found[engine] = pool.submit(measure, engine, folder, size, cores()).result()
        for engine, each in found.items():
            rows.append(_row(each, firsts.setdefault(engine, each), found[LOCAL]))
    columns = [
        "documents", "engine", "start", "reading", "blocks", "people", "tables", "documents/s", "beside local",
        "growth", "ms/document", "chains", "pairs", "µs/pair", "memory", "identities",
    ]  # fmt: skip
    notes = (
        f"Made-up documents of three or four sentences and about 45 words, in JSONL; {cores()} processes, for Spark "
        f"`local[{cores()}]`. The local engine writes a store in SQLite; its blocks, people and writing are one step. "
        "Spark writes its tables. documents/s and growth leave the start of Java out. ms/document is the reading, "
        "µs/pair the finding of people, each on one core. Pairs are those of blocks. Memory is that of all processes "
        "together, Java's included."
    )
    return Outcome(columns, rows, f"made-up documents, seed {seed}{setting_of(SPARK_DOCUMENTS)}", notes)


def measure(engine: str, folder: Path, size: int, jobs: int) -> Measured:
    """Resolve the documents of a folder with an engine."""
    with TemporaryDirectory() as place, StageMonitor() as monitor:
        monitor.turn_to(_START)
        if engine == LOCAL:
            return _local(monitor, folder, size, jobs, Path(place, "people.db"))
        return _spark(monitor, folder, size, jobs, Path(place, "tables"))


def _local(monitor: StageMonitor, folder: Path, size: int, jobs: int, place: Path) -> Measured:
    with open_store(place) as store:
        report = resolve_into(store, [folder], jobs=jobs)
        identities = {(each.chain.document, each.chain.chain): each.identity for each in store.memberships.all()}
    reading, people = report.seconds["reading"], report.seconds["identities"]
    monitor.turn_to("")
    memory = max(monitor.megabytes.values())
    return Measured(LOCAL, size, 0.0, reading, 0.0, people, 0.0, memory, report.chains, 0, _code(identities))


def _spark(monitor: StageMonitor, folder: Path, size: int, jobs: int, place: Path) -> Measured:
    from pyspark.sql import functions as of

    from namesakes.engines.spark.session import spark_session
    from namesakes.engines.spark.tables import resolve_tables

    session = spark_session(jobs=jobs)
    session.range(1).count()
    monitor.turn_to("work")
    tables = resolve_tables(session, [folder], str(place))
    monitor.turn_to("")
    spent = {"documents": 0.0, "blocks": 0.0, "chains": 0.0, "tables": 0.0}
    for name, seconds in tables.done.items():
        kind = name.split("/")[0].split("-")[0]
        spent[kind if kind in spent else "tables"] += seconds
    blocks = session.read.parquet(str(next(place.glob("blocks-*")))).groupBy("block").count()
    ((pairs,),) = blocks.select(of.sum(of.expr("count * (count - 1) div 2"))).collect()
    members = session.read.parquet(str(place / "memberships")).select("document", "chain", "person").collect()
    identities = {(document, chain): person for document, chain, person in members}
    session.stop()
    return Measured(
        SPARK,
        size,
        monitor.seconds[_START],
        spent["documents"],
        spent["blocks"],
        spent["chains"],
        spent["tables"],
        max(monitor.megabytes.values()),
        tables.counts["chains"],
        int(pairs or 0),
        _code(identities),
    )


def _code(identities: Mapping[tuple[str, int], str]) -> int:
    """A code of who every chain is."""
    from zlib import crc32

    return crc32(repr(sorted(identities.items())).encode())


def _row(found: Measured, first: Measured, local: Measured) -> list[str]:
    same = "the same" if found.identities == local.identities else "OTHERS"
    return [
        f"{found.documents:,}",
        found.engine,
        *(f"{seconds:.1f} s" for seconds in (found.start, found.reading, found.blocks, found.people, found.tables)),
        f"{found.documents / found.total:,.1f}",
        f"{local.total / found.total:.2f} ×",
        f"{found.total / first.total:.2f} × ({found.documents / first.documents:g} ×)",
        f"{1e3 * cores() * found.reading / found.documents:.2f}",
        f"{found.chains:,}",
        f"{found.pairs:,}" if found.engine == SPARK else "",
        f"{1e6 * cores() * found.people / max(found.pairs, 1):.1f}" if found.engine == SPARK else "",
        f"{found.megabytes:,.0f} MB",
        same if found.engine == SPARK else "",
    ]


EXPERIMENT = Experiment(
    "Spark beside the local engine",
    "What the Spark engine adds and costs on one machine, beside the local engine on the same documents.",
    run,
)
