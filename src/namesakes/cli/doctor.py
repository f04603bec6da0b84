"""`namesakes doctor`."""

import click

from namesakes.cli.options import print_json
from namesakes.cli.paging import paged
from namesakes.cli.terminal import echo


@click.command("doctor")
@click.option("--store", "place", metavar="FILE|URL", help="A store that is to be looked at, too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@paged
def command(place: str | None, as_json: bool) -> None:
    """Say what works here, what is missing for what, and what to do about it.

    Looked at are kernels, models, extras, Java for Spark, temporary files, processes, the terminal, and a store.
    Exit status 1 where something is broken; what is absent or slow is not.

    \b
    namesakes doctor
    namesakes doctor --store letters.db --json
    """
    from namesakes.engines.checkup import as_json as plain
    from namesakes.engines.checkup import checkup, is_well
    from namesakes.view.checkup_lines import checkup_lines

    found = list(checkup(place))
    if as_json:
        print_json(plain(found))
    else:
        for line in checkup_lines(found):
            echo(line)
    if not is_well(found):
        raise click.exceptions.Exit(1)
