"""What the way over the server costs: texts of 300 words, read by the library and over the API."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from namesakes.client import Client
from namesakes.pipeline.pipeline import load
from namesakes.store.store import open_store
from reproduction.ours.serve_speed import processor_seconds, serving
from reproduction.outcome import Experiment, Outcome
from reproduction.synthetic.stores import fill
from reproduction.synthetic.texts import made_up

TEXTS: Final = 200
WORDS: Final = 300
GOAL: Final = "< 15 %"
_WARM: Final = 5
_TOGETHER: Final = 20
"""Texts after which the next way has its turn."""
_COLUMNS: Final = ("what", "a text, on the clock", "over the library", "goal", "by processor", "over it")


@dataclass
class Took:
    """Milliseconds of texts on the clock, one by one and many together, and seconds of processors for each way."""

    library: list[float] = field(default_factory=list)
    requests: list[float] = field(default_factory=list)
    many: float = 0.0
    processors: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])


def run(data: Path | None, seed: int, *, count: int = TEXTS) -> Outcome:
    """A row for the library, and one for each way to ask the server."""
    texts = long_texts(count + _WARM, seed)
    nlp = load("en")

    def library(text: str) -> object:
        return nlp.profiles(nlp(text, singletons=True, explain=False), kinds=("person", "organization"))

    with TemporaryDirectory() as folder:
        place = Path(folder, "people.db")
        with open_store(place) as store:
            fill(store, 10, nlp, seed=seed)
        with serving(place) as (port, process):
            client = Client(f"http://127.0.0.1:{port}")
            for text in texts[:_WARM]:
                library(text), client.coref(text)
            took = Took()
            for first in range(_WARM, len(texts), _TOGETHER):
                _measure(took, texts[first : first + _TOGETHER], library, client, process)
    notes = (
        f"{count} made-up texts of {WORDS} words; models are loaded, and the ways take turns every {_TOGETHER} texts. "
        "The library finds the chains and what the text says of its people, as the server does. Requests go through "
        "`namesakes.client` over loopback, each over a connection of its own, and are timed with all that the client "
        "does: medians, and the median over texts of what a request takes longer than the library; of many texts at "
        "once the mean. By processor: of the process that reads the texts; the client's own is not in it."
    )
    return Outcome(list(_COLUMNS), _rows(took), f"synthetic texts, seed {seed}", notes)


def long_texts(count: int, seed: int) -> list[str]:
    """So many texts of about 300 words, each of several short ones."""
    found: list[str] = []
    parts: list[str] = []
    size = 0
    short = made_up(count * WORDS, seed)
    while len(found) < count:
        part = next(short)["text"]
        parts.append(part)
        size += len(part.split())
        if size >= WORDS:
            found.append("\n\n".join(parts))
            parts, size = [], 0
    return found


def _measure(took: Took, texts: Sequence[str], library: Callable[[str], object], client: Client, process: int) -> None:
    """Time the library and single requests in turns, then all these texts at once."""
    used, before = time.process_time(), processor_seconds(process)
    for text in texts:
        start = time.perf_counter()
        library(text)
        took.library.append(1000 * (time.perf_counter() - start))
    took.processors[0] += time.process_time() - used
    for text in texts:
        start = time.perf_counter()
        client.coref(text)
        took.requests.append(1000 * (time.perf_counter() - start))
    between, start = processor_seconds(process), time.perf_counter()
    assert sum("chains" in answer for answer in client.coref_many(texts)) == len(texts)
    took.many += 1000 * (time.perf_counter() - start)
    took.processors[1] += between - before
    took.processors[2] += processor_seconds(process) - between


def _rows(took: Took) -> list[list[Any]]:
    count = len(took.library)
    own, single, many = (1000 * each / count for each in took.processors)
    longer = [asked / bare - 1 for asked, bare in zip(took.requests, took.library, strict=True)]
    return [
        ["the library", f"{median(took.library):.1f} ms", "", "", f"{own:.1f} ms", ""],
        _row("`coref`, a request a text", median(took.requests), median(longer), single, own),
        _row("`coref_many`, a line a text", took.many / count, took.many / sum(took.library) - 1, many, own),
    ]


def _row(what: str, clock: float, longer: float, processor: float, own: float) -> list[Any]:
    over = processor / own - 1 if processor else float("nan")
    return [what, f"{clock:.1f} ms", f"{100 * longer:+.0f} %", GOAL, f"{processor:.1f} ms", f"{100 * over:+.0f} %"]


EXPERIMENT = Experiment(
    "Texts over the server",
    "What a text of 300 words takes longer over the API than in the library.",
    run,
)
