"""Documents in the store: their texts, tokens, mentions, chains and profiles."""

import json
import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import chain, islice
from typing import Any

from namesakes.profiles.profile import Evidence, Fact, PersonName, Profile
from namesakes.store.database import BATCH, Database, Row, among
from namesakes.store.profile_texts import ProfileTexts, profile_of
from namesakes.store.records import ChainKey, DocumentState, Span, StoredDocument, StoredMention
from namesakes.store.search import folded

_SHARED = ("words", "proper")
"""Fields that are alike in all profiles of a document; they are kept once for all of them."""
_NUL = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")
_COLUMNS = "path, hash, title, text, tokens, sentences, shared"


def states(database: Database) -> dict[str, DocumentState]:
    """The hash and the path of each document, by id."""
    rows = database.execute("SELECT id, hash, path FROM documents ORDER BY id")
    return {id: DocumentState(hash, path) for id, hash, path in rows}


def titles(database: Database) -> dict[str, str]:
    """The title of each document, by id."""
    return dict(map(tuple, database.execute("SELECT id, title FROM documents ORDER BY id")))


def document(database: Database, id: str) -> StoredDocument | None:
    """The document with this id, or None."""
    rows = database.execute(f"SELECT number, {_COLUMNS} FROM documents WHERE id = ?", (id,))
    if not rows:
        return None
    number, path, hash, title, text, tokens, sentences, shared = rows[0]
    mentions = database.execute(
        "SELECT start_at, end_at, chain FROM mentions WHERE document = ? ORDER BY place", (number,)
    )
    profiles = database.execute("SELECT profile FROM chains WHERE document = ? ORDER BY chain", (number,))
    common = json.loads(shared)
    return StoredDocument(
        id, path, hash, title, text, _spans(tokens), _spans(sentences),
        mentions=tuple(StoredMention(*row) for row in mentions),
        profiles=tuple(profile_of(common, own) for (own,) in profiles),
    )  # fmt: skip


def write(database: Database, batch: Sequence[StoredDocument]) -> None:
    """Write documents, in the place of what was there of the same ids."""
    with database.transaction():
        ids = [each.id for each in batch]
        known = {row[0] for row in among(database, "SELECT id FROM documents WHERE id IN ({})", ids)}
        for each in batch:
            if each.id in known:
                _replace(database, each)
            else:
                _write(database, each)
                known.add(each.id)


def remove(database: Database, ids: Iterable[str]) -> None:
    """Take documents out with all that was read in them."""
    with database.transaction():
        database.many("DELETE FROM documents WHERE id = ?", ((id,) for id in ids))


def chains(database: Database, kinds: Sequence[str] | None) -> list[ChainKey]:
    """The keys of all chains, by document and number."""
    where, parameters = _of_kinds(kinds)
    rows = database.execute(
        f"SELECT d.id, c.chain FROM documents AS d JOIN chains AS c ON c.document = d.number WHERE {where} "
        "ORDER BY d.id, c.chain",
        parameters,
    )
    return [ChainKey(*row) for row in rows]


def profiles(
    database: Database, kinds: Sequence[str] | None, keys: Sequence[ChainKey] | None, whole: bool
) -> Iterator[tuple[ChainKey, Profile]]:
    """The profiles as they come; those of the keys in the order of the keys, else all by document and number."""
    pages = _pages(database, kinds, whole) if keys is None else _asked(database, kinds, keys, whole)
    seen, common = None, {}
    for id, number, shared, own in chain.from_iterable(pages):
        if id != seen:
            seen, common = id, json.loads(shared)
        yield ChainKey(id, number), profile_of(common, own)


def profile_texts(database: Database, keys: Sequence[ChainKey], whole: bool) -> ProfileTexts:
    """The profiles of these chains, in the order of the keys, to be read later."""
    pages = _asked(database, None, keys, whole)
    return ProfileTexts((shared, own) for _, _, shared, own in chain.from_iterable(pages))


def _select(whole: bool) -> str:
    shared = "d.shared" if whole else "'{}'"
    return f"SELECT d.id, c.chain, {shared}, c.profile FROM"


