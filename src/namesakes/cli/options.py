"""Options that several subcommands share, and how they print."""

import functools
import json
import logging
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from namesakes.budget import SECONDS
from namesakes.cli.terminal import clean_streams, console, echo
from namesakes.errors import LOG, DataError, NoTextError
from namesakes.workers import Failure

if TYPE_CHECKING:
    from namesakes.formats.read_options import ReadOptions
    from namesakes.pipeline.pipeline import Pipeline
    from namesakes.text.document import Document

Item = TypeVar("Item")

annotation_option = click.option(
    "--annotation",
    type=click.Choice(["auto", "gold"]),
    help="Of files NAME_auto_conll and NAME_gold_conll side by side, which to read.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, with scores as fractions.")


def _silence(context: click.Context, parameter: click.Parameter, quiet: bool) -> bool:
    """Let no warning through where the user wants none."""
    if quiet:
        warnings.simplefilter("ignore")
    return quiet


def _log(context: click.Context, parameter: click.Parameter, file: str | None) -> None:
    """Send what the library logs into a file, as long as the command runs."""
    if file is None:
        return
    try:
        handler = logging.FileHandler(file, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise DataError(f"this log cannot be written: {error.strerror}", path=file) from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    LOG.addHandler(handler)

    def close() -> None:
        LOG.removeHandler(handler)
        handler.close()

    context.call_on_close(close)


quiet_option = click.option(
    "-q", "--quiet", is_flag=True, callback=_silence, help="Print results only: no progress, no remarks, no warnings."
)
skip_bad_option = click.option(
    "--skip-bad", is_flag=True, help="Leave bad documents out and say how many, instead of stopping at the first."
)
strict_option = click.option(
    "--strict", is_flag=True, help="Do all the work, and exit with 1 if anything was left out."
)
log_option = click.option(
    "--log",
    metavar="FILE",
    callback=_log,
    expose_value=False,
    help="Add to this file what was left out and why, with the traceback.",
)
max_seconds_option = click.option(
    "--max-seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=SECONDS,
    show_default=True,
    metavar="N",
    help="Seconds of a processor that a document may take.",
)
encoding_option = click.option(
    "--encoding", metavar="NAME", help="The files' encoding. Default: a byte order mark's, else UTF-8."
)

store_option = click.option(
    "--store", "place", default="people.db", show_default=True, metavar="FILE|URL", help="Where people are kept."
)

durable_option = click.option(
    "--durable", is_flag=True, help="Wait for the disk: not even a power cut takes away what was written."
)

pipeline_option = click.option(
    "--pipeline",
    "pipeline_name",
    metavar="NAME|FOLDER",
    help="The models: a shipped pipeline (see namesakes pipeline list) or a folder. Default: en.",
)
store_pipeline_option = click.option(
    "--pipeline",
    "pipeline_name",
    metavar="NAME|FOLDER",
    help="Other models than those that the store was made with.",
)
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes to run in; the outcome is the same. Default: the cores, once there is work enough.",
)
without_option = click.option(
    "--without",
    multiple=True,
    metavar="PART",
    help="Switch off a part of coreference by name: quotes, names, descriptions, pronoun-chains, shared-heads.",
)


def reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of how files are read, which it gets together as `reading`."""

    @functools.wraps(command)
    def run(*args: Any, **given: Any) -> None:
        from namesakes.formats.read_options import ReadOptions

        names = {each.name for each in fields(ReadOptions)}
        reading = ReadOptions(**{name: value for name, value in given.items() if name in names})
        command(*args, reading=reading, **{name: value for name, value in given.items() if name not in names})

    for option in reversed(
        (
            encoding_option,
            click.option("--text-path", default="", metavar="PATH", help="Of XML, whose text is read: //article/body."),
            click.option("--whole-page", is_flag=True, help="Of web pages all that is shown, not the article alone."),
            click.option("--chapters", is_flag=True, help="Make a document of each chapter of an e-book."),
            click.option(
                "--text-column",
                "text_columns",
                multiple=True,
                metavar="NAME",
                help="Of tables, the column of the texts; of several each is a paragraph. Default: text, body …",
            ),
            click.option("--id-column", default="", metavar="NAME", help="Of tables, the column of ids. Default: id."),
            click.option(
                "--date-column", default="", metavar="NAME", help="Of tables, when texts were written. Default: date."
            ),
        )
    ):
        run = option(run)
    return run


def hint_old(option: str, new: str) -> None:
    """Say, on the error stream, what an option of an older release is called now."""
    click.echo(f"namesakes: {option} is now {new}; it still works.", err=True)


def load_pipeline(name: str | None, **changes: Any) -> "Pipeline":
    """The pipeline that options name, with parts exchanged where they say so."""
    from namesakes.pipeline.pipeline import DEFAULT, load

    nlp = load(name or DEFAULT)
    changes = {part: value for part, value in changes.items() if value}
    return nlp.with_(**changes) if changes else nlp


class Bad:
    """What is left out of a run with `--skip-bad`: bad documents, and those that could not be processed.

    Parameters
    ----------
    skip_bad : whether anything is left out; without it the first bad document ends the run.
    strict : whether the exit status is then 1.
    """

    def __init__(self, skip_bad: bool, *, strict: bool = False) -> None:
        self.strict = strict
        self.skipped: list[DataError] | None = [] if skip_bad else None
        self.failures: list[Failure] | None = [] if skip_bad else None
        self.left_out: list[DataError] = []

    def read(self, files: Sequence[str], format: str | None, reading: "ReadOptions") -> "Iterator[Document]":
        """The documents of files and folders; standard input is plain text unless a format is named."""
        from namesakes.formats import read

        texts = {str(Path(file).with_suffix(".txt")) for file in files if file.endswith(".ann")}
        for file in files:
            if file in texts:  # brat's text is read with its annotation
                continue
            wanted = format or ("plain" if file == "-" else None)
            try:
                yield from read(file, format=wanted, options=reading, skipped=self.skipped, left_out=self.left_out)
            except DataError as error:  # of the file as a whole
                if self.skipped is None:
                    raise
                self.skipped.append(error)

    def remark(self, *, quiet: bool) -> None:
        """Say which documents were left out, and why."""
        for error in (*(self.skipped or ()), *self.left_out):
            LOG.warning("%s", error, exc_info=error)
        for each in self.failures or ():
            LOG.warning("%s: it could not be processed: %s\n%s", each.document, each.error, each.trace)
        processed = [DataError(f"document {each.document}: {each.error}") for each in self.failures or ()]
        remark_skipped([*(self.skipped or ()), *self.left_out, *processed], quiet=quiet)

    def end(self, count: int) -> None:
        """End the command with exit status 1 where no document is left, or with `--strict` where any was left out."""
        if (self.skipped or self.failures or self.left_out) and (self.strict or not count):
            raise click.exceptions.Exit(1)


def print_json(value: Any) -> None:
    """Print a value as JSON that a person can read, too."""
    echo(json.dumps(value, indent=2, ensure_ascii=False))


def progress(items: Iterable[Item], title: str, *, quiet: bool) -> Iterator[Item]:
    """The items, with a progress line on the terminal's error stream while they pass; nothing anywhere else."""
    if quiet or not sys.stderr.isatty():
        yield from items
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.completed}"), TimeElapsedColumn())
    line = Progress(*columns, console=console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty())
    with line as bar, clean_streams():
        task = bar.add_task(title, total=None)
        for item in items:
            yield item
            bar.advance(task)


@contextmanager
def working(*, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Shows what is being worked on in one line of the terminal's error stream; nothing anywhere else."""
    if quiet or not sys.stderr.isatty():
        yield lambda line: None
        return

    from rich.live import Live
    from rich.spinner import Spinner
    from rich.text import Text

    spinner = Spinner("dots", Text("starting"), style="status.spinner")
    where, both = console(stderr=True), sys.stdout.isatty()
    with Live(spinner, console=where, transient=True, refresh_per_second=12.5, redirect_stdout=both), clean_streams():
        yield lambda line: spinner.update(text=Text(line))


def remark_skipped(skipped: list[DataError], *, quiet: bool) -> None:
    """Say which documents, and which rows without a text, were left out, and why."""
    rows = [error for error in skipped if isinstance(error, NoTextError)]
    documents = [error for error in skipped if not isinstance(error, NoTextError)]
    for found, what in ((documents, "bad document{}"), (rows, "row{} without a text")):
        if not found or quiet:
            continue
        click.echo(f"namesakes: left out {len(found):,} {what.format('s' * (len(found) > 1))}:", err=True)
        for error in found[:10]:
            click.echo(f"  {_in_a_line(error)}", err=True)
        if len(found) > 10:
            click.echo(f"  … and {len(found) - 10:,} more", err=True)


def _in_a_line(error: DataError) -> str:
    """An error in a line; where a whole file cannot be read, with what to do."""
    said, *advice = str(error).splitlines()
    return f"{said}; {advice[0][:1].lower()}{advice[0][1:].rstrip('.')}" if advice and error.line is None else said
