"""The table of people, column by column: the database is read in bulk, and no object is made for each person."""

import gc
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import compress, pairwise, repeat
from json.encoder import encode_basestring
from operator import ne
from typing import Any, Final

import numpy as np

from namesakes.arrays import Int64Array
from namesakes.store.database import Row, among
from namesakes.store.ids import split_id
from namesakes.store.person_summary import Stated, description
from namesakes.store.store import Store

_IDENTITIES: Final = "SELECT id, given, name, kind FROM identities WHERE hidden = 0"
_MEMBERS: Final = """SELECT m.identity, c.name, {facts}, m.document, c.mentions, m.strength
    FROM {tables} WHERE c.document = m.document AND c.chain = m.chain AND m.rank = 0 {more}"""
_TABLES: Final = ("chains AS c CROSS JOIN memberships AS m", "memberships AS m CROSS JOIN chains AS c")
"""All chains are read one after the other; those of few people are looked up."""
_FIRST: Final = 4
"""So many facts of a chain are read without their evidence, which is quicker; of one with more, all of them whole."""
_PLACES: Final = [(place, part) for place in range(_FIRST) for part in ("field", "value", "relation")]
_IN_POSTGRESQL: Final = ", ".join(f"c.profile::json #>> ARRAY['facts', '{place}', '{part}']" for place, part in _PLACES)
_FACTS: Final = {
    "sqlite": f"""CASE WHEN json_array_length(c.profile, '$.facts') > {_FIRST} THEN json_extract(c.profile, '$.facts')
        ELSE json_extract(c.profile, {", ".join(f"'$.facts[{place}].{part}'" for place, part in _PLACES)}) END""",
    "postgresql": f"""CASE WHEN json_array_length(c.profile::json -> 'facts') > {_FIRST}
        THEN (c.profile::json -> 'facts')::text ELSE json_build_array({_IN_POSTGRESQL})::text END""",
}
_NOTHING: Final = json.dumps([None] * len(_PLACES), separators=(",", ":"))
"""The facts of a chain as JSON: field, value and relation of the first ones in a row, or a list of records."""


@dataclass(frozen=True)
class Choice:
    """Of whom a table is.

    Parameters
    ----------
    kinds : only identities of these kinds; None for all.
    ids : only these identities; None for all.
    """

    kinds: Sequence[str] | None = None
    ids: Sequence[str] | None = None

    def identities(self, store: Store) -> dict[str, tuple[str, str]]:
        """The names and kinds of the identities that are meant, by id; those who are no people are left out."""
        if self.ids is None:
            rows: Sequence[Row] = store.database.execute(_IDENTITIES)
        else:
            rows = list(among(store.database, f"{_IDENTITIES} AND id IN ({{}})", sorted(set(self.ids))))
        kinds = self.kinds
        return {id: (given or name, kind) for id, given, name, kind in rows if kinds is None or kind in kinds}


def people_columns(store: Store, choice: Choice, *, described: bool = True) -> dict[str, Sequence[Any]]:
    """The columns of the table of people; without descriptions no facts are read, which takes half of the time."""
    with _no_collection():
        people = choice.identities(store)
        ids = _in_order(people)
        names = [people[id][0] for id in ids]
        rows = _member_rows(store, None if choice.ids is None else ids, described)
        homes, called, facts, documents, mentions, strengths = zip(*rows, strict=True) if rows else ((),) * 6
        place = dict(zip(ids, range(len(ids)), strict=True))
        found = np.fromiter(map(place.get, homes, repeat(-1)), dtype=np.int64, count=len(homes))
        inside = np.flatnonzero(found >= 0)  # others are of hidden people, and of other kinds
        codes, numbers = found[inside], np.array(documents, dtype=np.int64)[inside]
        chains = np.maximum(np.bincount(codes, minlength=len(ids)), 1)
        said, surely = (
            np.bincount(codes, np.array(each, dtype=np.float64)[inside], len(ids)) for each in (mentions, strengths)
        )
        return {
            "person": ids,
            "name": names,
            "kind": [people[id][1] for id in ids],
            "description": _descriptions(codes, _at(facts, inside), numbers, len(ids)) if described else (),
            "names": _all_names(codes.tolist(), _at(called, inside), names),
            "documents": _distinct(codes, numbers, len(ids)).tolist(),
            "mentions": said.astype(np.int64).tolist(),
            "strength": (surely / chains).tolist(),
        }