def _pages(database: Database, kinds: Sequence[str] | None, whole: bool) -> Iterator[list[Row]]:
    """The rows of all chains, so many documents at a time; whoever writes between two pages disturbs nothing."""
    where, parameters = _of_kinds(kinds)
    for first, last in document_pages(database):
        yield database.execute(
            f"{_select(whole)} documents AS d JOIN chains AS c ON c.document = d.number "
            f"WHERE d.id >= ? AND d.id <= ? AND {where} ORDER BY d.id, c.chain",
            (first, last, *parameters),
        )


def document_pages(database: Database) -> Iterator[tuple[str, str]]:
    """The ids of the first and the last document of each page, so many documents at a time, by id."""
    last = ""
    while ids := database.execute(f"SELECT id FROM documents WHERE id > ? ORDER BY id LIMIT {BATCH}", (last,)):
        yield ids[0][0], ids[-1][0]
        last = ids[-1][0]


def _asked(
    database: Database, kinds: Sequence[str] | None, keys: Sequence[ChainKey], whole: bool
) -> Iterator[list[Row]]:
    """The rows of some chains, so many at a time, in the order of the keys."""
    where, parameters = _of_kinds(kinds)
    asked = iter(keys)
    while part := list(islice(asked, BATCH)):
        rows = database.execute(
            f"WITH wanted (id, chain) AS (VALUES {', '.join(['(?, ?)'] * len(part))}) {_select(whole)} wanted "
            f"JOIN documents AS d ON d.id = wanted.id JOIN chains AS c ON c.document = d.number "
            f"AND c.chain = wanted.chain WHERE {where}",
            (*chain.from_iterable(part), *parameters),
        )
        found = {(row[0], row[1]): row for row in rows}
        yield [found[key] for key in part if key in found]


def _of_kinds(kinds: Sequence[str] | None) -> tuple[str, tuple[str, ...]]:
    if kinds is None:
        return "1 = 1", ()
    return (f"c.kind IN ({', '.join('?' * len(kinds))})", tuple(kinds)) if kinds else ("1 = 0", ())


def _replace(database: Database, new: StoredDocument) -> None:
    """Write a document in the place of an older one, whose chains hand their memberships and corrections on."""
    before = database.execute(
        "SELECT c.chain, c.kind, c.name FROM chains AS c JOIN documents AS d ON c.document = d.number WHERE d.id = ? "
        "ORDER BY c.chain",
        (new.id,),
    )
    carried = _carried(before, [(one.chain, one.kind, _name(one)) for one in new.profiles])
    belonged = database.execute(
        "SELECT m.chain, m.rank, m.identity, m.strength FROM memberships AS m "
        "JOIN documents AS d ON m.document = d.number WHERE d.id = ?",
        (new.id,),
    )
    for table in ("mentions", "chains"):
        database.execute(f"DELETE FROM {table} WHERE document = (SELECT number FROM documents WHERE id = ?)", (new.id,))
    number = _write(database, new)
    kept = [row for row in belonged if row[0] in carried]
    database.many(
        "INSERT INTO memberships (document, chain, rank, identity, strength) VALUES (?, ?, ?, ?, ?)",
        ((number, carried[old], *rest) for old, *rest in kept),
    )
    _follow(database, new.id, [old for old, _, _ in before], carried)


def _write(database: Database, new: StoredDocument) -> int:
    """Write one document, of which there are no chains; its number."""
    shared = {name: getattr(new.profiles[0], name) for name in _SHARED if new.profiles and _alike(new.profiles, name)}
    values = (
        new.path, new.hash, new.title, new.text, _packed(new.tokens), _packed(new.sentences), plain_json(shared)
    )  # fmt: skip
    ((number,),) = database.execute(
        f"""INSERT INTO documents (id, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
        path = excluded.path, hash = excluded.hash, title = excluded.title, text = excluded.text,
        tokens = excluded.tokens, sentences = excluded.sentences, shared = excluded.shared RETURNING number""",
        (new.id, *values),
    )
    database.many(
        "INSERT INTO mentions (document, place, chain, start_at, end_at) VALUES (?, ?, ?, ?, ?)",
        ((number, place, one.chain, one.start, one.end) for place, one in enumerate(new.mentions)),
    )
    own = [name for name in _FIELDS if name not in shared]
    _insert_chains(
        database,
        (
            (number, one.chain, one.kind, _name(one), "\n".join(one.forms), one.mentions, _profile_json(one, own))
            for one in new.profiles
        ),
    )
    _index(database, number, new)
    return int(number)


