"""`namesakes review`."""

import json

import click

from namesakes.cli.options import load_pipeline, store_option, store_pipeline_option
from namesakes.cli.terminal import echo


@click.command("review")
@store_option
@store_pipeline_option
@click.option("--most", type=click.IntRange(min=1), default=10, show_default=True, metavar="N", help="How many.")
@click.option("--threshold", type=click.FloatRange(0, 1), help="Where decisions are made. Default: the last run's.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one decision a line.")
def command(place: str, pipeline_name: str | None, most: int, threshold: float | None, as_json: bool) -> None:
    """List the decisions that are least certain, each with the commands that settle it.

    \b
    namesakes review
    namesakes review --most 50 --json
    """
    from namesakes.pipeline.resolve import pipeline_of
    from namesakes.store.review import THRESHOLD, doubts
    from namesakes.store.store import open_store
    from namesakes.view.history_lines import doubt_lines

    with open_store(place, create=False, write=False) as store:
        nlp = pipeline_of(store) if pipeline_name is None else load_pipeline(pipeline_name)
        default = nlp.parts.identities.decides_at or THRESHOLD
        for doubt in doubts(store, limit=most, threshold=threshold, default=default):
            if as_json:
                echo(json.dumps(doubt.to_json(), ensure_ascii=False))
                continue
            ((_, profile),) = store.chains.profiles(keys=[doubt.chain])
            name = profile.name.full or next(iter(profile.forms), "somebody")
            for line in doubt_lines(doubt, name, next(iter(profile.summary), "")):
                echo(line)
