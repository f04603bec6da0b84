"""Projective trees against the enumeration of all of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.structures.eisner import best_arcs, kept_siblings, max_marginals, projective_tree, pruned_tree
from tests.oracles import trees as oracle

sizes = st.integers(1, 5)
seeds = st.integers(0, 10_000)


def scores(words: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    return random.normal(size=(words + 1, words + 1)), random.normal(size=(words + 1,) * 3)


def check(heads: np.ndarray, total: float, arcs: np.ndarray, siblings: np.ndarray | None = None) -> None:
    """The tree is one, has this score, and no other one has a better score."""
    found = tuple(heads[1:].tolist())
    assert heads[0] == -1
    assert oracle.is_tree(found)
    assert oracle.is_projective(found)
    assert found.count(0) == 1
    best = max(oracle.score(tree, arcs, siblings) for tree in oracle.trees(len(found)))
    assert total == pytest.approx(best)
    assert oracle.score(found, arcs, siblings) == pytest.approx(best)


@given(sizes, seeds)
def test_no_tree_is_better(words: int, seed: int) -> None:
    arcs, _ = scores(words, seed)
    check(*projective_tree(arcs), arcs)


@given(sizes, seeds, st.floats(0.2, 1.0))
def test_no_tree_with_siblings_is_better(words: int, seed: int, share: float) -> None:
    arcs, siblings = scores(words, seed)
    kept = np.random.default_rng(seed).random(arcs.shape) < share
    kept[range(words), range(1, words + 1)] = True  # one tree is left at least
    np.fill_diagonal(kept, False)
    kept[:, 0] = False
    parts, starts = kept_siblings(kept.astype(np.uint8))
    check(*pruned_tree(arcs, parts, starts, siblings[tuple(parts.T)]), np.where(kept, arcs, -1e6), siblings)


@pytest.mark.parametrize("seed", range(3))
def test_six_words(seed: int) -> None:
    arcs, _ = scores(6, seed)
    check(*projective_tree(arcs), arcs)


@given(sizes, seeds)
def test_marginals_are_maxima_over_trees(words: int, seed: int) -> None:
    arcs, _ = scores(words, seed)
    every = {tree: oracle.score(tree, arcs) for tree in oracle.trees(words)}
    best, best_of_all = max_marginals(arcs)
    assert best_of_all == pytest.approx(max(every.values()))
    for head in range(words + 1):
        for word in range(1, words + 1):
            through = [value for tree, value in every.items() if tree[word - 1] == head]
            assert best[head, word] == (pytest.approx(max(through)) if through else -np.inf)


@given(st.integers(2, 5), seeds)
def test_a_penalty_moves_the_decision(words: int, seed: int) -> None:
    arcs, _ = scores(words, seed)
    heads, _ = projective_tree(arcs)
    arcs[heads[words], words] -= 100.0
    assert projective_tree(arcs)[0][words] != heads[words]


def test_no_words() -> None:
    heads, total = projective_tree(np.zeros((1, 1)))
    assert (heads.tolist(), total) == ([-1], 0.0)


@given(st.integers(2, 9), seeds, st.integers(1, 6), st.floats(-2.0, 2.0))
def test_best_arcs_are_the_largest_of_each_word(size: int, seed: int, most: int, least: float) -> None:
    through = np.random.default_rng(seed).integers(-3, 4, size=(size, size)).astype(float)  # with equal ones
    kept = best_arcs(through, least, most)
    for word in range(size):
        column = through[:, word]
        bound = sorted(column, reverse=True)[min(most, size) - 1]
        assert kept[:, word].tolist() == [value >= max(bound, least) for value in column]
