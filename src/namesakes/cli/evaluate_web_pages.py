"""`namesakes evaluate identities` on a folder of web pages."""

from pathlib import Path
from typing import Any

from namesakes.cli.options import load_pipeline, print_json
from namesakes.cli.terminal import console


def run(
    data: Path,
    model: Path | None,
    clusterer: str | None,
    work: Path | None,
    answers: Path | None,
    output: Path | None,
    pipeline_name: str | None,
    jobs: int | None,
    *,
    as_json: bool,
) -> None:
    """Print the official measures of WePS-1 and WePS-2 for the pages of a folder."""
    from namesakes.identities.web_pages import searched_names
    from namesakes.pipeline.web_people import found_people, measure, read_answers, write_answers

    names = searched_names(data)
    for name in names:
        assert name.clusters is not None  # what lacks is said before the work begins
    if answers is not None:
        given = read_answers(answers, names)
    else:
        nlp = load_pipeline(pipeline_name, identities=model)
        trained = nlp.parts.identities if clusterer is None else nlp.parts.identities.with_clusterer(clusterer)
        given = found_people(names, nlp, trained, jobs=jobs, work=work)
    if output is not None:
        write_answers(output, names, given)
    found = measure(names, given)
    if as_json:
        print_json(found)
    else:
        _show(found)


def _show(found: dict[str, Any]) -> None:
    from rich.table import Table

    from namesakes.metrics.pages import MEASURES

    shown = [key for key in MEASURES if key not in ("b3_precision", "b3_recall")]
    headings = ("purity", "inverse", "F.5", "F.2", "B³ F.5", "B³ F.2")
    table = Table("name", "pages", "people", "found", *headings, box=None, padding=(0, 2, 0, 0))
    table.columns[0].no_wrap = True
    for name, each in found["by_name"].items():
        sizes = (f"{each[key]:.0f}" for key in ("pages", "identities", "clusters"))
        table.add_row(name, *sizes, *(f"{100 * each[key]:.1f}" for key in shown))
    table.add_row("mean", str(found["documents"]), "", "", *(f"{100 * found[key]:.1f}" for key in shown))
    console().print(table)
    simple = (
        f"{words} {100 * found[key]:.1f}" for words, key in (("one in one", "one_in_one"), ("all in one", "all_in_one"))
    )
    console().print(f"F.5 of simple ways: {', '.join(simple)}")
