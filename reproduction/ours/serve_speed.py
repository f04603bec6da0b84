"""How fast the server finds people as one types, and how many requests it answers, in stores of ever more people."""

import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final
from urllib.parse import quote

import numpy as np

from namesakes.pipeline.pipeline import load
from namesakes.server.directory import Directory
from namesakes.server.people import find_people
from namesakes.server.summaries import Summaries
from namesakes.store.store import open_store
from reproduction.environment import SERVED, setting_of, sizes_in
from reproduction.ours.first_paint import first_paint
from reproduction.outcome import Experiment, Outcome
from reproduction.synthetic.stores import CHAINS, fill

SIZES: Final = (1_000, 20_000, 90_000)
"""Documents; of 90,000 there are 100,000 people."""
MENTIONS: Final = 4
"""Of each person in each document; 90,000 documents have more than a million."""
QUERIES: Final = 300
PAGE: Final = 20
REQUESTS: Final = 2_000
"""Requests over several connections, of names that nobody has asked for, and then of the same."""
ALL: Final = 10_000
"""Requests in all, after which memory is looked at again."""
CONNECTIONS: Final = 4
PAINTED: Final = 5
"""Pages that a browser opens."""
_MESSAGE: Final = re.compile(r"http://127\.0\.0\.1:(\d+)/")


@dataclass(frozen=True)
class Load:
    """What many requests at once did: how many a second on the clock, by the server's processor, and milliseconds."""

    rate: float
    processor_rate: float
    took: list[float]


@dataclass(frozen=True)
class Served:
    """What a server did: milliseconds of single requests, loads of new and of known names, paint, and memory."""

    single: list[float]
    new: Load
    again: Load
    paint: tuple[float, float] | None
    before: float
    after: float


def run(data: Path | None, seed: int, sizes: Sequence[int] = ()) -> Outcome:
    """A column for each size of store; the environment may name other sizes."""
    found = []
    for size in sizes or sizes_in(SERVED, SIZES):
        with TemporaryDirectory() as folder:
            place = Path(folder, "people.db")
            with open_store(place) as store:
                fill(store, size, load("en"), seed=seed, mentions=MENTIONS)
            searches = searched(place, seed)
            found.append((size, searches, served(place, searches.queries, searches.more)))
    columns = ["", *(f"{searches.people:,} people" for _, searches, _ in found), "goal"]
    listed = zip(*(_column(*each) for each in found), strict=True)
    rows = [[what, *cells, goal] for (what, goal), cells in zip(_ROWS, listed, strict=True)]
    notes = (
        f"Made-up documents of three people each, who are mentioned {MENTIONS} times, fill a store. {QUERIES} names of "
        "its own people are typed: whole, begun, one word of them, with a letter left out; each answer is a page of "
        f"{PAGE} people with what tells them apart. The search is timed by the processor, with nothing around it and "
        "nobody known from before. Requests go to `namesakes serve` over loopback: one after the other; then "
        f"{REQUESTS:,} of other names over {CONNECTIONS} connections at once; then the same {REQUESTS:,} again. They "
        "are timed on the clock, so that whatever else the machine did counts, the programs that ask included; by the "
        "processor of the server it does not. The page is opened in Chromium, without a screen, with nothing kept from "
        f"before ({PAINTED} times, medians). Names in memory: seconds of a processor. Memory is what the server held, "
        f"in megabytes, after the first {REQUESTS:,} requests at once, and after {ALL:,}."
    )
    return Outcome(columns, rows, f"synthetic documents, seed {seed}{setting_of(SERVED)}", notes)


@dataclass(frozen=True)
class Searches:
    """What was found in a store: how many people there are, seconds until names are found, milliseconds, queries."""

    people: int
    seconds: float
    took: list[float]
    queries: list[str]
    more: list[str]


def searched(place: Path, seed: int) -> Searches:
    """How long it takes to find people in a store."""
    with open_store(place, write=False) as store:
        start = time.process_time()
        directory = Directory.of(store).warm()
        seconds = time.process_time() - start
        queries = list(typed(directory.names, seed, QUERIES))
        found = []
        for query in queries:
            start = time.process_time()
            find_people(Summaries(store), directory, query, kinds=("person",), hidden=False, limit=PAGE, cursor="")
            found.append(1000 * (time.process_time() - start))
        more = list(typed(directory.names, seed + 1, REQUESTS))
        return Searches(directory.kinds.count("person"), seconds, found, queries, more)


