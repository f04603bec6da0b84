"""From raw text to people: time and memory of each stage, and how they grow with the number of documents."""

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from namesakes.errors import UsageError
from namesakes.pipeline.changes import Changes
from namesakes.pipeline.resolve import resolve_into
from namesakes.resources import cores
from namesakes.store.database import Database, open_database
from namesakes.store.documents import Documents as StoredDocuments
from namesakes.store.records import Event, Identity, Membership, StoredDocument
from namesakes.store.store import Store
from namesakes.workers import workers
from reproduction.ours.resolve_texts import copied, write_parts
from reproduction.ours.resolve_watch import Watch
from reproduction.outcome import Experiment, Outcome, needs_data

SIZES = (1_639, 16_390)
VARIABLE = "NAMESAKES_DOCUMENTS"
"""Other sizes, with commas between them: `NAMESAKES_DOCUMENTS=100,1000`."""
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


def run(data: Path | None, seed: int) -> Outcome:
    """Each size in a process of its own, so that its memory is its own."""
    path = needs_data(data, "people", "frus_personx", "train.jsonl")
    found = []
    for size in sizes(VARIABLE, SIZES):
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
    return Outcome(columns, rows, f"people/frus_personx (train){chosen(VARIABLE)}", notes)


def sizes(variable: str, usual: Sequence[int]) -> tuple[int, ...]:
    """The numbers of documents to measure: the usual ones, or those that a variable of the environment has."""
    wanted = os.environ.get(variable, "")
    try:
        found = tuple(int(size) for size in wanted.split(",")) if wanted else tuple(usual)
    except ValueError as error:
        raise UsageError(f"{variable} holds numbers with commas between them; it is '{wanted}'.") from error
    if min(found) < 1:
        raise UsageError(f"{variable} holds numbers above 0; it is '{wanted}'.")
    return found


def chosen(variable: str) -> str:
    """What to say of the data where a variable of the environment has chosen the sizes."""
    wanted = os.environ.get(variable)
    return f", {variable}={wanted}" if wanted else ""


def measure(path: Path, size: int, jobs: int) -> Measured:
    """Resolve so many documents into a new store."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    with TemporaryDirectory() as place:
        folder = write_parts(copied(rows, size), Path(place, "documents"), 16)
        del rows
        with Watch() as watch:
            watch.turn_to("files")
            for _ in Changes([folder], {}):
                pass
            with WatchedStore(watch, Path(place, "people.db")) as store:
                watch.turn_to("reading")
                report = resolve_into(
                    store, [folder], jobs=jobs, progress=lambda progress: watch.turn_to(progress.stage)
                )
                people = len(store.identities.all())
    return Measured(size, report.words, report.chains, people, dict(watch.seconds), dict(watch.megabytes))


class WatchedDocuments(StoredDocuments):
    """The documents of a store whose writing is watched as a stage of its own."""

    def __init__(self, watch: Watch, database: Database) -> None:
        super().__init__(database)
        self.watch = watch

    def write(self, batch: Sequence[StoredDocument]) -> None:
        """Write documents."""
        with self.watch.stage("store"):
            super().write(batch)


class WatchedStore(Store):
    """A store whose writing is watched as a stage of its own."""

    def __init__(self, watch: Watch, place: Path) -> None:
        super().__init__(open_database(place))
        self.watch = watch
        self.documents = WatchedDocuments(watch, self.database)

    def write_identities(
        self,
        identities: Iterable[Identity],
        memberships: Iterable[Membership],
        events: Iterable[Event] = (),
        *,
        blocks: Iterable[str] | None = None,
    ) -> None:
        """Write identities and memberships."""
        with self.watch.stage("store"):
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
