"""Charts of a store: what they show is gathered here, and drawn by what is registered under their names."""

from collections.abc import Iterable
from typing import Any, Final

from namesakes.errors import DataError, UnknownNameError
from namesakes.pipeline.pipeline import Pipeline
from namesakes.store.encounters import company
from namesakes.store.lookup import find_person
from namesakes.store.person_summary import people_named, person_summaries, person_summary
from namesakes.store.records import ChainKey
from namesakes.store.store import Store
from namesakes.store.timeline import people_timeline, person_timeline
from namesakes.text.shown import CHARTS, Chart

KINDS: Final = ("thresholds", "timeline", "graph")
"""The charts of a store; a waterfall is one of a decision."""
MOST: Final = 50
"""The most rows, or people, that a chart shows."""


def people_chart(
    store: Store, kind: str, name: str | None = None, *, most: int = MOST, pipeline: Pipeline | None = None
) -> Chart:
    """The chart of this kind, of all people, of those of a name, or of the one with an id."""
    if kind not in KINDS:
        raise UnknownNameError("chart of people", kind, KINDS)
    return CHARTS[kind](chart_data(store, kind, name, most=most, pipeline=pipeline))


def chart_data(
    store: Store, kind: str, name: str | None = None, *, most: int = MOST, pipeline: Pipeline | None = None
) -> Any:
    """What a chart shows; `to_json` makes plain data of it."""
    if kind == "thresholds":
        return _thresholds(store, name, pipeline)
    if kind == "graph":
        return company(store, None if name is None else find_person(store, name).id, most=most)
    if name is None:
        return people_timeline(store, person_summaries(store, kinds=("person",)), "Everybody", most)
    identity = store.identities.get(name)
    if identity is not None:
        return person_timeline(store, person_summary(store, identity), most)
    found = people_named(store, name, ("person",))
    return person_timeline(store, found[0], most) if len(found) == 1 else people_timeline(store, found, name, most)


def chains_of(store: Store, name: str) -> Iterable[ChainKey]:
    """The chains of those who go by a name, or of the person with an id."""
    people = people_named(store, name, ("person",))
    return [member.chain for one in people for member in one.members]


def _thresholds(store: Store, name: str | None, pipeline: Pipeline | None) -> Any:
    from namesakes.pipeline.resolve import pipeline_of
    from namesakes.pipeline.thresholds import thresholds
    from namesakes.pipeline.why import explainer_of

    chains = None if name is None else chains_of(store, name)
    found = thresholds(explainer_of(store, pipeline or pipeline_of(store)), chains, name or "")
    if not found.chains:
        raise DataError("there are no people in this store, so there is nothing to draw", "Resolve some texts first.")
    return found
