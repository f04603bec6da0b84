"""`namesakes people`."""

import json

import click

from namesakes.cli import completion
from namesakes.cli.options import store_option
from namesakes.cli.paging import paged
from namesakes.cli.terminal import echo

KINDS = ("person", "organization", "place")


@click.command("people")
@click.argument("name", required=False, shell_complete=completion.people)
@store_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one person a line.")
@click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Whom to list; default: person.")
@click.option("--most", type=click.IntRange(min=1), metavar="N", help="Only the N with the most documents.")
@click.option("--hidden", is_flag=True, help="Also those who were said not to be people.")
@paged
def command(
    name: str | None, place: str, as_json: bool, kinds: tuple[str, ...], most: int | None, hidden: bool
) -> None:
    """List the people of a store, or those who go by a NAME: who they are, in how many documents, how surely.

    \b
    namesakes people
    namesakes people "Mark Johnson"
    namesakes people johnson --json | jq .id
    """
    from namesakes.store.person_summary import most_documented, people_named, person_summaries
    from namesakes.store.store import open_store
    from namesakes.view.people_lines import alternatives, people_lines

    with open_store(place, create=False, write=False) as store:
        wanted = kinds or ("person",)
        found = (
            person_summaries(store, hidden=hidden, kinds=wanted)
            if name is None
            else people_named(store, name, wanted, hidden)
        )
        found = found if most is None else most_documented(found, most)
        if as_json:
            for one in found:
                echo(json.dumps(one.to_json(), ensure_ascii=False))
            return
        for line in people_lines(found, alternatives(store, found)):
            echo(line)
