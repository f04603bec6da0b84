"""`namesakes export`."""

import click

from namesakes.cli.options import quiet_option, store_option

FORMATS = ("jsonl", "csv", "parquet", "turtle", "graphml", "pairs")
TABLES = ("people", "memberships", "facts")


@click.command("export")
@store_option
@click.option("--to", "format", type=click.Choice(FORMATS), required=True, help="The format.")
@click.option("--output", "-o", default="-", metavar="FILE", help="Where to; default: standard output.")
@click.option("--table", type=click.Choice(TABLES), default="people", show_default=True, help="Of csv and parquet.")
@click.option("--base", metavar="IRI", help="Of turtle: what addresses of people begin with. Default: urn:namesakes:")
@quiet_option
def command(place: str, format: str, output: str, table: str, base: str | None, quiet: bool) -> None:
    """Write a store in a format that others read.

    jsonl is all of it, and namesakes load makes a store of it again; csv and parquet hold a table of people, of their
    memberships in documents, or of facts; turtle is RDF with the words of schema.org; graphml a graph of people and
    documents; pairs are the corrections as pairs of profiles to train with.

    \b
    namesakes export --to csv > people.csv
    namesakes export --to parquet --table facts -o facts.parquet
    """
    from namesakes.store.exporting import export
    from namesakes.store.store import open_store
    from namesakes.store.turtle import BASE

    with open_store(place, create=False) as store:
        count = export(store, output, format, table=table, base=BASE if base is None else base)
    if output != "-" and not quiet:
        click.echo(f"namesakes: wrote {count:,} {'rows' if format == 'parquet' else 'lines'} to {output}", err=True)
