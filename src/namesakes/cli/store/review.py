"""`namesakes review`."""

import json
import sys
from typing import TYPE_CHECKING

import click

from namesakes.cli.options import load_pipeline, store_option, store_pipeline_option, who_option
from namesakes.cli.paging import no_pager_option, paging
from namesakes.cli.terminal import console, echo, pressed_keys

if TYPE_CHECKING:
    from namesakes.pipeline.pipeline import Pipeline
    from namesakes.store.store import Store

LISTED = 10
"""How many decisions are listed where no number is given."""


@click.command("review")
@store_option
@store_pipeline_option
@click.option("--most", type=click.IntRange(min=1), metavar="N", help="How many. Default: all; of a list, 10.")
@click.option("--threshold", type=click.FloatRange(0, 1), help="Where decisions are made. Default: the last run's.")
@click.option("--list", "listing", is_flag=True, help="List them with the commands that settle them; ask nothing.")
@click.option("--again", is_flag=True, help="With those that were skipped.")
@who_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one decision a line.")
@no_pager_option
def command(
    place: str,
    pipeline_name: str | None,
    most: int | None,
    threshold: float | None,
    listing: bool,
    again: bool,
    who: str,
    as_json: bool,
) -> None:
    """Ask about the decisions that are least certain: both sides, and one key an answer.

    Each answer is kept at once and holds in every later run; the next review goes on where this one ended. Where
    there is no terminal, they are listed with the commands that settle them.

    \b
    namesakes review
    namesakes review --most 50 --json
    """
    from namesakes.pipeline.resolve import pipeline_of
    from namesakes.store.store import open_store

    asking = sys.stdin.isatty() and sys.stdout.isatty() and not (listing or as_json)
    with open_store(place, create=False, write=asking, durable=asking) as store:
        nlp = pipeline_of(store) if pipeline_name is None else load_pipeline(pipeline_name)
        if asking:
            _ask(store, nlp, most, threshold, again, who)
        else:
            with paging():
                _list(store, nlp, most or LISTED, threshold, again, as_json)


def _ask(store: "Store", nlp: "Pipeline", most: int | None, threshold: float | None, again: bool, who: str) -> None:
    from namesakes.pipeline.why import question_lines
    from namesakes.store.review import THRESHOLD
    from namesakes.store.review_session import ReviewSession
    from namesakes.view.review_dialog import ReviewDialog

    default = nlp.parts.identities.decides_at or THRESHOLD
    session = ReviewSession(store, who=who, most=most, threshold=threshold, default=default, again=again)
    with pressed_keys() as keys:
        ReviewDialog(session, console(), keys, lambda question: question_lines(store, nlp, question)).run()


def _list(store: "Store", nlp: "Pipeline", most: int, threshold: float | None, again: bool, as_json: bool) -> None:
    from namesakes.store.review import THRESHOLD, doubts
    from namesakes.store.review_sides import question
    from namesakes.view.history_lines import doubt_lines

    default = nlp.parts.identities.decides_at or THRESHOLD
    for doubt in doubts(store, limit=most, threshold=threshold, default=default, skipped=again):
        if as_json:
            echo(json.dumps(question(store, doubt).to_json(), ensure_ascii=False))
            continue
        ((_, profile),) = store.chains.profiles(keys=[doubt.chain])
        name = profile.name.full or next(iter(profile.forms), "somebody")
        for line in doubt_lines(doubt, name, next(iter(profile.summary), "")):
            echo(line)
