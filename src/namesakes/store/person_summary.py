"""Summaries of people: names, facts and counts over all their documents."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from namesakes.profiles.names import chain_name
from namesakes.profiles.profile import FIELDS, Profile
from namesakes.store.database import among
from namesakes.store.ids import split_id
from namesakes.store.lookup import find_person
from namesakes.store.records import ChainKey, Identity, Membership
from namesakes.store.store import Store

Stated = tuple[str, str, str]
"""What documents state of somebody: a field, its value, and a relation where there is one."""

_DOES = ("title", "occupation")
_WHERE = ("employer", "member", "owner", "education")
_PLACE = ("born", "from", "lives", "works", "location")
_SAID = {name: (part, place) for part, names in enumerate((_DOES, _WHERE, _PLACE)) for place, name in enumerate(names)}
"""The fields that describe somebody: to which part of a description each belongs, and its place there."""


@dataclass(slots=True)
class PersonSummary:
    """An identity with what its chains say together.

    Parameters
    ----------
    identity : the identity.
    members : its chains, the surest first.
    names : its names, with the number of chains of each.
    values : of each field, value and relation the number of documents that state it.
    mentions : how many there are in all documents.
    dates : of each document whose date is known, when it was written.
    """

    identity: Identity
    members: list[Membership] = field(default_factory=list)
    names: Counter[str] = field(default_factory=Counter)
    values: Counter[Stated] = field(default_factory=Counter)
    mentions: int = 0
    dates: dict[str, str] = field(default_factory=dict)

    @property
    def documents(self) -> list[str]:
        """The documents that speak of the person, by id."""
        return sorted({one.chain.document for one in self.members})

    @property
    def timeline(self) -> list[Membership]:
        """The chains in the order in which their documents were written; those without a date come last."""
        return sorted(self.members, key=lambda one: (self.dates.get(one.chain.document, "\uffff"), one.chain))

    @property
    def span(self) -> str:
        """From which year to which the documents are: 1921, 1921–1934; nothing where that is not known."""
        years = sorted(self.dates[id][:4] for id in self.documents if id in self.dates)
        return "–".join(dict.fromkeys((years[0], years[-1]))) if years else ""

    @property
    def all_names(self) -> list[str]:
        """All names, the one of the identity first, then the most frequent."""
        usual = sorted(self.names, key=lambda name: (-self.names[name], name))
        return list(dict.fromkeys((self.identity.name, *usual)))

    @property
    def strength(self) -> float:
        """How surely the chains belong to the identity, on average."""
        return sum(one.strength for one in self.members) / len(self.members) if self.members else 0.0

    @property
    def description(self) -> str:
        """What they do and where, in a few words; nothing where no document says."""
        return description(self.values)

    def stated(self, *fields: str) -> list[str]:
        """The values of some fields, each once, those that the most documents state first: `Philip (father)`."""
        keys = [key for key in self.values if key[0] in fields]
        keys.sort(key=lambda key: (-self.values[key], fields.index(key[0]), key))
        return list(dict.fromkeys(map(_spoken, keys)))

    def add_chain(self, document: str, chain: int, strength: float, name: str, mentions: int) -> None:
        """Count a chain."""
        self.members.append(Membership(ChainKey(document, chain), self.identity.id, strength))
        self.mentions += mentions
        if name:
            self.names[name] += 1

    def add_profiles(self, profiles: Iterable[Profile]) -> None:
        """Count the names, mentions and facts of the profiles of all members."""
        stated: set[tuple[str, str, str, str]] = set()
        for profile in profiles:
            self.names.update({chain_name(profile)} - {""})
            self.mentions += profile.mentions
            if profile.date:
                self.dates[profile.document] = profile.date
            stated |= {(fact.field, fact.value, fact.relation, profile.document) for fact in profile.facts}
        self.values.update((field, value, relation) for field, value, relation, _ in stated)

    def to_json(self) -> dict[str, Any]:
        """The person as plain data."""
        return {
            "id": self.identity.id,
            "name": self.identity.name,
            "kind": self.identity.kind,
            "description": self.description,
            "names": self.all_names,
            "documents": self.documents,
            **({"dates": {id: self.dates[id] for id in self.documents if id in self.dates}} if self.dates else {}),
            "mentions": self.mentions,
            "strength": round(self.strength, 4),
            "facts": {field: stated for field in FIELDS if (stated := self.stated(field))},
        }


def description(values: Mapping[Stated, int]) -> str:
    """What somebody does and where, else a place, in a few words: of each what the most documents state.

    Parameters
    ----------
    values : how many documents state what.
    """
    best: dict[int, tuple[int, int, Stated]] = {}
    for key, count in values.items():
        if key[0] in _SAID:
            part, place = _SAID[key[0]]
            found = (-count, place, key)
            if part not in best or found < best[part]:
                best[part] = found
    said = {part: _spoken(key) for part, (_, _, key) in best.items()}
    return ", ".join(said[part] for part in (0, 1) if part in said) or said.get(2, "")


def _spoken(key: Stated) -> str:
    _, value, relation = key
    return f"{value} ({relation})" if relation else value


def person_summary(store: Store, identity: Identity) -> PersonSummary:
    """The summary of one identity, from the profiles of its chains."""
    summary = PersonSummary(identity, store.memberships.of_identity(identity.id))
    summary.add_profiles(profile for _, profile in store.chains.profiles(keys=[one.chain for one in summary.members]))
    return summary


def person_summaries(
    store: Store, *, hidden: bool = False, kinds: Sequence[str] | None = None, ids: Iterable[str] | None = None
) -> list[PersonSummary]:
    """The summaries of all identities, by name and then by id; the database counts, and no profile is read.

    Parameters
    ----------
    hidden : with those that are no people.
    kinds : only those of these kinds.
    ids : only these, for which nothing is looked at but their chains.
    """
    chosen = None if ids is None else sorted(set(ids))
    identities = store.identities.all(hidden=hidden) if chosen is None else store.identities.of(chosen, hidden=hidden)
    summaries = {id: PersonSummary(one) for id, one in identities.items() if kinds is None or one.kind in kinds}
    if chosen is None:
        _add_all(store, summaries)
    else:
        _add_chosen(store, summaries, chosen)
    return by_name(summaries.values())


_MEMBERS = """SELECT m.identity, d.id, m.chain, m.strength, c.name, c.mentions{} FROM memberships AS m
    JOIN documents AS d ON d.number = m.document
    JOIN chains AS c ON c.document = m.document AND c.chain = m.chain
    WHERE m.rank = 0 AND m.identity {} ORDER BY m.strength DESC, d.id, m.chain"""
_FACTS = """SELECT identity, field, value, COALESCE(relation, ''), COUNT(DISTINCT document) FROM facts
    WHERE identity IS NOT NULL GROUP BY identity, field, value, COALESCE(relation, '')"""


def _add_all(store: Store, summaries: Mapping[str, PersonSummary]) -> None:
    """Count what all chains say."""
    for id, document, chain, strength, name, mentions in store.database.execute(_MEMBERS.format("", "IS NOT NULL")):
        if id in summaries:
            summaries[id].add_chain(document, chain, strength, name, mentions)
    dates = store.documents.dates()
    for one in summaries.values():
        one.dates = {id: dates[id] for id in one.documents if id in dates}
    for id, field_name, value, relation, documents in store.database.execute(_FACTS):
        if id in summaries:
            summaries[id].values[field_name, value, relation] = documents


def _add_chosen(store: Store, summaries: Mapping[str, PersonSummary], ids: Sequence[str]) -> None:
    """Count what the chains of these say, in one statement: a view of all facts is not asked for few."""
    date, facts = store.database.field_of("d.shared", "date"), store.database.field_of("c.profile", "facts")
    stated: set[tuple[str, str, str, str, str]] = set()
    for id, document, chain, strength, name, mentions, dated, listed in among(
        store.database, _MEMBERS.format(f", {date}, {facts}", "IN ({})"), ids
    ):
        if id not in summaries:
            continue
        summaries[id].add_chain(document, chain, strength, name, mentions)
        if dated is not None:
            summaries[id].dates[document] = dated
        for fact in json.loads(listed) if listed and listed != "[]" else ():
            stated.add((id, fact["field"], fact["value"], fact.get("relation", ""), document))
    for id, field_name, value, relation, _ in stated:
        summaries[id].values[field_name, value, relation] += 1


def people_named(store: Store, name: str, kinds: Sequence[str], hidden: bool = False) -> list[PersonSummary]:
    """The people with a name, or the one with this id; a `DataError` with suggestions where there is nobody."""
    named = [one for one in store.identities.named(name) if (hidden or not one.hidden) and one.kind in kinds]
    return by_name(person_summary(store, one) for one in named or [find_person(store, name)])


def most_documented(people: Iterable[PersonSummary], count: int) -> list[PersonSummary]:
    """The `count` people with the most documents, by name."""
    ranked = sorted(people, key=lambda one: (-len(one.documents), -one.mentions, one.identity.created))
    return by_name(ranked[:count])


def by_name(people: Iterable[PersonSummary]) -> list[PersonSummary]:
    """People by name without regard to case, then by the numbers of their ids."""
    return sorted(people, key=lambda one: name_order(one.identity))


def name_order(identity: Identity) -> tuple[str, str, str, int]:
    """What identities are ordered by: their names without regard to case, then the numbers of their ids."""
    return (identity.name.casefold(), identity.name, *split_id(identity.id))
