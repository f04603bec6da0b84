"""`namesakes info`."""

import click

from namesakes.cli.options import json_option, print_json
from namesakes.cli.paging import paged
from namesakes.cli.terminal import console
from namesakes.resources import install_command, installation, notices


@click.command("info")
@json_option
@paged
def command(as_json: bool) -> None:
    """Show what this installation has: versions, models and their licences, pipelines, cores, extras, formats, metrics,
    and compiled kernels.
    """
    from rich.markup import escape
    from rich.table import Table

    from namesakes.formats import FORMATS
    from namesakes.metrics import MEASURES
    from namesakes.pipeline.definition import shipped_pipelines

    names = {"pipelines": shipped_pipelines(), "formats": sorted(FORMATS), "metrics": sorted(MEASURES)}
    found = {**installation(), **names}
    if as_json:
        print_json(found)
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_row("namesakes", found["namesakes"])
    table.add_row("Python", f"{found['python']} on {found['platform']}")
    table.add_row("cores", str(found["cores"]))
    compiled = found["kernels"]["compiled"]
    table.add_row(
        "kernels",
        "compiled" if compiled else f"interpreted (slow): install a C compiler, then {install_command(anew=True)}",
    )
    for model in found["models"]:
        table.add_row(f"model: {model['name']}", f"licence {model['licence']}")
    table.add_row("licences", f"the code has Apache-2.0; for the models see {notices()}")
    table.add_row("pipelines", ", ".join(found["pipelines"]))
    for extra, present in found["extras"].items():
        table.add_row(f"extra: {extra}", "present" if present else escape(f"absent: {install_command(extra)}"))
    table.add_row("formats", ", ".join(found["formats"]))
    table.add_row("metrics", ", ".join(found["metrics"]))
    table.add_row("with", ", ".join(f"{name} {version}" for name, version in found["dependencies"].items()))
    console().print(table)
