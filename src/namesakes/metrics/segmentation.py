"""How well a text was cut into tokens and sentences: F1 of spans of characters."""

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.metrics.comparison import Comparison
from namesakes.metrics.measure import measure
from namesakes.text.document import Document


def _tokens(document: Document, places: tuple[Int64Array, Int64Array] | None, length: int) -> Int64Array:
    """A number for the span of each token; empty nodes, which have none, are left out."""
    if places is None:
        return np.arange(len(document.starts))
    starts, ends = places
    return np.asarray((starts * length + ends)[ends > starts])


def _sentences(document: Document, places: tuple[Int64Array, Int64Array] | None, length: int) -> Int64Array:
    """A number for the span of each sentence."""
    count = len(document.starts)
    if not count:
        return np.empty(0, dtype=np.int64)
    edges = document.sentence_starts.astype(np.int64) if len(document.sentence_starts) else np.zeros(1, dtype=np.int64)
    last = np.append(edges[1:], count) - 1
    if places is None:
        return np.asarray(edges * length + last)
    return np.asarray(places[0][edges] * length + places[1][last])


def _agreement(key: Int64Array, response: Int64Array) -> tuple[float, float, float, float]:
    """Spans of both sides, those of the key, the same again, those of the response."""
    common = float(len(np.intersect1d(key, response)))
    return common, float(len(np.unique(key))), common, float(len(np.unique(response)))


@measure("tokens", "Tokens")
def tokens(comparison: Comparison) -> Float64Array:
    """Tokens of the same characters, over those of each side."""
    rows = [
        _agreement(
            _tokens(pair.key, pair.key_places, pair.length), _tokens(pair.response, pair.response_places, pair.length)
        )
        for pair in comparison.pairs
    ]
    return np.array(rows)


@measure("sentences", "Sentences")
def sentences(comparison: Comparison) -> Float64Array:
    """Sentences of the same characters, over those of each side."""
    rows = [
        _agreement(
            _sentences(pair.key, pair.key_places, pair.length),
            _sentences(pair.response, pair.response_places, pair.length),
        )
        for pair in comparison.pairs
    ]
    return np.array(rows)
