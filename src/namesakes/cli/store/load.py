"""`namesakes load`."""

from pathlib import Path

import click

from namesakes.cli.options import durable_option, json_report_option, quiet_option, report, store_option
from namesakes.errors import DataError


@click.command("load")
@click.argument("file", metavar="FILE|-")
@store_option
@durable_option
@quiet_option
@json_report_option
def command(file: str, place: str, durable: bool, quiet: bool) -> None:
    """Make a store of the FILE that `namesakes export --to jsonl` wrote; the store must be new or empty.

    \b
    namesakes load people.jsonl --store copy.db
    """
    from namesakes.store.export.jsonl import load
    from namesakes.store.store import open_store

    try:
        with (
            click.open_file(file, encoding="utf-8") as lines,
            open_store(place, durable=durable) as store,
            store.lock(),
        ):
            count = load(store, lines, file)
    except OSError as error:
        raise DataError(f"the file cannot be read: {error.strerror}", path=Path(file)) from error
    except UnicodeDecodeError as error:
        raise DataError("the file is not UTF-8", path=Path(file)) from error
    report(f"namesakes: loaded {count:,} records into {place}", quiet=quiet, records=count, store=place)
