"""Timelines: the documents of people in the order in which they were written."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from namesakes.store.person_summary import PersonSummary, most_documented
from namesakes.store.store import Store


@dataclass(frozen=True)
class Point:
    """A document: its id, its title, and its date, which is empty where nothing says so."""

    document: str
    title: str
    date: str = ""


@dataclass(frozen=True)
class Row:
    """A row of points: what it is called, what else is said of it, and perhaps how surely it belongs here."""

    label: str
    about: str
    points: tuple[Point, ...]
    sure: float | None = None


@dataclass(frozen=True)
class Timeline:
    """Rows of points in time; `left_out` is how many rows there are more."""

    title: str
    rows: tuple[Row, ...]
    left_out: int = 0

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)


def person_timeline(store: Store, one: PersonSummary, most: int) -> Timeline:
    """The documents of a person, a row each, the oldest first."""
    titles = store.documents.titles()
    surest: dict[str, float] = {}
    for member in one.timeline:
        id = member.chain.document
        surest[id] = max(surest.get(id, 0.0), member.strength)
    rows = []
    for id, strength in list(surest.items())[:most]:
        point = Point(id, titles.get(id, ""), one.dates.get(id, ""))
        rows.append(Row(point.title or id, point.date or id, (point,), strength))
    title = f"{one.identity.name or 'nameless'} ({one.identity.id})"
    return Timeline(title, tuple(rows), len(surest) - len(rows))


def people_timeline(store: Store, people: Sequence[PersonSummary], title: str, most: int) -> Timeline:
    """People side by side, a row each, those with the most documents where there are too many."""
    shown = most_documented(people, most)
    titles = store.documents.titles()
    rows = []
    for one in shown:
        points = tuple(Point(id, titles.get(id, ""), one.dates.get(id, "")) for id in one.documents)
        name = one.identity.name or "nameless"
        rows.append(Row(one.identity.id, ", ".join(filter(None, (name, one.description))), points))
    return Timeline(title, tuple(rows), len(people) - len(rows))
