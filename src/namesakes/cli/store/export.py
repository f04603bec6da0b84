"""`namesakes export`."""

import click

from namesakes.cli.options import durable_option, json_report_option, quiet_option, report, reports_json, store_option
from namesakes.store.export import EXPORTS
from namesakes.store.export.tables import TABLES

_LISTED = "\n".join(f"{name:<8} {EXPORTS[name].summary}" for name in EXPORTS)
_HELP = f"""Write a store in a format that others read.

\b
{_LISTED}

\b
namesakes export --to csv > people.csv
namesakes export --to parquet --table facts -o facts.parquet
"""


@click.command("export", help=_HELP)
@store_option
@click.option("--to", "format", type=click.Choice(list(EXPORTS)), required=True, help="The format.")
@click.option("--output", "-o", default="-", metavar="FILE", help="Where to; default: standard output.")
@click.option("--table", type=click.Choice(list(TABLES)), default="people", show_default=True, help="Of csv, parquet.")
@click.option("--base", metavar="IRI", help="Of turtle: what addresses of people begin with. Default: urn:namesakes:")
@click.option("--raw", is_flag=True, help="Of csv: texts as they are, also those that spreadsheets take for formulas.")
@durable_option
@quiet_option
@json_report_option
def command(
    place: str, format: str, output: str, table: str, base: str | None, raw: bool, durable: bool, quiet: bool
) -> None:
    """Write a store in a format that others read."""
    from namesakes.store.export import export
    from namesakes.store.store import open_store

    reports_json(output, "--output")
    with open_store(place, create=False, write=False) as store:
        more = {} if base is None else {"base": base}
        count = export(store, output, format, table=table, raw=raw, durable=durable, **more)
    if output != "-":
        unit = EXPORTS[format].unit
        line = f"namesakes: wrote {count:,} {unit} to {output}"
        report(line, quiet=quiet, written=count, unit=unit, format=format, to=output)
