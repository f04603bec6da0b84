"""`namesakes why`."""

import click

from namesakes.cli import completion
from namesakes.cli.options import load_pipeline, print_json, quiet_option, store_option, store_pipeline_option
from namesakes.cli.paging import paged
from namesakes.cli.terminal import echo
from namesakes.errors import DataError, UsageError

TARGETS = ("text", "waterfall", "svg", "json")


@click.command("why")
@click.argument("name", metavar="PERSON", shell_complete=completion.people)
@click.argument("other", metavar="[DOCUMENT|PERSON]", required=False, shell_complete=completion.people_and_documents)
@store_option
@store_pipeline_option
@click.option(
    "--to", "target_format", type=click.Choice(TARGETS), help="What to write. Default: svg for a FILE, else text."
)
@click.option("--out", "target", default="-", metavar="FILE", help="Where to write SVG. Default: standard output.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@quiet_option
@paged
def command(
    name: str,
    other: str | None,
    place: str,
    pipeline_name: str | None,
    target_format: str | None,
    target: str,
    as_json: bool,
    quiet: bool,
) -> None:
    """Say why documents are of one PERSON and not of a namesake: what speaks for it, what against, in which sentences.

    With a DOCUMENT: why it is in the person, or is not; with another PERSON: why they are two; without: the documents
    that are least sure. As a waterfall: what each respect adds, until the answer is reached.

    \b
    namesakes why mark-johnson-3
    namesakes why mark-johnson-1 letters/07.txt
    namesakes why mark-johnson-1 letters/07.txt --to waterfall
    namesakes why mark-johnson-1 mark-johnson-3 --out why.svg
    """
    from namesakes.pipeline.people_charts import Wanted, chart_data
    from namesakes.pipeline.resolve import pipeline_of
    from namesakes.pipeline.why import between, comparisons, explainer_of
    from namesakes.store.lookup import find_document, find_person
    from namesakes.store.store import open_store
    from namesakes.view.charts.output import write_chart

    wanted = "json" if as_json else target_format or ("text" if target == "-" else "svg")
    if target != "-" and wanted != "svg":
        raise UsageError("--out is for SVG; lead all else into a file with >.")
    with open_store(place, create=False, write=False) as store:
        identity = find_person(store, name)
        id = None if other is None else find_document(store, other)
        someone = store.identities.get(other) if other is not None and id is None else None
        if other is not None and id is None and someone is None:
            raise DataError(f"there is no document '{other}' in this store", f"See: namesakes show {identity.id}")
        nlp = pipeline_of(store) if pipeline_name is None else load_pipeline(pipeline_name)
        if wanted == "svg" or (wanted == "waterfall" and someone is not None):
            data = chart_data(store, Wanted("waterfall", identity.id, other, pipeline=nlp))
            write_chart("waterfall", data, target, "svg" if wanted == "svg" else "text")
            if target != "-" and not quiet:
                click.echo(f"namesakes: wrote the chart to {target}", err=True)
            return
        explainer = explainer_of(store, nlp)
        found = comparisons(explainer, identity, id) if someone is None else between(explainer, identity, someone)
        if wanted == "json":
            print_json([one.to_json() for one in found])
            return
        if not found:
            echo(f"{identity.id} is in one document, and nobody else bears the name: there is nothing to compare.")
        for number, one in enumerate(found):
            lines = one.chart().lines if wanted == "waterfall" else one.lines()
            for line in ("", *lines) if number else lines:
                echo(line)
