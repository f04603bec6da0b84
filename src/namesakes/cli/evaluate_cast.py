"""`namesakes evaluate cast`."""

from pathlib import Path
from typing import Any

import click

from namesakes.cli.options import (
    jobs_option,
    json_option,
    load_pipeline,
    pipeline_option,
    print_json,
    progress,
)
from namesakes.cli.terminal import console


@click.command("cast")
@click.option("--data", "folder", type=Path, required=True, metavar="FOLDER", help="Novels, or one of them.")
@pipeline_option
@jobs_option
@json_option
def command(folder: Path, pipeline_name: str | None, jobs: int | None, as_json: bool) -> None:
    """Measure the casts of whole novels: characters, their names and genders, speakers; beside simple ways.

    FOLDER holds novels of the Project Dialogism Novel Corpus, or is one of them: novel_text.txt, character_info.csv,
    quotation_info.csv.

    \b
    namesakes evaluate cast --data corpora/novels --json
    """
    from namesakes.characters.evaluation import CastEvaluation
    from namesakes.characters.measures import finished
    from namesakes.formats.pdnc import read_novels
    from namesakes.view.cast.measures import rows
    from namesakes.workers import mapped

    novels = read_novels(folder)
    count = CastEvaluation(load_pipeline(pipeline_name).coreference(singletons=True))
    counts = progress(mapped(count, novels, jobs=jobs, batch=1, raising=True), "novels", quiet=as_json)
    found = finished(dict(zip((novel.id for novel in novels), counts, strict=True)))
    if as_json:
        print_json(found)
        return
    from rich.table import Table

    for columns, lines in rows(found):
        table = Table(box=None, padding=(0, 1, 0, 0))
        for number, title in enumerate(columns):
            table.add_column(title, no_wrap=True, justify="right" if number else "left")
        for line in lines:
            table.add_row(*line)
        console().print(table)
        console().print()
    console().print(_cost(found))


def _cost(found: dict[str, Any]) -> str:
    """What it took."""
    return f"{found['words']:,} words, {found['seconds']:,.0f} seconds of a processor"
