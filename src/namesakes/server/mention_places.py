"""Mentions as the page names them, and what becomes of those of a document when one is corrected."""

from typing import Any

from namesakes.pipeline.correcting import meant
from namesakes.server.problems import ProblemError
from namesakes.server.schemas import MentionPlace
from namesakes.store.bindings import chain_at
from namesakes.store.mention_refs import MentionRef, mention_at
from namesakes.store.pieces import contents
from namesakes.store.records import ChainKey, Span
from namesakes.store.store import Store

Whose = dict[Span, tuple[str, str, str]]
"""The words of each mention of a document, whose it is by the id, which may be empty, and what that one is called."""


def place_of(store: Store, place: MentionPlace) -> MentionRef:
    """The mention at a place; a 409 where it is not what it was when somebody looked."""
    found = meant(store, mention_at(store, place.document, place.start, place.end))
    if place.text and found.text != " ".join(place.text.split()):
        there = " ".join(found.document.text[place.start : place.end].split())
        if there != " ".join(place.text.split()):
            raise _changed(place, f"“{there[:60]}” stands there now")
    if place.person is not None:
        chain = chain_at(found.document, found.span)
        key = None if chain is None else ChainKey(place.document, chain)
        home = "" if key is None else store.memberships.homes([key]).get(key, "")
        if home != place.person:
            raise _changed(place, f"it is {home or 'nobody'} now")
    return found


def whose(store: Store, document: str) -> Whose:
    """Whose each mention of a document is; nothing where there is no such document."""
    found = contents(store, document) if document else None
    stored = store.documents.get(document) if found is not None else None
    if found is None or stored is None:
        return {}
    people = store.identities.of(sorted({each.home.identity for each in found.chains if each.home is not None}))
    told: Whose = {}
    for chain in found.chains:
        person = people.get(chain.home.identity) if chain.home is not None else None
        id, called = (person.id, person.name) if person is not None else ("", chain.name)
        for start, end in chain.mentions:
            told[start, end] = " ".join(stored.text[start:end].split()), id, called
    return told


def moves(before: Whose, after: Whose) -> list[dict[str, Any]]:
    """The mentions that are somebody else than before, in the order of the text."""
    rows = []
    for span in sorted(before.keys() | after.keys()):
        text, person, name = before.get(span, ("", "", ""))
        now, other, called = after.get(span, ("", "", ""))
        if (person or name) != (other or called):
            told = {"before": name, "after": called, "before_person": person, "after_person": other}
            rows.append({"start": span[0], "end": span[1], "text": (text or now)[:200], **told})
    return rows


def _changed(place: MentionPlace, now: str) -> ProblemError:
    where = f"{place.document[:100]}:{place.start}-{place.end}"
    return ProblemError(
        409, f"{where} has changed since you looked", f"{now[:1].upper()}{now[1:]}. Look again, and say it again."
    )
