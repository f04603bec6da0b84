"""Casts of whole novels: characters, their names and genders, speakers, beside simple ways; and how long they take."""

import time
from pathlib import Path
from typing import Any

from namesakes.characters.evaluation import CastEvaluation
from namesakes.characters.measures import finished
from namesakes.formats.pdnc import Novel, read_novels
from namesakes.pipeline.casting import casting_of
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.text.document import Document
from namesakes.view.cast.measures import aliases, characters, genders, speakers
from namesakes.workers import mapped
from reproduction.corpora import corpus_path
from reproduction.outcome import Experiment, Outcome

LONG = 120_000
"""The words of a book of which it is said how long its cast takes."""
COLUMNS = [
    "novel", "found R", "P", "F1", "by forms", "each form", "names B³", "purity", "theirs", "by forms", "each form",
    "gender right", "wrong", "by names", "all male", "speaker right", "own", "nearest name", "frequent name",
    "sure", "right of told",
]  # fmt: skip
NOTES = (
    "*Found*: of the characters of the key whose names stand in the text, those that are matched one to one with one "
    "of ours that shares more than half of the places of their names; *P* is the share of ours that are. *By forms* "
    "is the rule over names that takes equal ones for one person and joins a lone given name or surname to the only "
    "full name that has it, *each form* makes a character of every form; both begin with the names that we find. "
    "*Names*: the list of names, each once; *theirs* is the share of the names of matched characters that the key "
    "gives to the same one. *Gender*: of matched characters; *by names* uses titles and given names alone. *Speaker "
    "right*: of all quotes of somebody; *own* counts those alone that stand under the one character that is matched "
    "with the speaker; *nearest name* is the last one before the quote outside quotes, *frequent name* the most "
    "frequent one within 300 words. *Sure* is how sure we say to be, on average, of the speakers that we give, and "
    "*right of told* how many of these are right. The key has some people twice (Bounderby in Hard Times, Crawford in "
    "Mansfield Park), which counts against who puts them together. No model was trained on the novels; errors in them "
    "were read, and rules for names mended."
)


def run(data: Path | None, seed: int, *, pipeline: str = "en", most: int | None = None) -> Outcome:
    """The casts of all novels, or of so many, by the command's own functions; one of them is timed alone."""
    nlp = load(pipeline)
    novels = read_novels(corpus_path(data, "novels"))[:most]
    counts = mapped(CastEvaluation(nlp.coreference(singletons=True)), novels, batch=1, raising=True)
    found = finished(dict(zip((novel.id for novel in novels), counts, strict=True)))
    rows = [_row(name, one) for name, one in (*found["novels"].items(), ("all", found), ("mean", found["means"]))]
    return Outcome(COLUMNS, rows, f"{len(novels)} novels", f"{NOTES} {_speed(nlp, novels)}")


def _row(name: str, one: dict[str, Any]) -> list[str]:
    said = speakers(one)
    return [name, *characters(one), *aliases(one)[2:], *genders(one), *said[:4], *said[5:]]


def _speed(nlp: Pipeline, novels: list[Novel]) -> str:
    """How long the cast of the novel takes that is nearest to the length of a book."""
    sizes = {novel.id: len(novel.text.split()) for novel in novels}
    novel = min(novels, key=lambda each: abs(sizes[each.id] - LONG))
    casting = casting_of(nlp, min_mentions=2, wishes=None)
    start = time.process_time()
    casting(Document(id=novel.id, text=novel.text))
    seconds = time.process_time() - start
    return (
        f"The cast of {novel.id}, {sizes[novel.id]:,} words and the nearest to {LONG:,}, takes {seconds:.1f} s of one "
        "processor, without the loading of the models; the goal is 40 s on two."
    )


EXPERIMENT = Experiment(
    "Casts of novels",
    "Who is in a novel, what they are called, of what gender they are, and who says what: beside simple ways.",
    run,
)
