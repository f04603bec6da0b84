"""`namesakes experiment`."""

from pathlib import Path

import click

from namesakes.cli.options import console, json_option, print_json
from namesakes.errors import UsageError


@click.command("experiment")
@click.argument("name", required=False)
@click.option("--data", type=Path, metavar="FOLDER", help="The folder of the unpacked corpora.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of everything random.")
@click.option("--write", "target", type=Path, metavar="FILE", help="Put the outcome into this file of results, too.")
@json_option
def command(name: str | None, data: Path | None, seed: int, target: Path | None, as_json: bool) -> None:
    """Run an experiment and show its figures; without a NAME, list the experiments.

    \b
    namesakes experiment scorer-agreement --data ../corpora --write docs/results.md
    """
    from rich.table import Table

    from namesakes.experiments import EXPERIMENTS
    from namesakes.experiments.outcome import section, write_section

    if name is None:
        if as_json:
            print_json({each: EXPERIMENTS[each].title for each in EXPERIMENTS})
            return
        listing = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for each in EXPERIMENTS:
            listing.add_row(each, EXPERIMENTS[each].title)
        console().print(listing)
        return
    experiment = EXPERIMENTS[name]
    if target is not None and not target.parent.is_dir():
        raise UsageError(f"{target}: there is no such folder to write to.")
    outcome = experiment.run(data, seed)
    if target is not None:
        options = ([] if data is None else [f"--data {data.name}"]) + ([f"--seed {seed}"] if seed else [])
        called = " ".join(["namesakes experiment", name, *options])
        write_section(target, name, section(name, experiment, outcome, called))
    if as_json:
        rows = [dict(zip(outcome.columns, row, strict=True)) for row in outcome.rows]
        print_json({"experiment": name, "data": outcome.data, "rows": rows})
        return
    table = Table(*outcome.columns, title=experiment.title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for row in outcome.rows:
        table.add_row(*row)
    console().print(table)
