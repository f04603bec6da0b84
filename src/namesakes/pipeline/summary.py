"""Summary: who is in a store, in one screen: how many, who is mentioned most, and which names several people share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from namesakes.profiles.names import plain
from namesakes.store.person_summary import PersonSummary, name_order, person_summaries
from namesakes.store.records import Identity
from namesakes.store.store import Store

MOST: Final = 10
"""How many people, and how many names, are shown."""


@dataclass(frozen=True)
class Summary:
    """Who is in a store.

    Parameters
    ----------
    documents : how many there are.
    counts : how many identities there are of each kind.
    most : the people with the most mentions.
    shared : for the names that several people share their bearers, the names of the most people first.
    shared_names : how many such names there are in all.
    """

    documents: int
    counts: Mapping[str, int]
    most: Sequence[PersonSummary]
    shared: Sequence[Sequence[PersonSummary]]
    shared_names: int

    def to_json(self) -> dict[str, Any]:
        """The summary as plain data."""
        shared = [[one.to_json() for one in bearers] for bearers in self.shared]
        most = [one.to_json() for one in self.most]
        return {"documents": self.documents, "counts": dict(self.counts), "most": most, "shared": shared}


def summarize(store: Store) -> Summary:
    """The summary of a store; of most identities no more is read than their names and how often they are mentioned."""
    identities, mentions = store.identities.all(hidden=False), store.identities.mentions()
    people = sorted(
        (one for one in identities.values() if one.kind == "person"), key=lambda one: (-mentions.get(one.id, 0), one.id)
    )
    names: dict[str, list[Identity]] = {}
    for one in people:
        names.setdefault(plain(one.name), []).append(one)
    shared = [sorted(bearers, key=name_order) for bearers in names.values() if len(bearers) > 1]
    shared.sort(key=lambda bearers: (-len(bearers), -sum(mentions.get(one.id, 0) for one in bearers), bearers[0].id))
    shown = [*people[:MOST], *(one for bearers in shared[:MOST] for one in bearers)]
    summaries = {one.identity.id: one for one in person_summaries(store, ids=[one.id for one in shown])}
    return Summary(
        store.documents.count(),
        _kinds(identities.values()),
        [summaries[one.id] for one in people[:MOST]],
        [[summaries[one.id] for one in bearers] for bearers in shared[:MOST]],
        len(shared),
    )


def _kinds(identities: Iterable[Identity]) -> dict[str, int]:
    """How many identities there are of each kind, in the order of their first names."""
    found: dict[str, list[Identity]] = {}
    for one in identities:
        found.setdefault(one.kind, []).append(one)
    return {kind: len(found[kind]) for kind in sorted(found, key=lambda kind: min(map(name_order, found[kind])))}
