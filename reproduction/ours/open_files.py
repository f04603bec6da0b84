"""Opening files: how quickly many small ones are found and read, and how little memory one large table takes."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from namesakes.formats.format import FORMATS
from namesakes.formats.records import records
from namesakes.formats.scan import Skipped
from namesakes.pipeline.changes import Changes
from namesakes.store.records import DocumentState
from namesakes.workers import workers
from reproduction.outcome import Experiment, Outcome
from reproduction.stage_monitor import peak_megabytes
from reproduction.synthetic.tables import write_csv, write_folder, write_xlsx

FILES: Final = 10_000
BYTES: Final = 1 << 30
"""Of the texts of a table."""
RATE, MEGABYTES = 500, 500
"""Files a second, and the memory that a table may take."""
TABLES: Final[tuple[tuple[str, str, Callable[[Path, int, int], None]], ...]] = (
    ("CSV", "a.csv", write_csv),
    ("XLSX, texts in the cells", "a.xlsx", write_xlsx),
    ("XLSX, texts that cells share, as Excel writes them", "b.xlsx", partial(write_xlsx, shared=True)),
)


@dataclass(frozen=True)
class Opened:
    """What opening took: documents, those that were skipped, seconds of a processor, and the most memory."""

    documents: int
    skipped: int
    seconds: float
    megabytes: float


def run(data: Path | None, seed: int, files: int = FILES, size: int = BYTES) -> Outcome:
    """A folder of many files, twice, and each kind of table; all in processes of their own."""
    table = []
    with TemporaryDirectory() as folder:
        place = Path(folder)
        write_folder(place, files, seed)
        for about, again in (("mixed files", False), ("the same again, unchanged", True)):
            found = _alone(opened_folder, place, again)
            goal = f"≥ {RATE} files/s"
            table.append([f"{files:,} {about}", "", *_figures(found, found.seconds, files / found.seconds, goal)])
    for about, name, write in TABLES:
        with TemporaryDirectory() as folder:
            place = Path(folder, name)
            write(place, size, seed)
            found = _alone(opened_table, place)
            packed = f"{place.stat().st_size / 1e6:,.0f} MB"
            rate = found.documents / found.seconds
            table.append([about, packed, *_figures(found, found.seconds, rate, f"< {MEGABYTES} MB")])
    columns = ["what", "file", "documents", "seconds", "a second", "memory", "goal"]
    notes = (
        f"The texts of each table have {size / 1e6:,.0f} MB. Files are found, told by their content, read, and "
        "compared with what a store has; rows of tables become documents one after the other. No text is analysed. "
        "Mixed files are texts with and without an ending, Markdown, JSONL, JSON, CSV and TSV, in equal parts. The "
        "parts of workbooks are not compressed. Seconds are those of a processor; memory is the most that the process "
        "held, Python and libraries included."
    )
    return Outcome(columns, table, f"made up; seed {seed}", notes)


def _figures(found: Opened, seconds: float, rate: float, goal: str) -> list[str]:
    return [f"{found.documents:,}", f"{seconds:,.1f}", f"{rate:,.0f}", f"{found.megabytes:,.0f} MB", goal]


def _alone(work: Callable[..., Opened], *given: object) -> Opened:
    """What some work takes in a process of its own."""
    with workers(1) as pool:
        found: Opened = pool.submit(work, *given).result()
    return found


def opened_folder(folder: Path, again: bool) -> Opened:
    """What it takes to find and to read a folder, or to see that nothing in it has changed."""
    for name in FORMATS:
        FORMATS[name]  # imported before the clock runs
    known: dict[str, DocumentState] = {}
    if again:
        known = {each.id: DocumentState(each.hash, each.path) for each in Changes([folder], {})}
    start = time.process_time()
    found = Changes([folder], known)
    count = sum(1 for _ in found)
    seconds = time.process_time() - start
    return Opened(len(found.seen) if again else count, len(found.skipped), seconds, peak_megabytes())


def opened_table(path: Path) -> Opened:
    """What it takes to read a table."""
    skipped: list[Skipped] = []
    start = time.process_time()
    count = sum(1 for _ in records(path, skipped=skipped))
    return Opened(count, len(skipped), time.process_time() - start, peak_megabytes())


EXPERIMENT = Experiment(
    "Opening files",
    "How many files a second are found and read before anything is analysed, and the memory that a table of a gigabyte "
    "takes, whose rows are documents.",
    run,
)
