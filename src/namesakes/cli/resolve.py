"""`namesakes resolve`."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from namesakes.cli.options import (
    durable_option,
    hint_old,
    jobs_option,
    load_pipeline,
    log_option,
    print_json,
    quiet_option,
    strict_option,
)
from namesakes.cli.progress import resolving
from namesakes.cli.reading import reading_options
from namesakes.cli.terminal import echo
from namesakes.errors import DataError, UsageError

if TYPE_CHECKING:
    from namesakes.engines.spark.tables import Tables
    from namesakes.formats.read_options import ReadOptions
    from namesakes.pipeline.engine import Engine
    from namesakes.pipeline.pipeline import Pipeline
    from namesakes.pipeline.report import Report
    from namesakes.pipeline.resolve import ResolveSettings
    from namesakes.store.store import Store


@click.command("resolve")
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@click.option("--store", "place", metavar="FILE|URL", help="Where people are kept. Default: people.db.")
@click.option("--out", "output", metavar="FOLDER", help="With Spark: the folder of its tables. Default: people-spark.")
@click.option("--output", "old_output", metavar="FOLDER", hidden=True)
@click.option("--language", default=None, metavar="CODE", help="The documents' language. Default: en.")
@click.option("--config", metavar="FILE", help="Settings as TOML or JSON.")
@click.option("--max-size", type=click.FloatRange(min=0, min_open=True), metavar="MB", help="Skip larger files.")
@click.option(
    "--follow-links/--no-follow-links",
    default=None,
    help="Follow all links in folders, or none. Default: those that lead into what is named.",
)
@click.option(
    "--max-seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="N",
    help="Skip documents that take more seconds of a processor. Default: 3600.",
)
@click.option(
    "--caution",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    help="From 0, which merges most, to 1, which splits most. Default: 0.5.",
)
@click.option(
    "--pipeline",
    "pipeline_name",
    metavar="NAME|FOLDER",
    help="The models: a shipped pipeline or a folder. Default: the one the store was made with, else en.",
)
@click.option("--from", "source_format", metavar="FORMAT", help="The files' format. Default: told by their endings.")
@reading_options
@jobs_option
@click.option(
    "--engine", type=click.Choice(("local", "spark")), default="local", show_default=True, help="Where the work runs."
)
@click.option("--master", metavar="URL", help="With Spark: the cluster. Default: this machine, with --jobs tasks.")
@click.option("--wait", type=click.FloatRange(min=0), default=0.0, help="Seconds to wait for another run on the store.")
@durable_option
@strict_option
@log_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@quiet_option
def command(
    paths: tuple[str, ...],
    place: str | None,
    output: str | None,
    old_output: str | None,
    language: str | None,
    config: str | None,
    max_size: float | None,
    follow_links: bool | None,
    max_seconds: float | None,
    caution: float | None,
    pipeline_name: str | None,
    source_format: str | None,
    reading: "ReadOptions",
    jobs: int | None,
    engine: str,
    master: str | None,
    wait: float,
    durable: bool,
    strict: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Find out who is who in documents, and keep it: the same person under one id, namesakes apart.

    PATHs are folders or files, or - for standard input: texts, Markdown, web pages, PDF and DOCX (with the extras pdf
    and docx), ODT, RTF, EPUB, TEI, JSONL, CoNLL, mails, mailboxes, web archives, tables with a row a document (CSV,
    XLSX, ODS, Parquet), and ZIP and tar of all these. What is in the store already is not read again; what has changed
    is; what is gone from a folder is taken out. A run that was stopped goes on where it was.

    Spark writes tables, which need no store; with --store it fills the store instead, as the local engine would.

    \b
    namesakes resolve newsroom/
    namesakes resolve letters/ notes.docx --store letters.db --jobs 2
    namesakes resolve letters.csv --text-column transcript --id-column number
    namesakes resolve archive/ --engine spark --jobs 8 --out archive-people
    """
    from namesakes.formats.read_options import given_or
    from namesakes.formats.records import STANDARD_INPUT
    from namesakes.pipeline.resolve import ResolveSettings

    if old_output:
        hint_old("--output", "--out")
        output = output or old_output
    nlp = None if pipeline_name is None else load_pipeline(pipeline_name)
    settings = ResolveSettings() if config is None else _settings(config)
    settings = _changed(settings, language, max_size, max_seconds, caution)
    reading = replace(reading, format=source_format or "")
    settings = replace(settings, reading=given_or(reading, settings.reading))
    if follow_links is not None:
        settings = replace(settings, links="all" if follow_links else "none")
    files = [Path(path) for path in paths]
    for file in files:
        if file != STANDARD_INPUT and not file.exists() and not file.is_symlink():
            raise DataError("there is no such file or folder", path=file)
    if engine == "local" and (output or master):
        raise UsageError("--out and --master are for Spark.\nAdd: --engine spark")
    if engine == "spark":
        output = output or "people-spark"
        done: Report | Tables = _spark(
            files, settings, nlp, place, output, master, jobs, wait, durable=durable, as_json=as_json, quiet=quiet
        )
    else:
        place = place or "people.db"
        done = _into_store(files, settings, nlp, place, jobs, None, wait, durable=durable, as_json=as_json, quiet=quiet)
    if done.in_vain or (strict and done.skipped):
        raise click.exceptions.Exit(1)


