"""`namesakes cast`."""

import sys
from typing import TYPE_CHECKING

import click

from namesakes.cli import completion
from namesakes.cli.options import (
    jobs_option,
    json_or,
    load_pipeline,
    log_option,
    max_seconds_option,
    pipeline_option,
    quiet_option,
    skip_bad_option,
    strict_option,
    to_json_option,
    working,
)
from namesakes.cli.reading import Bad, reading_options
from namesakes.errors import UnknownNameError

TARGETS = ("table", "csv", "json", "html")

if TYPE_CHECKING:
    from namesakes.formats.read_options import ReadOptions


@click.command("cast")
@click.argument("files", metavar="FILE|-…", nargs=-1, required=True)
@click.option(
    "--to",
    "target_format",
    metavar="FORMAT",
    shell_complete=completion.formats,
    help=f"What to write: {', '.join(TARGETS)}. Default: table on a terminal, else json.",
)
@to_json_option
@click.option("--out", "target", default="-", metavar="FILE", help="Where to write. Default: standard output.")
@click.option(
    "--from",
    "source_format",
    shell_complete=completion.formats,
    metavar="FORMAT",
    help="The files' format. Default: told by their endings.",
)
@click.option(
    "--min-mentions",
    type=click.IntRange(min=1),
    metavar="N",
    default=2,
    show_default=True,
    help="Leave out who is mentioned less often.",
)
@click.option("--same", multiple=True, metavar="NAME=NAME", help="Two names of one person; may be repeated.")
@click.option("--different", multiple=True, metavar="NAME=NAME", help="Names of two people; may be repeated.")
@max_seconds_option
@pipeline_option
@jobs_option
@reading_options
@skip_bad_option
@strict_option
@log_option
@quiet_option
def command(
    files: tuple[str, ...],
    target_format: str | None,
    as_json: bool,
    target: str,
    source_format: str | None,
    min_mentions: int,
    same: tuple[str, ...],
    different: tuple[str, ...],
    max_seconds: float,
    pipeline_name: str | None,
    jobs: int | None,
    reading: "ReadOptions",
    skip_bad: bool,
    strict: bool,
    quiet: bool,
) -> None:
    """List the characters of an English book: names, gender, quotes, chapters, and who meets whom.

    FILEs are texts, web pages or documents of any other format, or - for standard input. Chains that they have are
    kept; where there are none they are found.

    \b
    namesakes cast novel.txt
    namesakes cast novel.txt --to html --out cast.html
    namesakes cast novel.txt --same "Tom=Thomas Lynde" --different "Mr. Lynde=Tom"
    """
    from namesakes.characters.wishes import Wishes
    from namesakes.pipeline.casting import casting_of, run_casts
    from namesakes.view.cast.output import write_casts

    wanted = json_or(target_format, as_json) or ("table" if target == "-" and sys.stdout.isatty() else "json")
    if wanted not in TARGETS:
        raise UnknownNameError("output", wanted, TARGETS)
    wishes = Wishes.of(same, different)
    bad = Bad(skip_bad, strict=strict)
    with working(quiet=quiet) as report:
        report("chains and characters")
        nlp = load_pipeline(pipeline_name)
        casting = casting_of(nlp, min_mentions=min_mentions, wishes=wishes, max_seconds=max_seconds)
        documents = bad.read(files, source_format, reading)
        count = write_casts(run_casts(documents, casting, jobs=jobs, failures=bad.failures), target, wanted)
    bad.remark(quiet=quiet)
    if not quiet and target != "-":
        click.echo(f"the cast of {count} document{'s' * (count != 1)} written to {target}", err=True)
    bad.end(count)
