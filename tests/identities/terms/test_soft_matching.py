"""SoftTFIDF and best matches against what their definitions say, pair by pair."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import JaroWinkler

from namesakes.arrays import Float64Array
from namesakes.identities.terms import soft_matching
from namesakes.identities.terms.best_matches import best_matches
from namesakes.identities.terms.soft_matching import (
    NEAR,
    SHORTEST,
    near_names,
    near_words,
    soft_products,
    words_of,
)
from namesakes.identities.terms.sparse_rows import SparseRows
from namesakes.identities.terms.statistics import Statistics
from namesakes.identities.terms.term_matrix import TermMatrix

WORDS = ["karlsson", "carlsson", "karlson", "weiss", "weis", "lee", "leo", "1963", "1964", "anna", "иванов", "иванова"]


def reference(vectors: list[dict[str, float]], a: int, b: int) -> float:
    """SoftTFIDF of two rows by its definition, both ways, each divided where terms are met twice."""
    ways = []
    for some, others in ((vectors[a], vectors[b]), (vectors[b], vectors[a])):
        total = squares = 0.0
        for word, weight in some.items():
            near = [(nearness(word, other), other) for other in others if nearness(word, other) >= NEAR]
            if near:
                best = max(near, key=lambda pair: (pair[1] == word, pair[0], others[pair[1]]))
                total += weight * others[best[1]] * best[0]
                squares += others[best[1]] ** 2
        ways.append(total / max(1, np.sqrt(squares)))
    return sum(ways) / 2


def nearness(one: str, other: str) -> float:
    if one == other:
        return 1.0
    if min(len(one), len(other)) < SHORTEST or not (one.isalpha() and other.isalpha()):
        return 0.0
    return float(JaroWinkler.similarity(one, other))


@given(st.lists(st.dictionaries(st.sampled_from(WORDS), st.floats(0.1, 5), max_size=5), min_size=2, max_size=5))
def test_soft_products_are_soft_tfidf(bags: list[dict[str, float]]) -> None:
    read = TermMatrix.of_bags(bags)
    vectors = read.counts.normalized()
    found = soft_products(vectors, near_words(read.terms))
    rows = [{read.terms[column]: float(row[column]) for column in np.flatnonzero(row)} for row in vectors.dense()]
    for a in range(len(bags)):
        for b in range(len(bags)):
            assert found[a, b] == pytest.approx(reference(rows, a, b), abs=1e-5)
    assert found.max() <= 1 + 1e-5


def test_near_words_are_those_of_jaro_and_winkler_over_the_threshold() -> None:
    found = near_words(WORDS).dense()
    expected = [[nearness(a, b) if nearness(a, b) >= NEAR else 0 for b in WORDS] for a in WORDS]
    np.testing.assert_allclose(found, expected, atol=1e-6)


def test_near_words_of_more_than_one_slice() -> None:
    words = [f"{first}{second}ermann" for first in "bcdfghklmnprstvwxz" * 4 for second in ("a", "e", "i")]
    words = sorted({*words, *(f"x{''.join(chr(97 + int(digit)) for digit in str(number))}y" for number in range(1500))})
    found = near_words(words).dense()
    np.testing.assert_array_equal(found, found.T)
    assert (found.diagonal() == 1).all()
    place = words.index("baermann")
    whole = [nearness("baermann", word) for word in words]
    np.testing.assert_allclose(found[place], [one if one >= NEAR else 0 for one in whole], atol=1e-6)


def test_near_names_are_those_whose_soft_tfidf_reaches_the_least() -> None:
    ends = ["karlsson", "carlsson", "weiss", "weis", "lee"]
    names = [f"{first} {last}" for first in ("anna", "anne", "bo") for last in ends] + ends
    words, places = words_of(names)
    information = np.linspace(1, 4, len(words), dtype=np.float32)
    vectors = TermMatrix.of_bags(
        [{word: float(information[words.index(word)]) for word in name.split()} for name in names]
    )
    assert vectors.terms == words
    expected = soft_products(vectors.counts.normalized(), near_words(words))
    np.fill_diagonal(expected, 1)
    for least in (0.5, 0.65, 0.9):
        found = near_names(words, places, information, least).dense()
        np.testing.assert_array_equal(found, np.where(expected >= least, expected, 0))


def test_near_names_of_more_than_one_slice() -> None:
    names = [f"{chr(97 + place % 26)}{chr(97 + place // 26 % 26)} number{place // 676}" for place in range(1100)]
    words, places = words_of(names)
    whole = near_names(words, places, np.ones(len(words), dtype=np.float32), 0.65)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(soft_matching, "_ROWS", 100)
        parts = near_names(words, places, np.ones(len(words), dtype=np.float32), 0.65)
    assert len(whole.columns) > len(names)
    np.testing.assert_array_equal(whole.dense(), parts.dense())


@given(st.lists(st.lists(st.integers(0, 5), max_size=4, unique=True), min_size=1, max_size=5), st.integers(0, 99))
def test_best_matches_are_the_means_of_the_best(rows: list[list[int]], seed: int) -> None:
    values: Float64Array = np.random.default_rng(seed).random((6, 6))
    starts, columns = np.cumsum([0, *map(len, rows)]), [column for row in rows for column in row]
    ones = np.ones(len(columns), dtype=np.float32)
    found = best_matches(SparseRows(starts.astype(np.int32), np.array(columns, dtype=np.int32), ones, 6), values)
    for a, some in enumerate(rows):
        for b, others in enumerate(rows):
            expected = np.mean([max(values[one, other] for other in others) for one in some]) if some and others else 0
            assert found[a, b] == pytest.approx(expected, abs=1e-6)


def test_information_falls_with_the_share_of_the_block() -> None:
    bags = TermMatrix.of_bags([{"usual": 1, f"rare{place}": 1} for place in range(50)])
    found = dict(zip(bags.terms, bags.information(Statistics(), "people", 20.0).tolist(), strict=True))
    assert found["usual"] == pytest.approx(-np.log((50 + 20 * 0.002) / 70))
    assert found["rare1"] == pytest.approx(-np.log((1 + 20 * 0.002) / 70))
    alone = bags.information(Statistics(), "people", np.inf)
    assert alone == pytest.approx(np.full(51, -np.log(0.002)))
