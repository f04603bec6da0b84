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
from reproduction.outcome import Experiment, Outcome
from reproduction.synthetic.stores import fill

SIZES: Final = (1_000, 20_000, 90_000)
"""Documents; of 90,000 there are 100,000 people."""
QUERIES: Final = 300
PAGE: Final = 20
REQUESTS: Final = 2_000
CONNECTIONS: Final = 4
GOALS: Final = ("< 50 ms", "200 a second")
_MESSAGE: Final = re.compile(r"http://127\.0\.0\.1:(\d+)/")


@dataclass(frozen=True)
class Served:
    """What a server did: milliseconds of single requests, requests a second on the clock and by processor, memory."""

    single: list[float]
    rate: float
    processor_rate: float
    before: float
    after: float


def run(data: Path | None, seed: int, sizes: Sequence[int] = ()) -> Outcome:
    """A row for each size of store; the environment may name other sizes."""
    rows = []
    for size in sizes or sizes_in(SERVED, SIZES):
        with TemporaryDirectory() as folder:
            place = Path(folder, "people.db")
            with open_store(place) as store:
                fill(store, size, load("en"), seed=seed)
            people, seconds, found, queries = searched(place, seed)
            done = served(place, queries)
        rows.append(_row(people, seconds, found, done, last=size == SIZES[-1]))
    columns = ["people", "ready after", "search, p50", "search, p99", "goal"]
    columns += ["request, p50", "request, p99"]
    columns += ["requests a second", "of its processor", "goal for them", "memory", "afterwards"]
    notes = (
        f"Made-up documents of three people each fill a store. {QUERIES} names of its own people are typed: whole, "
        f"begun, one word of them, with a letter left out; each answer is a page of {PAGE} people with what tells them "
        "apart. The search is timed by the processor, with nothing around it and nobody known from before. Requests go "
        f"to `namesakes serve` over loopback, one after the other, then {REQUESTS:,} over {CONNECTIONS} connections at "
        "once, on the clock (whatever else the machine did counts) and by the processor time of the server. Ready "
        "after: seconds of a processor for the names in memory. Memory is what the server held, in megabytes, before "
        "the requests at once."
    )
    return Outcome(columns, rows, f"synthetic documents, seed {seed}{setting_of(SERVED)}", notes)


def searched(place: Path, seed: int) -> tuple[int, float, list[float], list[str]]:
    """How many people there are, the seconds until names are found, milliseconds of each search, and the queries."""
    with open_store(place, write=False) as store:
        start = time.process_time()
        directory = Directory.of(store).warm()
        seconds = time.process_time() - start
        queries = list(typed(directory.names, seed))
        found = []
        for query in queries:
            start = time.process_time()
            find_people(Summaries(store), directory, query, kinds=("person",), hidden=False, limit=PAGE, cursor="")
            found.append(1000 * (time.process_time() - start))
        return directory.kinds.count("person"), seconds, found, queries


def typed(names: Sequence[str], seed: int) -> Iterator[str]:
    """What somebody types who looks for one of these people: whole, begun, a word of it, or with a slip."""
    random = np.random.default_rng((seed, len(names)))
    for number in range(QUERIES):
        name = names[int(random.integers(len(names)))]
        words = name.split()
        cut = int(random.integers(1, len(name)))
        yield (name, name[:cut], words[-1], words[0], name[: cut - 1] + name[cut:])[number % 5]


def served(place: Path, queries: Sequence[str]) -> Served:
    """What a server over this store does with these queries."""
    with serving(place) as (port, process):
        ask(port, ["/api/ready"])
        single = ask(port, [_address(query) for query in queries])
        before, used, start = _resident(process), processor_seconds(process), time.perf_counter()
        each = REQUESTS // CONNECTIONS
        chosen = [
            [_address(queries[(place * each + number) % len(queries)]) for number in range(each)]
            for place in range(CONNECTIONS)
        ]
        threads = [Thread(target=ask, args=(port, addresses)) for addresses in chosen]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds, processor = time.perf_counter() - start, processor_seconds(process) - used
        of_processor = REQUESTS / processor if processor else float("nan")
        return Served(single, REQUESTS / seconds, of_processor, before, _resident(process))


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


def _row(people: int, seconds: float, found: Sequence[float], done: Served, *, last: bool) -> list[str]:
    search, request = (np.percentile(each, (50, 99)) for each in (found, done.single))
    goals = GOALS if last else ("", "")
    return [
        f"{people:,}",
        f"{seconds:.1f} s",
        *(f"{each:.1f} ms" for each in search),
        goals[0],
        *(f"{each:.1f} ms" for each in request),
        f"{done.rate:,.0f}",
        f"{done.processor_rate:,.0f}",
        goals[1],
        f"{done.before:,.0f}",
        f"{done.after:,.0f}",
    ]


EXPERIMENT = Experiment(
    "Search in the browser, and the server",
    "How long a page of people takes as one types, and how many requests a server answers.",
    run,
)
