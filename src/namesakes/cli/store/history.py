"""`namesakes history`."""

import json
from dataclasses import asdict

import click

from namesakes.cli import completion
from namesakes.cli.options import store_option
from namesakes.cli.paging import paged
from namesakes.cli.terminal import echo


@click.command("history")
@click.argument("person", required=False, shell_complete=completion.people)
@store_option
@click.option("--runs", is_flag=True, help="Show the runs that wrote into the store instead.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one event or run a line.")
@paged
def command(person: str | None, place: str, runs: bool, as_json: bool) -> None:
    """Show what happened to people: which ids were merged, split, renamed or hidden, when and why; the oldest first.

    \b
    namesakes history
    namesakes history mark-johnson-1
    """
    from namesakes.store.records import Event, Run
    from namesakes.store.store import open_store
    from namesakes.view.history_lines import event_line, run_line

    with open_store(place, create=False, write=False) as store:
        found: list[tuple[Event | Run, str]] = [(one, event_line(one)) for one in store.events.all(person)]
        if runs:
            found = [(run, run_line(run)) for run in store.runs.all()]
        for one, line in found:
            echo(json.dumps(asdict(one), ensure_ascii=False) if as_json else line)
