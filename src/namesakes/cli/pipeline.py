"""`namesakes pipeline`."""

from pathlib import Path

import click

from namesakes.cli import completion
from namesakes.cli.options import json_report_option, print_json, report, without_option
from namesakes.cli.paging import paged
from namesakes.cli.terminal import console
from namesakes.errors import ConfigError, UsageError


@click.group("pipeline")
def command() -> None:
    """List, show and make pipelines: the models that all other commands take with --pipeline."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@paged
def list_pipelines(as_json: bool) -> None:
    """List the pipelines that come with the library."""
    from rich.table import Table

    from namesakes.pipeline.definition import read_definition, shipped_pipelines

    found = [read_definition(name) for name in shipped_pipelines()]
    if as_json:
        print_json([{"name": each.name, "language": each.language, "about": each.description} for each in found])
        return
    table = Table("name", "language", "what it is for", box=None, padding=(0, 2, 0, 0))
    for each in found:
        table.add_row(each.name, each.language, each.description)
    console().print(table)


@command.command("show")
@click.argument("name", metavar="NAME|FOLDER", shell_complete=completion.pipelines)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@paged
def show(name: str, as_json: bool) -> None:
    """Show the parts of a pipeline, where each comes from, and its settings.

    \b
    namesakes pipeline show en
    namesakes pipeline show my-pipeline --json
    """
    from dataclasses import asdict

    from rich.table import Table

    from namesakes.pipeline.parts import PARTS
    from namesakes.pipeline.pipeline import load

    nlp = load(name)
    settings = {"chains": asdict(nlp.definition.chains), "identities": asdict(nlp.definition.identities)}
    settings |= {part: asdict(each.filled()) for part, each in nlp.parts.items() if each.settings}
    if as_json:
        parts = {
            part: {"model": str(each.source), "fingerprint": each.fingerprint, **settings.get(part, {})}
            for part, each in nlp.parts.items()
        }
        about = nlp.definition.description
        print_json({"name": nlp.name, "language": nlp.language, "about": about, "parts": parts})
        return
    table = Table("part", "model", "what it finds", "fingerprint", box=None, padding=(0, 2, 0, 0))
    for part, each in nlp.parts.items():
        table.add_row(part, str(each.source), PARTS[part].does, each.fingerprint[:12])
    console().print(f"{nlp.name}: {nlp.definition.description or 'a pipeline'} ({nlp.language})")
    console().print(table)
    for part, values in settings.items():
        said = ", ".join(f"{key.replace('_', '-')} = {_said(value)}" for key, value in values.items())
        console().print(f"[{part}] {said}", markup=False, soft_wrap=True)


def _said(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(str, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


@command.command("new")
@click.argument("folder", type=Path)
@click.option(
    "--from",
    "base",
    shell_complete=completion.pipelines,
    default="en",
    show_default=True,
    metavar="NAME|FOLDER",
    help="What it is to be like.",
)
@click.option("--part", "parts", multiple=True, metavar="PART=MODEL", help="A shipped model or a folder for one part.")
@without_option
@click.option("--about", default="", metavar="TEXT", help="What it is for.")
@json_report_option
def new(folder: Path, base: str, parts: tuple[str, ...], without: tuple[str, ...], about: str) -> None:
    """Make a pipeline of your own: a FOLDER with a pipeline.toml, which you may also edit by hand.

    \b
    namesakes pipeline new my-pipeline --part chains=my-model
    namesakes coref novel.txt --pipeline my-pipeline
    """
    from namesakes.pipeline.definition import FILE
    from namesakes.pipeline.pipeline import load

    if (folder / FILE).exists():
        raise ConfigError(f"{folder}: there is a pipeline in this folder already.\nEdit its {FILE}, or name another.")
    changes: dict[str, object] = {}
    for part in parts:
        name, sign, model = part.partition("=")
        if not sign or not model:
            raise UsageError(f"'{part}' does not say which part is which model.\nWrite for example: chains=my-model")
        changes[name] = model
    if without:
        changes["without"] = without
    nlp = load(base).with_(description=about, **changes)
    written = nlp.save(folder)
    report(f"{written} written; use it with --pipeline {folder}", pipeline=folder, file=written)
