"""`namesakes select-features`."""

from dataclasses import asdict, replace
from pathlib import Path

import click

from namesakes.cli.options import annotation_option, features_option, jobs_option, print_json
from namesakes.workers import usual_jobs


@click.command("select-features")
@click.option("--config", type=Path, metavar="FILE", help="Settings from a TOML or JSON file.")
@click.option("--data", "files", type=Path, multiple=True, required=True, metavar="PATH", help="Training documents.")
@annotation_option
@features_option
@click.option("--log", type=Path, metavar="FILE", help="Scores of all sets tried (JSON lines), to go on from.")
@click.option("--out", type=Path, metavar="FILE", help="Write the templates that were kept here, too, as TOML.")
@jobs_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    config: Path | None,
    files: tuple[Path, ...],
    annotation: str | None,
    features: str | None,
    log: Path | None,
    out: Path | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Choose templates of chains, greedily forward and backward, on 75 and 25 per cent of the training documents.

    What is kept is printed as a section for the configuration of `namesakes train chains`.

    \b
    namesakes select-features --config selection.toml --data corpora/ontogum/conllu/train --log tried.jsonl --jobs 2
    """
    from namesakes.chains.preparation import prepared
    from namesakes.chains.training.feature_selection import SelectionSettings, as_toml, select
    from namesakes.chains.training.recipe import read_documents
    from namesakes.config import read_config
    from namesakes.mentions.detection import with_mentions

    settings = SelectionSettings() if config is None else read_config(config, SelectionSettings)
    settings = replace(settings, chains=settings.chains.with_set(features))
    wanted = settings.without_genres
    documents = read_documents(files, wanted, annotation=annotation, language=settings.language)
    pairs = [(with_mentions(prepared(document, settings.syntax)), document) for document in documents]
    said = lambda line: click.echo(line, err=True)  # noqa: E731
    kept, score = select(pairs, settings, log=log, jobs=jobs or usual_jobs(), progress=said)
    text = as_toml(kept)
    if out is not None:
        out.write_text(text + "\n", encoding="utf-8")
    if as_json:
        print_json({"features": asdict(kept), "conll": score})
        return
    click.echo(text)
    click.echo(f"CoNLL {100 * score:.2f} on the documents held out", err=True)
