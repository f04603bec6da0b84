"""Long texts: time and memory from one plain text to its chains, and how they grow with its length."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from namesakes.errors import DataError
from namesakes.formats import write
from namesakes.formats.pdnc import TEXT
from namesakes.pipeline.pipeline import load
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.document import Document
from namesakes.workers import workers
from reproduction.corpora import corpus_path
from reproduction.environment import TOKENS, setting_of, sizes_in
from reproduction.outcome import Experiment, Outcome
from reproduction.stage_monitor import peak_megabytes

SIZES = (100_000, 200_000, 400_000, 1_000_000)
GROWTH = 1.2
"""How many times longer than in proportion to its length a text may take."""
MEMORY = 2_000
"""The megabytes that a million tokens may need."""


@dataclass(frozen=True)
class Measured:
    """What a text took.

    Parameters
    ----------
    tokens, mentions : how many it has; mentions are those in chains.
    syntax, chains, writing : the seconds of a processor for each part.
    megabytes : the most memory that the process held; before it had the text, `loaded`.
    """

    tokens: int
    mentions: int
    syntax: float
    chains: float
    writing: float
    megabytes: float
    loaded: float

    @property
    def seconds(self) -> float:
        """The seconds of a processor for all parts."""
        return self.syntax + self.chains + self.writing


def run(data: Path | None, seed: int, sizes: Sequence[int] = ()) -> Outcome:
    """Each size in a process of its own, so that its memory is its own; the environment may name other sizes."""
    folder = corpus_path(data, "novels")
    novels = [path.read_text(encoding="utf-8") for path in sorted(folder.glob(f"*/{TEXT}"))]
    if not any(novel.strip() for novel in novels):
        raise DataError("there are no novels in this folder", path=folder)
    found = []
    for size in sizes or sizes_in(TOKENS, SIZES):
        with workers(1) as pool:
            found.append(pool.submit(measure, text_of(novels, size)).result())
    columns = [
        *("tokens", "mentions in chains", "syntax", "chains", "writing", "all together"),
        *("tokens/s", "growth of time", "peak memory", "goal"),
    ]
    notes = (
        "One text goes in, JSONL comes out, as `namesakes coref novel.txt --to jsonl` does it; the text is the same "
        "share of every novel of the corpus, one after the other. Seconds are those of one processor, without the "
        f"loading of the models, which hold {found[0].loaded:,.0f} MB before there is any text. Growth is the time "
        "beside that of the first size, and in brackets how many times more tokens there are."
    )
    return Outcome(columns, [_row(each, found[0]) for each in found], f"novels{setting_of(TOKENS)}", notes)


def text_of(novels: Sequence[str], size: int) -> str:
    """The first part of every novel, the same share of each, so that all together have about so many tokens.

    Whole novels come again where they are too few. So a longer text differs from a shorter one in its length, not in
    how long its sentences are.
    """
    counted = [Tokenizer.shipped()(Document(text=novel)) for novel in novels if novel.strip()]
    rounds, left = divmod(size / sum(len(each.starts) for each in counted), 1)
    whole = [each.text for each in counted] * int(rounds)
    return "\n\n".join(part for part in [*whole, *(_beginning(each, left) for each in counted)] if part)


def _beginning(document: Document, share: float) -> str:
    """The text up to the first paragraph that begins behind such a share of its tokens."""
    behind = document.paragraph_starts[document.paragraph_starts >= share * len(document.starts)].tolist()
    return (document.text[: int(document.starts[behind[0]])] if behind else document.text).rstrip()


def measure(text: str) -> Measured:
    """Find the chains of a text, and write them."""
    nlp = load()
    coreference = nlp.coreference({})
    coreference(Document(id="short", text="Ann met Ben. She liked him."))  # what is loaded when it is first used
    loaded, times = peak_megabytes(), [time.process_time()]
    parsed = coreference.parsed(Document(id="long", text=text))
    times.append(time.process_time())
    document = coreference(parsed)
    del parsed
    times.append(time.process_time())
    with TemporaryDirectory() as place:
        write([document], Path(place, "long.jsonl"), format="jsonl")
    times.append(time.process_time())
    assert document.mention_table is not None
    syntax, chains, writing = (end - start for start, end in pairwise(times))
    counts = len(document.starts), len(document.mention_table)
    return Measured(*counts, syntax, chains, writing, peak_megabytes(), loaded)


def _row(found: Measured, first: Measured) -> list[str]:
    more = found.tokens / first.tokens
    growth = f"{found.seconds / first.seconds:.2f} × ({more:.2f} ×)" if found is not first else ""
    goals = [f"< {GROWTH * more:.2f} ×"] if found is not first else []
    goals += [f"< {MEMORY:,} MB"] if found.tokens >= SIZES[-1] else []
    parts = (found.syntax, found.chains, found.writing, found.seconds)
    return [
        f"{found.tokens:,}",
        f"{found.mentions:,}",
        *(f"{seconds:.1f} s" for seconds in parts),
        f"{found.tokens / found.seconds:,.0f}",
        growth,
        f"{found.megabytes:,.0f} MB",
        ", ".join(goals),
    ]


EXPERIMENT = Experiment(
    "Chains of long texts",
    "How long `namesakes coref` takes for one long text and how much memory, and how both grow with its length.",
    run,
)