def typed(names: Sequence[str], seed: int, count: int) -> Iterator[str]:
    """What somebody types who looks for one of these people: whole, begun, a word of it, or with a slip."""
    random = np.random.default_rng((seed, len(names)))
    for number in range(count):
        name = names[int(random.integers(len(names)))]
        words = name.split()
        cut = int(random.integers(1, len(name)))
        yield (name, name[:cut], words[-1], words[0], name[: cut - 1] + name[cut:])[number % 5]


def served(place: Path, queries: Sequence[str], more: Sequence[str]) -> Served:
    """What a server over this store does: with these queries one by one, and with more of them at once."""
    with serving(place) as (port, process):
        ask(port, ["/api/ready"])
        single = ask(port, [_address(query) for query in queries])
        addresses = [_address(query) for query in more]
        new = loaded(port, process, addresses)
        before = _resident(process)
        again = loaded(port, process, addresses)
        for _ in range(max(0, ALL // len(addresses) - 2)):
            loaded(port, process, addresses)
        after = _resident(process)
        pages = [f"http://127.0.0.1:{port}/?q={quote(query)}" for query in queries[: 5 * PAINTED : 5]]
        return Served(single, new, again, first_paint(pages), before, after)


def loaded(port: int, process: int, addresses: Sequence[str]) -> Load:
    """What a server does that is asked for these addresses over several connections at once."""
    took: list[list[float]] = [[] for _ in range(CONNECTIONS)]

    def work(place: int) -> None:
        took[place] = ask(port, addresses[place::CONNECTIONS])

    threads = [Thread(target=work, args=(place,)) for place in range(CONNECTIONS)]
    used, start = processor_seconds(process), time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds, processor = time.perf_counter() - start, processor_seconds(process) - used
    of_processor = len(addresses) / processor if processor else float("nan")
    return Load(len(addresses) / seconds, of_processor, [each for some in took for each in some])


def ask(port: int, addresses: Sequence[str]) -> list[float]:
    """The milliseconds that each answer takes over one connection."""
    connection, found = http.client.HTTPConnection("127.0.0.1", port), []
    for address in addresses:
        start = time.perf_counter()
        connection.request("GET", address)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, f"{address}: {answer.status}"
        found.append(1000 * (time.perf_counter() - start))
    connection.close()
    return found


@contextmanager
def serving(place: Path) -> Iterator[tuple[int, int]]:
    """The port and the process of a server."""
    command = [sys.executable, "-m", "namesakes", "serve", "--store", str(place), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = _MESSAGE.match(server.stdout.readline())
            assert found is not None
            yield int(found[1]), server.pid
        finally:
            server.terminate()


def _address(query: str) -> str:
    return f"/api/people?q={quote(query)}"


def processor_seconds(process: int) -> float:
    """The seconds of a processor that a process has used, where the system says so."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident(process: int) -> float:
    """The megabytes that a process holds, where the system says so."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="utf-8").split()[1])
    except OSError:
        return float("nan")
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


_ROWS: Final = (
    ("mentions", ""),
    ("names in memory after", ""),
    ("search, p50", ""),
    ("search, p99", "< 50 ms"),
    ("a request, p50", ""),
    ("a request, p99", ""),
    ("first paint", "< 1 s"),
    ("first people shown", ""),
    ("requests a second, of new names", "200"),
    ("of the server's processor", ""),
    ("their p99", "< 100 ms"),
    ("requests a second, of the same again", "200"),
    ("of the server's processor", ""),
    ("their p99", "< 100 ms"),
    (f"memory after {REQUESTS:,} requests", ""),
    (f"memory after {ALL:,}", "the same"),
)
"""What is measured, and its goal in the largest store."""


def _column(size: int, searches: Searches, done: Served) -> list[str]:
    search, request = (np.percentile(each, (50, 99)) for each in (searches.took, done.single))
    paint = ["no browser"] * 2 if done.paint is None else [f"{each:,.0f} ms" for each in done.paint]
    return [
        f"{size * CHAINS * MENTIONS:,}",
        f"{searches.seconds:.1f} s",
        *(f"{each:.1f} ms" for each in (*search, *request)),
        *paint,
        *(cell for each in (done.new, done.again) for cell in _load(each)),
        f"{done.before:,.0f}",
        f"{done.after:,.0f}",
    ]


def _load(done: Load) -> list[str]:
    return [f"{done.rate:,.0f}", f"{done.processor_rate:,.0f}", f"{np.percentile(done.took, 99):.1f} ms"]


EXPERIMENT = Experiment(
    "Search in the browser, and the server",
    "How long a page of people takes as one types, how soon a browser shows it, and how much a server answers.",
    run,
)
