"""`namesakes tune-loss`."""

from dataclasses import asdict
from functools import partial
from pathlib import Path

import click

from namesakes.cli.options import annotation_option, jobs_option, print_json
from namesakes.workers import usual_jobs


@click.command("tune-loss")
@click.option("--config", type=Path, metavar="FILE", help="Settings from a TOML or JSON file.")
@click.option("--train", "files", type=Path, multiple=True, required=True, metavar="PATH", help="Training documents.")
@click.option("--dev", type=Path, multiple=True, required=True, metavar="PATH", help="Documents to choose by.")
@annotation_option
@click.option("--log", type=Path, metavar="FILE", help="Scores of all that was tried (JSON lines), to go on from.")
@click.option("--out", type=Path, metavar="FILE", help="Write the best choice here, too, as TOML.")
@jobs_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    config: Path | None,
    files: tuple[Path, ...],
    dev: tuple[Path, ...],
    annotation: str | None,
    log: Path | None,
    out: Path | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Choose the strength and the extra cost of losses, by training on 100 documents and scoring others.

    The best choice of each loss is shown; the best of all is printed for the configuration of `namesakes train chains`.

    \b
    namesakes tune-loss --train ontogum/conllu/train --dev ontogum/conllu/dev --log tried.jsonl --jobs 2
    """
    from namesakes.chains.losses.tuning import TuningSettings, as_toml, tune
    from namesakes.chains.preparation import prepared
    from namesakes.chains.training.recipe import read_documents
    from namesakes.config import read_config
    from namesakes.mentions.detection import with_mentions

    settings = TuningSettings() if config is None else read_config(config, TuningSettings)
    read = partial(read_documents, annotation=annotation, language=settings.language)
    pairs, development = (
        [(with_mentions(prepared(document, settings.syntax)), document) for document in documents]
        for documents in (read(files, settings.without_genres), read(dev))
    )
    progress = lambda line: click.echo(line, err=True)  # noqa: E731
    found = tune(pairs, development, settings, log=log, jobs=jobs or usual_jobs(), progress=progress)
    if as_json:
        print_json([{**asdict(choice), "conll": score} for choice, score in found.items()])
    shown: set[str] = set()
    for choice, score in found.items():
        if choice.loss not in shown:
            shown.add(choice.loss)
            click.echo(f"best {choice.loss}: CoNLL {100 * score:.2f} with {choice}", err=True)
    text = as_toml(next(iter(found)))
    if out is not None:
        out.write_text(text + "\n", encoding="utf-8")
    if not as_json:
        click.echo(text)
