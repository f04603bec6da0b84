"""Bindings: which chains the mentions that corrections are about are in, as a document is now."""

from collections.abc import Iterable

from namesakes.store.anchors import found
from namesakes.store.log import AGAINST, LEFT
from namesakes.store.mention_refs import written
from namesakes.store.records import ChainKey, Correction, Span, StoredDocument
from namesakes.store.store import Store


def located(correction: Correction, document: StoredDocument) -> dict[str, list[Span]] | None:
    """The characters of the mentions of a correction, by role; None where it sleeps: one is not found."""
    starts, ends = ({token[side] for token in document.tokens} for side in (0, 1))
    roles: dict[str, list[Span]] = {}
    for anchor in correction.anchors:
        span = found(anchor, document.text)
        if span is None or span[0] not in starts or span[1] not in ends:
            return None
        roles.setdefault(anchor.role, []).append(span)
    return roles


def bind(store: Store, document: StoredDocument, corrections: Iterable[Correction]) -> list[int]:
    """Let corrections about the mentions of a document be about the chains that these are in; those that sleep."""
    asleep = []
    for correction in corrections:
        roles = located(correction, document)
        if roles is None:
            asleep.append(correction.id)
        own, against = (_chain(document, (roles or {}).get(role, ())) for role in ("mention", "rest"))
        store.corrections.bind(correction.id, [(LEFT, own), (AGAINST, None if against == own else against)])
    return asleep


def sleeping(store: Store) -> dict[int, str]:
    """The numbers of the corrections about mentions that sleep, each with why."""
    asleep: dict[int, str] = {}
    for id, corrections in store.corrections.of_mentions().items():
        document = store.documents.get(id)
        for correction in corrections:
            if document is None:
                asleep[correction.id] = f"sleeps: {id} is not in the store"
            elif located(correction, document) is None:
                asleep[correction.id] = f"sleeps: its mention is not found in {id}, or not one alone"
    return asleep


def told(correction: Correction) -> str:
    """What a correction about mentions says, with the words and the places of its mentions."""
    by_role: dict[str, list[str]] = {}
    for each in correction.anchors:
        by_role.setdefault(each.role, []).append(f"{written(each.document, (each.start, each.end))} “{each.exact}”")
    own, fellows = (", ".join(by_role.get(role, ())) for role in ("mention", "with"))
    names = " and ".join(correction.names)
    return {
        "is": f"{own} is {names}",
        "nobody": f"{own} is nobody",
        "two": f"{own} is two" + (f": {names}" if names else ""),
        "split": f"{own} is somebody else than {', '.join(by_role.get('rest', ()))}",
        "join": f"{own} and {fellows} are one",
    }[correction.what]


def chain_at(document: StoredDocument, span: Span) -> int | None:
    """The number of the chain of a mention; None where it is in none that is kept."""
    kept = {profile.chain for profile in document.profiles}
    return next((one.chain for one in document.mentions if (one.start, one.end) == span and one.chain in kept), None)


def _chain(document: StoredDocument, spans: Iterable[Span]) -> ChainKey | None:
    for span in spans:
        chain = chain_at(document, span)
        if chain is not None:
            return ChainKey(document.id, chain)
    return None
