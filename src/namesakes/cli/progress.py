"""How far a command is, in one line of the terminal's error stream; nothing anywhere else."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from namesakes.cli.terminal import clean_streams, console

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    from namesakes.pipeline.report import Progress

Item = TypeVar("Item")

_UNITS = {"reading": "documents", "identities": "blocks"}
"""What each stage of a run counts."""


def shows_progress(*, quiet: bool) -> bool:
    """Whether the error stream is a terminal on which a line can be taken away again."""
    return not quiet and sys.stderr.isatty() and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


def progress(items: Iterable[Item], title: str, *, quiet: bool) -> Iterator[Item]:
    """The items, with how many have passed and how fast."""
    if not shows_progress(quiet=quiet):
        yield from items
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.completed:,}"), TimeElapsedColumn(),
        _rate_column(),
    )  # fmt: skip
    line = Progress(*columns, console=console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty())
    with line as bar, clean_streams():
        task = bar.add_task(title, total=None)
        for item in items:
            yield item
            bar.advance(task)


@contextmanager
def working(*, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Shows what is being worked on."""
    if not shows_progress(quiet=quiet):
        yield lambda line: None
        return

    from rich.live import Live
    from rich.spinner import Spinner
    from rich.text import Text

    spinner = Spinner("dots", Text("starting"), style="status.spinner")
    where, both = console(stderr=True), sys.stdout.isatty()
    with Live(spinner, console=where, transient=True, refresh_per_second=12.5, redirect_stdout=both), clean_streams():
        yield lambda line: spinner.update(text=Text(line))


@contextmanager
def resolving(*, quiet: bool) -> Iterator[Callable[["Progress"], None]]:
    """Shows how far a run is, with the rate of the stage at hand and the time that it needs still."""
    if not shows_progress(quiet=quiet):
        yield lambda progress: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _rate_column(), TimeRemainingColumn()
    )  # fmt: skip
    line = Bar(*columns, console=console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty())
    with line as bar, clean_streams():
        task = bar.add_task("reading", total=None)

        def show(progress: "Progress") -> None:
            if progress.stage != bar.tasks[task].description:  # its rate begins anew
                bar.reset(task, description=progress.stage, total=progress.total)
            bar.update(task, completed=progress.done, total=progress.total)

        yield show


def _rate_column() -> "ProgressColumn":
    """How many things a second pass now, in the stage at hand."""
    from rich.progress import ProgressColumn, Task
    from rich.text import Text

    class RateColumn(ProgressColumn):
        max_refresh = 0.5

        def render(self, task: Task) -> Text:
            return Text(rate(task.description, task.speed), style="progress.data.speed")

    return RateColumn()


def rate(stage: str, speed: float | None) -> str:
    """`12.5 documents/s`; nothing while that is not known."""
    if not speed:
        return ""
    unit = _UNITS.get(stage, "")
    number = f"{speed:,.1f}" if speed < 100 else f"{speed:,.0f}"
    return f"{number} {unit}/s" if unit else f"{number}/s"
