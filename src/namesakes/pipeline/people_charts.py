"""Charts of a store: what they show is gathered here, and drawn by what is registered under their names."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from namesakes.errors import DataError, UnknownNameError, UsageError
from namesakes.explain.waterfall import Waterfall
from namesakes.pipeline.pipeline import Pipeline
from namesakes.store.encounters import company
from namesakes.store.lookup import find_document, find_person
from namesakes.store.person_summary import people_named, person_summaries, person_summary
from namesakes.store.records import ChainKey
from namesakes.store.store import Store
from namesakes.store.timeline import people_timeline, person_timeline
from namesakes.text.shown import CHARTS, MOST, Chart

if TYPE_CHECKING:
    from namesakes.pipeline.why import Explainer

KINDS: Final = tuple(CHARTS.registered)
"""The charts of a store."""


@dataclass(frozen=True)
class Wanted:
    """What a chart is of.

    Parameters
    ----------
    kind : one of `KINDS`.
    name : of all people, for None; of those of a name, or of the one with this id.
    other : of a waterfall: the document, or the other person, that somebody is compared with.
    most : the most rows, or people, that are shown.
    pipeline : what compares people; None for what the store was made with.
    """

    kind: str
    name: str | None = None
    other: str | None = None
    most: int = MOST
    pipeline: Pipeline | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UnknownNameError("chart of people", self.kind, KINDS)
        if self.kind == "waterfall" and self.name is None:
            raise UsageError("a waterfall is of one decision: name a person, and perhaps a document or another person.")
        if self.kind != "waterfall" and self.other is not None:
            raise UsageError(f"a chart of the kind '{self.kind}' is of one name; only a waterfall takes two.")


def people_chart(store: Store, wanted: Wanted) -> Chart:
    """The chart that is wanted."""
    return CHARTS[wanted.kind](chart_data(store, wanted))


def chart_data(store: Store, wanted: Wanted) -> Any:
    """What a chart shows; `to_json` makes plain data of it."""
    kind, name, most, pipeline = wanted.kind, wanted.name, wanted.most, wanted.pipeline
    if kind == "waterfall":
        return _decision(store, wanted)
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


def _decision(store: Store, wanted: Wanted) -> Waterfall:
    """The least sure decision about a person, that about a document, or why somebody is not another person."""
    from namesakes.pipeline.why import between, comparisons

    identity = find_person(store, str(wanted.name))
    explainer = _explainer(store, wanted.pipeline)
    document = None if wanted.other is None else find_document(store, wanted.other)
    if wanted.other is not None and document is None:
        other = find_person(store, wanted.other)
        each = [one.explanation for one in between(explainer, identity, other)]
        return Waterfall.of_people(each, (identity.id, other.id))
    found = comparisons(explainer, identity, document)
    if not found:
        alone = f"{identity.id} is in one document, and nobody else bears the name"
        raise DataError(f"{alone}: there is nothing to compare", "List who shares a name with: namesakes people")
    asked = next((one for one in found if one.identity == identity.id), found[0])
    return asked.waterfall()


def _explainer(store: Store, pipeline: Pipeline | None) -> "Explainer":
    from namesakes.pipeline.resolve import pipeline_of
    from namesakes.pipeline.why import explainer_of

    return explainer_of(store, pipeline or pipeline_of(store))


def chains_of(store: Store, name: str) -> Iterable[ChainKey]:
    """The chains of those who go by a name, or of the person with an id."""
    people = people_named(store, name, ("person",))
    return [member.chain for one in people for member in one.members]


def _thresholds(store: Store, name: str | None, pipeline: Pipeline | None) -> Any:
    from namesakes.pipeline.thresholds import thresholds

    chains = None if name is None else chains_of(store, name)
    found = thresholds(_explainer(store, pipeline), chains, name or "")
    if not found.chains:
        raise DataError("there are no people in this store, so there is nothing to draw", "Resolve some texts first.")
    return found
