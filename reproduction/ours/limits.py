"""Limits: what the largest and the oddest texts that may come take, each in seconds of a processor and in memory."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import namesakes
from namesakes.formats import write
from namesakes.formats.pdnc import TEXT
from namesakes.pipeline.coreference import run as coreferred
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.resolve import resolve_into
from namesakes.store.store import open_store
from namesakes.text.document import Document
from namesakes.workers import workers
from reproduction.corpora import corpus_path
from reproduction.outcome import Experiment, Outcome
from reproduction.stage_monitor import peak_megabytes
from reproduction.synthetic.names import made_families, made_givens
from reproduction.synthetic.texts import made_up

CHARACTERS: Final = 5_000_000
"""The longest text that is read."""
SECONDS, MEGABYTES = 10.0, 1_000
"""What each of them may take."""
NAMES: Final = (500, 1_000, 2_000)
"""Numbers of names whose times are to grow as they do."""
GROWTH: Final = 1.2
NAMES_SECONDS: Final = 4.0
"""What the most of these names may take."""
LONG_MEGABYTES: Final = 1_500
"""What the longest text may take."""


@dataclass(frozen=True)
class Text:
    """A text, and what is done with it.

    Parameters
    ----------
    about : what it is.
    made : makes it.
    ending : of its file, which tells the format.
    people : whether it is resolved into people; else its chains are found and written.
    """

    about: str
    made: Callable[[], str]
    ending: str = ".txt"
    people: bool = False


@dataclass(frozen=True)
class Taken:
    """What a text took: characters, seconds of a processor, and the most memory that its process held."""

    characters: int
    seconds: float
    megabytes: float


def run(data: Path | None, seed: int, share: float = 1.0) -> Outcome:
    """Each text in a process of its own; a smaller `share` of each is for tests."""
    novels = "\n\n".join(
        path.read_text(encoding="utf-8").strip() for path in sorted(corpus_path(data, "novels").glob(f"*/{TEXT}"))
    )
    rows = [_row(text, taken(text), "") for text in odd(share)]
    first: Taken | None = None
    for count in NAMES:
        number = round(share * count)
        found = taken(_names(number))
        first = first or found
        more, grown = count / NAMES[0], found.seconds / first.seconds
        goal = f"< {GROWTH * more:.1f} ×" if found is not first else ""
        goal += f", < {NAMES_SECONDS:g} s" if count == NAMES[-1] else ""
        rows.append(_row(_names(number), found, goal, f"{grown:.2f} × ({more:g} ×)" if goal else ""))
    whole = round(share * CHARACTERS)
    longest = Text("novels, one after the other", lambda: (novels * (whole // len(novels) + 1))[:whole])
    rows.append(_row(longest, taken(longest), f"< {LONG_MEGABYTES:,} MB"))
    columns = ["text", "characters", "what", "seconds", "growth", "memory", "goal"]
    notes = (
        "*Chains*: as `namesakes coref FILE --to jsonl` does it; *people*: as `namesakes resolve FILE` does it, in one "
        "process. Seconds are those of a processor, so that other work on the machine does not count, and without the "
        "loading of the models; memory is the most that the process held, models and all. Growth is the time beside "
        f"that of {NAMES[0]} names, and in brackets how many times more names there are. Where the goal says nothing "
        f"else it is {SECONDS:g} s and {MEGABYTES:,} MB."
    )
    return Outcome(columns, rows, f"made up, and novels; seed {seed}", notes)


def odd(share: float) -> list[Text]:
    """Texts that nobody writes but somebody sends."""

    def times(piece: str, count: int) -> Callable[[], str]:
        return lambda: piece * round(share * count)

    return [
        Text("a sentence of 20,000 words", lambda: sentence(round(share * 20_000))),
        Text("`a-` × 250,000", times("a-", 250_000)),
        Text("`he` × 50,000", times("he ", 50_000)),
        Text("`(` × 200,000", times("(", 200_000)),
        Text("100,000 links in Markdown", times("[a](b) ", 100_000), ".md"),
        Text("a list of 15,000 names", lambda: list_text(round(share * 15_000))),
        Text("a list of 15,000 names", lambda: list_text(round(share * 15_000)), people=True),
        Text("500 people of one surname", lambda: namesake_text(round(share * 500)), people=True),
    ]


def sentence(words: int) -> str:
    """One sentence of so many words, and names among them."""
    text = " ".join(row["text"] for row in made_up(max(words // 20, 1)))
    return " ".join(text.replace(".", "").replace('"', "").split()[:words])


def different(count: int) -> list[str]:
    """So many names, no two of them alike."""
    return [f"{made_givens(60)[number % 60]} {family}" for number, family in enumerate(made_families(count))]


def list_text(count: int) -> str:
    """A list of so many people, a line each."""
    return "\n".join(different(count))


def names_text(count: int) -> str:
    """A text in which so many people are named, each once, with a sentence between them."""
    return " ".join(f"{name} of Leeds met the mayor in May. Wine was served." for name in different(count))


def namesake_text(count: int) -> str:
    """A text that names so many people of one surname, who differ in their given names and initials."""
    givens = made_givens(60)
    initials = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return " ".join(
        f"{givens[number % 60]} {initials[number // 60 % 26]}. Barrow of Leeds met the mayor in May. Wine was served."
        for number in range(count)
    )


def _names(count: int) -> Text:
    return Text(f"{count:,} names", lambda: names_text(count), people=True)


def taken(text: Text) -> Taken:
    """What the text took, in a process of its own."""
    with TemporaryDirectory() as folder:
        place = Path(folder, f"text{text.ending}")
        place.write_text(text.made(), encoding="utf-8")
        with workers(1) as pool:
            return pool.submit(measured, place, text.people).result()


def measured(place: Path, people: bool) -> Taken:
    """What the file takes once the models are there."""
    nlp = namesakes.load()
    work = resolved if people else chained
    short = place.with_name("short.txt")
    short.write_text("Ann Lee met Ben Ross. She liked him.", encoding="utf-8")
    work(nlp, short)
    start = time.process_time()
    work(nlp, place)
    seconds = time.process_time() - start
    return Taken(len(place.read_text(encoding="utf-8")), seconds, peak_megabytes())


def chained(nlp: Pipeline, place: Path) -> None:
    """Find the chains of a file, and write them."""
    documents: list[Document] = list(coreferred(namesakes.read(place), nlp.coreference({})))
    write(documents, place.with_suffix(".jsonl"), format="jsonl")


def resolved(nlp: Pipeline, place: Path) -> None:
    """Find the people of a file."""
    with open_store(place.with_suffix(".db")) as store:
        resolve_into(store, [place], pipeline=nlp)


def _row(text: Text, found: Taken, goal: str, growth: str = "") -> list[str]:
    return [
        text.about,
        f"{found.characters:,}",
        "people" if text.people else "chains",
        f"{found.seconds:.1f} s",
        growth,
        f"{found.megabytes:,.0f} MB",
        goal,
    ]


EXPERIMENT = Experiment(
    "Limits",
    "What the largest and the oddest texts take that may come, in time and in memory.",
    run,
)
