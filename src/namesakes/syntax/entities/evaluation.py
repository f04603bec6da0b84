"""How good and how fast named entities are found, against documents with gold ones."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from namesakes.metrics import score
from namesakes.metrics.measure import Score, ratio
from namesakes.syntax.entities.corpora import mapped
from namesakes.syntax.evaluation import tokens_only
from namesakes.text.document import Document
from namesakes.text.spans import Spans


def evaluate_entities(
    components: Sequence[Callable[[Document], Document]], documents: Sequence[Document]
) -> dict[str, Any]:
    """Precision, recall and F1 of spans with their types, also for each type, and the tokens per second on one core.

    Parameters
    ----------
    components : what is run over the gold tokens and sentences, in this order; the last gives the entities.
    documents : with gold entities, which are mapped to persons, organizations and places.
    """
    gold = [mapped(document) for document in documents]
    bare = [tokens_only(document) for document in gold]
    start = time.perf_counter()
    found = bare
    for component in components:
        found = [component(document) for document in found]
    seconds = time.perf_counter() - start
    types = sorted({entity.label for document in gold for entity in document.entities})
    tokens = sum(len(document.starts) for document in found)
    return {
        **_scores(gold, found),
        "types": {name: _scores(_only(gold, name), _only(found, name)) for name in types},
        "documents": len(gold),
        "tokens": tokens,
        "tokens_per_second": tokens / seconds if seconds else 0.0,
    }


def _scores(gold: Sequence[Document], found: Sequence[Document]) -> dict[str, float]:
    result: Score = score(gold, found, metrics=["entities"]).scores()["entities"]
    return {"precision": ratio(*result.precision), "recall": ratio(*result.recall), "f1": result.f1}


def _only(documents: Sequence[Document], kind: str) -> list[Document]:
    """The documents with their entities of one type alone."""
    return [
        document.replace(
            entity_table=Spans.build(
                [(entity.token_start, entity.token_end, kind) for entity in document.entities if entity.label == kind]
            )
        )
        for document in documents
    ]
