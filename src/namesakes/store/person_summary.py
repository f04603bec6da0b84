"""Summaries of people: names, facts and counts over all their documents."""

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
    members = _MEMBERS.format("IS NOT NULL" if chosen is None else "IN ({})")
    rows = store.database.execute(members) if chosen is None else among(store.database, members, chosen)
    for id, document, chain, strength, name, mentions in rows:
        if id in summaries:
            summaries[id].members.append(Membership(ChainKey(document, chain), id, strength))
            summaries[id].names.update({name} - {""})
            summaries[id].mentions += mentions
    dates = store.documents.dates(
        None if chosen is None else {id for one in summaries.values() for id in one.documents}
    )
    for one in summaries.values():
        one.dates = {id: dates[id] for id in one.documents if id in dates}
    if chosen is None:
        for id, field_name, value, relation, documents in store.database.execute(_FACTS):
            if id in summaries:
                summaries[id].values[field_name, value, relation] = documents
    else:
        _add_facts(store, summaries.values())
    return by_name(summaries.values())


_MEMBERS = """SELECT m.identity, d.id, m.chain, m.strength, c.name, c.mentions FROM memberships AS m
    JOIN documents AS d ON d.number = m.document
    JOIN chains AS c ON c.document = m.document AND c.chain = m.chain
    WHERE m.rank = 0 AND m.identity {} ORDER BY m.strength DESC, d.id, m.chain"""
_FACTS = """SELECT identity, field, value, COALESCE(relation, ''), COUNT(DISTINCT document) FROM facts
    WHERE identity IS NOT NULL GROUP BY identity, field, value, COALESCE(relation, '')"""


def _add_facts(store: Store, summaries: Iterable[PersonSummary]) -> None:
    """Count the facts of some identities, whose profiles are read: a view of all facts is not asked for few."""
    homes = {member.chain: one for one in summaries for member in one.members}
    stated = {
        (homes[key].identity.id, field_name, value, relation, key.document): homes[key]
        for key, field_name, value, relation in store.chains.stated(list(homes))
    }
    for (_, field_name, value, relation, _), one in stated.items():
        one.values[field_name, value, relation] += 1


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
