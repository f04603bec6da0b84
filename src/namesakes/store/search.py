"""Search by words: documents by what stands in them, identities by their names; case and accents do not matter."""

import re
import unicodedata
from collections.abc import Iterator

from namesakes.store.database import Database, Row, among
from namesakes.store.records import Found, Identity

_WORD = re.compile(r"[^\W_]+")
_LONGEST = 200
"""Letters of a word that count; an index has its limits."""
_AROUND = 40
"""Characters shown on either side of what was found."""


def folded(*texts: str) -> list[str]:
    """The different words of texts in small letters without accents, in alphabetical order."""
    return sorted({word for text in texts for word in _words(text)})


def _words(text: str) -> list[str]:
    return [word[:_LONGEST] for word in _WORD.findall(_plain(text))]


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).lower()


def _condition(database: Database, table: str, words: list[str]) -> tuple[str, object]:
    """The condition that a row of a table has all these words, and its parameter."""
    if database.dialect == "sqlite":
        within = f"SELECT rowid FROM {table}_words WHERE {table}_words MATCH ?"
        return f"{table}.number IN ({within})", " ".join(f'"{word}"' for word in words)
    return f"{table}.words @> ?", words


def documents(database: Database, text: str) -> list[Found]:
    """The documents in which all words of a text stand, by id."""
    words = folded(text)
    if not words:
        return []
    condition, parameter = _condition(database, "documents", words)
    rows = database.execute(f"SELECT id, title, text FROM documents WHERE {condition} ORDER BY id", (parameter,))
    return [Found(id, title, _line(body, words)) for id, title, body in rows]


def _line(text: str, words: list[str]) -> str:
    """What stands around the first of the words, in one line."""
    for match in _WORD.finditer(text):
        if _plain(match[0])[:_LONGEST] in words:
            start, end = max(match.start() - _AROUND, 0), match.end() + _AROUND
            shown = " ".join(text[start:end].split())
            return f"{'…' * (start > 0)}{shown}{'…' * (end < len(text))}"
    return " ".join(text[: 2 * _AROUND].split())


def identities(database: Database, name: str) -> list[Identity]:
    """The identities that go by a name: all its words are in one of their names; the oldest first."""
    words = folded(name)
    if not words:
        return []
    found = {id for id, names in _named(database, words) if any(set(words) <= {*_words(each)} for each in names)}
    rows = among(database, f"{SELECT} WHERE id IN ({{}})", sorted(found))
    return sorted((identity_of(row) for row in rows), key=lambda one: one.created)


SELECT = "SELECT id, given, name, kind, created, hidden FROM identities"


def identity_of(row: Row) -> Identity:
    """The identity of a row of `SELECT`."""
    id, given, name, kind, created, hidden = row
    return Identity(id, given or name, kind, created, bool(hidden))


def _named(database: Database, words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Identities of chains that have all the words among their names, with these; and those that were renamed so."""
    condition, parameter = _condition(database, "chains", words)
    rows = database.execute(
        f"""SELECT m.identity, chains.name, chains.forms FROM chains
        JOIN memberships AS m ON m.document = chains.document AND m.chain = chains.chain AND m.rank = 0
        WHERE {condition}""",
        (parameter,),
    )
    for id, name, forms in rows:
        yield id, [name, *forms.split("\n")]
    for id, given in database.execute("SELECT id, given FROM identities WHERE given <> ''"):
        yield id, [given]
