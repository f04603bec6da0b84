"""People as tables, for CSV and Parquet: the people, their documents, and the facts that these state."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from namesakes.store.person_summary import person_summaries
from namesakes.store.store import Store

Rows = Iterator[tuple[Any, ...]]

COLUMNS = {
    "people": ("person", "name", "kind", "description", "names", "documents", "mentions", "strength"),
    "memberships": ("person", "name", "kind", "document", "path", "title", "chain", "called", "mentions", "strength"),
    "facts": ("person", "document", "chain", "field", "value", "relation", "start", "end", "sentence", "pattern"),
}
"""The tables and their columns."""
NUMBERS = {"documents": int, "mentions": int, "chain": int, "start": int, "end": int, "strength": float}
"""The columns that hold numbers, and of which kind; all others hold texts."""


def rows(store: Store, table: str) -> Rows:
    """The rows of a table, in a fixed order; those who are no people are left out."""
    return _TABLES[table](store)


def _people(store: Store) -> Rows:
    for one in person_summaries(store):
        identity = one.identity
        names = json.dumps(one.all_names, ensure_ascii=False)
        yield (
            identity.id, identity.name, identity.kind, one.description, names, len(one.documents), one.mentions,
            one.strength,
        )  # fmt: skip


def _memberships(store: Store) -> Rows:
    shown = store.identities.all(hidden=False)
    for person, *rest in store.database.execute(
        """SELECT m.identity, d.id, d.path, d.title, m.chain, c.name, c.mentions, m.strength FROM memberships AS m
        JOIN documents AS d ON d.number = m.document
        JOIN chains AS c ON c.document = m.document AND c.chain = m.chain
        WHERE m.rank = 0 ORDER BY m.identity, d.id, m.chain"""
    ):
        if person in shown:
            yield (person, shown[person].name, shown[person].kind, *rest)


def _facts(store: Store) -> Rows:
    shown = store.identities.all(hidden=False)
    belongs = {one.chain: one.identity for one in store.memberships.all() if one.identity in shown}
    for key, profile in store.chains.profiles(keys=sorted(belongs, key=lambda key: (belongs[key], key))):
        for fact in profile.facts:
            where = fact.evidence
            yield (
                belongs[key], *key, fact.field, fact.value, fact.relation, where.start, where.end, where.sentence,
                where.pattern,
            )  # fmt: skip


_TABLES: dict[str, Callable[[Store], Rows]] = {"people": _people, "memberships": _memberships, "facts": _facts}
