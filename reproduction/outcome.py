"""Outcome: what an experiment found, and its section in a file of results."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from namesakes import __version__
from namesakes.errors import DataError
from namesakes.resources import cores


@dataclass(frozen=True)
class Outcome:
    """A table of findings, with the words that explain it."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    data: str
    notes: str = ""


@dataclass(frozen=True)
class Experiment:
    """An experiment: its title, what it shows in a sentence or two, and the function that runs it.

    The function takes the folder of the corpora, or None where none was named, and the seed.
    """

    title: str
    about: str
    run: Callable[[Path | None, int], Outcome]


def needs_data(data: Path | None, *inside: str) -> Path:
    """The folder inside the corpora that an experiment reads; an error where it is not there."""
    if data is None:
        raise DataError("this experiment needs the corpora", "Name their folder with --data.")
    folder = data.joinpath(*inside)
    if not folder.exists():
        raise DataError("this experiment's data is not there", "Unpack the corpora first.", path=folder)
    return folder


def section(name: str, experiment: Experiment, outcome: Outcome, command: str) -> str:
    """The outcome as a section of Markdown between two marks, with its command, data and date."""
    table = [_line(outcome.columns), _line(["---"] * len(outcome.columns)), *map(_line, outcome.rows)]
    made = f"`{command}` · {outcome.data} · {date.today().isoformat()} · namesakes {__version__}, {cores()} cores"
    parts = [f"## {experiment.title}", experiment.about, "\n".join(table), outcome.notes, made]
    body = "\n\n".join(part for part in parts if part)
    return f"<!-- begin {name} -->\n{body}\n<!-- end {name} -->"


def write_section(path: Path, name: str, text: str) -> None:
    """Put the section into the file: in the place of the one of the same name, else at the end."""
    old = path.read_text(encoding="utf-8") if path.exists() else "# Results\n"
    mark = re.compile(rf"<!-- begin {re.escape(name)} -->.*?<!-- end {re.escape(name)} -->", re.DOTALL)
    new = mark.sub(lambda _: text, old) if mark.search(old) else f"{old.rstrip()}\n\n{text}\n"
    path.write_text(new, encoding="utf-8")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"
