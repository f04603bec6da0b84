"""Span F1 of named entities: a span counts when both its edges and its type are right."""

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.errors import DataError
from namesakes.metrics.comparison import Comparison, Pair
from namesakes.metrics.measure import measure
from namesakes.text.document import Document

Span = tuple[int, int, str]


def _spans(document: Document, places: tuple[Int64Array, Int64Array] | None) -> list[Span]:
    table = document.entity_table
    if table is None:
        raise DataError(f"document {document.key} has no named entities, which this measure compares")
    if places is None:
        return list(zip(table.starts.tolist(), table.ends.tolist(), table.labels, strict=True))
    starts, ends = places[0][table.starts], places[1][table.ends - 1]
    return list(zip(starts.tolist(), ends.tolist(), table.labels, strict=True))


def _both(pair: Pair) -> tuple[list[Span], list[Span]]:
    return _spans(pair.key, pair.key_places), _spans(pair.response, pair.response_places)


@measure("entities", "Entities")
def entities(comparison: Comparison) -> Float64Array:
    """Entities with the right span and type, over those of each side."""
    rows = np.zeros((len(comparison), 4))
    for number, pair in enumerate(comparison.pairs):
        key, response = _both(pair)
        right = float(len(set(key) & set(response)))
        rows[number] = right, len(key), right, len(response)
    return rows
