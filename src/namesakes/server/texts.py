"""Documents as the API shows them: what is in one, its text in pieces, and those that have some words."""

from typing import Any, Final

from namesakes.server.problems import ProblemError
from namesakes.store.pieces import Contents, contents, piece
from namesakes.store.search import condition, excerpt, folded
from namesakes.store.store import Store

MOST: Final = 100_000
"""Characters that are sent at once, at most."""
_LISTED: Final = 20


def head(store: Store, id: str) -> dict[str, Any]:
    """What there is in a document: its chains with the people they are, and where its pieces begin."""
    found = _contents(store, id)
    people = store.identities.of(
        sorted({each.identity for one in found.chains for each in (*filter(None, [one.home]), *one.others)})
    )
    chains = []
    for one in found.chains:
        home = one.home
        person = people.get(home.identity) if home is not None else None
        chains.append(
            {
                "chain": one.chain,
                "name": one.name,
                "kind": one.kind,
                "person": None if person is None else person.id,
                "called": one.name if person is None else person.name,
                "strength": None if home is None else round(home.strength, 4),
                "others": [
                    {"id": each.identity, "name": people[each.identity].name, "likeness": round(each.strength, 4)}
                    for each in one.others
                    if each.identity in people and not people[each.identity].hidden
                ],
                "mentions": [list(span) for span in one.mentions],
            }
        )
    return {
        "id": found.id,
        "title": found.title,
        "date": found.date,
        "characters": found.characters,
        "pieces": list(found.pieces),
        "chains": chains,
    }


def part(store: Store, id: str, start: int, end: int) -> dict[str, Any]:
    """The text of a document between two characters, and the mentions that touch it."""
    if end - start > MOST:
        raise ProblemError(413, "this piece is too long", f"Ask for {MOST:,} characters at most.")
    text = piece(store, id, start, end)
    if text is None:
        raise _nothing()
    rows = store.database.execute(
        """SELECT m.start_at, m.end_at, m.chain FROM mentions AS m JOIN documents AS d ON d.number = m.document
        WHERE d.id = ? AND m.start_at < ? AND m.end_at > ? ORDER BY m.start_at, m.end_at DESC""",
        (id, end, start),
    )
    return {"start": start, "end": start + len(text), "text": text, "mentions": [list(row) for row in rows]}


def find_documents(store: Store, query: str, *, limit: int, after: str) -> dict[str, Any]:
    """The documents in which all words of a query stand, or all documents, by id."""
    asked = folded(query)[:_LISTED]
    if query.strip() and not asked:
        return {"documents": [], "next": None}
    where, text = "documents.id > ?", "''"
    parameters: list[object] = [after]
    if asked:
        having, parameter = condition(store.database.dialect, "documents", asked)
        where, text = f"{where} AND {having}", "documents.text"
        parameters.append(parameter)
    rows = store.database.execute(
        f"SELECT id, title, {text} FROM documents WHERE {where} ORDER BY id LIMIT ?", (*parameters, limit + 1)
    )
    found = [
        {"id": id, "title": title, "line": excerpt(body, asked) if asked else ""} for id, title, body in rows[:limit]
    ]
    return {"documents": found, "next": found[-1]["id"] if len(rows) > limit else None}


def _contents(store: Store, id: str) -> Contents:
    found = contents(store, id)
    if found is None:
        raise _nothing()
    return found


def _nothing() -> ProblemError:
    return ProblemError(404, "there is no document of this id", "List them: GET /api/documents")
