"""Stable ids: clusters found anew take the ids of those they were before, and every other change is an event."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from namesakes.errors import DataError
from namesakes.names.transliteration import plain_words
from namesakes.store.records import ChainKey, Event

_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Cluster:
    """Chains that are one identity, and the fullest name that they go by."""

    name: str
    members: tuple[ChainKey, ...]


@dataclass(frozen=True, slots=True)
class Assignment:
    """The id of each cluster, in the order of the clusters, and what happened to the ids that were there."""

    ids: tuple[str, ...]
    events: tuple[Event, ...]


def slugify(name: str) -> str:
    """A name in plain small letters with hyphens, whatever script it was in: `mark-johnson`."""
    words = "-".join(plain_words(name))[:_LONGEST].rstrip("-")
    return words or "nameless"


def split_id(id: str) -> tuple[str, int]:
    """The slug and the number of an id; a `DataError` where it has none."""
    slug, dash, number = id.rpartition("-")
    if not (slug and dash and number.isdecimal()):
        raise DataError(f"'{id}' is not the id of an identity", "Ids are a name and a number, such as mark-johnson-1.")
    return slug, int(number)


def assign_ids(
    old: Mapping[ChainKey, str],
    clusters: Sequence[Cluster],
    *,
    ages: Mapping[str, int],
    numbers: Mapping[str, int] | None = None,
    why: str = "",
) -> Assignment:
    """The ids of clusters that are to stand where the old identities stood.

    Each pair of an old identity and a cluster with chains in common is a claim; the claims with the most chains in
    common are granted first, of equal ones that of the older id, then that of the cluster with the smallest chain. A
    cluster without a claim gets a new id: its name's slug and the next number, the largest clusters first. The
    outcome does not depend on the order of the clusters. Time and memory are linear in chains, but for sorting.

    Parameters
    ----------
    old : the id of each chain that had one.
    clusters : all clusters; those of chains that nobody knew are new.
    ages : for each id that there is where it stands in the order of their coming; smaller is older.
    numbers : for each slug the highest number that was ever used.
    why : what events say about their cause.
    """
    known = {*ages, *old.values()}
    order = {id: place for place, id in enumerate(sorted(known, key=lambda id: (ages.get(id, len(ages)), id)))}
    firsts = [min(cluster.members) for cluster in clusters]
    claims = [Counter(old[chain] for chain in cluster.members if chain in old) for cluster in clusters]
    ranked = sorted(
        ((place, id, shared) for place, claim in enumerate(claims) for id, shared in claim.items()),
        key=lambda claim: (-claim[2], order[claim[1]], firsts[claim[0]]),
    )
    ids: dict[int, str] = {}
    taken: set[str] = set()
    for place, id, _ in ranked:
        if place not in ids and id not in taken:
            ids[place] = id
            taken.add(id)
    _name_others(ids, clusters, firsts, _highest(known, numbers or {}))
    return Assignment(tuple(ids[place] for place in range(len(clusters))), _events(ids, claims, order, taken, why))


def _highest(known: Iterable[str], numbers: Mapping[str, int]) -> Counter[str]:
    """For each slug the highest number that must not be used again."""
    highest = Counter(numbers)
    for id in known:
        name, _, number = id.rpartition("-")
        if number.isdecimal():
            highest[name] = max(highest[name], int(number))
    return highest


def _name_others(
    ids: dict[int, str], clusters: Sequence[Cluster], firsts: Sequence[ChainKey], highest: Counter[str]
) -> None:
    """Give new ids to the clusters that have none."""
    others = [place for place in range(len(clusters)) if place not in ids]
    for place in sorted(others, key=lambda place: (-len(clusters[place].members), firsts[place])):
        name = slugify(clusters[place].name)
        highest[name] += 1
        ids[place] = f"{name}-{highest[name]}"


def _events(
    ids: Mapping[int, str], claims: Sequence[Counter[str]], order: Mapping[str, int], taken: set[str], why: str
) -> tuple[Event, ...]:
    """What happened: one event for each pair of an old id and another one that has some of its chains now."""
    moved = [
        Event("split" if id in taken else "merge", id, ids[place], shared, why)
        for place, claim in enumerate(claims)
        for id, shared in claim.items()
        if id != ids[place]
    ]
    moved.sort(key=lambda event: (order[event.source], order.get(event.target, len(order)), event.target))
    still = taken | {event.source for event in moved}
    gone = [Event("gone", id, why=why or "no document speaks of it any more") for id in order if id not in still]
    return (*moved, *gone)
