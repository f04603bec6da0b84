"""From raw text to people: time and memory of each stage, and how they grow with the number of documents."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from namesakes.pipeline.changes import Changes
from namesakes.pipeline.resolve import resolve_into
from namesakes.resources import cores
from namesakes.store.database import Database, open_database
from namesakes.store.documents import Documents as StoredDocuments
from namesakes.store.records import Event, Identity, Membership, StoredDocument
from namesakes.store.store import Store
from namesakes.workers import workers
from reproduction.corpora import corpus_path
from reproduction.environment import DOCUMENTS, setting_of, sizes_in
from reproduction.outcome import Experiment, Outcome
from reproduction.stage_monitor import StageMonitor
from reproduction.synthetic.texts import copied, write_parts

SIZES = (1_639, 16_390)
STAGES = {
    "files": "files",
    "reading": "syntax, chains, profiles",
    "identities": "identities",
    "store": "store",
}
"""The stages in their order, and what they are called."""
GROWTH = 11.0
"""How many times longer ten times as many documents may take."""
RATE = 20.0
"""Documents of 1,000 words that are to be read in a second, on two cores."""


@dataclass(frozen=True)
class Measured:
    """What so many documents took: words, chains and people in them, and by stage seconds and megabytes."""

    documents: int
    words: int
    chains: int
    people: int
    seconds: dict[str, float]
    megabytes: dict[str, float]

    @property
    def total(self) -> float:
        """The seconds of all stages together."""
        return sum(self.seconds.values())


def run(data: Path | None, seed: int, sizes: Sequence[int] = ()) -> Outcome:
    """Each size in a process of its own, so that its memory is its own; the environment may name other sizes."""
    path = corpus_path(data, "people", "frus_personx", "train.jsonl")
    found = []
    for size in sizes or sizes_in(DOCUMENTS, SIZES):
        with workers(1) as pool:
            found.append(pool.submit(measure, path, size, cores()).result())
    columns = ["documents", "words", "stage", "time", "share", "documents/s", "peak memory", "growth of time", "goal"]
    rows = [row for place, each in enumerate(found) for row in _rows(each, found[0] if place else None)]
    notes = (
        f"Files of JSONL go in, a store in SQLite comes out; {cores()} processes read, one writes. Up to 1,639 "
        "documents are an even sample of the corpus; beyond that each document comes again with other family names, "
        "the same ones throughout a copy. Stages do not overlap in the table: what the writer waits for is the "
        "reading. Memory is that of all processes together. Growth is the time beside that of the first size, and in "
        "brackets how many times more documents there are. "
        + " ".join(
            f"Of {each.documents:,} documents: {each.chains:,} chains, {each.people:,} people and organisations."
            for each in found
        )
    )
    return Outcome(columns, rows, f"people/frus_personx (train){setting_of(DOCUMENTS)}", notes)


def measure(path: Path, size: int, jobs: int) -> Measured:
    """Resolve so many documents into a new store."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    with TemporaryDirectory() as place:
        folder = write_parts(copied(rows, size), Path(place, "documents"), 16)
        del rows
        with StageMonitor() as monitor:
            monitor.turn_to("files")
            for _ in Changes([folder], {}):
                pass
            with MonitoredStore(monitor, Path(place, "people.db")) as store:
                monitor.turn_to("reading")
                report = resolve_into(
                    store, [folder], jobs=jobs, progress=lambda progress: monitor.turn_to(progress.stage)
                )
                people = len(store.identities.all())
    return Measured(size, report.words, report.chains, people, dict(monitor.seconds), dict(monitor.megabytes))


class MonitoredDocuments(StoredDocuments):
    """The documents of a store whose writing is measured as a stage of its own."""

    def __init__(self, monitor: StageMonitor, database: Database) -> None:
        super().__init__(database)
        self.monitor = monitor

    def write(self, batch: Sequence[StoredDocument]) -> None:
        """Write documents."""
        with self.monitor.stage("store"):
            super().write(batch)


class MonitoredStore(Store):
    """A store whose writing is measured as a stage of its own."""

    def __init__(self, monitor: StageMonitor, place: Path) -> None:
        super().__init__(open_database(place))
        self.monitor = monitor
        self.documents = MonitoredDocuments(monitor, self.database)

    def write_identities(
        self,
        identities: Iterable[Identity],
        memberships: Iterable[Membership],
        events: Iterable[Event] = (),
        *,
        blocks: Iterable[str] | None = None,
    ) -> None:
        """Write identities and memberships."""
        with self.monitor.stage("store"):
            super().write_identities(identities, memberships, events, blocks=blocks)


def _rows(found: Measured, first: Measured | None) -> list[list[str]]:
    """A row for each stage, and one for all together."""
    rows = []
    for stage, title in {**STAGES, "": "all together"}.items():
        seconds = found.seconds[stage] if stage else found.total
        before = (first.seconds[stage] if stage else first.total) if first else 0.0
        growth = f"{seconds / before:.2f} × ({found.documents / first.documents:.2f} ×)" if first and before else ""
        # a stage may be over before memory was looked at
        memory = found.megabytes.get(stage) if stage else max(found.megabytes.values())
        rows.append(
            [
                f"{found.documents:,}",
                f"{found.words:,}",
                title,
                f"{seconds:.1f} s",
                f"{100 * seconds / found.total:.1f} %",
                f"{found.documents / seconds:,.1f}" if seconds else "",
                "" if memory is None else f"{memory:,.0f} MB",
                growth,
                _goal(found, first) if not stage else "",
            ]
        )
    return rows


def _goal(found: Measured, first: Measured | None) -> str:
    """What is wanted of all stages together."""
    if first is not None:
        return f"< {GROWTH:g} × for 10 ×"
    return f"≥ {RATE:g} documents/s of 1,000 words: {RATE * found.documents * 1000 / found.words:.1f} of these"


EXPERIMENT = Experiment(
    "From raw text to people",
    "How long `namesakes resolve` takes and how much memory, stage by stage, and how both grow with documents.",
    run,
)
