"""The identities of a store: people, organizations and places across documents."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from namesakes.store.database import Row, Table, among
from namesakes.store.ids import split_id
from namesakes.store.records import Identity
from namesakes.store.schema import LABELLED
from namesakes.store.search import condition, folded, words

_SELECT = "SELECT id, given, name, kind, created, hidden FROM identities"
_EMPTY = "NOT EXISTS (SELECT 1 FROM memberships AS m WHERE m.identity = identities.id AND m.rank = 0)"


class Identities(Table):
    """The identities by id; `Store.write_identities` writes them together with their memberships."""

    def all(self, *, hidden: bool = True) -> dict[str, Identity]:
        """All identities by id, the oldest first; without those that are no people where `hidden` is false."""
        where = "" if hidden else "WHERE hidden = 0"
        rows = self.database.execute(f"{_SELECT} {where} ORDER BY created")
        return {row[0]: _identity(row) for row in rows}

    def of(self, ids: Sequence[str], *, hidden: bool = True) -> dict[str, Identity]:
        """Those of these ids that there are, by id; without those that are no people where `hidden` is false."""
        rows = among(self.database, f"{_SELECT} WHERE id IN ({{}})", ids)
        found = map(_identity, rows)
        return {one.id: one for one in found if hidden or not one.hidden}

    def hidden(self) -> set[str]:
        """The ids of those that are no people."""
        rows = self.database.execute(f"SELECT id FROM identities WHERE {LABELLED} AND hidden <> 0")
        return {id for (id,) in rows}

    def kinds(self) -> list[str]:
        """The kinds that there are, in alphabetical order."""
        return [kind for (kind,) in self.database.execute("SELECT DISTINCT kind FROM identities ORDER BY kind")]

    def mentions(self) -> dict[str, int]:
        """How many mentions each identity has in all documents."""
        rows = self.database.execute(
            """SELECT m.identity, SUM(c.mentions) FROM memberships AS m
            JOIN chains AS c ON c.document = m.document AND c.chain = m.chain WHERE m.rank = 0 GROUP BY m.identity"""
        )
        return {id: int(count) for id, count in rows}

    def get(self, id: str) -> Identity | None:
        """The identity with this id, or None."""
        rows = self.database.execute(f"{_SELECT} WHERE id = ?", (id,))
        return _identity(rows[0]) if rows else None

    def named(self, name: str) -> list[Identity]:
        """The identities with a name: all its words are in one name of one of their chains; the oldest first."""
        query = folded(name)
        if not query:
            return []
        ids = {id for id, names in self._candidates(query) if any(set(query) <= {*words(each)} for each in names)}
        rows = among(self.database, f"{_SELECT} WHERE id IN ({{}})", sorted(ids))
        return sorted((_identity(row) for row in rows), key=lambda one: one.created)

    def _candidates(self, query: list[str]) -> Iterator[tuple[str, list[str]]]:
        """Identities with a chain that has all the words in its names, with these names; and the renamed ones."""
        where, parameter = condition(self.database.dialect, "chains", query)
        rows = self.database.execute(
            f"""SELECT m.identity, chains.name, chains.forms FROM chains
            JOIN memberships AS m ON m.document = chains.document AND m.chain = chains.chain AND m.rank = 0
            WHERE {where}""",
            (parameter,),
        )
        for id, name, forms in rows:
            yield id, [name, *forms.split("\n")]
        for id, given in self.database.execute(f"SELECT id, given FROM identities WHERE {LABELLED} AND given <> ''"):
            yield id, [given]

    def beginning(self, text: str, most: int) -> list[Identity]:
        """The identities whose ids begin with a text, by id, without those that are no people; `most` at most."""
        where = "WHERE substr(id, 1, ?) = ? AND hidden = 0"
        rows = self.database.execute(f"{_SELECT} {where} ORDER BY id LIMIT {int(most)}", (len(text), text))
        return [_identity(row) for row in rows]

    def ages(self, ids: Iterable[str]) -> dict[str, int]:
        """For each of these identities its place in the order of their coming; smaller is older."""
        return dict(among(self.database, "SELECT id, created FROM identities WHERE id IN ({})", sorted(set(ids))))

    def empty(self) -> list[str]:
        """The ids of identities that no chain is in, the oldest first."""
        rows = self.database.execute(f"SELECT id FROM identities WHERE {_EMPTY} ORDER BY created")
        return [id for (id,) in rows]

    def numbers(self, slugs: Iterable[str] | None = None) -> dict[str, int]:
        """For each slug, or each of these, the highest number an id ever had; `assign_ids` uses no id twice by it."""
        if slugs is None:
            return dict(map(tuple, self.database.execute("SELECT slug, last FROM numbers ORDER BY slug")))
        return dict(among(self.database, "SELECT slug, last FROM numbers WHERE slug IN ({})", sorted(set(slugs))))

    def write(self, identities: Mapping[str, Identity]) -> None:
        """Insert new identities, in the order given, and update the names and kinds of known ones."""
        known = {
            row[0] for row in among(self.database, "SELECT id FROM identities WHERE id IN ({})", sorted(identities))
        }
        ((newest,),) = self.database.execute("SELECT COALESCE(MAX(created), 0) FROM identities")
        ((ever,),) = self.database.execute("SELECT COALESCE(SUM(last), 0) FROM numbers")
        first = max(newest, int(ever))
        new = [one for one in identities.values() if one.id not in known]
        self.database.executemany(
            "INSERT INTO identities (id, name, kind, created) VALUES (?, ?, ?, ?)",
            ((one.id, one.name, one.kind, first + place) for place, one in enumerate(new, 1)),
        )
        self.database.executemany(
            "UPDATE identities SET name = ?, kind = ?, checksum = NULL WHERE id = ? AND (name <> ? OR kind <> ?)",
            ((one.name, one.kind, one.id, one.name, one.kind) for one in identities.values() if one.id in known),
        )
        self.database.executemany(
            "INSERT INTO numbers (slug, last) VALUES (?, ?) "
            "ON CONFLICT (slug) DO UPDATE SET last = excluded.last, checksum = NULL WHERE excluded.last > numbers.last",
            (split_id(one.id) for one in new),
        )

    def remove_empty(self, ids: set[str] | None) -> None:
        """Remove the identities that no chain is in: of these ids, or of all for None."""
        if ids is None:
            self.database.execute(f"DELETE FROM identities WHERE {_EMPTY}")
        else:
            self.database.executemany(
                f"DELETE FROM identities WHERE id = ? AND {_EMPTY}", ((id,) for id in sorted(ids))
            )

    def clear_labels(self) -> None:
        """Let no identity be renamed or hidden."""
        with self.database.transaction():
            self.database.execute(f"UPDATE identities SET given = '', hidden = 0, checksum = NULL WHERE {LABELLED}")

    def rename(self, id: str | None, name: str) -> None:
        """Let an identity have another name than the fullest."""
        with self.database.transaction():
            self.database.execute("UPDATE identities SET given = ?, checksum = NULL WHERE id = ?", (name, id))

    def hide(self, id: str | None) -> None:
        """Let an identity be no person."""
        with self.database.transaction():
            self.database.execute("UPDATE identities SET hidden = 1, checksum = NULL WHERE id = ?", (id,))


def _identity(row: Row) -> Identity:
    id, given, name, kind, created, hidden = row
    return Identity(id, given or name, kind, created, bool(hidden))
