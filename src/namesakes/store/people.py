"""Identities in the store: who is in which, how surely, and what corrections make of their names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from namesakes.errors import DataError
from namesakes.store import log
from namesakes.store.database import Database, Row, among
from namesakes.store.documents import document_pages
from namesakes.store.records import ChainKey, Event, Identity, Membership
from namesakes.store.search import SELECT, identity_of


def identities(database: Database, hidden: bool) -> dict[str, Identity]:
    """All identities by id, the oldest first."""
    where = "" if hidden else "WHERE hidden = 0"
    rows = database.execute(f"{SELECT} {where} ORDER BY created")
    return {row[0]: identity_of(row) for row in rows}


def identity(database: Database, id: str) -> Identity | None:
    """The identity with this id, or None."""
    rows = database.execute(f"{SELECT} WHERE id = ?", (id,))
    return identity_of(rows[0]) if rows else None


_MEMBERS = """SELECT d.id, m.chain, m.identity, m.strength, m.rank
    FROM memberships AS m JOIN documents AS d ON d.number = m.document"""


def _membership(row: Row) -> Membership:
    id, chain, identity, strength, rank = row
    return Membership(ChainKey(id, chain), identity, strength, rank)


def memberships(database: Database, ranks: bool) -> Iterator[Membership]:
    """The identity of each chain, by document and chain; with `ranks` also those it might be in instead."""
    where = "" if ranks else "AND m.rank = 0"
    for first, last in document_pages(database):
        rows = database.execute(
            f"{_MEMBERS} WHERE d.id >= ? AND d.id <= ? {where} ORDER BY d.id, m.chain, m.rank", (first, last)
        )
        yield from map(_membership, rows)


def members(database: Database, id: str) -> list[Membership]:
    """The chains of an identity, the surest first, then by document and chain."""
    rows = database.execute(
        f"{_MEMBERS} WHERE m.identity = ? AND m.rank = 0 ORDER BY m.strength DESC, d.id, m.chain", (id,)
    )
    return [_membership(row) for row in rows]


def memberships_of(database: Database, document: str) -> list[Membership]:
    """The memberships of the chains of a document, by chain and rank."""
    rows = database.execute(f"{_MEMBERS} WHERE d.id = ? ORDER BY m.chain, m.rank", (document,))
    return [_membership(row) for row in rows]


def numbers(database: Database) -> dict[str, int]:
    """For each slug of a name the highest number an id ever had."""
    return dict(map(tuple, database.execute("SELECT slug, last FROM numbers ORDER BY slug")))


def blocks(database: Database) -> set[str]:
    """The fingerprints of the blocks whose memberships are settled."""
    return {fingerprint for (fingerprint,) in database.execute("SELECT fingerprint FROM blocks")}


def settle_blocks(database: Database, fingerprints: Iterable[str]) -> None:
    """Let these blocks count as settled too."""
    insert = "INSERT INTO blocks (fingerprint) VALUES (?) ON CONFLICT (fingerprint) DO NOTHING"
    database.many(insert, ((each,) for each in sorted(set(fingerprints))))


def forget_blocks(database: Database) -> None:
    """Let no block count as settled."""
    database.execute("DELETE FROM blocks")


def write(
    database: Database,
    identities: Iterable[Identity],
    memberships: Iterable[Membership],
    events: Iterable[Event],
    blocks: Iterable[str] | None,
) -> None:
    """Write identities, memberships, events and settled blocks in one transaction."""
    new, belong, told = {one.id: one for one in identities}, list(memberships), list(events)
    with database.transaction():
        _write_identities(database, new)
        left = _write_memberships(database, belong)
        log.add_events(database, told)
        if blocks is not None:
            forget_blocks(database)
            settle_blocks(database, blocks)
        filled = {one.identity for one in belong if one.rank == 0}
        touched = {*new, *left, *(event.source for event in told)} - filled
        _take_out_empty(database, touched if belong else None)
        mark(database)


def _take_out_empty(database: Database, ids: set[str] | None) -> None:
    """Take identities out that nobody is in, of these or of all."""
    empty = "NOT EXISTS (SELECT 1 FROM memberships AS m WHERE m.identity = identities.id AND m.rank = 0)"
    if ids is None:
        database.execute(f"DELETE FROM identities WHERE {empty}")
    else:
        database.many(f"DELETE FROM identities WHERE id = ? AND {empty}", ((id,) for id in sorted(ids)))


def mark(database: Database) -> None:
    """Let the corrections that rename or hide hold over the identities that have their chains now."""
    database.execute("UPDATE identities SET given = '', hidden = 0 WHERE given <> '' OR hidden <> 0")
    for correction in log.corrections(database, undone=False):
        if correction.what in ("rename", "not-a-person"):
            id = first_identity(database, correction.left)
            if correction.what == "rename":
                database.execute("UPDATE identities SET given = ? WHERE id = ?", (correction.value, id))
            else:
                database.execute("UPDATE identities SET hidden = 1 WHERE id = ?", (id,))


def first_identity(database: Database, chains: Iterable[ChainKey]) -> str | None:
    """The identity of the first of these chains that is still there, or None."""
    for chain in chains:
        rows = database.execute(f"{_MEMBERS} WHERE d.id = ? AND m.chain = ? AND m.rank = 0", chain)
        if rows:
            return str(rows[0][2])
    return None


def _write_identities(database: Database, new: Mapping[str, Identity]) -> None:
    known = {row[0] for row in among(database, "SELECT id FROM identities WHERE id IN ({})", sorted(new))}
    ((newest,),) = database.execute("SELECT COALESCE(MAX(created), 0) FROM identities")
    ((ever,),) = database.execute("SELECT COALESCE(SUM(last), 0) FROM numbers")
    first = max(newest, int(ever))
    fresh = [one for one in new.values() if one.id not in known]
    database.many(
        "INSERT INTO identities (id, name, kind, created) VALUES (?, ?, ?, ?)",
        ((one.id, one.name, one.kind, first + place) for place, one in enumerate(fresh, 1)),
    )
    database.many(
        "UPDATE identities SET name = ?, kind = ? WHERE id = ? AND (name <> ? OR kind <> ?)",
        ((one.name, one.kind, one.id, one.name, one.kind) for one in new.values() if one.id in known),
    )
    database.many(
        "INSERT INTO numbers (slug, last) VALUES (?, ?) "
        "ON CONFLICT (slug) DO UPDATE SET last = excluded.last WHERE excluded.last > numbers.last",
        (numbered(one.id) for one in fresh),
    )


def numbered(id: str) -> tuple[str, int]:
    """The slug and the number of an id; a `DataError` where it is none."""
    slug, dash, number = id.rpartition("-")
    if not (slug and dash and number.isdecimal()):
        raise DataError(f"'{id}' is not the id of an identity", "Ids are a name and a number, such as mark-johnson-1.")
    return slug, int(number)


def _write_memberships(database: Database, memberships: Sequence[Membership]) -> set[str]:
    """Write memberships in the place of those that the chains had; the identities that the chains were in before."""
    documents = sorted({one.chain.document for one in memberships})
    numbers: dict[str, int] = dict(among(database, "SELECT id, number FROM documents WHERE id IN ({})", documents))
    for one in memberships:
        if one.chain.document not in numbers:
            raise DataError(f"the store has no document '{one.chain.document}'; nothing was written")
    wanted = {(numbers[one.chain.document], one.chain.chain) for one in memberships}
    were = among(
        database, "SELECT document, chain, identity FROM memberships WHERE document IN ({})", sorted(numbers.values())
    )
    had = [row for row in were if row[:2] in wanted]
    database.many("DELETE FROM memberships WHERE document = ? AND chain = ?", sorted({row[:2] for row in had}))
    database.many(
        "INSERT INTO memberships (document, chain, rank, identity, strength) VALUES (?, ?, ?, ?, ?)",
        (
            (numbers[one.chain.document], one.chain.chain, one.rank, one.identity, float(one.strength))
            for one in memberships
        ),
    )
    return {identity for _, _, identity in had}
