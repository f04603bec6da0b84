"""SoftTFIDF: TF-IDF where terms that are nearly the same meet too (Cohen, Ravikumar & Fienberg 2003)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler
from scipy.sparse import csr_array, eye_array

from namesakes.identities.specialists.bags import unit_rows
from namesakes.identities.specialists.terms import content, tokens

NEAR = 0.9
"""From which similarity by Jaro and Winkler on two words are taken for spellings of one, as Cohen et al. have it."""

SHORTEST = 4
"""Words of fewer letters, and words with digits, match themselves alone: Lee is not Leo and 1963 is not 1964."""

_ROWS = 1024


def near_words(words: Sequence[str], threshold: float = NEAR) -> csr_array:
    """The similarities of Jaro and Winkler between words, where they reach the threshold; 1 on the diagonal.

    O(words²) in RapidFuzz, which is some 30 million comparisons a second; memory O(words + matches).
    """
    places = np.array([i for i, word in enumerate(words) if len(word) >= SHORTEST and word.isalpha()], dtype=np.int32)
    fuzzy = [words[place] for place in places.tolist()]
    rows, columns, values = [], [], []
    for start in range(0, len(fuzzy), _ROWS):
        part = fuzzy[start : start + _ROWS]
        # The upper triangle is enough: the similarity is symmetric.
        found = process.cdist(
            part, fuzzy[start:], scorer=JaroWinkler.similarity, score_cutoff=threshold, dtype=np.float32, workers=1
        )
        left, right = np.nonzero(np.triu(found, 1))
        rows.append(places[left + start])
        columns.append(places[right + start])
        values.append(found[left, right])
    shape = (len(words), len(words))
    same = csr_array(eye_array(len(words), dtype=np.float32))
    if not rows:
        return same
    some, others = np.concatenate(rows), np.concatenate(columns)
    upper = csr_array((np.concatenate(values), (some, others)), shape=shape)
    return csr_array(upper + upper.T + same)


def soft_products(vectors: csr_array, near: csr_array) -> csr_array:
    """The SoftTFIDF of all pairs of rows, symmetric and at most 1.

    Every term w of row i meets the one term w* of row j that is nearest to it, if any is near: Σ_w v(w, i) · v(w*, j)
    · near(w, w*). Two terms may meet the same w*, which then counts twice, so that the sum can pass 1; it is divided
    by the length of the vector of all v(w*, j) where that is above 1, and stays within 1 by Cauchy and Schwarz. The
    mean of both directions makes it symmetric. `vectors` has rows of length 1; `near` is symmetric with 1 on its
    diagonal.
    """
    nearest, met = _nearest(vectors, near)
    present = csr_array((np.ones_like(vectors.data), vectors.indices, vectors.indptr), shape=vectors.shape)
    products, lengths = csr_array(vectors @ nearest), csr_array(present @ met)
    products.sort_indices()
    lengths.sort_indices()
    products.data /= np.maximum(1, np.sqrt(lengths.data))
    return csr_array((products + products.T) * np.float32(0.5))


def _nearest(vectors: csr_array, near: csr_array) -> tuple[csr_array, csr_array]:
    """For each term and row: the weight in the row of the term nearest to it, times their nearness; and it squared."""
    turned, pairs = csr_array(vectors.T), near.tocoo()
    sizes = np.diff(turned.indptr)[pairs.col]
    firsts = np.repeat(turned.indptr[pairs.col] - np.concatenate(([0], np.cumsum(sizes)[:-1])), sizes)
    cells = np.arange(int(sizes.sum())) + firsts
    terms, nearness = np.repeat(pairs.row, sizes), np.repeat(pairs.data, sizes)
    rows, weights = turned.indices[cells], turned.data[cells]
    keys = terms.astype(np.int64) * vectors.shape[0] + rows
    # A term itself comes before its neighbours, whatever their nearness.
    rank = nearness + (terms == np.repeat(pairs.col, sizes))
    order = np.lexsort((weights, rank, keys))
    last = order[np.append(keys[order][1:] != keys[order][:-1], True)] if len(order) else order
    shape = (vectors.shape[1], vectors.shape[0])
    place = (terms[last], rows[last])
    return (
        csr_array((weights[last] * nearness[last], place), shape=shape),
        csr_array((weights[last] ** 2, place), shape=shape),
    )


def near_names(
    names: Sequence[str], information: NDArray[np.float32], words: dict[str, int], least: float
) -> csr_array:
    """The SoftTFIDF of names of several words, where it reaches the least; 1 on the diagonal.

    `words` are the words of all names in order, and `information` says how much each tells.
    """
    starts, columns = [0], []
    for name in names:
        columns += sorted({words[word] for word in name_words(name)})
        starts.append(len(columns))
    shape = (len(names), len(words))
    vectors = unit_rows(csr_array((information[columns], np.array(columns, dtype=np.int32), starts), shape=shape))
    found = soft_products(vectors, near_words(list(words)))
    found.setdiag(0)
    found.data[found.data < least] = 0
    found.eliminate_zeros()
    return csr_array(found + eye_array(len(names), dtype=np.float32))


def name_words(name: str) -> tuple[str, ...]:
    """The words of a name that tell something; all where only small ones are there."""
    return content(name) or tokens(name)
