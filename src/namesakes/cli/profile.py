"""`namesakes profile`."""

import json
from typing import TYPE_CHECKING

import click

from namesakes.cli import completion
from namesakes.cli.options import (
    jobs_option,
    load_pipeline,
    log_option,
    pipeline_option,
    quiet_option,
    skip_bad_option,
    strict_option,
    working,
)
from namesakes.cli.reading import Bad, reading_options
from namesakes.cli.terminal import console, echo

KINDS = ("person", "organization", "place")

if TYPE_CHECKING:
    from namesakes.formats.read_options import ReadOptions


@click.command("profile")
@click.argument("files", metavar="FILE|-…", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one profile a line, each fact with its evidence.")
@click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Whose profiles; may be repeated.")
@click.option("--name", metavar="NAME", help="Only those who go by this name.")
@click.option(
    "--from",
    "source_format",
    shell_complete=completion.formats,
    metavar="FORMAT",
    help="The files' format. Default: told by their endings.",
)
@pipeline_option
@jobs_option
@reading_options
@skip_bad_option
@strict_option
@log_option
@quiet_option
def command(
    files: tuple[str, ...],
    as_json: bool,
    kinds: tuple[str, ...],
    name: str | None,
    source_format: str | None,
    pipeline_name: str | None,
    jobs: int | None,
    reading: "ReadOptions",
    skip_bad: bool,
    strict: bool,
    quiet: bool,
) -> None:
    """Say what English texts tell of people: names, titles, employers, family, places, dates, and who is with whom.

    FILEs are texts, web pages or documents of any other format, or - for standard input. Chains that they have are
    kept; where there are none they are found.

    \b
    namesakes profile letter.txt
    namesakes profile notes/ --name Ashdown --json
    cat letter.txt | namesakes profile - --kind person --kind organization
    """
    from namesakes.pipeline.profiles import bearing, run_profiles
    from namesakes.view.profile_table import profile_table

    bad = Bad(skip_bad, strict=strict)
    documents = bad.read(files, source_format, reading)
    with working(quiet=quiet) as report:
        report("profiles")
        extraction = load_pipeline(pipeline_name).extraction(kinds or ("person",))
        count = 0
        for found in run_profiles(documents, extraction, jobs=jobs, failures=bad.failures):
            count += 1
            for profile in found if name is None else bearing(found, name):
                if as_json:
                    echo(json.dumps(profile.to_json(), ensure_ascii=False))
                else:
                    console().print(profile_table(profile))
    bad.remark(quiet=quiet)
    bad.end(count)
