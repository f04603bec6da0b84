"""Corrected people as rows of documents, for the training and evaluation of identities: who bears a name in a text."""

import json
from collections.abc import Iterator
from typing import Any

from namesakes.profiles.names import chain_name
from namesakes.store.export.export import ExportOptions, TextExport
from namesakes.store.store import Store


class RowsExport(TextExport):
    """A document of a corrected person a line."""

    summary = "corrected people as rows doc_id, query_name, text, gold_identity, to train and evaluate with"

    def lines(self, store: Store, options: ExportOptions) -> Iterator[str]:
        """The rows as JSON."""
        return (json.dumps(row, ensure_ascii=False) for row in training_rows(store))


def training_rows(store: Store) -> Iterator[dict[str, Any]]:
    """The documents of everybody whom a correction is about, as they are now, by name; who has no name is left out."""
    named = {key for one in store.corrections.all() for side in (one.left, one.right, one.against) for key in side}
    people = sorted(set(store.memberships.homes(named).values()))
    known = store.identities.of(people, hidden=False)
    found: list[tuple[str, str, str]] = []
    for id in (id for id in people if id in known):
        keys = [one.chain for one in store.memberships.of_identity(id)]
        for key, profile in store.chains.profiles(keys=keys):
            name = profile.name.family or chain_name(profile)
            if name:
                found.append((name, key.document, id))
    for name, document, id in sorted(set(found)):
        text = store.documents.get(document)
        if text is not None:
            yield {"doc_id": document, "query_name": name, "text": text.text, "gold_identity": id}


EXPORT = RowsExport()
