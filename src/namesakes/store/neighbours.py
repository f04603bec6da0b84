"""Who stands beside whom: people of the same documents, people who are probably one, and what tells namesakes apart."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import PurePath

from namesakes.store.database import among
from namesakes.store.person_summary import PersonSummary
from namesakes.store.store import Store

_DOES = ("occupation", "title")
_TELLING = ("employer", "member", "owner", "birth", "born", "lives", "works", "from", "location")
_ALSO = ("education", "nationality", "family", "death")
_IN_WORDS = {
    "birth": "born {}",
    "death": "died {}",
    "born": "born in {}",
    "lives": "lives in {}",
    "works": "works in {}",
    "from": "from {}",
}
"""How a value is said where it does not say itself what it is."""
_MOST = 3
"""How many values tell somebody apart."""


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody who occurs in documents with somebody else: the id, the name, and in how many."""

    id: str
    name: str
    documents: int


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two people who may be one: how surely a chain of `one` in a document belongs to `other`."""

    one: str
    other: str
    name: str
    likeness: float
    document: str


_COMPANIONS = """SELECT other.identity, MIN(i.name), MIN(i.given), COUNT(DISTINCT own.document)
    FROM memberships AS own JOIN memberships AS other ON other.document = own.document AND other.rank = 0
    JOIN identities AS i ON i.id = other.identity
    WHERE own.identity = ? AND own.rank = 0 AND other.identity <> own.identity AND i.hidden = 0 AND i.kind = ?
    GROUP BY other.identity ORDER BY 4 DESC, 1 LIMIT ?"""


def companions(store: Store, id: str, *, limit: int = 12, kind: str = "person") -> list[Companion]:
    """Those who occur in the most documents together with somebody."""
    rows = store.database.execute(_COMPANIONS, (id, kind, limit))
    return [Companion(other, given or name, count) for other, name, given, count in rows]


_TOGETHER = """SELECT one.identity, other.identity, COUNT(DISTINCT one.document)
    FROM memberships AS one JOIN memberships AS other
    ON other.document = one.document AND other.rank = 0 AND other.identity > one.identity
    WHERE one.rank = 0 AND one.identity IN ({0}) AND other.identity IN ({0}) GROUP BY one.identity, other.identity"""


def together(store: Store, ids: Sequence[str]) -> list[tuple[str, str, int]]:
    """Of these people each two who are in documents together, and in how many; the most first."""
    wanted = sorted(set(ids))
    marks = ", ".join("?" * len(wanted))
    rows = store.database.execute(_TOGETHER.format(marks), (*wanted, *wanted)) if wanted else []
    return sorted(((one, other, int(count)) for one, other, count in rows), key=lambda row: (-row[2], row[0], row[1]))


_ALIKE = """SELECT own.identity, near.identity, near.strength, d.id
    FROM memberships AS near JOIN memberships AS own
    ON own.document = near.document AND own.chain = near.chain AND own.rank = 0
    JOIN identities AS i ON i.id = near.identity JOIN documents AS d ON d.number = near.document
    WHERE near.rank > 0 AND i.hidden = 0 AND {} IN ({{}})"""


def alike(store: Store, ids: Sequence[str], told: Set[frozenset[str]] | None = None) -> dict[str, list[Likeness]]:
    """For each of these people those that they may be one with, the likeliest first; not those told apart by hand.

    `told` is what `told_apart` gives, where that is known.
    """
    told = told_apart(store) if told is None else told
    best: dict[tuple[str, str], Likeness] = {}
    for side in ("own.identity", "near.identity"):
        for own, near, strength, document in among(store.database, _ALIKE.format(side), sorted(set(ids))):
            for one, other in ((own, near), (near, own)):
                known = best.get((one, other))
                if own != near and (known is None or known.likeness < strength):
                    best[one, other] = Likeness(one, other, "", strength, document)
    found: dict[str, list[Likeness]] = {}
    others = store.identities.of(sorted({other for _, other in best}), hidden=False)
    for (one, other), each in best.items():
        if one in ids and other in others and frozenset((one, other)) not in told:
            named = Likeness(one, other, others[other].name, each.likeness, each.document)
            found.setdefault(one, []).append(named)
    return {one: sorted(each, key=lambda like: (-like.likeness, like.other)) for one, each in found.items()}


def told_apart(store: Store) -> set[frozenset[str]]:
    """The pairs of people whom corrections tell apart."""
    said = [one for one in store.corrections.all() if one.what == "different" and one.right]
    homes = store.memberships.homes(chain for one in said for chain in (*one.left[:1], *one.right[:1]))
    pairs = ([homes.get(side[0]) for side in (one.left, one.right) if side] for one in said)
    return {frozenset(id for id in pair if id is not None) for pair in pairs}


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of somebody, what tells most first, and what there is to say where that tells nothing."""

    said: tuple[str, ...]
    where: str

    @classmethod
    def of(cls, one: PersonSummary) -> "Told":
        """What is said of a person."""
        return cls(tuple(_said(one)), _where(one))


def telling_apart(people: Iterable[PersonSummary]) -> dict[str, str]:
    """For each of some namesakes, in a line, what is said of them and of none of the others."""
    return apart({one.identity.id: Told.of(one) for one in people})


def apart(told: Mapping[str, Told]) -> dict[str, str]:
    """For each of some namesakes, in a line, what is said of them and of none of the others."""
    bearers = Counter(value for each in told.values() for value in {value.casefold() for value in each.said})
    found = {}
    for id, each in told.items():
        own = [value for value in each.said if bearers[value.casefold()] == 1]
        found[id] = ", ".join(_different(own)[:_MOST]) or each.where
    return found


def _said(one: PersonSummary) -> list[str]:
    """What is stated of somebody, what tells most first: one value of each field, then the others."""
    does = one.stated(_DOES[0]) or one.stated(_DOES[1])
    columns = [does, *([_words(field, value) for value in one.stated(field)] for field in (*_TELLING, *_ALSO))]
    first = [values[0] for values in columns if values]
    return list(dict.fromkeys((*first, *(value for values in columns for value in values[1:]))))


def _words(field: str, value: str) -> str:
    return _IN_WORDS.get(field, "{}").replace("{}", value)


def _different(values: Iterable[str]) -> list[str]:
    """These values, of two of which one says the other, too, the longer: `fire chief` in the place of `chief`."""
    listed = list(values)
    longest = [max((each for each in listed if _says(each, value)), key=len) for value in listed]
    return list(dict.fromkeys(longest))


def _says(one: str, other: str) -> bool:
    return f" {other.casefold()} " in f" {one.casefold()} "


def _where(one: PersonSummary) -> str:
    """Of somebody of whom nothing is said: where the name stands, and when."""
    documents = one.documents
    if not documents:
        return "nothing but a name"
    if len(documents) > 1:
        return f"nothing but a name, in {len(documents):,} documents"
    return f"nothing but a name, in {PurePath(documents[0]).name}"