@contextmanager
def _no_collection() -> Iterator[None]:
    """No garbage is looked for meanwhile: among so many rows, none of which is any, that takes long."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _in_order(people: Mapping[str, tuple[str, str]]) -> list[str]:
    """The ids of people as everywhere: by name without regard to case, of equal names by the numbers of the ids."""
    bearers = Counter([name for name, _ in people.values()])

    def order(id: str) -> tuple[object, ...]:
        name = people[id][0]
        return (name.casefold(), name) if bearers[name] == 1 else (name.casefold(), name, *split_id(id))

    return sorted(people, key=order)


def _at(values: Sequence[Any], places: Int64Array) -> Sequence[Any]:
    return values if len(places) == len(values) else [values[place] for place in places.tolist()]


def _member_rows(store: Store, ids: Sequence[str] | None, described: bool) -> list[Row]:
    """The chains of people: whose they are, how they are called, facts as JSON, document, mentions, strength."""
    facts = _FACTS[store.database.dialect] if described else "''"
    if ids is None:
        return store.database.execute(_MEMBERS.format(facts=facts, tables=_TABLES[0], more=""))
    sql = _MEMBERS.format(facts=facts, tables=_TABLES[1], more="AND m.identity IN ({})")
    return list(among(store.database, sql, ids))


def _distinct(codes: Int64Array, documents: Int64Array, count: int) -> Int64Array:
    """In how many documents each one is."""
    high = int(documents.max(initial=0)) + 1
    return np.bincount(np.unique(codes * high + documents) // high, minlength=count)


def _all_names(codes: Sequence[int], called: Sequence[str], names: Sequence[str]) -> list[str]:
    """All names of each as JSON, the own one first, then the most frequent."""
    others: dict[int, Counter[str]] = {}
    for code, name in compress(zip(codes, called, strict=True), map(ne, called, map(names.__getitem__, codes))):
        if name:
            others.setdefault(code, Counter())[name] += 1
    found = [f"[{encode_basestring(name)}]" for name in names]
    for code, counts in others.items():
        usual = sorted(counts, key=lambda name: (-counts[name], name))
        found[code] = json.dumps([names[code], *usual], ensure_ascii=False)
    return found


def _descriptions(codes: Int64Array, facts: Sequence[str], documents: Int64Array, count: int) -> list[str]:
    """What each one does, and where; most are told of by the facts of one chain, and many facts are the same."""
    found = [""] * count
    told = np.flatnonzero(np.fromiter(map(ne, facts, repeat(_NOTHING)), dtype=np.bool_, count=len(facts)))
    told = told[np.lexsort((documents[told], codes[told]))]
    texts = [facts[place] for place in told.tolist()]
    stated = _stated(texts)
    alone: dict[str, str] = {}
    where, of = documents[told].tolist(), codes[told].tolist()
    for start, end in pairwise(np.flatnonzero(np.diff(codes[told], prepend=-1, append=-1)).tolist()):
        text = texts[start]
        if end - start > 1:
            found[of[start]] = description(_counted(map(stated.__getitem__, texts[start:end]), where[start:end]))
        elif text in alone:
            found[of[start]] = alone[text]
        else:
            found[of[start]] = alone[text] = description(dict.fromkeys(stated[text], 1))
    return found


def _counted(stated: Iterable[Sequence[Stated]], documents: Sequence[int]) -> dict[Stated, int]:
    """How many documents state what, by what their chains state; chains of one document stand together."""
    counts: dict[Stated, int] = {}
    last: dict[Stated, int] = {}
    for document, keys in zip(documents, stated, strict=True):
        for key in keys:
            if last.get(key) != document:
                last[key] = document
                counts[key] = counts.get(key, 0) + 1
    return counts


def _stated(texts: Iterable[str]) -> dict[str, Sequence[Stated]]:
    """What facts as JSON state, by their text; all are parsed at once."""
    each = list(dict.fromkeys(texts))
    return dict(zip(each, map(_triples, json.loads(f"[{','.join(each)}]")), strict=True))


def _triples(facts: Sequence[Any]) -> Sequence[Stated]:
    if facts and isinstance(facts[0], dict):
        return list({(fact["field"], fact["value"], fact.get("relation") or "") for fact in facts})
    if facts[3] is None:  # as mostly
        return [(facts[0], facts[1], facts[2] or "")] if facts[0] is not None else []
    rows = zip(facts[::3], facts[1::3], facts[2::3], strict=True)
    return list({(field, value, relation or "") for field, value, relation in rows if field is not None})
