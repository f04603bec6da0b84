"""The schema of a store as ordered migrations: a store of any older version goes through those that it lacks.

A migration is never changed once it has been released; what must change becomes another one.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from namesakes.store.checksums import SEALED, document_checksum
from namesakes.store.search import folded

if TYPE_CHECKING:
    from namesakes.store.database import Database

Migration = Callable[["Database"], Iterator[str]]
"""Gives the statements that bring a database from one version to the next; it may do more between them."""


def _tables(database: "Database") -> Iterator[str]:
    """Version 1: the tables."""
    yield """CREATE TABLE documents (
        number {serial}, id {text} NOT NULL UNIQUE, path {text} NOT NULL, hash {text} NOT NULL, title {text} NOT NULL,
        text {text} NOT NULL, tokens {bytes} NOT NULL, sentences {bytes} NOT NULL, shared {text} NOT NULL)"""
    yield """CREATE TABLE chains (
        number {serial}, document BIGINT NOT NULL REFERENCES documents (number) ON DELETE CASCADE,
        chain BIGINT NOT NULL, kind {text} NOT NULL, name {text} NOT NULL, forms {text} NOT NULL,
        mentions BIGINT NOT NULL, profile {text} NOT NULL, UNIQUE (document, chain))"""
    yield """CREATE TABLE mentions (
        document BIGINT NOT NULL REFERENCES documents (number) ON DELETE CASCADE, place BIGINT NOT NULL,
        chain BIGINT NOT NULL, start_at BIGINT NOT NULL, end_at BIGINT NOT NULL,
        PRIMARY KEY (document, place)) {rowless}"""
    yield """CREATE TABLE identities (
        id {text} NOT NULL PRIMARY KEY, name {text} NOT NULL, given {text} NOT NULL DEFAULT '', kind {text} NOT NULL,
        created BIGINT NOT NULL UNIQUE, hidden BIGINT NOT NULL DEFAULT 0)"""
    yield """CREATE TABLE memberships (
        document BIGINT NOT NULL, chain BIGINT NOT NULL, rank BIGINT NOT NULL,
        identity {text} NOT NULL REFERENCES identities (id) ON DELETE CASCADE, strength DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (document, chain, rank),
        FOREIGN KEY (document, chain) REFERENCES chains (document, chain) ON DELETE CASCADE) {rowless}"""
    yield "CREATE INDEX memberships_identity ON memberships (identity, rank)"
    yield "CREATE TABLE numbers (slug {text} NOT NULL PRIMARY KEY, last BIGINT NOT NULL)"
    yield "CREATE TABLE blocks (fingerprint {text} NOT NULL PRIMARY KEY)"
    yield """CREATE TABLE corrections (
        id {serial}, what {text} NOT NULL, names {text} NOT NULL, value {text} NOT NULL, who {text} NOT NULL,
        time {text} NOT NULL, undone {text} NOT NULL DEFAULT '')"""
    yield """CREATE TABLE correction_chains (
        correction BIGINT NOT NULL REFERENCES corrections (id) ON DELETE CASCADE, side BIGINT NOT NULL,
        place BIGINT NOT NULL, document {text} NOT NULL, chain BIGINT NOT NULL,
        PRIMARY KEY (correction, side, place)) {rowless}"""
    yield "CREATE INDEX correction_chains_document ON correction_chains (document)"
    yield """CREATE TABLE events (
        id {serial}, time {text} NOT NULL, what {text} NOT NULL, source {text} NOT NULL, target {text} NOT NULL,
        chains BIGINT NOT NULL, why {text} NOT NULL)"""
    yield "CREATE TABLE runs (id {serial}, time {text} NOT NULL, manifest {text} NOT NULL)"


_SEARCHED = {"documents": ("title", "text"), "chains": ("name", "forms")}
"""The columns whose words can be searched for."""


def _search(database: "Database") -> Iterator[str]:
    """Version 2: search by words, and the facts of profiles as a view."""
    statements = _sqlite_search() if database.dialect == "sqlite" else _postgresql_search(database)
    yield from statements


def _sqlite_search() -> Iterator[str]:
    """An FTS5 index without texts of its own; triggers keep it in step with the tables."""
    for table, columns in _SEARCHED.items():
        listed = ", ".join(columns)
        new, old = (", ".join(f"{row}.{column}" for column in columns) for row in ("new", "old"))
        add = f"INSERT INTO {table}_words (rowid, {listed}) VALUES (new.number, {new});"
        take = f"INSERT INTO {table}_words ({table}_words, rowid, {listed}) VALUES ('delete', old.number, {old});"
        yield f"""CREATE VIRTUAL TABLE {table}_words USING fts5 ({listed}, content='{table}', content_rowid='number',
            detail='none', columnsize=0, tokenize='unicode61 remove_diacritics 2')"""
        yield f"INSERT INTO {table}_words ({table}_words) VALUES ('rebuild')"
        yield f"CREATE TRIGGER {table}_added AFTER INSERT ON {table} BEGIN {add} END"
        yield f"CREATE TRIGGER {table}_taken AFTER DELETE ON {table} BEGIN {take} END"
        yield f"CREATE TRIGGER {table}_changed AFTER UPDATE OF {listed} ON {table} BEGIN {take} {add} END"
    yield _facts("json_each(chains.profile, '$.facts') AS fact", "json_extract(fact.value, '$.{}')")


def _postgresql_search(database: "Database") -> Iterator[str]:
    """Arrays of folded words with a GIN index; `Documents.write` fills them."""
    for table, columns in _SEARCHED.items():
        yield f"ALTER TABLE {table} ADD COLUMN words TEXT[] NOT NULL DEFAULT '{{}}'"
        for (number,) in database.execute(f"SELECT number FROM {table}"):
            (row,) = database.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE number = ?", (number,))
            database.execute(f"UPDATE {table} SET words = ? WHERE number = ?", (folded(*row), number))
        yield f"CREATE INDEX {table}_words ON {table} USING gin (words)"
    yield _facts("jsonb_array_elements(chains.profile::jsonb -> 'facts') AS fact", "fact #>> '{{{}}}'")


def _facts(rows: str, part: str) -> str:
    """The view of all facts with their evidence."""
    fields = {
        "field": "field",
        "value": "value",
        "relation": "relation",
        "start_at": "evidence.start",
        "end_at": "evidence.end",
        "sentence": "evidence.sentence",
        "pattern": "evidence.pattern",
    }
    separator = "," if part.startswith("fact") else "."
    parts = ", ".join(f"{part.format(path.replace('.', separator))} AS {name}" for name, path in fields.items())
    return f"""CREATE VIEW facts AS
        SELECT memberships.identity AS identity, documents.id AS document, chains.chain AS chain, {parts}
        FROM chains JOIN documents ON documents.number = chains.document
        LEFT JOIN memberships ON memberships.document = chains.document AND memberships.chain = chains.chain
        AND memberships.rank = 0 CROSS JOIN {rows}"""


_SEALED = 3
"""The version that brings checksums."""


def _checksums(database: "Database") -> Iterator[str]:
    """Version 3: checksums; those of rows are filled in at the end of the transaction."""
    yield """CREATE TABLE document_checksums (
        document BIGINT NOT NULL PRIMARY KEY REFERENCES documents (number) ON DELETE CASCADE,
        checksum BIGINT NOT NULL) {rowless}"""
    for (number,) in database.execute("SELECT number FROM documents"):
        value = document_checksum(database, number)
        database.execute("INSERT INTO document_checksums (document, checksum) VALUES (?, ?)", (number, value))
    for name, table in SEALED.items():
        if table.since > _SEALED:
            continue
        yield f"ALTER TABLE {name} ADD COLUMN checksum BIGINT"
        yield f"CREATE INDEX {name}_unsealed ON {name} ({table.key[0]}) WHERE checksum IS NULL"


LABELLED = "(given <> '' OR hidden <> 0)"
"""The condition that an identity was renamed or hidden."""


def _block_rows(database: "Database") -> Iterator[str]:
    """Version 4: what blocking needs of chains, filled in where it is missing, and what each run asks of all rows.

    Rows of documents are large; the index that has their states is small.
    """
    yield """CREATE TABLE block_rows (
        document BIGINT NOT NULL PRIMARY KEY REFERENCES documents (number) ON DELETE CASCADE,
        names {bytes} NOT NULL, clues {bytes} NOT NULL)"""
    yield "CREATE INDEX documents_states ON documents (id, hash, path)"
    yield f"CREATE INDEX identities_labelled ON identities (id) WHERE {LABELLED}"


def _anchors(database: "Database") -> Iterator[str]:
    """Version 5: the mentions that corrections are about, and what was there before each of them."""
    yield """CREATE TABLE correction_anchors (
        correction BIGINT NOT NULL PRIMARY KEY REFERENCES corrections (id) ON DELETE CASCADE,
        anchors {text} NOT NULL, before {text} NOT NULL DEFAULT '', checksum BIGINT) {rowless}"""
    yield "CREATE INDEX correction_anchors_unsealed ON correction_anchors (correction) WHERE checksum IS NULL"


MIGRATIONS: tuple[Migration, ...] = (_tables, _search, _checksums, _block_rows, _anchors)
"""Migration i brings a store from version i to version i + 1."""
