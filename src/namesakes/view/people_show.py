"""A person or a document of a store, in lines or as plain data."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from namesakes.store.lookup import find_document, find_person
from namesakes.store.person_summary import PersonSummary, person_summary
from namesakes.store.records import StoredDocument
from namesakes.store.store import Store
from namesakes.view.people_lines import document_lines, mention_lines, person_lines


def find(store: Store, text: str) -> PersonSummary | StoredDocument:
    """The person with this id, the document with this id or path, or the only person with this name."""
    if store.identities.get(text) is None:
        id = find_document(store, text)
        document = None if id is None else store.documents.get(id)
        if document is not None:
            return document
    return person_summary(store, find_person(store, text))


def show_lines(store: Store, text: str, *, mentions: bool = False) -> Iterator[str]:
    """The person or the document in lines; of a document with `mentions` these, as corrections take them."""
    shown = find(store, text)
    if isinstance(shown, StoredDocument):
        if mentions:
            return mention_lines(shown, store.memberships.of_document(shown.id))
        return document_lines(shown, store.memberships.of_document(shown.id), store.identities.all())
    profiles = store.chains.profiles(keys=[one.chain for one in shown.members])
    sentences = {key: "".join(profile.summary[:1]) for key, profile in profiles}
    return person_lines(shown, sentences, store.documents.titles())


def show_json(store: Store, text: str) -> dict[str, Any]:
    """The person or the document as plain data."""
    shown = find(store, text)
    if isinstance(shown, StoredDocument):
        profiles = [profile.to_json() for profile in shown.profiles]
        memberships = [asdict(one) for one in store.memberships.of_document(shown.id)]
        return {**asdict(shown), "profiles": profiles, "memberships": memberships}
    members = sorted(shown.members, key=lambda one: one.chain)
    said = {"members": [{**one.chain._asdict(), "strength": one.strength} for one in members]}
    return {**shown.to_json(), **said, **_timeline(store, shown)}


def _timeline(store: Store, shown: PersonSummary) -> dict[str, Any]:
    """The documents of a person in the order in which they were written, with what says so; nothing without dates."""
    keys = [one.chain for one in shown.members]
    dated = {profile.document: profile for _, profile in store.chains.profiles(keys=keys) if profile.date}
    order = sorted(dated, key=lambda id: (dated[id].date, id))
    rows = [{"document": id, "date": dated[id].date, "dated_by": dated[id].dated_by} for id in order]
    return {"timeline": rows} if rows else {}
