"""`namesakes parse`."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from namesakes.cli import completion
from namesakes.cli.options import (
    jobs_option,
    json_or,
    load_pipeline,
    log_option,
    pipeline_option,
    progress,
    quiet_option,
    skip_bad_option,
    strict_option,
    to_json_option,
)
from namesakes.cli.reading import Bad, reading_options, support_option, supporting
from namesakes.errors import UsageError

if TYPE_CHECKING:
    from namesakes.formats.read_options import ReadOptions


@dataclass(frozen=True)
class ParseSettings:
    """What the file of --config may say.

    Parameters
    ----------
    consistency : whether tags of unknown words and trees are to agree across all documents of a run.
    """

    consistency: bool = False


@click.command("parse")
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option(
    "--to",
    "target_format",
    shell_complete=completion.formats,
    metavar="FORMAT",
    help="The output's format. Default: conllu.",
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
@click.option("--consistency", is_flag=True, help="Let unknown words and trees agree across all FILEs.")
@click.option("--explain", type=Path, metavar="FILE", help="With consistency: what it changed, and why, as JSON lines.")
@support_option
@click.option("--config", type=Path, metavar="FILE", help="Settings from a TOML or JSON file: consistency.")
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
    consistency: bool,
    explain: Path | None,
    support: tuple[Path, ...],
    config: Path | None,
    pipeline_name: str | None,
    jobs: int | None,
    reading: "ReadOptions",
    skip_bad: bool,
    strict: bool,
    quiet: bool,
) -> None:
    """Find tokens, sentences, tags, lemmas, dependency trees and names in English texts.

    FILEs are texts, web pages or documents of any other format; what they say of tokens and syntax is replaced. Write
    conllu (without names), json (tokens as objects), html (a page with names and trees), or any other format.

    \b
    namesakes parse letter.txt
    namesakes parse notes/ --out notes.conllu --jobs 2
    namesakes parse letter.txt --to html --out letter.html
    namesakes parse notes/ --out notes.conllu --consistency --explain changes.jsonl
    """
    from namesakes.config import read_config
    from namesakes.formats import write
    from namesakes.syntax.evaluation import text_only

    wanted = json_or(target_format, as_json) or "conllu"
    bad = Bad(skip_bad, strict=strict)
    documents = bad.read(files, source_format, reading)
    together = consistency or (config is not None and read_config(config, ParseSettings).consistency)
    if explain is not None and not together:
        raise UsageError("there is nothing to explain without consistency.\nAdd --consistency.")
    steps = load_pipeline(pipeline_name).syntax(consistency=together, support=supporting(support, together))
    parsed = steps.run(map(text_only, documents), jobs=jobs, failures=bad.failures)
    count = write(progress(parsed, "documents", quiet=quiet), target, format=wanted)
    bad.remark(quiet=quiet)
    if explain is not None:
        changes = [change.as_json() for report in steps.reports for change in report.changes]
        lines = [json.dumps(change, ensure_ascii=False) + "\n" for change in changes]
        explain.write_text("".join(lines), encoding="utf-8")
    if not quiet and target != "-":
        click.echo(f"{count} document{'s' * (count != 1)} written to {target}", err=True)
    bad.end(count)
