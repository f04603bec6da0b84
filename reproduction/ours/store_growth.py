"""What grows with a store: ten new documents, and queries by name, in stores of ever more documents."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from namesakes.pipeline.pipeline import load
from namesakes.pipeline.resolve import resolve_into
from namesakes.pipeline.summary import summarize
from namesakes.store.person_summary import people_named, person_summary
from namesakes.store.store import Store, open_store
from namesakes.workers import workers
from reproduction.environment import STORED, setting_of, sizes_in
from reproduction.outcome import Experiment, Outcome
from reproduction.synthetic.stores import fill
from reproduction.synthetic.texts import made_up
from reproduction.timing import peak_resident_megabytes

SIZES: Final = (1_000, 20_000, 100_000)
ADDED: Final = 10
QUERIES: Final = 200
GOAL: Final = 10.0
"""Seconds that ten new documents may take in the largest store."""


@dataclass(frozen=True)
class Added:
    """What ten new documents took: seconds of a processor, those of the reading among them, and megabytes."""

    chains: int
    blocks: int
    seconds: float
    reading: float
    megabytes: float


def run(data: Path | None, seed: int, sizes: Sequence[int] = ()) -> Outcome:
    """Each size in processes of its own, so that memory is that of the adding; the environment may name other sizes."""
    rows = []
    for size in sizes or sizes_in(STORED, SIZES):
        with TemporaryDirectory() as folder:
            place = Path(folder, "people.db")
            found: list[object] = []
            for step in (filled, added, asked):
                with workers(1) as pool:
                    found.append(pool.submit(step, place, size, seed).result())
            megabytes = place.stat().st_size / 1e6
        rows.append(_row(size, megabytes, *found))  # type: ignore[arg-type]
    columns = ["documents", "chains", "store", f"{ADDED} more", "of it reading", "blocks", "memory"]
    columns += ["summary", "people NAME, p50", "p99", "show, p50", "p99", "search, p50", "p99", "goal"]
    notes = (
        f"Made-up documents of three people each fill a store; then {ADDED} short texts are resolved into it with the "
        "shipped models, and it is asked for people and texts by the names of its own people "
        f"({QUERIES} of each kind). Times are those of the processor: other work on the machine does not count; "
        "the models are loaded before. Blocks are those that were found anew. Memory is the most that the process of "
        "the adding held. The summary is what `resolve` shows at its end."
    )
    return Outcome(columns, rows, f"synthetic documents, seed {seed}{setting_of(STORED)}", notes)


def filled(place: Path, size: int, seed: int) -> None:
    """Fill a new store."""
    with open_store(place) as store:
        fill(store, size, load("en"), seed=seed)


def added(place: Path, size: int, seed: int) -> Added:
    """Resolve ten new documents into the store, once the models are there."""
    texts = [{"doc_id": f"new-{row['doc_id']}", "text": row["text"]} for row in made_up(ADDED, seed + 1)]
    pipeline = load("en")
    with open_store(":memory:") as other:
        resolve_into(other, texts, pipeline=pipeline)
    with open_store(place) as store:
        start, turned = time.process_time(), [0.0]
        report = resolve_into(
            store,
            texts,
            pipeline=pipeline,
            progress=lambda each: turned.append(time.process_time()) if each.stage == "reading" else None,
        )
        end = time.process_time()
    return Added(report.chains, report.blocks, end - start, turned[-1] - start, peak_resident_megabytes(1))


def asked(place: Path, size: int, seed: int) -> list[float]:
    """The seconds of the summary that ends a run, and the milliseconds of queries: median and 99th percentile."""
    with open_store(place, write=False) as store:
        everybody = list(store.identities.all().values())
        random = np.random.default_rng((seed, size))
        chosen = [everybody[each] for each in random.integers(len(everybody), size=QUERIES).tolist()]
        queries: tuple[Callable[[Store, int], object], ...] = (
            lambda store, place: people_named(store, chosen[place].name, ("person",)),
            lambda store, place: person_summary(store, chosen[place]),
            lambda store, place: store.documents.search(chosen[place].name),
        )
        start = time.process_time()
        summarize(store)
        summary = time.process_time() - start
        return [summary, *(each for query in queries for each in _percentiles(store, query))]


def _percentiles(store: Store, query: Callable[[Store, int], object]) -> list[float]:
    times = []
    for number in range(QUERIES):
        start = time.process_time()
        query(store, number)
        times.append(1000 * (time.process_time() - start))
    return [float(each) for each in np.percentile(times, (50, 99))]


def _row(size: int, megabytes: float, _: None, more: Added, asked: Sequence[float]) -> list[str]:
    summary, *milliseconds = asked
    return [
        f"{size:,}",
        f"{more.chains:,}",
        f"{megabytes:,.0f} MB",
        f"{more.seconds:.2f} s",
        f"{more.reading:.2f} s",
        f"{more.blocks:,}",
        f"{more.megabytes:,.0f} MB",
        f"{summary:.2f} s",
        *(f"{each:.1f} ms" for each in milliseconds),
        f"< {GOAL:g} s" if size == SIZES[-1] else "",
    ]


EXPERIMENT = Experiment(
    "What grows with a store",
    "How long ten new documents take in stores of ever more documents, how much memory, and how long queries.",
    run,
)
