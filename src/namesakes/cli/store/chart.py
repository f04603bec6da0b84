"""`namesakes chart`."""

import click

from namesakes.cli import completion
from namesakes.cli.options import (
    json_or,
    load_pipeline,
    quiet_option,
    store_option,
    store_pipeline_option,
    to_json_option,
)
from namesakes.text.shown import CHARTS, MOST

TARGETS = ("text", "svg", "json")


@click.command("chart")
@click.argument("kind", metavar="KIND", type=click.Choice(CHARTS.registered))
@click.argument("name", metavar="[NAME|PERSON]", required=False, shell_complete=completion.people)
@click.argument("other", metavar="[DOCUMENT|PERSON]", required=False, shell_complete=completion.people_and_documents)
@store_option
@click.option("--to", "target_format", type=click.Choice(TARGETS), help="Default: svg for a FILE, else text.")
@to_json_option
@click.option("--out", "target", default="-", metavar="FILE", help="Where to write. Default: standard output.")
@click.option(
    "--most", type=click.IntRange(min=1), default=MOST, show_default=True, metavar="N", help="How many rows or people."
)
@store_pipeline_option
@quiet_option
def command(
    kind: str,
    name: str | None,
    other: str | None,
    place: str,
    target_format: str | None,
    as_json: bool,
    target: str,
    most: int,
    pipeline_name: str | None,
    quiet: bool,
) -> None:
    """Draw a chart of a store: of all people, of those of a NAME, or of one PERSON.

    \b
    waterfall   what each respect adds to a decision: PERSON, PERSON DOCUMENT, or PERSON PERSON
    thresholds  how many people there are, and how many pairs are joined, at which caution
    timeline    documents by their dates: of a PERSON, or of the people of a NAME side by side
    graph       who stands in documents with whom; around a PERSON, or of everybody

    \b
    namesakes chart thresholds --out thresholds.svg
    namesakes chart timeline "Mark Johnson"
    namesakes chart waterfall mark-johnson-1 letters/07.txt --out why.svg
    """
    from namesakes.pipeline.people_charts import Wanted, chart_data
    from namesakes.store.store import open_store
    from namesakes.view.charts.output import write_chart

    with open_store(place, create=False, write=False) as store:
        nlp = None if pipeline_name is None else load_pipeline(pipeline_name)
        data = chart_data(store, Wanted(kind, name, other, most, nlp))
    wanted = json_or(target_format, as_json)
    write_chart(kind, data, target, wanted or ("text" if target == "-" else "svg"))
    if target != "-" and not quiet:
        click.echo(f"namesakes: wrote the chart to {target}", err=True)
