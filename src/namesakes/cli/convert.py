"""`namesakes convert`."""

import click

from namesakes.cli.options import encoding_option, progress, quiet_option, remark_skipped, skip_bad_option
from namesakes.errors import DataError


@click.command("convert")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--from", "source_format", metavar="FORMAT", help="The format of IN. Default: told by its ending.")
@click.option("--to", "target_format", metavar="FORMAT", help="The format of OUT. Default: told by its ending.")
@encoding_option
@skip_bad_option
@quiet_option
def command(
    source: str,
    target: str,
    source_format: str | None,
    target_format: str | None,
    encoding: str | None,
    skip_bad: bool,
    quiet: bool,
) -> None:
    """Turn the documents of IN into the format of OUT.

    IN is a file, a folder of files, or - for standard input; OUT is a file, a folder for formats of several files, or -
    for standard output. Formats: plain, jsonl, conll2012, conllu, brat, muc, weps, gap, bio, html.

    \b
    namesakes convert dev.conll dev.jsonl
    namesakes convert novel.conllu novel.html
    namesakes convert notes/ notes.jsonl --from plain
    """
    from namesakes.formats import read, write

    skipped: list[DataError] | None = [] if skip_bad else None
    documents = read(source, format=source_format, encoding=encoding, skipped=skipped)
    count = write(progress(documents, "documents", quiet=quiet), target, format=target_format)
    remark_skipped(skipped or [], quiet=quiet)
    if not quiet and target != "-":
        click.echo(f"{count} document{'s' * (count != 1)} written to {target}", err=True)
