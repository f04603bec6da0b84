"""Tables of a large store as data frames: how long each takes."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from namesakes.pipeline.people import People
from namesakes.pipeline.pipeline import load
from namesakes.store.store import open_store
from namesakes.text.frames import FRAMES
from namesakes.workers import workers
from reproduction.environment import FRAMED, setting_of, sizes_in
from reproduction.outcome import Experiment, Outcome
from reproduction.synthetic.stores import fill
from reproduction.timing import peak_resident_megabytes

SIZES: Final = (89_000,)
"""Documents; those of the largest store have a little more than 100,000 people."""
GOAL: Final = "< 1 s"
ROUNDS: Final = 3
WITHOUT: Final = ("person", "name", "kind", "names", "documents", "mentions", "strength")
"""All columns of people but the description, for which the facts of all chains are read."""

Row = tuple[int, str, str, int, float]
"""How many people there are, the table, the kind of frame, its rows, and seconds."""


def run(data: Path | None, seed: int, sizes: Sequence[int] = ()) -> Outcome:
    """Each table of each store, in a process that has done nothing else; the environment may name other sizes."""
    rows: list[list[str]] = []
    for size in sizes or sizes_in(FRAMED, SIZES):
        with TemporaryDirectory() as folder:
            place = Path(folder, "people.db")
            for step in (filled, made):
                with workers(1) as pool:
                    found: Any = pool.submit(step, place, size, seed).result()
        times, megabytes = found
        rows += [_row(size, each, megabytes if not place else 0.0) for place, each in enumerate(times)]
    notes = (
        "Made-up documents of three people each fill a store; a person is in two or three chains, on average. The best "
        f"of {ROUNDS} times of the processor: other work on the machine does not count; the module that makes frames "
        "is imported before. *People without description* leaves out the one column for which the facts of all chains "
        "are read. Memory is the most that the process held."
    )
    columns = ["documents", "people", "table", "as", "rows", "time", "memory", "goal"]
    return Outcome(columns, rows, f"synthetic documents, seed {seed}{setting_of(FRAMED)}", notes)


def filled(place: Path, size: int, seed: int) -> None:
    """Fill a new store."""
    with open_store(place) as store:
        fill(store, size, load("en"), seed=seed)


def made(place: Path, size: int, seed: int) -> tuple[list[Row], float]:
    """The seconds of each table of the store, and megabytes."""
    found: list[Row] = []
    with open_store(place, write=False) as store:
        people = People(store)
        count = len(people)
        for kind in (name for name, module in FRAMES.items() if find_spec(module) is not None):
            people.to_frame("people", kind, name=people[0].id)
            found.append((count, "people", kind, *_timed(partial(people.to_frame, "people", kind))))
            plain = _timed(partial(people.to_frame, "people", kind, columns=WITHOUT))
            found.append((count, "people without description", kind, *plain))
        for table in ("memberships", "mentions", "facts"):
            found.append((count, table, kind, *_timed(partial(people.to_frame, table, kind))))
    return found, peak_resident_megabytes(1)


def _timed(make: Callable[[], Any]) -> tuple[int, float]:
    """The rows of a frame, and the seconds of the quickest time."""
    times, rows = [], 0
    for _ in range(ROUNDS):
        start = time.process_time()
        rows = len(make())
        times.append(time.process_time() - start)
    return rows, min(times)


def _row(size: int, one: Row, megabytes: float) -> list[str]:
    people, table, kind, rows, seconds = one
    shown = f"{megabytes:,.0f} MB" if megabytes else ""
    goal = GOAL if table.startswith("people") and people >= 100_000 else ""
    return [f"{size:,}", f"{people:,}", table, kind, f"{rows:,}", f"{seconds:.2f} s", shown, goal]


EXPERIMENT = Experiment(
    "Tables of a store as data frames",
    "How long the people, memberships, mentions and facts of a large store take to be data frames.",
    run,
)
