"""`namesakes parse`."""

from itertools import chain

import click

from namesakes.cli.options import encoding_option, progress, quiet_option, remark_skipped, skip_bad_option
from namesakes.errors import DataError


@click.command("parse")
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option(
    "--to", "target_format", default="conllu", show_default=True, metavar="FORMAT", help="The output's format."
)
@click.option("--out", "target", default="-", metavar="FILE", help="Where to write. Default: standard output.")
@click.option("--from", "source_format", metavar="FORMAT", help="The files' format. Default: told by their endings.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to run in.")
@encoding_option
@skip_bad_option
@quiet_option
def command(
    files: tuple[str, ...],
    target_format: str,
    target: str,
    source_format: str | None,
    jobs: int,
    encoding: str | None,
    skip_bad: bool,
    quiet: bool,
) -> None:
    """Find tokens, sentences, tags, lemmas and dependency trees in English texts.

    FILEs are texts, web pages or documents of any other format; what they say of tokens and syntax is replaced.

    \b
    namesakes parse letter.txt
    namesakes parse notes/ --out notes.conllu --jobs 2
    """
    from namesakes.formats import read, write
    from namesakes.syntax.english import english
    from namesakes.syntax.evaluation import text_only
    from namesakes.syntax.pipeline import Failure

    skipped: list[DataError] | None = [] if skip_bad else None
    failures: list[Failure] | None = [] if skip_bad else None
    documents = chain.from_iterable(
        read(file, format=source_format, encoding=encoding, skipped=skipped) for file in files
    )
    parsed = english().run(map(text_only, documents), jobs=jobs, failures=failures)
    count = write(progress(parsed, "documents", quiet=quiet), target, format=target_format)
    bad = [*(skipped or []), *(DataError(f"document {each.document}: {each.error}") for each in failures or [])]
    remark_skipped(bad, quiet=quiet)
    if not quiet and target != "-":
        click.echo(f"{count} document{'s' * (count != 1)} written to {target}", err=True)
