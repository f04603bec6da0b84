"""Outcome: what an experiment found, and its section in a file of results."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from namesakes import __version__
from namesakes.resources import cores
from reproduction.figures import Figure
from reproduction.provenance import Record


@dataclass(frozen=True)
class Outcome:
    """A table of results, the data they are of, notes that explain it, and a figure where there is one."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    data: str
    notes: str = ""
    figure: Figure | None = None


@dataclass(frozen=True)
class Experiment:
    """An experiment: its title, what it shows in a sentence or two, and the function that runs it.

    The function takes the folder of the corpora, or None where none was named, and the seed. It may take further
    settings, which have defaults: those of the results in `docs/results.md`.
    """

    title: str
    about: str
    run: Callable[[Path | None, int], Outcome]


def section(name: str, experiment: Experiment, outcome: Outcome, command: str, record: Record | None = None) -> str:
    """The outcome as a section of Markdown between two marks, with its command, data, time and date."""
    table = [_line(outcome.columns), _line(["---"] * len(outcome.columns)), *map(_line, outcome.rows)]
    figure = "" if outcome.figure is None else f"![{outcome.figure.caption}]({name}.svg)"
    data = outcome.data if record is None else f"{outcome.data} · {record.words()}"
    machine = f"{cores()} core{'s' if cores() != 1 else ''}"
    made = f"`{command}` · {data} · {date.today().isoformat()} · namesakes {__version__}, {machine}"
    parts = [f"## {experiment.title}", experiment.about, "\n".join(table), outcome.notes, figure, made]
    body = "\n\n".join(part for part in parts if part)
    return f"<!-- begin {name} -->\n{body}\n<!-- end {name} -->"


def write_section(path: Path, name: str, text: str) -> None:
    """Put the section into the file: in the place of the one of the same name, else at the end."""
    old = path.read_text(encoding="utf-8") if path.exists() else "# Results\n"
    mark = re.compile(rf"<!-- begin {re.escape(name)} -->.*?<!-- end {re.escape(name)} -->", re.DOTALL)
    new = mark.sub(lambda _: text, old) if mark.search(old) else f"{old.rstrip()}\n\n{text}\n"
    path.write_text(new, encoding="utf-8")


def write_outcome(
    path: Path, name: str, experiment: Experiment, outcome: Outcome, command: str, record: Record | None = None
) -> None:
    """Put the outcome into a file of results, and its figure beside that file."""
    write_section(path, name, section(name, experiment, outcome, command, record))
    if outcome.figure is not None:
        outcome.figure.save(path.with_name(f"{name}.svg"))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"
