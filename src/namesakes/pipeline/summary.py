"""Summary: who is in a store, in one screen: how many, who is mentioned most, and which names several people share."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from namesakes.profiles.names import plain
from namesakes.store.person_summary import PersonSummary, person_summaries
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
    """The summary of a store."""
    summaries = person_summaries(store)
    people = [one for one in summaries if one.identity.kind == "person"]
    most = sorted(people, key=lambda one: (-one.mentions, one.identity.id))
    names: dict[str, list[PersonSummary]] = {}
    for one in people:
        names.setdefault(plain(one.identity.name), []).append(one)
    shared = [bearers for bearers in names.values() if len(bearers) > 1]
    shared.sort(key=lambda bearers: (-len(bearers), -sum(one.mentions for one in bearers), bearers[0].identity.id))
    counts = Counter(one.identity.kind for one in summaries)
    return Summary(len(store.documents.states()), counts, most[:MOST], shared[:MOST], len(shared))
