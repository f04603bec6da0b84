"""What was looked up once is not looked up again, and memory has an end."""

import pickle
from collections.abc import Sequence

import numpy as np
import pytest

from namesakes.arrays import Int32Array
from namesakes.text.word_cache import WordCache


class Lengths:
    """Finds the length of words, alone or in a row with its square, and notes which ones it was asked for."""

    def __init__(self, *, rows: bool = False) -> None:
        self.asked: list[str] = []
        self.rows = rows

    def __call__(self, words: Sequence[str]) -> Int32Array:
        self.asked += words
        found = np.array([len(word) for word in words], dtype=np.int32)
        return np.column_stack((found, found**2)) if self.rows else found


@pytest.mark.parametrize("rows", [False, True])
def test_words_are_looked_up_once(rows: bool) -> None:
    lengths = Lengths(rows=rows)
    cache = WordCache(lengths)
    assert cache.of([]).dtype == np.int32
    for words in (["a", "bb", "a"], ["bb", "ccc"], ["ccc"]):
        np.testing.assert_array_equal(cache.of(words), Lengths(rows=rows)(words))
    assert lengths.asked == ["a", "bb", "ccc"]


def test_no_more_than_so_many_are_cached() -> None:
    cache = WordCache(Lengths(), most=3)
    for size in range(1, 9):
        assert cache.of(["x" * size, "y" * size]).tolist() == [size, size]
        assert len(cache.places) <= 3
    assert cache.of(["z" * size for size in range(5)]).tolist() == [0, 1, 2, 3, 4]


def test_a_copy_is_empty_and_finds_the_same() -> None:
    cache = WordCache(Lengths(), most=7)
    cache.of(["one"])
    copy = pickle.loads(pickle.dumps(cache))
    assert not copy.places
    assert copy.most == 7
    assert copy.of(["one", "three"]).tolist() == [3, 5]
