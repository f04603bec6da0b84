"""People as tables: the people, their documents, mentions, the facts that documents state, and records to link.

CSV, Parquet and data frames have the same columns, which are defined here.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from namesakes.store.database import among
from namesakes.store.export.people_columns import Choice, people_columns
from namesakes.store.store import Store
from namesakes.text.frames import Columns, Types, by_column

Rows = Iterator[tuple[Any, ...]]

TABLES: Final[dict[str, Types]] = {
    "people": {
        "person": str, "name": str, "kind": str, "description": str, "names": str, "documents": int, "mentions": int,
        "strength": float,
    },
    "memberships": {
        "person": str, "name": str, "kind": str, "document": str, "path": str, "title": str, "chain": int,
        "called": str, "mentions": int, "strength": float,
    },
    "mentions": {
        "person": str, "name": str, "kind": str, "document": str, "chain": int, "start": int, "end": int, "text": str,
    },
    "facts": {
        "person": str, "document": str, "chain": int, "field": str, "value": str, "relation": str, "start": int,
        "end": int, "sentence": str, "pattern": str,
    },
    "records": {
        "unique_id": str, "full_name": str, "title": str, "first_name": str, "middle_name": str, "surname": str,
        "suffix": str, "gender": str, "aliases": str, "birth": str, "death": str, "occupation": str, "employer": str,
        "place": str, "email": str, "people": str, "organizations": str, "date": str, "document": str, "cluster": str,
    },
}  # fmt: skip
"""The tables with their columns, and of which type each one is."""
ALL: Final = Choice()


def rows(store: Store, table: str, choice: Choice = ALL) -> Rows:
    """The rows of a table, in a fixed order; those who are no people are left out."""
    return _ROWS[table](store, choice)


def columns(store: Store, table: str, choice: Choice = ALL, wanted: Iterable[str] | None = None) -> Columns:
    """The columns of a table, in a fixed order; those that are not wanted may be empty."""
    if table == "people":
        return people_columns(store, choice, described=wanted is None or "description" in wanted)
    return by_column(rows(store, table, choice), TABLES[table])


def _people(store: Store, choice: Choice) -> Rows:
    return zip(*people_columns(store, choice).values(), strict=True)


def _memberships(store: Store, choice: Choice) -> Rows:
    shown = choice.identities(store)
    for person, *rest in _of_people(store, _MEMBERSHIPS, choice, "ORDER BY m.identity, d.id, m.chain"):
        if person in shown:
            yield (person, *shown[person], *rest)


def _mentions(store: Store, choice: Choice) -> Rows:
    """By document and place; the texts of a page of documents are in memory."""
    shown = choice.identities(store)
    homes = None if choice.ids is None else {home[1] for home in _of_people(store, _HOMES, choice)}
    for first, last in store.documents.document_pages():
        page = store.database.execute(_TEXTS, (first, last))
        known = {number: (id, text) for number, id, text in page if homes is None or number in homes}
        for number, chain, start, end, person in store.database.execute(_MENTIONS, (first, last)):
            if person in shown and number in known:
                id, text = known[number]
                yield (person, *shown[person], id, chain, start, end, text[start:end])


def _facts(store: Store, choice: Choice) -> Rows:
    shown = choice.identities(store)
    belongs = {(id, chain): person for person, _, id, chain in _of_people(store, _HOMES, choice) if person in shown}
    keys = sorted(belongs, key=lambda key: (belongs[key], key))
    for key, profile in store.chains.profiles(keys=keys, whole=False):  # type: ignore[arg-type]
        for fact in profile.facts:
            where = fact.evidence
            yield (
                belongs[key], *key, fact.field, fact.value, fact.relation, where.start, where.end, where.sentence,
                where.pattern,
            )  # fmt: skip


_STATED: Final = {
    "birth": ("birth",),
    "death": ("death",),
    "occupation": ("title", "occupation"),
    "employer": ("employer", "member", "owner", "education"),
    "place": ("born", "from", "lives", "works", "location", "nationality"),
    "email": ("email", "url", "phone"),
}
"""The columns of records that facts fill, and the fields of facts."""


def record_id(document: str, chain: int) -> str:
    """What a chain is called among records: `letters/07.txt#3`."""
    return f"{document}#{chain}"


def _records(store: Store, choice: Choice) -> Rows:
    """A row a chain, for programs that link records; several values of a column stand between bars."""
    shown = choice.identities(store)
    homes = {(id, chain): person for person, _, id, chain in _of_people(store, _HOMES, choice) if person in shown}
    for key, profile in store.chains.profiles(keys=sorted(homes), whole=True):  # type: ignore[arg-type]
        name = profile.name
        full = name.full or next(iter(profile.forms), "")
        others = [form for form in profile.forms if form != full]
        stated = {column: _barred(profile.values(*fields)) for column, fields in _STATED.items()}
        yield (
            record_id(*key), full, name.honorific, name.given, name.middle, name.family, name.suffix, profile.gender,
            _barred(others), *stated.values(), _barred(profile.people), _barred(profile.organizations), profile.date,
            key.document, homes[key.document, key.chain],
        )  # fmt: skip


def _barred(values: Iterable[str]) -> str:
    return "|".join(value.replace("|", "/") for value in values)


_MEMBERSHIPS: Final = """SELECT m.identity, d.id, d.path, d.title, m.chain, c.name, c.mentions, m.strength
    FROM memberships AS m JOIN documents AS d ON d.number = m.document
    JOIN chains AS c ON c.document = m.document AND c.chain = m.chain WHERE m.rank = 0"""
_HOMES: Final = """SELECT m.identity, d.number, d.id, m.chain FROM memberships AS m
    JOIN documents AS d ON d.number = m.document WHERE m.rank = 0"""
_TEXTS: Final = "SELECT number, id, text FROM documents WHERE id >= ? AND id <= ?"
_MENTIONS: Final = """SELECT d.number, n.chain, n.start_at, n.end_at, m.identity FROM documents AS d
    JOIN mentions AS n ON n.document = d.number
    JOIN memberships AS m ON m.document = n.document AND m.chain = n.chain AND m.rank = 0
    WHERE d.id >= ? AND d.id <= ? ORDER BY d.id, n.place"""


def _of_people(store: Store, sql: str, choice: Choice, order: str = "") -> Iterable[tuple[Any, ...]]:
    """The rows of a statement about memberships, of all people or of those that are meant."""
    if choice.ids is None:
        return store.database.execute(f"{sql} {order}")
    return among(store.database, f"{sql} AND m.identity IN ({{}}) {order}", sorted(set(choice.ids)))


_ROWS: Final[dict[str, Callable[[Store, Choice], Rows]]] = {
    "people": _people,
    "memberships": _memberships,
    "mentions": _mentions,
    "facts": _facts,
    "records": _records,
}
