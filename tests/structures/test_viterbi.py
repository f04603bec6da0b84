"""The best sequence against the enumeration of all of them."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.structures.viterbi import best_sequences, sequence_scores


def total(
    path: tuple[int, ...], chosen: list[dict[int, float]], pairs: np.ndarray, triples: np.ndarray | None
) -> float:
    """The score of a sequence, by definition: labels, neighbours, and neighbours of neighbours, edges included."""
    edge = len(pairs) - 1
    padded = [edge, edge, *path, edge]
    value = sum(chosen[place][label] for place, label in enumerate(path))
    value += sum(pairs[each] for each in pairwise(padded[1:]))
    if triples is not None:
        value += sum(triples[each] for each in zip(padded, padded[1:], padded[2:], strict=False))
    return float(value)


@given(st.integers(1, 5), st.integers(1, 4), st.integers(0, 9999), st.booleans())
def test_no_sequence_is_better(length: int, labels: int, seed: int, second: bool) -> None:
    random = np.random.default_rng(seed)
    allowed = [sorted(random.choice(labels, size=random.integers(1, labels + 1), replace=False)) for _ in range(length)]
    chosen = [{int(label): float(random.normal()) for label in row} for row in allowed]
    pairs = random.normal(size=(labels + 1, labels + 1))
    triples = random.normal(size=(labels + 1,) * 3) if second else None
    offsets = np.cumsum([0, *map(len, chosen)], dtype=np.int32)
    flat = np.array([label for row in chosen for label in row], dtype=np.int32)
    scores = np.array([score for row in chosen for score in row.values()], dtype=np.float64)
    edges = np.array([0, length], dtype=np.int32)
    path, found = best_sequences(edges, offsets, flat, scores, pairs, triples)
    best = max(total(each, chosen, pairs, triples) for each in product(*chosen))
    assert found == pytest.approx(best)
    assert total(tuple(path.tolist()), chosen, pairs, triples) == pytest.approx(best)
    some = np.array([random.choice(row) for row in allowed], dtype=np.int32)
    (again,) = sequence_scores(edges, offsets, flat, scores, pairs, some, triples)
    assert again == pytest.approx(total(tuple(some.tolist()), chosen, pairs, triples))


def test_no_positions() -> None:
    nothing = np.zeros(1, dtype=np.int32)
    path, found = best_sequences(nothing, nothing, nothing[:0], np.zeros(0), np.zeros((3, 3)))
    assert (path.tolist(), found) == ([], 0.0)
    assert sequence_scores(nothing, nothing, nothing[:0], np.zeros(0), np.zeros((3, 3)), path).tolist() == []


def test_scores_of_several_sequences_some_of_them_empty() -> None:
    edges, offsets = np.array([0, 0, 2, 2, 3], np.int32), np.array([0, 2, 4, 6], np.int32)
    labels, scores = np.array([0, 1] * 3, np.int32), np.arange(6.0)
    pairs = np.arange(9.0).reshape(3, 3)
    found = sequence_scores(edges, offsets, labels, scores, pairs, np.array([1, 0, 1], np.int32))
    assert found.tolist() == [0.0, 1 + 7 + 2 + 3 + 2, 0.0, 5 + 7 + 5]


@given(st.lists(st.integers(0, 4), max_size=5), st.integers(0, 9999), st.booleans())
def test_sequences_do_not_touch_each_other(sizes: list[int], seed: int, second: bool) -> None:
    random = np.random.default_rng(seed)
    edges = np.cumsum([0, *sizes], dtype=np.int32)
    count = int(edges[-1])
    labels, scores = np.tile(np.arange(3, dtype=np.int32), count), random.normal(size=3 * count)
    tables = random.normal(size=(4, 4)), random.normal(size=(4, 4, 4)) if second else None

    def best(first: int, end: int) -> list[int]:
        offsets = np.arange(0, 3 * (end - first) + 1, 3, dtype=np.int32)
        rows, alone = slice(3 * first, 3 * end), np.array([0, end - first], dtype=np.int32)
        return list(best_sequences(alone, offsets, labels[rows], scores[rows], *tables)[0])

    path, _ = best_sequences(edges, np.arange(0, 3 * count + 1, 3, dtype=np.int32), labels, scores, *tables)
    assert path.tolist() == [label for first, end in pairwise(edges.tolist()) for label in best(first, end)]
