"""Tagging accuracy, over all words and over those known or unknown from training.

Words are compared one to one where both sides have the same tokens; with other tokens than the key's, a word counts
where both sides have a word of the same characters, and recall and precision differ.
"""

from functools import partial

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, Int64Array
from namesakes.errors import DataError, UsageError
from namesakes.metrics.comparison import Comparison, Pair
from namesakes.metrics.measure import MEASURES, Measure
from namesakes.text.document import Document
from namesakes.text.strings import Strings


def common_words(pair: Pair) -> tuple[Int64Array, Int64Array]:
    """The places of the words that both sides have, in the key and in the response."""
    if pair.key_places is None or pair.response_places is None:
        every = np.arange(len(pair.key.starts))
        return every, every
    key, response = (starts * pair.length + ends for starts, ends in (pair.key_places, pair.response_places))
    _, left, right = np.intersect1d(key, response, return_indices=True)
    return left, right


def column(document: Document, name: str) -> Strings:
    """A column that a measure needs, or the error that says which document has none."""
    found = document.columns.get(name)
    if found is None and len(document.starts):
        raise DataError(f"document {document.key} has no {name}, which this measure compares")
    return found if found is not None else Strings()


def _counts(comparison: Comparison, name: str, known: bool | None) -> Float64Array:
    """By document: words tagged alike, the key's words, words tagged alike, the response's words."""
    if known is not None and not comparison.known_words:
        raise UsageError("measures of known and unknown words need the training data.\nName it with --known.")
    rows = np.zeros((len(comparison), 4))
    for number, pair in enumerate(comparison.pairs):
        left, right = common_words(pair)
        key, response = column(pair.key, name), column(pair.response, name)
        alike = key.codes[left] == response.codes[right]
        mine, theirs = _wanted(pair.key, comparison, known), _wanted(pair.response, comparison, known)
        same = float((alike & mine[left]).sum())
        rows[number] = same, mine.sum(), same, theirs.sum()
    return rows


def _wanted(document: Document, comparison: Comparison, known: bool | None) -> BoolArray:
    """Which words count: all, the known or the unknown ones."""
    if known is None:
        return np.ones(len(document.starts), dtype=np.bool_)
    seen = comparison.known_words
    return np.fromiter(((word in seen) == known for word in document.words), dtype=np.bool_, count=len(document.words))


for _name in ("upos", "xpos", "lemma", "feats"):
    MEASURES.register(_name, Measure(_name, _name.upper(), partial(_counts, name=_name, known=None)))
for _name in ("upos", "xpos"):
    for _prefix, _known in (("known", True), ("unknown", False)):
        _full = f"{_prefix}_{_name}"
        _title = f"{_name.upper()}, {_prefix} words"
        MEASURES.register(_full, Measure(_full, _title, partial(_counts, name=_name, known=_known)))
