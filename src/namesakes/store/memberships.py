"""The memberships of a store: which chain is in which identity, and how surely."""

from collections.abc import Iterable, Iterator, Sequence

from namesakes.errors import DataError
from namesakes.store.database import Row, Table, among
from namesakes.store.records import ChainKey, Membership

_SELECT = """SELECT d.id, m.chain, m.identity, m.strength, m.rank
    FROM memberships AS m JOIN documents AS d ON d.number = m.document"""


class Memberships(Table):
    """The identity of each chain, and the identities that it might be in instead; `Store.write_identities` writes."""

    def all(self, *, alternatives: bool = False) -> Iterator[Membership]:
        """The membership of each chain, by document and chain; with `alternatives` also those it might have instead."""
        where = "" if alternatives else "AND m.rank = 0"
        for first, last in self.document_pages():
            rows = self.database.execute(
                f"{_SELECT} WHERE d.id >= ? AND d.id <= ? {where} ORDER BY d.id, m.chain, m.rank", (first, last)
            )
            yield from map(_membership, rows)

    def of_identity(self, id: str) -> list[Membership]:
        """The chains of an identity, the surest first, then by document and chain."""
        rows = self.database.execute(
            f"{_SELECT} WHERE m.identity = ? AND m.rank = 0 ORDER BY m.strength DESC, d.id, m.chain", (id,)
        )
        return [_membership(row) for row in rows]

    def homes(self, chains: Iterable[ChainKey]) -> dict[ChainKey, str]:
        """The identity of each of these chains that is in one."""
        wanted = set(chains)
        documents = sorted({chain.document for chain in wanted})
        rows = among(self.database, f"{_SELECT} WHERE m.rank = 0 AND d.id IN ({{}})", documents)
        found = map(_membership, rows)
        return {each.chain: each.identity for each in found if each.chain in wanted}

    def of_identities(self, ids: Iterable[str]) -> Iterator[Membership]:
        """The chains of some identities."""
        yield from map(
            _membership, among(self.database, f"{_SELECT} WHERE m.rank = 0 AND m.identity IN ({{}})", sorted(set(ids)))
        )

    def of_document(self, id: str) -> list[Membership]:
        """The memberships of the chains of a document with their alternatives, by chain and rank."""
        rows = self.database.execute(f"{_SELECT} WHERE d.id = ? ORDER BY m.chain, m.rank", (id,))
        return [_membership(row) for row in rows]

    def first_identity(self, chains: Iterable[ChainKey]) -> str | None:
        """The identity of the first of these chains that is still there, or None."""
        for chain in chains:
            rows = self.database.execute(f"{_SELECT} WHERE d.id = ? AND m.chain = ? AND m.rank = 0", chain)
            if rows:
                return str(rows[0][2])
        return None

    def replace(self, memberships: Sequence[Membership]) -> set[str]:
        """Write memberships in the place of those that the chains had; the identities the chains were in before."""
        documents = sorted({one.chain.document for one in memberships})
        numbers: dict[str, int] = dict(
            among(self.database, "SELECT id, number FROM documents WHERE id IN ({})", documents)
        )
        for one in memberships:
            if one.chain.document not in numbers:
                raise DataError(f"the store has no document '{one.chain.document}'; nothing was written")
        chains = {(numbers[one.chain.document], one.chain.chain) for one in memberships}
        rows = among(
            self.database,
            "SELECT document, chain, identity FROM memberships WHERE document IN ({})",
            sorted(numbers.values()),
        )
        before = [row for row in rows if row[:2] in chains]
        self.database.executemany(
            "DELETE FROM memberships WHERE document = ? AND chain = ?", sorted({row[:2] for row in before})
        )
        self.database.executemany(
            "INSERT INTO memberships (document, chain, rank, identity, strength) VALUES (?, ?, ?, ?, ?)",
            (
                (numbers[one.chain.document], one.chain.chain, one.rank, one.identity, float(one.strength))
                for one in memberships
            ),
        )
        return {identity for _, _, identity in before}


def _membership(row: Row) -> Membership:
    id, chain, identity, strength, rank = row
    return Membership(ChainKey(id, chain), identity, strength, rank)
