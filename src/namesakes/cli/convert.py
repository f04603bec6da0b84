"""`namesakes convert`."""

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from namesakes.cli import completion
from namesakes.cli.options import json_report_option, progress, quiet_option, report, reports_json, skip_bad_option
from namesakes.cli.reading import reading_options, remark_skipped

if TYPE_CHECKING:
    from namesakes.formats.read_options import ReadOptions


@click.command("convert")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option(
    "--from",
    "source_format",
    shell_complete=completion.formats,
    metavar="FORMAT",
    help="The format of IN. Default: told by its ending.",
)
@click.option(
    "--to",
    "target_format",
    shell_complete=completion.formats,
    metavar="FORMAT",
    help="The format of OUT. Default: told by its ending.",
)
@click.option(
    "--dependencies",
    metavar="NAME",
    help="Make dependency trees of constituents: stanford, collins, penn2malt; chinese, zhang-clark; arabic.",
)
@reading_options
@skip_bad_option
@quiet_option
@json_report_option
def command(
    source: str,
    target: str,
    source_format: str | None,
    target_format: str | None,
    dependencies: str | None,
    reading: "ReadOptions",
    skip_bad: bool,
    quiet: bool,
) -> None:
    """Turn the documents of IN into the format of OUT.

    IN is a file, a folder of files, or - for standard input; OUT is a file, a folder for formats of several files, or -
    for standard output. Formats: plain, jsonl, json, conll2012, conllu, conllx, brat, webanno, labelstudio, muc,
    weps, gap, bio, html, markdown, ptb; read only: ace, mpqa, pdf, docx, odt, rtf, epub, eml, mbox, zip,
    tar, gz, warc, tei, xml, csv, tsv, xlsx, ods, parquet.

    \b
    namesakes convert dev.conll dev.jsonl
    namesakes convert novel.conllu novel.html
    namesakes convert notes/ notes.jsonl --from plain
    namesakes convert wsj/23 wsj-23.conllu --dependencies penn2malt
    """
    from namesakes.formats.convert import convert
    from namesakes.syntax.constituency.dependencies import convention, with_dependencies

    reports_json(target, "OUT")
    more: dict[str, Any] = {}
    if dependencies is not None:
        convention(dependencies)  # a wrong name is an error before anything is read
        more = {"change": partial(with_dependencies, name=dependencies)}
    done = convert(
        source,
        target,
        source_format=source_format,
        target_format=target_format,
        options=reading,
        skip_bad=skip_bad,
        **more,
        progress=partial(progress, title="documents", quiet=quiet),
    )
    remark_skipped(done.skipped, quiet=quiet)
    if done.lost and not quiet:
        click.echo(f"namesakes: warning: this format cannot hold {', '.join(done.lost)}; they were left out", err=True)
    if target != "-":
        line = f"{done.count} document{'s' * (done.count != 1)} written to {target}"
        told: dict[str, Any] = {
            "documents": done.count,
            "to": target,
            "skipped": list(map(str, done.skipped)),
            "lost": list(done.lost),
        }
        report(line, quiet=quiet, **told)
