"""Clusters of words that stand between the same neighbours, learned from text alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from namesakes.config import generator
from namesakes.syntax.lexicon import found
from namesakes.syntax.word_forms import Codes, folded, normal_form

Points = NDArray[np.float32]

CONTEXTS = 800
"""How many of the most frequent words count as neighbours."""

DIMENSIONS = 50
ITERATIONS = 15


@dataclass(frozen=True)
class Clusters:
    """Which cluster each word is in.

    Parameters
    ----------
    words : the sorted codes of the words.
    numbers : of their clusters, from 1 on; 0 is for words in none.
    """

    words: Codes
    numbers: NDArray[np.uint16]

    @classmethod
    def none(cls) -> "Clusters":
        """No clusters at all."""
        return cls(np.zeros(0, dtype=np.uint32), np.zeros(0, dtype=np.uint16))

    @classmethod
    def build(cls, sentences: Iterable[Sequence[str]], count: int = 300, least: int = 5, seed: int = 0) -> "Clusters":
        """At most `count` clusters of the words that are there at least `least` times.

        Words are points: the square roots of their distributions over frequent neighbours to the left and right,
        in the space of the greatest singular vectors (Lebret & Collobert 2014), clustered by k-means on the sphere.
        """
        rows = list(sentences)
        counts = Counter(word for row in rows for word in row)
        words = sorted(word for word, number in counts.items() if number >= least)
        if len(words) <= count:
            return cls.none()
        random = generator(seed, "clusters")
        points = _projected(_contexts(rows, words))
        numbers = _clustered(points, count, random) + 1
        codes, order = np.unique(folded(words), return_index=True)
        return cls(codes, numbers[order].astype(np.uint16))

    def of(self, words: Codes) -> Codes:
        """The numbers of these words' clusters."""
        known, place = found(self.words, words)
        return np.where(known, np.append(self.numbers, 0)[place], 0).astype(np.uint32)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The clusters as arrays by name, for a model's file."""
        return {"words": self.words, "numbers": self.numbers}


def _contexts(rows: Sequence[Sequence[str]], words: Sequence[str]) -> Points:
    """The square root of how each word's neighbours, left and right, are distributed over the frequent ones."""
    flat = [word for row in rows for word in ("", *row)] + [""]
    forms = {word: normal_form(word) for word in set(flat)}
    often = Counter(forms[word] for word in flat).most_common(CONTEXTS - 1)
    neighbours = {form: place for place, (form, _) in enumerate(often)}
    places = {word: place for place, word in enumerate(words)}
    own = np.array([places.get(word, -1) for word in flat])
    context = np.array([neighbours.get(forms[word], CONTEXTS - 1) for word in flat])
    table = np.zeros((len(words), 2 * CONTEXTS), dtype=np.float32)
    kept = own[1:] >= 0
    np.add.at(table, (own[1:][kept], context[:-1][kept]), 1.0)
    kept = own[:-1] >= 0
    np.add.at(table, (own[:-1][kept], context[1:][kept] + CONTEXTS), 1.0)
    shares: Points = table / np.maximum(table.sum(axis=1, keepdims=True), 1.0)
    return np.sqrt(shares)


def _projected(table: Points) -> Points:
    """The rows in the space of the greatest singular vectors, each of length 1."""
    table = table - table.mean(axis=0)
    size = min(DIMENSIONS, *table.shape)
    _, vectors = np.linalg.eigh(table.T @ table)
    points: Points = table @ vectors[:, -size:]
    points /= np.maximum(np.linalg.norm(points, axis=1, keepdims=True), 1e-6)
    return points


def _clustered(points: Points, count: int, random: np.random.Generator) -> NDArray[np.intp]:
    """The number of each point's cluster, by k-means with cosines."""
    centres = points[random.choice(len(points), count, replace=False)]
    nearest = np.zeros(len(points), dtype=np.intp)
    for _ in range(ITERATIONS):
        nearest = np.argmax(points @ centres.T, axis=1)
        sums = np.zeros_like(centres)
        np.add.at(sums, nearest, points)
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.where(norms > 0, sums / np.maximum(norms, 1e-6), centres)
    return nearest
