"""Options that several subcommands share, and how they print."""

import functools
import getpass
import json
import logging
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from namesakes.budget import SECONDS
from namesakes.cli import completion
from namesakes.cli.progress import progress as progress
from namesakes.cli.progress import working as working
from namesakes.cli.terminal import echo
from namesakes.errors import LOG, DataError, NoTextError, UsageError
from namesakes.workers import Failure

if TYPE_CHECKING:
    from namesakes.formats.read_options import ReadOptions
    from namesakes.pipeline.pipeline import Pipeline
    from namesakes.text.document import Document

annotation_option = click.option(
    "--annotation",
    type=click.Choice(["auto", "gold"]),
    help="Of files NAME_auto_conll and NAME_gold_conll side by side, which to read.",
)
features_option = click.option(
    "--features",
    metavar="NAME",
    help="The templates of a set: usual, usual-clusters, local, non-local; without it those of the settings.",
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


def _user() -> str:
    """The name of the user; nothing where a container has none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


who_option = click.option(
    "--who", default=_user, show_default=False, metavar="NAME", help="Who says so. Default: the user's name."
)

person_argument = click.argument("person", shell_complete=completion.people)

durable_option = click.option(
    "--durable", is_flag=True, help="Wait for the disk: not even a power cut takes away what was written."
)

pipeline_option = click.option(
    "--pipeline",
    "pipeline_name",
    metavar="NAME|FOLDER",
    shell_complete=completion.pipelines,
    help="The models: a shipped pipeline (see namesakes pipeline list) or a folder. Default: en.",
)
store_pipeline_option = click.option(
    "--pipeline",
    "pipeline_name",
    metavar="NAME|FOLDER",
    shell_complete=completion.pipelines,
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


support_option = click.option(
    "--support",
    type=Path,
    multiple=True,
    metavar="FILE",
    help="With consistency: raw texts, whose sentences help to tag words that are not known.",
)


def supporting(files: Sequence[Path], consistency: bool) -> "Iterator[Document]":
    """The documents of the files of --support, which nothing looks at without consistency."""
    from namesakes.formats import read

    if files and not consistency:
        raise UsageError("texts of support help consistency alone.\nAdd --consistency.")
    return (document for path in files for document in read(path))


_JSON = "namesakes.json"
"""Where a call notes that what was done is to be told as JSON."""


def _note_json(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    context.meta[_JSON] = wanted


json_report_option = click.option(
    "--json",
    is_flag=True,
    expose_value=False,
    callback=_note_json,
    help="Print what was done as JSON, one record a line.",
)
to_json_option = click.option("--json", "as_json", is_flag=True, help="The same as --to json.")


def report(line: str, *, err: bool = True, quiet: bool = False, **figures: Any) -> None:
    """Say what was done; with `--json` print its figures to standard output instead."""
    if click.get_current_context().meta.get(_JSON):
        echo(json.dumps(figures, ensure_ascii=False, default=str))
    elif not quiet:
        echo(line, err=err)


def reports_json(target: str, option: str) -> None:
    """Refuse `--json` where the documents themselves go to standard output."""
    if target == "-" and click.get_current_context().meta.get(_JSON):
        raise UsageError(f"with --json what was done goes to standard output.\nName a file for the rest with {option}.")


def json_or(target_format: str | None, as_json: bool) -> str | None:
    """The format that `--to` or `--json` names."""
    if as_json and target_format not in (None, "json"):
        raise UsageError(f"--json and --to {target_format} exclude each other.")
    return "json" if as_json else target_format


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
            click.option("--quoted", is_flag=True, help="Of mails read what they quote and forward, too."),
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
