"""`namesakes check`."""

from dataclasses import asdict

import click

from namesakes.cli.options import jobs_option, load_pipeline, print_json, store_option, store_pipeline_option
from namesakes.cli.paging import paged
from namesakes.cli.terminal import echo
from namesakes.errors import StoreError


@click.command("check")
@store_option
@click.option("--repair", "repairing", is_flag=True, help="Read again what is damaged, and find its people again.")
@store_pipeline_option
@jobs_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@paged
def command(place: str, repairing: bool, pipeline_name: str | None, jobs: int | None, as_json: bool) -> None:
    """Find what is damaged in a store: its structure, its documents and all that is known of people.

    Exit status 1 where something is damaged, and is so still.

    \b
    namesakes check
    namesakes check --store letters.db --repair
    """
    from namesakes.pipeline.repair import Repair, repair
    from namesakes.store.check import check
    from namesakes.store.store import open_store
    from namesakes.view.check_lines import check_lines

    done: Repair | None = None
    with open_store(place, create=False, write=repairing) as store:
        found = list(check(store))
        if found and repairing:
            nlp = None if pipeline_name is None else load_pipeline(pipeline_name)
            done = repair(store, found, pipeline=nlp, jobs=jobs)
    if as_json:
        print_json({"damaged": [asdict(each) for each in found], "repair": None if done is None else asdict(done)})
    else:
        for line in check_lines(found, done, place):
            echo(line)
    left = len(found if done is None else done.left)
    if left:
        advice = "Take a copy of it from before, or name another file and resolve again."
        again = f"Read again what is damaged with: namesakes check --store {place} --repair"
        raise StoreError(f"{place}: {left} damaged\n{again if done is None else advice}")
