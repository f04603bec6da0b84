"""`namesakes experiment`."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click

import namesakes
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

    experiments = _reproduction("reproduction").EXPERIMENTS
    outcomes = _reproduction("reproduction.outcome")
    if name is None:
        if as_json:
            print_json({each: experiments[each].title for each in experiments})
            return
        listing = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for each in experiments:
            listing.add_row(each, experiments[each].title)
        console().print(listing)
        return
    experiment = experiments[name]
    if target is not None and not target.parent.is_dir():
        raise UsageError(f"{target}: there is no such folder to write to.")
    outcome = experiment.run(data, seed)
    if target is not None:
        options = ([] if data is None else [f"--data {data.name}"]) + ([f"--seed {seed}"] if seed else [])
        called = " ".join(["namesakes experiment", name, *options])
        outcomes.write_section(target, name, outcomes.section(name, experiment, outcome, called))
    if as_json:
        rows = [dict(zip(outcome.columns, row, strict=True)) for row in outcome.rows]
        print_json({"experiment": name, "data": outcome.data, "rows": rows})
        return
    table = Table(*outcome.columns, title=experiment.title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for row in outcome.rows:
        table.add_row(*row)
    console().print(table)


def _reproduction(module: str) -> ModuleType:
    """A module of `reproduction/`, which lies beside `src/` in a checkout and is no part of the installed package."""
    places = (Path(namesakes.__file__).parents[2], Path.cwd())
    checkout = next((place for place in places if (place / "reproduction" / "outcome.py").is_file()), None)
    if checkout is None:
        raise UsageError(
            "experiments are run in a checkout of namesakes; the installed package has none of them.\n"
            "Change to the folder of the checkout, or install it with pip install -e ."
        )
    if str(checkout) not in sys.path:
        sys.path.insert(0, str(checkout))
    return import_module(module)
