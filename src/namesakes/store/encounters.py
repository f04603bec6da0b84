"""Encounters: which people stand in documents together, and in how many."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from namesakes.store.store import Store

_TOGETHER: Final = """SELECT a.identity, b.identity, COUNT(DISTINCT a.document) FROM memberships AS a
    JOIN memberships AS b ON b.document = a.document AND b.rank = 0 AND b.identity > a.identity
    WHERE a.rank = 0 {} GROUP BY a.identity, b.identity"""
_NEAR: Final = "AND a.document IN (SELECT document FROM memberships WHERE rank = 0 AND identity = ?)"


@dataclass(frozen=True)
class Meeting:
    """Two people, by their places among the nodes, and in how many documents both are."""

    one: int
    other: int
    documents: int


@dataclass(frozen=True)
class Company:
    """A graph of people who stand in documents together.

    Parameters
    ----------
    title : whose it is.
    ids, names : of the people, those who meet most first.
    meetings : the edges, the strongest first.
    left_out : how many more people meet somebody, and how many more pairs do.
    """

    title: str
    ids: tuple[str, ...]
    names: tuple[str, ...]
    meetings: tuple[Meeting, ...]
    left_out: tuple[int, int] = (0, 0)

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)


def company(store: Store, person: str | None = None, *, most: int = 50, edges: int = 150) -> Company:
    """Who stands in documents with whom: the strongest edges, of all people or of those around one.

    Parameters
    ----------
    person : the id of somebody; then only those who share documents with this one are looked at.
    most, edges : the most people and edges that are kept.
    """
    where, values = ("", ()) if person is None else (_NEAR, (person,))
    people = {id: one for id, one in store.identities.all(hidden=False).items() if one.kind == "person"}
    rows = store.database.execute(_TOGETHER.format(where), values)
    pairs = {(one, other): count for one, other, count in rows if one in people and other in people}
    chosen = _chosen(pairs, person, most)
    inside = [pair for pair in _strongest(pairs, person) if chosen.issuperset(pair)][:edges]
    degree = Counter(dict.fromkeys(chosen, 0))
    for pair in inside:
        degree.update(dict.fromkeys(pair, pairs[pair]))
    ids = sorted(chosen, key=lambda id: (id != person, -degree[id], id))
    place = {id: number for number, id in enumerate(ids)}
    ends = [sorted((place[one], place[other])) for one, other in inside]
    meetings = [Meeting(one, other, pairs[pair]) for (one, other), pair in zip(ends, inside, strict=True)]
    names = tuple(people[id].name for id in ids)
    title = "Who stands in documents together" if person is None else f"Who stands in documents with {person}"
    everybody = {id for pair in pairs for id in pair}
    return Company(title, tuple(ids), names, tuple(meetings), (len(everybody - chosen), len(pairs) - len(inside)))


def _strongest(pairs: dict[tuple[str, str], int], person: str | None) -> Sequence[tuple[str, str]]:
    """The pairs, those of the person first, then those of the most documents."""
    return sorted(pairs, key=lambda pair: (person is not None and person not in pair, -pairs[pair], pair))


def _chosen(pairs: dict[tuple[str, str], int], person: str | None, most: int) -> set[str]:
    """The people of the strongest pairs, as many as there is room for."""
    chosen = {person} if person is not None else set()
    for pair in _strongest(pairs, person):
        if len(chosen.union(pair)) <= most:
            chosen.update(pair)
    return chosen
