"""Corrections of mentions as constraints on links, which `coref --constraints` reads."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from namesakes.store.bindings import located
from namesakes.store.export.export import ExportOptions, TextExport
from namesakes.store.records import Correction, Span, StoredDocument
from namesakes.store.store import Store


class ConstraintsExport(TextExport):
    """The constraints of a document a line."""

    summary = "corrections of mentions as constraints on links, a document a line, for coref --constraints"

    def lines(self, store: Store, options: ExportOptions) -> Iterator[str]:
        """The constraints as JSON."""
        return (json.dumps(row, ensure_ascii=False) for row in constraint_rows(store))


def constraint_rows(store: Store) -> Iterator[dict[str, Any]]:
    """The must-links and cannot-links of each document that has corrections which are awake."""
    for id, corrections in sorted(store.corrections.of_mentions().items()):
        document = store.documents.get(id)
        must: list[tuple[Span, ...]] = []
        cannot: list[tuple[Span, ...]] = []
        for correction in corrections if document is not None else ():
            assert document is not None
            roles = located(correction, document)
            if roles is not None:
                own, fellows, rest = (roles.get(role, []) for role in ("mention", "with", "rest"))
                must += [(*own, *fellows)] if len(own) + len(fellows) > 1 else []
                cannot += [*product(own, rest), *_alone(correction, document, own)]
        if must or cannot:
            yield {"doc_id": id, "must_link": must, "cannot_link": cannot}


def _alone(correction: Correction, document: StoredDocument, own: list[Span]) -> Iterator[tuple[Span, ...]]:
    """Mentions that are in no chain, each with the first one of every chain."""
    if correction.what in ("nobody", "two"):
        firsts: dict[int, Span] = {}
        for one in document.mentions:
            firsts.setdefault(one.chain, (one.start, one.end))
        yield from ((span, first) for span in own for first in firsts.values() if first != span)


EXPORT = ConstraintsExport()
