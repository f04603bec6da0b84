"""Documents of a store piece by piece, so that a novel need not be read at once."""

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

from namesakes.store.database import among
from namesakes.store.records import Membership, Span
from namesakes.store.store import Store

PIECE: Final = 6_000
"""Characters of a piece, about."""


@dataclass(frozen=True, slots=True)
class ChainInDocument:
    """A chain of a document: its number, name, kind, the places of its mentions, who it is, and who it may be."""

    chain: int
    name: str
    kind: str
    mentions: tuple[Span, ...]
    home: Membership | None = None
    others: tuple[Membership, ...] = ()


@dataclass(frozen=True, slots=True)
class Contents:
    """What there is in a document, but for its text.

    Parameters
    ----------
    id, path, title, date : of the document.
    characters : how long the text is.
    pieces : where each piece of the text begins, and at last where the text ends.
    chains : those that are kept, by number.
    """

    id: str
    path: str
    title: str
    date: str
    characters: int
    pieces: tuple[int, ...] = ()
    chains: tuple[ChainInDocument, ...] = field(default=())


def contents(store: Store, id: str) -> Contents | None:
    """What there is in a document; None where the store has none of this id."""
    rows = store.database.execute("SELECT number, path, title, LENGTH(text) FROM documents WHERE id = ?", (id,))
    if not rows:
        return None
    number, path, title, characters = rows[0]
    date = store.documents.dates([id]).get(id, "")
    mentions: defaultdict[int, list[Span]] = defaultdict(list)
    for chain, start, end in store.database.execute(
        "SELECT chain, start_at, end_at FROM mentions WHERE document = ? ORDER BY start_at, end_at", (number,)
    ):
        mentions[chain].append((start, end))
    home: dict[int, Membership] = {}
    others: defaultdict[int, list[Membership]] = defaultdict(list)
    for each in store.memberships.of_document(id):
        if each.rank:
            others[each.chain.chain].append(each)
        else:
            home[each.chain.chain] = each
    chains = tuple(
        ChainInDocument(chain, name, kind, tuple(mentions[chain]), home.get(chain), tuple(others[chain]))
        for chain, name, kind in store.database.execute(
            "SELECT chain, name, kind FROM chains WHERE document = ? ORDER BY chain", (number,)
        )
    )
    return Contents(id, path, title, date, characters, _pieces(store, number, characters), chains)


def piece(store: Store, id: str, start: int, end: int) -> str | None:
    """The text of a document between two characters; None where the store has no document of this id."""
    length = max(end - start, 0)
    rows = store.database.execute("SELECT SUBSTR(text, ?, ?) FROM documents WHERE id = ?", (start + 1, length, id))
    return str(rows[0][0]) if rows else None


def titles_of(store: Store, ids: list[str]) -> dict[str, str]:
    """The titles of these documents, by id."""
    return dict(map(tuple, among(store.database, "SELECT id, title FROM documents WHERE id IN ({})", ids)))


def _pieces(store: Store, number: int, characters: int) -> tuple[int, ...]:
    """Where pieces begin: at ends of lines, or of sentences, as near as can be to the same length each."""
    if characters <= PIECE * 2:
        return (0, characters)
    ((text,),) = store.database.execute("SELECT text FROM documents WHERE number = ?", (number,))
    ends = [place + 1 for place, letter in enumerate(text) if letter == "\n"]
    found = [0]
    while found[-1] + PIECE * 2 < len(text):
        wanted = found[-1] + PIECE
        at = bisect_left(ends, wanted)
        line = ends[at] if at < len(ends) and ends[at] < wanted + PIECE else 0
        stop = text.find(". ", wanted, wanted + PIECE)
        found.append(line or (stop + 2 if stop > 0 else wanted))
    return (*found, len(text))
