"""SoftTFIDF: TF-IDF where terms that are nearly the same meet too (Cohen, Ravikumar & Fienberg 2003)."""

from collections.abc import Sequence

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from namesakes.arrays import Float32Array, Int32Array
from namesakes.identities.terms.sparse_rows import SparseRows, soft_rows, symmetric
from namesakes.identities.terms.terms import content, tokens

NEAR = 0.9
"""From which similarity by Jaro and Winkler on two words are taken for spellings of one, as Cohen et al. have it."""

SHORTEST = 4
"""Words of fewer letters, and words with digits, match themselves alone: Lee is not Leo and 1963 is not 1964."""

_ROWS = 1024
_LEEWAY = 1e-3
"""How far above 1 rounding may put a SoftTFIDF."""


def near_words(words: Sequence[str], threshold: float = NEAR) -> SparseRows:
    """The similarities of Jaro and Winkler between words, where they reach the threshold; 1 on the diagonal.

    O(words²) in RapidFuzz, which is some 30 million comparisons a second; memory O(words + matches).
    """
    places = np.array([i for i, word in enumerate(words) if len(word) >= SHORTEST and word.isalpha()], dtype=np.int32)
    fuzzy = [words[place] for place in places.tolist()]
    rows, columns, values = [places[:0]], [places[:0]], [np.zeros(0, dtype=np.float32)]
    for start in range(0, len(fuzzy), _ROWS):
        part = fuzzy[start : start + _ROWS]
        # The upper triangle is enough: the similarity is symmetric.
        found = process.cdist(
            part, fuzzy[start:], scorer=JaroWinkler.similarity, score_cutoff=threshold, dtype=np.float32, workers=1
        )
        left, right = np.nonzero(found)
        upper = left < right
        left, right = left[upper], right[upper]
        rows.append(places[left + start])
        columns.append(places[right + start])
        values.append(found[left, right])
    return symmetric(len(words), np.concatenate(rows), np.concatenate(columns), np.concatenate(values))


def soft_products(vectors: SparseRows, near: SparseRows) -> Float32Array:
    """The SoftTFIDF of all pairs of rows, symmetric and at most 1.

    Every term w of row i meets the one term w* of row j that is nearest to it, if any is near: Σ_w v(w, i) · v(w*, j)
    · near(w, w*). Two terms may meet the same w*, which then counts twice, so that the sum can pass 1; it is divided
    by the length of the vector of all v(w*, j) where that is above 1, and stays within 1 by Cauchy and Schwarz. The
    mean of both directions makes it symmetric. `vectors` has rows of length 1 with their columns in falling order;
    `near` is symmetric with 1 on its diagonal.
    """
    met = soft_rows(vectors, near, 0, len(vectors))
    return (met + met.T) * np.float32(0.5)


def words_of(names: Sequence[str]) -> tuple[list[str], list[list[int]]]:
    """The words of names that tell something, in order, and for each name the places of its words, rising."""
    words: dict[str, int] = {}
    places = [sorted({words.setdefault(word, len(words)) for word in name_words(name)}) for name in names]
    return list(words), places


def near_names(
    words: Sequence[str], names: Sequence[Sequence[int]], information: Float32Array, least: float
) -> SparseRows:
    """The SoftTFIDF of names of several words, where it reaches the least; 1 on the diagonal.

    `names` are the places of their words in `words`, and `information` says how much each word tells.
    """
    count = len(names)
    starts = np.zeros(count + 1, dtype=np.int32)
    np.cumsum([len(name) for name in names], out=starts[1:])
    columns = np.array([place for name in names for place in name], dtype=np.int32)
    vectors, near = SparseRows(starts, columns, information[columns], len(words)).normalized(), near_words(words)
    some, others, values = [starts[:0]], [starts[:0]], [information[:0]]
    for first in range(0, count, _ROWS):
        met = soft_rows(vectors, near, first, min(first + _ROWS, count))
        # Neither way is above 1, so that the mean is too low where one of them is.
        left, right = np.nonzero(met >= 2 * least - 1 - _LEEWAY)
        some.append((left + first).astype(np.int32))
        others.append(right.astype(np.int32))
        values.append(met[left, right])
    return symmetric(count, *_means(np.concatenate(some), np.concatenate(others), np.concatenate(values), least))


def _means(
    some: Int32Array, others: Int32Array, values: Float32Array, least: float
) -> tuple[Int32Array, Int32Array, Float32Array]:
    """The pairs that are there both ways, the smaller place first, whose mean of both values reaches the least."""
    up, down = some < others, some > others
    keys = np.minimum(some, others).astype(np.int64) << 32 | np.maximum(some, others)
    pairs, one, other = np.intersect1d(keys[up], keys[down], assume_unique=True, return_indices=True)
    means = (values[up][one] + values[down][other]) * np.float32(0.5)
    kept = means >= least
    pairs = pairs[kept]
    return (pairs >> 32).astype(np.int32), (pairs & 0xFFFFFFFF).astype(np.int32), means[kept]


def name_words(name: str) -> tuple[str, ...]:
    """The words of a name that tell something; all where only small ones are there."""
    return content(name) or tokens(name)
