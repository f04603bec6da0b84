"""The documents of a store: their texts, tokens and mentions, written together with their chains."""

import json
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence

from namesakes.profiles.names import chain_name
from namesakes.profiles.profile import Profile
from namesakes.store.checksums import seal_document
from namesakes.store.database import Row, Table, among, storable
from namesakes.store.encoding import pack_spans, plain_json, profile_json, profile_of, shared_fields, unpack_spans
from namesakes.store.records import DocumentState, SearchHit, StoredDocument, StoredMention
from namesakes.store.search import condition, excerpt, folded

_COLUMNS = "path, hash, title, text, tokens, sentences, shared"


class Documents(Table):
    """The documents by id."""

    def states(self) -> dict[str, DocumentState]:
        """The hash and the path of each document, by id in alphabetical order."""
        rows = self.database.execute("SELECT id, hash, path FROM documents ORDER BY id")
        return {id: DocumentState(hash, path) for id, hash, path in rows}

    def count(self) -> int:
        """How many documents there are."""
        return int(self.database.execute("SELECT COUNT(*) FROM documents")[0][0])

    def titles(self) -> dict[str, str]:
        """The title of each document, by id in alphabetical order."""
        return dict(map(tuple, self.database.execute("SELECT id, title FROM documents ORDER BY id")))

    def beginning(self, text: str, most: int) -> list[str]:
        """The ids of documents that begin with a text, in alphabetical order; `most` at most."""
        select = f"SELECT id FROM documents WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT {int(most)}"
        return [id for (id,) in self.database.execute(select, (len(text), text))]

    def dates(self, ids: Iterable[str] | None = None) -> dict[str, str]:
        """When each document, or each of these, was written, by id in alphabetical order, where that is known."""
        value = self.database.field_of("shared", "date")
        select = f"SELECT id, {value} FROM documents WHERE {value} IS NOT NULL"
        if ids is None:
            return dict(map(tuple, self.database.execute(f"{select} ORDER BY id")))
        wanted = sorted(set(ids))
        return dict(map(tuple, sorted(among(self.database, f"{select} AND id IN ({{}})", wanted))))

    def get(self, id: str) -> StoredDocument | None:
        """The document with this id, or None."""
        rows = self.database.execute(f"SELECT number, {_COLUMNS} FROM documents WHERE id = ?", (id,))
        if not rows:
            return None
        number, path, hash, title, text, tokens, sentences, shared_json = rows[0]
        mentions = self.database.execute(
            "SELECT start_at, end_at, chain FROM mentions WHERE document = ? ORDER BY place", (number,)
        )
        profiles = self.database.execute("SELECT profile FROM chains WHERE document = ? ORDER BY chain", (number,))
        shared = json.loads(shared_json)
        return StoredDocument(
            id, path, hash, title, text, unpack_spans(tokens), unpack_spans(sentences),
            mentions=tuple(StoredMention(*row) for row in mentions),
            profiles=tuple(profile_of(shared, own) for (own,) in profiles),
        )  # fmt: skip

    def search(self, text: str) -> list[SearchHit]:
        """The documents that have all words of a text, by id; case and accents do not count."""
        words = folded(text)
        if not words:
            return []
        where, parameter = condition(self.database.dialect, "documents", words)
        rows = self.database.execute(f"SELECT id, title, text FROM documents WHERE {where} ORDER BY id", (parameter,))
        return [SearchHit(id, title, excerpt(body, words)) for id, title, body in rows]

    def write(self, batch: Sequence[StoredDocument]) -> None:
        """Write documents, in the place of what was there of the same ids, in one transaction.

        Chains of a changed document that have the same name as before stay in their identities until
        `Store.write_identities` says otherwise; corrections follow them.
        """
        with self.database.transaction():
            ids = [each.id for each in batch]
            known = {row[0] for row in among(self.database, "SELECT id FROM documents WHERE id IN ({})", ids)}
            for each in batch:
                if each.id in known:
                    self._replace(each)
                else:
                    self._write(each)
                    known.add(each.id)

    def remove(self, ids: Iterable[str]) -> None:
        """Remove documents with their mentions and chains, in one transaction; identities wait for the next write."""
        with self.database.transaction():
            self.database.executemany("DELETE FROM documents WHERE id = ?", ((id,) for id in ids))

    def _replace(self, new: StoredDocument) -> None:
        """Write a document in the place of an older one, whose chains hand their memberships and corrections on."""
        before = self.database.execute(
            "SELECT c.chain, c.kind, c.name FROM chains AS c JOIN documents AS d ON c.document = d.number "
            "WHERE d.id = ? ORDER BY c.chain",
            (new.id,),
        )
        after = [(one.chain, one.kind, chain_name(one)) for one in new.profiles]
        renumbered = _renumbered(before, after, self._followed(new))
        memberships = self.database.execute(
            "SELECT m.chain, m.rank, m.identity, m.strength FROM memberships AS m "
            "JOIN documents AS d ON m.document = d.number WHERE d.id = ?",
            (new.id,),
        )
        for table in ("mentions", "chains", "block_rows"):
            of_document = "document = (SELECT number FROM documents WHERE id = ?)"
            self.database.execute(f"DELETE FROM {table} WHERE {of_document}", (new.id,))
        number = self._write(new)
        heirs: dict[int, int] = {}
        for old in sorted({row[0] for row in memberships} & renumbered.keys()):
            heirs.setdefault(renumbered[old], old)  # of two chains that are one now the first hands on its place
        self.database.executemany(
            "INSERT INTO memberships (document, chain, rank, identity, strength) VALUES (?, ?, ?, ?, ?)",
            (
                (number, renumbered[old], *rest)
                for old, *rest in memberships
                if heirs.get(renumbered.get(old, -1)) == old
            ),
        )
        self._move_corrections(new.id, [old for old, _, _ in before], renumbered)

    def _followed(self, new: StoredDocument) -> dict[int, int]:
        """For each chain of the older document the one with most of its mentions now, where the text is the same."""
        (row,) = self.database.execute("SELECT number, text FROM documents WHERE id = ?", (new.id,))
        if row[1] != storable(new.text):
            return {}
        kept = {one.chain for one in new.profiles}
        chain_of: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for one in new.mentions:
            if one.chain in kept:
                chain_of[one.start, one.end].append(one.chain)
        shared: Counter[tuple[int, int]] = Counter()
        for start, end, chain in self.database.execute(
            "SELECT start_at, end_at, chain FROM mentions WHERE document = ? ORDER BY place", row[:1]
        ):
            shared.update((chain, other) for other in chain_of[start, end])
        followed: dict[int, int] = {}
        for (chain, other), _ in sorted(shared.items(), key=lambda each: (-each[1], each[0])):
            followed.setdefault(chain, other)
        return followed

    def _write(self, new: StoredDocument) -> int:
        """Write one document that has no chains in the store; its number."""
        shared = shared_fields(new.profiles)
        row = tuple(map(storable, (
            new.id, new.path, new.hash, new.title, new.text, pack_spans(new.tokens), pack_spans(new.sentences),
            plain_json(shared),
        )))  # fmt: skip
        ((number,),) = self.database.execute(
            f"""INSERT INTO documents (id, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
            path = excluded.path, hash = excluded.hash, title = excluded.title, text = excluded.text,
            tokens = excluded.tokens, sentences = excluded.sentences, shared = excluded.shared RETURNING number""",
            row,
        )
        mentions = [(place, one.chain, one.start, one.end) for place, one in enumerate(new.mentions)]
        self.database.executemany(
            "INSERT INTO mentions (document, place, chain, start_at, end_at) VALUES (?, ?, ?, ?, ?)",
            ((number, *mention) for mention in mentions),
        )
        chains = [_chain_row(one, shared) for one in new.profiles]
        self._write_chains((number, *each) for each in chains)
        if self.database.dialect != "sqlite":  # SQLite keeps its index by triggers
            words = folded(new.title, new.text)
            self.database.execute("UPDATE documents SET words = ? WHERE number = ?", (words, number))
        seal_document(self.database, number, row, chains, mentions)
        return int(number)

    def _write_chains(self, rows: Iterable[Row]) -> None:
        columns = "document, chain, kind, name, forms, mentions, profile"
        if self.database.dialect == "sqlite":
            self.database.executemany(f"INSERT INTO chains ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
            return
        self.database.executemany(
            f"INSERT INTO chains ({columns}, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            ((*row, folded(row[3], row[4])) for row in rows),
        )

    def _move_corrections(self, id: str, before: Iterable[int], renumbered: dict[int, int]) -> None:
        """Let corrections follow the chains of a document; what they say of chains that are gone is dropped."""
        if all(renumbered.get(old) == old for old in before):
            return
        rows = self.database.execute(
            "SELECT correction, side, place, chain FROM correction_chains WHERE document = ?", (id,)
        )
        self.database.execute("DELETE FROM correction_chains WHERE document = ?", (id,))
        self.database.executemany(
            "INSERT INTO correction_chains (correction, side, place, document, chain) VALUES (?, ?, ?, ?, ?)",
            (
                (correction, side, place, id, renumbered[old])
                for correction, side, place, old in rows
                if old in renumbered
            ),
        )


def _chain_row(one: Profile, shared: Container[str]) -> Row:
    """The columns of a chain, but for its document."""
    columns = (one.chain, one.kind, chain_name(one), "\n".join(one.forms), one.mentions, profile_json(one, shared))
    return tuple(map(storable, columns))


def _renumbered(before: Sequence[Row], after: Sequence[Row], followed: Mapping[int, int]) -> dict[int, int]:
    """The new number of each chain that is still there.

    That is where its mentions are; or the one of the same number and name, or the next of the same name.
    """
    renumbered = {row[0]: followed[row[0]] for row in before if row[0] in followed}
    lost, taken = [row for row in before if row[0] not in renumbered], set(renumbered.values())
    unchanged = {row[0] for row in lost if row in set(after)} - taken
    free: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, kind, name in after:
        if number not in unchanged | taken:
            free[kind, name].append(number)
    renumbered |= {number: number for number in unchanged}
    for number, kind, name in lost:
        if number not in unchanged and free[kind, name]:
            renumbered[number] = free[kind, name].pop(0)
    return renumbered
