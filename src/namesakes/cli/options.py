"""Options that several subcommands share, and how they print."""

import getpass
import json
import logging
import warnings
from typing import TYPE_CHECKING, Any

import click

from namesakes.budget import SECONDS
from namesakes.cli import completion
from namesakes.cli.progress import progress as progress
from namesakes.cli.progress import working as working
from namesakes.cli.terminal import echo
from namesakes.errors import LOG, DataError, UsageError

if TYPE_CHECKING:
    from namesakes.pipeline.pipeline import Pipeline

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


def hint_old(option: str, new: str) -> None:
    """Say, on the error stream, what an option of an older release is called now."""
    click.echo(f"namesakes: {option} is now {new}; it still works.", err=True)


def load_pipeline(name: str | None, **changes: Any) -> "Pipeline":
    """The pipeline that options name, with parts exchanged where they say so."""
    from namesakes.pipeline.pipeline import DEFAULT, load

    nlp = load(name or DEFAULT)
    changes = {part: value for part, value in changes.items() if value}
    return nlp.with_(**changes) if changes else nlp


def print_json(value: Any) -> None:
    """Print a value as JSON that a person can read, too."""
    echo(json.dumps(value, indent=2, ensure_ascii=False))
