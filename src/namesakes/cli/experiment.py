"""`namesakes experiment`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

import namesakes
from namesakes.cli import completion
from namesakes.cli.options import json_option, print_json
from namesakes.cli.paging import paged
from namesakes.cli.terminal import console
from namesakes.errors import UsageError

if TYPE_CHECKING:
    from namesakes.config import Registry
    from reproduction.outcome import Experiment, Outcome


@click.command("experiment")
@click.argument("name", required=False, shell_complete=completion.experiments)
@click.option("--data", type=Path, metavar="FOLDER", help="The folder of the unpacked corpora.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of everything random.")
@click.option("--write", "target", type=Path, metavar="FILE", help="Put the outcome into this file of results, too.")
@json_option
@paged
def command(name: str | None, data: Path | None, seed: int, target: Path | None, as_json: bool) -> None:
    """Run an experiment and show its figures; without a NAME, list the experiments.

    \b
    namesakes experiment scorer-agreement --data ../corpora --write docs/results.md
    """
    add_checkout_to_path()
    from reproduction import EXPERIMENTS
    from reproduction.outcome import write_outcome
    from reproduction.provenance import recorded

    if name is None:
        _list(EXPERIMENTS, as_json)
        return
    experiment = EXPERIMENTS[name]
    if target is not None and not target.parent.is_dir():
        raise UsageError(f"{target}: there is no such folder to write to.")
    with recorded(data) as record:
        outcome = experiment.run(data, seed)
    if target is not None:
        options = ([] if data is None else [f"--data {data.name}"]) + ([f"--seed {seed}"] if seed else [])
        call = " ".join(["namesakes experiment", name, *options])
        write_outcome(target, name, experiment, outcome, call, record)
    if as_json:
        rows = [dict(zip(outcome.columns, row, strict=True)) for row in outcome.rows]
        print_json({"experiment": name, "data": outcome.data, "rows": rows, **record.to_json()})
    else:
        _show(experiment, outcome)


def _list(experiments: "Registry[Experiment]", as_json: bool) -> None:
    from rich.table import Table

    titles = {name: experiments[name].title for name in experiments}
    if as_json:
        print_json(titles)
        return
    listing = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for row in titles.items():
        listing.add_row(*row)
    console().print(listing)


def _show(experiment: "Experiment", outcome: "Outcome") -> None:
    from rich.table import Table

    table = Table(*outcome.columns, title=experiment.title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for row in outcome.rows:
        table.add_row(*row)
    console().print(table)


def add_checkout_to_path() -> None:
    """Make `reproduction/` importable: it lies beside `src/` in a checkout, and is no part of the package."""
    places = (Path(namesakes.__file__).parents[2], Path.cwd())
    checkout = next((place for place in places if (place / "reproduction" / "outcome.py").is_file()), None)
    if checkout is None:
        raise UsageError(
            "experiments are not in the installed package: run them in a checkout of namesakes, or install that with "
            "pip install -e ."
        )
    if str(checkout) not in sys.path:
        sys.path.insert(0, str(checkout))
