"""`namesakes show`."""

import click

from namesakes.cli import completion
from namesakes.cli.options import print_json, store_option
from namesakes.cli.paging import paged
from namesakes.cli.terminal import echo


@click.command("show")
@click.argument("what", metavar="PERSON|DOCUMENT", shell_complete=completion.people_and_documents)
@store_option
@click.option("--mentions", is_flag=True, help="Of a document: list its mentions, as corrections take them.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@paged
def command(what: str, place: str, mentions: bool, as_json: bool) -> None:
    """Show a PERSON, by id or by a name that only one has, or a DOCUMENT, by id or path.

    Of a person: names, facts, documents. Of a document: the people in it, and its text with their numbers.

    \b
    namesakes show mark-johnson-1
    namesakes show letters/07.txt
    namesakes show letters/07.txt --mentions
    """
    from namesakes.store.store import open_store
    from namesakes.view.people_show import show_json, show_lines

    with open_store(place, create=False, write=False) as store:
        if as_json:
            print_json(show_json(store, what))
            return
        for line in show_lines(store, what, mentions=mentions):
            echo(line)
