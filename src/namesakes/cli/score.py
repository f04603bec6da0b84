"""`namesakes score`."""

from functools import partial
from pathlib import Path

import click

from namesakes.cli import completion
from namesakes.cli.options import json_option, print_json, progress, quiet_option, skip_bad_option
from namesakes.cli.reading import encoding_option, remark_skipped
from namesakes.cli.terminal import console
from namesakes.errors import DataError, UsageError


@click.command("score")
@click.argument("key", metavar="KEY")
@click.argument("response", metavar="RESPONSE")
@click.option("--metrics", metavar="A,B,…", help="Which measures, by name. Default: those of coreference.")
@click.option("--keep-singletons/--drop-singletons", default=None, help="Whether chains of one mention count [keep].")
@click.option(
    "--duplicates", type=click.Choice(["error", "first"]), help="What to do about a span given twice [error]."
)
@click.option(
    "--spans",
    type=click.Choice(["min", "exact"]),
    help="Whether the MIN and OPT of a MUC key are honoured, or spans must be the same [min].",
)
@click.option("--per-document", is_flag=True, help="Show every document, too.")
@click.option("--against", metavar="OTHER", help="Another response: is the first one better than it by chance only?")
@click.option("--known", metavar="FILE", help="Training data, for measures of known and unknown words.")
@click.option(
    "--from",
    "format",
    shell_complete=completion.formats,
    metavar="FORMAT",
    help="The format of all files. Default: told by their endings.",
)
@click.option("--config", "config", metavar="FILE", type=Path, help="These settings from a TOML or JSON file.")
@click.option("--seed", type=click.IntRange(min=0), help="The seed of the bootstrap [0].")
@encoding_option
@skip_bad_option
@json_option
@quiet_option
def command(
    key: str,
    response: str,
    metrics: str | None,
    keep_singletons: bool | None,
    duplicates: str | None,
    spans: str | None,
    per_document: bool,
    against: str | None,
    known: str | None,
    format: str | None,
    config: Path | None,
    seed: int | None,
    encoding: str | None,
    skip_bad: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Measure how well the documents of RESPONSE agree with those of KEY.

    Both are files or folders of any format that has chains; they may differ in format, and even in tokens as long as
    the characters are the same. Without --metrics these are MUC, B³, CEAF-m, CEAF-e, BLANC, LEA and mention detection,
    computed as the CoNLL reference scorer does, and the CoNLL score.

    \b
    namesakes score key.conll response.conll
    namesakes score key.conllu response.jsonl --drop-singletons --per-document
    namesakes score key.conll mine.conll --against theirs.conll
    namesakes score muc7.sgm mine.sgm --metrics muc
    namesakes score gold.conllu parsed.conllu --metrics upos,xpos,uas,las
    """
    from namesakes.formats import read
    from namesakes.metrics.measure import needed_layers
    from namesakes.metrics.report import ScoreSettings, scored

    settings = ScoreSettings.load(
        config, metrics=None if metrics is None else metrics.split(","), keep_singletons=keep_singletons,
        duplicates=duplicates, spans=spans, seed=seed,
    )  # fmt: skip
    skipped: list[DataError] | None = [] if skip_bad else None
    files = {"key": key, "response": response, "against": against, "known": known}
    if list(files.values()).count("-") > 1:
        raise UsageError("standard input can be read once: only one of the files may be -.")
    layers = needed_layers(settings.metrics)
    reading = partial(read, format=format, encoding=encoding, skipped=skipped, layers=layers)
    documents = {
        name: list(progress(reading(path), path, quiet=quiet)) for name, path in files.items() if path is not None
    }
    report = scored(documents, settings, tolerant=skip_bad)
    remark_skipped(skipped or [], quiet=quiet)
    if report.left_out and not quiet:
        click.echo(f"namesakes: not scored, since not all files have them: {', '.join(report.left_out)}", err=True)
    if as_json:
        figures = report.to_json(per_document=per_document)
        print_json({**figures, "skipped": [str(error) for error in skipped]} if skipped else figures)
    else:
        for table in report.tables(per_document=per_document):
            console().print(table)