def _insert_chains(database: Database, rows: Iterable[Row]) -> None:
    columns = "document, chain, kind, name, forms, mentions, profile"
    if database.dialect == "sqlite":
        database.many(f"INSERT INTO chains ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        return
    database.many(
        f"INSERT INTO chains ({columns}, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ((*row, folded(row[3], row[4])) for row in rows),
    )


def _index(database: Database, number: int, new: StoredDocument) -> None:
    """Write the words of a document down, where the database does not do so itself."""
    if database.dialect != "sqlite":
        database.execute("UPDATE documents SET words = ? WHERE number = ?", (folded(new.title, new.text), number))


def _carried(before: Sequence[Row], after: Sequence[Row]) -> dict[int, int]:
    """The new number of each chain that is still there: the one at the same place, or the next of the same name."""
    stay = {row[0] for row in before} & {row[0] for row in after if row in set(before)}
    free: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, kind, name in after:
        if number not in stay:
            free[kind, name].append(number)
    carried = {number: number for number in stay}
    for number, kind, name in before:
        if number not in stay and free[kind, name]:
            carried[number] = free[kind, name].pop(0)
    return carried


def _follow(database: Database, id: str, before: Iterable[int], carried: dict[int, int]) -> None:
    """Let corrections follow the chains of a document; those of chains that are gone have nothing to hold on to."""
    if all(carried.get(old) == old for old in before):
        return
    rows = database.execute("SELECT correction, side, place, chain FROM correction_chains WHERE document = ?", (id,))
    database.execute("DELETE FROM correction_chains WHERE document = ?", (id,))
    database.many(
        "INSERT INTO correction_chains (correction, side, place, document, chain) VALUES (?, ?, ?, ?, ?)",
        ((correction, side, place, id, carried[old]) for correction, side, place, old in rows if old in carried),
    )


def _name(profile: Profile) -> str:
    return profile.name.full or next(iter(profile.forms), "")


def _alike(profiles: Sequence[Profile], name: str) -> bool:
    """Whether a field has the same value in all profiles, and one that is written."""
    first = getattr(profiles[0], name)
    return bool(first) and all((value := getattr(one, name)) is first or value == first for one in profiles)


_FIELDS = tuple(each.name for each in fields(Profile))
_EMPTY: tuple[Any, ...] = ("", (), {})
_PARTS = {kind: tuple(each.name for each in fields(kind)) for kind in (PersonName, Fact, Evidence)}
"""The records inside a profile, and their fields."""


def _profile_json(profile: Profile, own: Iterable[str]) -> str:
    """These fields of a profile as JSON, as `Profile.to_json` has them: what is empty is left out."""
    return plain_json({name: value for name in own if (value := getattr(profile, name)) not in _EMPTY})


def _plain(value: Any) -> dict[str, Any]:
    """A value that JSON does not know, as plain data."""
    if isinstance(value, Mapping):
        return dict(value)
    if type(value) in _PARTS:
        return {name: getattr(value, name) for name in _PARTS[type(value)]}
    raise TypeError(f"a {type(value).__name__} cannot be written as JSON")


_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"), default=_plain)


def plain_json(value: Any) -> str:
    """The value as JSON that PostgreSQL can read, too."""
    written = _ENCODER.encode(value)
    return _NUL.sub(r"\1\\ufffd", written) if "\\u0000" in written else written


def _packed(spans: Sequence[Span]) -> bytes:
    """Spans as pairs of numbers of 32 bits, the lowest byte first."""
    return _little(array("i", chain.from_iterable(spans))).tobytes()


def _spans(packed: bytes) -> tuple[Span, ...]:
    numbers = array("i")
    numbers.frombytes(bytes(packed))
    found = _little(numbers)
    return tuple(zip(found[::2], found[1::2], strict=True))


def _little(numbers: "array[int]") -> "array[int]":
    """The numbers with their bytes in the order of the store."""
    import sys

    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
