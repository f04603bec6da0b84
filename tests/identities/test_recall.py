"""What was looked up once is not looked up again, and memory has an end."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from namesakes.identities import recall
from namesakes.identities.recall import Recall


class Lengths:
    """Finds the length of terms, and notes which ones it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, terms: Sequence[str]) -> NDArray[np.int32]:
        self.asked += terms
        return np.array([len(term) for term in terms], dtype=np.int32)


def test_terms_are_looked_up_once() -> None:
    lengths = Lengths()
    known = Recall(lengths, np.int32)
    assert known(["a", "bb", "a"]).tolist() == [1, 2, 1]
    assert known(["bb", "ccc"]).tolist() == [2, 3]
    assert known([]).dtype == np.int32
    assert set(lengths.asked) == {"a", "bb", "ccc"}
    assert lengths.asked.count("bb") == 1


def test_no_more_than_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall, "MOST", 3)
    known = Recall(Lengths(), np.int32)
    for size in range(1, 9):
        terms = ["x" * size, "y" * size]
        assert known(terms).tolist() == [size, size]
        assert len(known.known) <= 3
    assert known(["z" * size for size in range(5)]).tolist() == [0, 1, 2, 3, 4]