def _into_store(
    files: list[Path],
    settings: "ResolveSettings",
    nlp: "Pipeline | None",
    place: str,
    jobs: int | None,
    engine: "Engine | None",
    wait: float,
    *,
    durable: bool,
    as_json: bool,
    quiet: bool,
) -> "Report":
    from namesakes.pipeline.resolve import resolve_into
    from namesakes.store.store import open_store

    with open_store(place, durable=durable) as store:
        with resolving(quiet=quiet) as shown:
            report = resolve_into(
                store, files, settings, pipeline=nlp, jobs=jobs, engine=engine, progress=shown, wait=wait
            )
        _print(report, store, place, as_json=as_json, quiet=quiet)
    return report


def _spark(
    files: list[Path],
    settings: "ResolveSettings",
    nlp: "Pipeline | None",
    place: str | None,
    output: str,
    master: str | None,
    jobs: int | None,
    wait: float,
    *,
    durable: bool,
    as_json: bool,
    quiet: bool,
) -> "Report | Tables":
    """Resolve with Spark: into tables, or into a store where one is named."""
    from namesakes.engines.spark.session import Folder, spark_session
    from namesakes.resources import cores

    session = spark_session(master, jobs or cores())
    from namesakes.engines.spark.engine import SparkEngine
    from namesakes.engines.spark.tables import resolve_tables
    from namesakes.view.spark_lines import tables_lines

    if place is not None:
        engine = SparkEngine(session, Folder(session, output) / "_work")
        return _into_store(
            files, settings, nlp, place, jobs, engine, wait, durable=durable, as_json=as_json, quiet=quiet
        )
    with resolving(quiet=quiet) as shown:
        tables = resolve_tables(session, files, output, settings, pipeline=nlp, progress=shown)
    if as_json:
        print_json(tables.to_json())
    elif not quiet:
        for line in tables_lines(tables):
            echo(line)
    return tables


def _settings(config: str) -> "ResolveSettings":
    """The settings of a file; one that has had no effect for long is let pass with a hint."""
    from namesakes.config import fill, read_values
    from namesakes.pipeline.resolve import ResolveSettings

    values = dict(read_values(config))
    if values.pop("seed", None) is not None:
        click.echo(f"namesakes: {config}: nothing in resolve is random; 'seed' can go.", err=True)
    return fill(ResolveSettings, values, place=config)


def _changed(
    settings: "ResolveSettings",
    language: str | None,
    max_size: float | None,
    max_seconds: float | None,
    caution: float | None,
) -> "ResolveSettings":
    """The settings with what options say."""
    if caution is not None:
        settings = replace(settings, caution=caution)
    if language is not None:
        settings = replace(settings, language=language)
    if max_size is not None:
        settings = replace(settings, limits=replace(settings.limits, megabytes=max_size))
    if max_seconds is not None:
        settings = replace(settings, limits=replace(settings.limits, seconds=max_seconds))
    return settings


def _print(report: "Report", store: "Store", place: str, *, as_json: bool, quiet: bool) -> None:
    from namesakes.pipeline.summary import summarize
    from namesakes.view.people_lines import alternatives
    from namesakes.view.resolve_table import nothing_lines, resolve_lines

    if as_json:
        print_json({"store": place, **report.to_json(), "people": summarize(store).to_json()})
        return
    if quiet:
        return
    if report.nothing:
        lines = nothing_lines(report, place)
    else:
        summary = summarize(store)
        shared = [one for bearers in summary.shared for one in bearers]
        lines = resolve_lines(report, summary, alternatives(store, shared), place)
    for line in lines:
        echo(line)
