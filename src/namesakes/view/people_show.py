"""What somebody asks to see: a person or a document of a store, in lines or as plain data."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from namesakes.store.lookup import find_document, find_person
from namesakes.store.person_summary import PersonSummary, person_summary
from namesakes.store.records import StoredDocument
from namesakes.store.store import Store
from namesakes.view.people_lines import document_lines, person_lines


def find(store: Store, text: str) -> PersonSummary | StoredDocument:
    """The person with this id, the document with this id or path, or the only person with this name."""
    if store.identities.get(text) is None:
        id = find_document(store, text)
        document = None if id is None else store.documents.get(id)
        if document is not None:
            return document
    return person_summary(store, find_person(store, text))


def show_lines(store: Store, text: str) -> Iterator[str]:
    """The person or the document in lines."""
    found = find(store, text)
    if isinstance(found, StoredDocument):
        return document_lines(found, store.memberships.of_document(found.id), store.identities.all())
    profiles = store.chains.profiles(keys=[one.chain for one in found.members])
    sentences = {key: "".join(profile.summary[:1]) for key, profile in profiles}
    return person_lines(found, sentences, store.documents.titles())


def show_json(store: Store, text: str) -> dict[str, Any]:
    """The person or the document as plain data."""
    found = find(store, text)
    if isinstance(found, StoredDocument):
        profiles = [profile.to_json() for profile in found.profiles]
        memberships = [asdict(one) for one in store.memberships.of_document(found.id)]
        return {**asdict(found), "profiles": profiles, "memberships": memberships}
    members = sorted(found.members, key=lambda one: one.chain)
    return {**found.to_json(), "members": [{**one.chain._asdict(), "strength": one.strength} for one in members]}
