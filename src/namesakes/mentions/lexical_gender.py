"""Nouns that have a gender by themselves, found from a few of them.

Counts of pronouns cannot tell `king` from `mechanic`: both go with *he* nine times in ten, the one by its meaning and
the other by the world that was written about. So a few pairs that differ in gender and in nothing else are given, as
in Bolukbasi et al. (2016), *Man is to computer programmer as woman is to homemaker?*, and a small classifier finds
other words that are like them in vector, ending and counts. A word that is missed is of either gender, which does no
harm.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_array, hstack

from namesakes.arrays import Float64Array, IndexArray, Int64Array
from namesakes.text.word_vectors import SCALE, WordVectors

MASCULINE, FEMININE = 0, 1
"""Places in `namesakes.mentions.gender.OUTCOMES`."""

PAIRS = """
man woman  boy girl  father mother  son daughter  brother sister  husband wife  uncle aunt  nephew niece
grandfather grandmother  grandson granddaughter  stepfather stepmother  godfather godmother  dad mom  daddy mommy
king queen  prince princess  emperor empress  duke duchess  baron baroness  count countess  lord lady
gentleman lady  groom bride  widower widow  monk nun  wizard witch  lad lass  guy gal  male female
businessman businesswoman  spokesman spokeswoman  policeman policewoman  salesman saleswoman
waiter waitress  actor actress  host hostess  hero heroine  god goddess  boyfriend girlfriend
"""
"""Masculine and feminine words that differ in nothing but gender."""

WIDER = frozenset({"count", "host", "actor", "hero", "waiter"})
"""Masculine halves that are used of women too, or have other meanings: these stay out."""

LEAST, PEOPLE, AGREEING, THRESHOLD = 30, 0.5, 0.75, 0.3
ENDINGS = range(2, 7)
_GIVEN = 20.0


def lexical_genders(counts: Mapping[str, Sequence[int] | Int64Array]) -> dict[str, int]:
    """The gender of each noun that has one, from the counts of single words with he, she, it and they."""
    words = PAIRS.split()
    seeds = {word: place % 2 for place, word in enumerate(words) if word not in WIDER}
    table = WordVectors.shipped()
    candidates = [word for word, row in counts.items() if sum(row) >= LEAST and row[0] + row[1] >= PEOPLE * sum(row)]
    rows = table.rows(table.codes(candidates))
    candidates = [word for word, row in zip(candidates, rows.tolist(), strict=True) if row >= 0]
    labels = np.array([seeds.get(word, -1) + 1 for word in candidates], dtype=np.intp)
    if len(set(labels.tolist())) < 3:
        return seeds
    ratios = np.array([np.log((counts[word][0] + 1) / (counts[word][1] + 1)) for word in candidates])
    chances = _fit(_inputs(candidates, table.vectors[rows[rows >= 0]] / SCALE, ratios), labels)
    agreeing = np.log(AGREEING / (1 - AGREEING))
    found = dict(seeds)
    for word, chance, ratio in zip(candidates, chances, ratios.tolist(), strict=True):
        gender = FEMININE if chance[2] > chance[1] else MASCULINE
        if chance[gender + 1] >= THRESHOLD and (ratio if gender == MASCULINE else -ratio) >= agreeing:
            found.setdefault(word, gender)
    return found


def _inputs(words: Sequence[str], vectors: Float64Array, ratios: Float64Array) -> csr_array:
    """Vectors, endings, the ratio of he and she, and a constant."""
    endings: dict[str, int] = {}
    places = [
        (row, endings.setdefault(word[-length:], len(endings)))
        for row, word in enumerate(words)
        for length in ENDINGS
        if len(word) >= length
    ]
    rows, columns = np.array(places).T
    letters = csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(words), len(endings)))
    dense = np.column_stack((2 * vectors, np.clip(ratios, -4, 4) / 2, np.ones(len(words))))
    return csr_array(hstack((csr_array(dense), letters)))


def _fit(inputs: csr_array, labels: IndexArray) -> Float64Array:
    """The probabilities of neither, masculine and feminine, by logistic regression with an L2 penalty."""
    weights = np.where(labels > 0, _GIVEN, 1.0)
    targets = np.eye(3)[labels]

    def probabilities(flat: Float64Array) -> Float64Array:
        scores = inputs @ flat.reshape(-1, 3)
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(scores / scores.sum(axis=1, keepdims=True))

    def loss(flat: Float64Array) -> tuple[float, Float64Array]:
        chances = probabilities(flat)
        cost = -float((weights * np.log((chances * targets).sum(axis=1) + 1e-12)).sum()) + 0.5 * float(flat @ flat)
        slope = inputs.T @ ((chances - targets) * weights[:, None])
        return cost, np.asarray(slope).ravel() + flat

    start = np.zeros(inputs.shape[1] * 3)
    return probabilities(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 60}).x)
