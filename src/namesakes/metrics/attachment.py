"""Attachment scores of dependency trees: UAS, LAS."""

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, Int32Array, Int64Array, UInt64Array
from namesakes.errors import DataError
from namesakes.metrics.comparison import Comparison, Pair
from namesakes.metrics.measure import measure
from namesakes.metrics.tagging import column, common_words
from namesakes.text.document import NO_HEAD, ROOT, Document
from namesakes.text.vocabulary import codes


def _heads(document: Document) -> Int32Array:
    if document.heads is None:
        raise DataError(f"document {document.key} has no dependency heads, which this measure compares")
    return document.heads


def _attached(pair: Pair) -> tuple[BoolArray, Int64Array, Int64Array]:
    """For the words of both sides whether their heads are the same word, and the words' places in key and response."""
    left, right = common_words(pair)
    counterpart = np.full(len(pair.response.starts) + 2, NO_HEAD - 1)
    counterpart[right] = left
    counterpart[ROOT], counterpart[NO_HEAD] = ROOT, NO_HEAD  # negative places, which stand for themselves
    return _heads(pair.key)[left] == counterpart[_heads(pair.response)[right]], left, right


def _real(document: Document) -> BoolArray:
    """Which words can have a head: empty nodes cannot."""
    if document.empty_nodes is None:
        return np.ones(len(document.starts), dtype=np.bool_)
    return np.asarray(document.empty_nodes == 0)


def _counts(comparison: Comparison, labelled: bool) -> Float64Array:
    """By document: words attached rightly, the key's words, words attached rightly, the response's words."""
    rows = np.zeros((len(comparison), 4))
    for number, pair in enumerate(comparison.pairs):
        attached, left, right = _attached(pair)
        if labelled:
            attached &= _labels(pair.key)[left] == _labels(pair.response)[right]
        good = float((attached & _real(pair.key)[left]).sum())
        rows[number] = good, _real(pair.key).sum(), good, _real(pair.response).sum()
    return rows


def _labels(document: Document) -> UInt64Array:
    """The relations' codes, without their subtypes (after the colon)."""
    labels = column(document, "label")
    return codes([label.partition(":")[0] for label in labels.values])[labels.indices]


@measure("uas", "UAS")
def uas(comparison: Comparison) -> Float64Array:
    """Words with the right head."""
    return _counts(comparison, labelled=False)


@measure("las", "LAS")
def las(comparison: Comparison) -> Float64Array:
    """Words with the right head and the right relation; a relation's subtype (after the colon) does not count."""
    return _counts(comparison, labelled=True)
