"""`namesakes evaluate novels`."""

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
    without_option,
)
from namesakes.cli.terminal import console

_OTHERS = ("heads", "cast", "name_forms", "each_form", "all_in_one")


@click.command("novels")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--model", type=Path, metavar="FOLDER", help="Another model than the shipped one.")
@without_option
@pipeline_option
@jobs_option
@json_option
def command(
    folder: Path,
    model: Path | None,
    without: tuple[str, ...],
    pipeline_name: str | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Measure the characters of whole novels: names against alias lists, mixed chains, speakers of quotes.

    FOLDER holds novels of the Project Dialogism Novel Corpus, or one of them: novel_text.txt, character_info.csv,
    quotation_info.csv.

    \b
    namesakes evaluate novels corpora/novels --json
    """
    from namesakes.chains.novels.counts import finished
    from namesakes.chains.novels.evaluation import NovelEvaluation
    from namesakes.formats.pdnc import read_novels
    from namesakes.workers import mapped

    novels = read_novels(folder)
    nlp = load_pipeline(pipeline_name, chains=model, without=without)
    count = NovelEvaluation(nlp.coreference(singletons=True))
    counts = progress(mapped(count, novels, jobs=jobs, batch=1, raising=True), "novels", quiet=as_json)
    found = finished(dict(zip((novel.id for novel in novels), counts, strict=True)))
    if as_json:
        print_json(found)
        return
    for table in tables(found):
        console().print(table)
        console().print()
    speed = f"{found['words_per_second']:,.0f} words per second, {found['peak_memory'] / 1e6:,.0f} MB at most"
    console().print(f"{found['words']:,} words, {found['seconds']:,.0f} seconds, {speed}")


def tables(found: dict[str, Any]) -> list[Any]:
    """Names, chains and speakers, a row a novel."""
    rows = [*found["novels"].items(), ("all", found)]
    names = _table("names, B³", "", "P", "R", "F1", "heads", "cast", "forms", "each", "one")
    chains = _table("chains", "", "two names", "he, she", "largest", "of people", "leading")
    speakers = _table("speakers", "", "right", "wrong", "none", "expl.", "anaph.", "impl.", "cast", "I")
    for name, each in rows:
        own, mixed, said = each["names"], each["chains"], each["speakers"]
        scores = [own["chains"][key] for key in ("precision", "recall", "f1")]
        scores += [own[way]["f1"] for way in _OTHERS]
        names.add_row(name, f"{own['occurrences']:,}", *map(_percent, scores))
        shares = [mixed[key] for key in ("largest_share", "largest_share_of_people", "leading_character_share")]
        wrong = [f"{mixed[key]:,}" for key in ("chains", "two_full_names", "he_and_she")]
        chains.add_row(name, *wrong, *map(_percent, shares))
        ends = [said[key] for key in ("right", "wrong", "none")]
        ends += [said[key]["right"] for key in ("explicit", "anaphoric", "implicit")]
        speakers.add_row(
            name, f"{said['quotes']:,}", *map(_percent, [*ends, said["right_by_cast"], said["first_person"]["right"]])
        )
    means = [found["names"][way]["mean_f1"] for way in ("chains", *_OTHERS)]
    names.add_row("mean", "", "", "", *map(_percent, means))
    speakers.add_row("mean", "", _percent(found["speakers"]["mean_right"]), "", "", "", "", "", "", "")
    return [names, chains, speakers]


def _table(*titles: str) -> Any:
    """An empty table; the names of novels are not cut."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 1, 0, 0))
    for number, title in enumerate(titles):
        table.add_column(title, no_wrap=True, justify="right" if number else "left")
    return table


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"
