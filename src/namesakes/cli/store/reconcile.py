"""`namesakes reconcile`."""

import json

import click

from namesakes.cli.options import load_pipeline, store_option, store_pipeline_option
from namesakes.cli.paging import paged
from namesakes.cli.reading import encoding_option
from namesakes.cli.terminal import echo


@click.command("reconcile")
@click.argument("table", metavar="TABLE")
@store_option
@store_pipeline_option
@encoding_option
@click.option("--name", metavar="NAME", help="Only the people who go by this name.")
@click.option(
    "--least", type=click.FloatRange(0, 1), default=0.5, show_default=True, help="How probable a match must be."
)
@click.option("--why", is_flag=True, help="Say what speaks for each match, and what against.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV: person, name, entry, certainty.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one person a line.")
@paged
def command(
    table: str,
    place: str,
    pipeline_name: str | None,
    encoding: str | None,
    name: str | None,
    least: float,
    why: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Say which entry of a TABLE of known people each person of a store is, such as which item of Wikidata.

    TABLE is a CSV with columns such as id, name, aliases, description, birth, death, occupation, employer; several
    values of a cell stand between bars. Nothing is asked of the network, and the store does not change.

    \b
    namesakes reconcile wikidata.csv
    namesakes reconcile wikidata.csv --name "Mark Johnson" --why
    namesakes reconcile authors.csv --csv > links.csv
    """
    from namesakes.integrations.reconciliation.authority import read_entries
    from namesakes.integrations.reconciliation.lines import csv_lines, match_lines
    from namesakes.integrations.reconciliation.matching import linker_of, matches
    from namesakes.pipeline.resolve import pipeline_of
    from namesakes.store.lookup import find_named
    from namesakes.store.store import open_store

    with open_store(place, create=False, write=False) as store:
        nlp = pipeline_of(store) if pipeline_name is None else load_pipeline(pipeline_name)
        only = None if name is None else {one.id for one in find_named(store, name)}
        entries = read_entries(table, nlp.profiles, encoding)
        found = (
            one for one in matches(store, entries, linker_of(store, nlp), least=least) if not only or one.person in only
        )
        if as_json:
            for match in found:
                echo(json.dumps(match.to_json(), ensure_ascii=False))
            return
        names = {entry.id: entry.description or entry.name for entry in entries}
        for line in csv_lines(found) if as_csv else match_lines(found, names, why=why):
            echo(line)
