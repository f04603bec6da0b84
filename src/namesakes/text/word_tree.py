"""Building a table of words from the vectors of many: which words are kept, and the tree of their clusters."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, FloatingArray, IndexArray, UInt16Array
from namesakes.errors import DataError
from namesakes.text.vocabulary import folded, normal_form
from namesakes.text.word_vectors import DEPTH, SCALE, WordVectors

ITERATIONS = 10
"""How often the two centres of a cluster that is split are moved."""


@dataclass(frozen=True)
class WordSettings:
    """How a table of words is built.

    Parameters
    ----------
    words : how many words have a path.
    vectors : how many of the most frequent have a vector.
    longest : longer words, in characters, are left out.
    common : how many of the greatest directions, which only tell how frequent a word is, are taken out of the vectors.
    least : the smallest share of a cluster that either half takes.
    damping : a word of rank r weighs (r + 100)^-damping when clusters are halved; 0 counts all words alike.
    """

    words: int = 200_000
    vectors: int = 40_000
    longest: int = 24
    common: int = 1
    least: float = 0.3
    damping: float = 0.25


def build_words(words: Sequence[str], vectors: FloatingArray, settings: WordSettings) -> WordVectors:
    """The table of the most frequent usable words, given all of them, most frequent first, and a vector of each."""
    places = _usable(words, settings)
    if not len(places):
        raise DataError("none of these words can go into a table", "Give vectors of words, most frequent first.")
    points = _directions(np.asarray(vectors)[places].astype(np.float64), settings.common)
    ranks = np.arange(len(places))
    weights = np.exp(-settings.damping * np.log(ranks + 100.0))
    tree = _tree(points, weights, settings.least)
    codes, order = np.unique(folded([normal_form(words[place]) for place in places.tolist()]), return_index=True)
    bands = np.frexp(ranks + 1)[1].astype(np.uint8)
    members = np.flatnonzero(order < settings.vectors).astype(np.int32)
    kept = np.rint(points[order[members]] * SCALE).astype(np.int8)
    return WordVectors(codes, tree[order], bands[order], members, kept)


def _usable(words: Iterable[str], settings: WordSettings) -> IndexArray:
    """The places of the first words, one a normal form, that are neither addresses nor strings of marks."""
    forms: dict[str, int] = {}
    for place, word in enumerate(words):
        form = normal_form(word)
        if form not in forms and len(form) <= settings.longest and _is_word(form):
            forms[form] = place
            if len(forms) == settings.words:
                break
    return np.fromiter(forms.values(), dtype=np.intp, count=len(forms))


def _is_word(form: str) -> bool:
    """Whether most of the form is letters, or it is a short number or mark."""
    if "://" in form or "www." in form or "@" in form[1:]:
        return False
    letters = sum(map(str.isalpha, form))
    return 2 * letters > len(form) or len(form) <= 6


def _directions(points: Float64Array, common: int) -> Float64Array:
    """The points around their mean, without the directions that most of them share, each of length 1.

    Mu & Viswanath (2018): what is left tells words apart better than the whole vectors do.
    """
    points = points - points.mean(axis=0)
    _, directions = np.linalg.eigh(points.T @ points)
    greatest = directions[:, directions.shape[1] - common :]
    points -= (points @ greatest) @ greatest.T
    points /= np.maximum(np.linalg.norm(points, axis=1, keepdims=True), 1e-9)
    return points


def _tree(points: Float64Array, weights: Float64Array, least: float) -> UInt16Array:
    """The path of each point in the binary tree that halves the clusters level by level. O(depth · points)."""
    paths = np.zeros(len(points), dtype=np.uint16)
    clusters = [np.arange(len(points))]
    for _ in range(DEPTH):
        halves = []
        paths <<= 1
        for cluster in clusters:
            right = _halved(points[cluster], weights[cluster], least)
            paths[cluster[right]] |= 1
            halves += [cluster[~right], cluster[right]]
        clusters = halves
    return paths


def _halved(points: Float64Array, weights: Float64Array, least: float) -> BoolArray:
    """Which points go right: two weighted means, started along the greatest direction, and moved to their points.

    The border moves, where it must, so that neither half takes less than the smallest share of the weight.
    """
    if len(points) < 2:
        return np.zeros(len(points), dtype=np.bool_)
    mean = np.average(points, axis=0, weights=weights)
    centred = points - mean
    _, directions = np.linalg.eigh(centred.T @ (centred * weights[:, None]))
    axis = directions[:, -1]
    margins = centred @ (axis * np.sign(axis[np.argmax(np.abs(axis))]))
    right = _divided(margins, weights, least)
    for _ in range(ITERATIONS):
        centres = [np.average(points[side], axis=0, weights=weights[side]) for side in (~right, right)]
        difference = centres[1] - centres[0]
        margins = (points - (centres[0] + centres[1]) / 2) @ difference
        moved = _divided(margins, weights, least)
        if np.array_equal(moved, right):
            break
        right = moved
    return right


def _divided(margins: Float64Array, weights: Float64Array, least: float) -> BoolArray:
    """The points with positive margins, or with those above the nearest border that gives both halves their share."""
    order = np.argsort(margins, kind="stable")
    shares = np.cumsum(weights[order])
    shares /= shares[-1]
    first = min(max(int(np.searchsorted(shares, least)), 1), len(order) - 1)
    last = min(max(int(np.searchsorted(shares, 1 - least)), first), len(order) - 1)
    border = min(max(int(np.count_nonzero(margins <= 0)), first), last)
    right = np.zeros(len(order), dtype=np.bool_)
    right[order[border:]] = True
    return right
