"""Looking up people by id or name, and documents by id or path."""

from difflib import get_close_matches
from pathlib import PurePath

from namesakes.errors import DataError
from namesakes.store.records import Identity
from namesakes.store.store import Store

_LISTED = 10


def find_person(store: Store, text: str) -> Identity:
    """The identity with this id, or the only one with this name; else an error that lists those that may be meant."""
    identity = store.identities.get(text)
    if identity is not None:
        return identity
    named = [one for one in store.identities.named(text) if not one.hidden]
    if len(named) == 1:
        return named[0]
    if named:
        listed = ", ".join(one.id for one in named[:_LISTED]) + ", …" * (len(named) > _LISTED)
        raise DataError(f"{len(named)} people are called '{text}'", f"Name one of them: {listed}")
    past = [event for event in store.events.all(text) if event.source == text and event.target]
    if past:
        raise DataError(f"'{text}' is no more", f"Since {past[-1].time} it is {past[-1].target} ({past[-1].what}).")
    near = get_close_matches(text.casefold(), store.identities.all(hidden=False), n=3)
    advice = f"Did you mean {' or '.join(near)}?" if near else "List those there are with: namesakes people"
    raise DataError(f"there is nobody called '{text}' in this store", advice)


def find_named(store: Store, name: str) -> list[Identity]:
    """Those with a name who are not hidden, or the one with this id; an error where there is nobody."""
    return [one for one in store.identities.named(name) if not one.hidden] or [find_person(store, name)]


def find_document(store: Store, text: str) -> str | None:
    """The id of the document with this id, path or file name; None where there is none, or more than one."""
    states = store.documents.states()
    if text in states:
        return text
    for matches in (
        [id for id, state in states.items() if state.path == text],
        [id for id, state in states.items() if state.path and PurePath(state.path).name == text],
    ):
        if len(matches) == 1:
            return matches[0]
    return None
