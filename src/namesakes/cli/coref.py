"""`namesakes coref`."""

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from namesakes.cli import completion
from namesakes.cli.options import (
    hint_old,
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
    without_option,
    working,
)
from namesakes.cli.reading import Bad, reading_options
from namesakes.errors import UnknownNameError, UsageError

TARGETS = ("summary", "json", "jsonl", "conll2012", "conllu", "html", "text", "brat")

if TYPE_CHECKING:
    from namesakes.formats.read_options import ReadOptions


@click.command("coref")
@click.argument("files", metavar="FILE|-…", nargs=-1, required=True)
@click.option(
    "--to",
    "target_format",
    metavar="FORMAT",
    shell_complete=completion.formats,
    help=f"What to write: {', '.join(TARGETS)} or another format; text is the resolved text. "
    "Default: summary on a terminal, else json.",
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
@click.option("--explain", is_flag=True, help="Say of every link why it was made, and what came second.")
@click.option(
    "--min-confidence", type=click.FloatRange(0, 1), default=None, help="Make no link less probable than this."
)
@click.option("--singletons", is_flag=True, help="Keep mentions that nothing else is linked to.")
@click.option(
    "--mentions",
    type=click.Choice(("predicted", "gold", "found", "given")),
    default="predicted",
    show_default=True,
    help="Predict mentions, or link those that the files have (formerly found, given).",
)
@without_option
@click.option("--no-quotes", is_flag=True, hidden=True)
@click.option("--constraints", metavar="FILE", help="Mentions that must be linked, or must not be: JSON or JSONL.")
@max_seconds_option
@pipeline_option
@click.option("--model", metavar="MODEL", help="Another model of chains: a folder, or the name of a shipped one.")
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
    explain: bool,
    min_confidence: float | None,
    singletons: bool,
    mentions: str,
    without: tuple[str, ...],
    no_quotes: bool,
    constraints: str | None,
    max_seconds: float,
    pipeline_name: str | None,
    model: str | None,
    jobs: int | None,
    reading: "ReadOptions",
    skip_bad: bool,
    strict: bool,
    quiet: bool,
) -> None:
    """Find who is who in English texts: which words mean the same person or thing.

    FILEs are texts, web pages or documents of any other format, or - for standard input. What they have of words,
    tags, trees and names is kept; the rest is found.

    \b
    namesakes coref letter.txt
    namesakes coref notes/ --to html --out notes.html
    namesakes coref novel.txt --pipeline en-fiction
    cat letter.txt | namesakes coref - --to text
    namesakes coref letter.txt --to json --explain --constraints links.jsonl
    """
    from namesakes.chains.constraints import read_constraints
    from namesakes.formats import FORMATS
    from namesakes.pipeline.coreference import run
    from namesakes.view.output import write_chains

    wanted = json_or(target_format, as_json) or ("summary" if target == "-" and sys.stdout.isatty() else "json")
    if wanted not in TARGETS and wanted not in FORMATS:
        raise UnknownNameError("output", wanted, {*TARGETS, *FORMATS})
    if wanted == "brat" and target == "-":
        raise UsageError("brat needs a folder to write to.\nName it with --out.")
    if no_quotes:
        hint_old("--no-quotes", "--without quotes")
        without = (*without, "quotes")
    bad = Bad(skip_bad, strict=strict)
    with working(quiet=quiet) as report:
        nlp = load_pipeline(pipeline_name, chains=model, without=without)
        options: dict[str, Any] = {
            "mentions": mentions,
            "explain": explain or wanted == "html",
            "max_seconds": max_seconds,
        }
        options |= {"singletons": True} if singletons else {}
        options |= {"min_confidence": min_confidence} if min_confidence is not None else {}
        known = {} if constraints is None else read_constraints(constraints)
        documents = bad.read(files, source_format, reading)
        coreference = replace(nlp.coreference(known, **options), progress=report)
        count = write_chains(run(documents, coreference, jobs=jobs, failures=bad.failures), target, wanted)
    bad.remark(quiet=quiet)
    if not quiet and target != "-":
        click.echo(f"{count} document{'s' * (count != 1)} written to {target}", err=True)
    bad.end(count)
