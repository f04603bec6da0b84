"""Projective trees against the enumeration of all of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.structures.eisner import arc_marginals, best_arcs, max_marginals, projective_tree
from tests.oracles import trees as oracle

sizes = st.integers(1, 5)
seeds = st.integers(0, 10_000)


def scores(words: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    return random.normal(size=(words + 1, words + 1)), random.normal(size=(words + 1,) * 3)


@given(sizes, seeds, st.booleans(), st.booleans())
def test_no_tree_is_better(words: int, seed: int, with_siblings: bool, single_root: bool) -> None:
    arcs, siblings = scores(words, seed)
    extra = siblings if with_siblings else None
    heads, total = projective_tree(arcs, extra, single_root=single_root)
    found = tuple(heads[1:].tolist())
    assert heads[0] == -1
    assert oracle.is_tree(found)
    assert oracle.is_projective(found)
    assert not single_root or found.count(0) == 1
    best = max(oracle.score(tree, arcs, extra) for tree in oracle.trees(words, single_root=single_root))
    assert total == pytest.approx(best)
    assert oracle.score(found, arcs, extra) == pytest.approx(best)


@pytest.mark.parametrize("seed", range(3))
def test_six_words(seed: int) -> None:
    arcs, siblings = scores(6, seed)
    _, total = projective_tree(arcs, siblings)
    assert total == pytest.approx(max(oracle.score(tree, arcs, siblings) for tree in oracle.trees(6)))


@given(sizes, seeds, st.booleans())
def test_marginals_are_sums_and_maxima_over_trees(words: int, seed: int, single_root: bool) -> None:
    arcs, _ = scores(words, seed)
    every = {tree: oracle.score(tree, arcs) for tree in oracle.trees(words, single_root=single_root)}
    probabilities, total = arc_marginals(arcs, single_root=single_root)
    best, best_of_all = max_marginals(arcs, single_root=single_root)
    assert total == pytest.approx(np.log(np.sum(np.exp(list(every.values())))))
    assert best_of_all == pytest.approx(max(every.values()))
    for head in range(words + 1):
        for word in range(1, words + 1):
            through = [value for tree, value in every.items() if tree[word - 1] == head]
            assert probabilities[head, word] == pytest.approx(np.sum(np.exp(through)) / np.exp(total), abs=1e-9)
            assert best[head, word] == (pytest.approx(max(through)) if through else -np.inf)


@given(sizes, seeds)
def test_a_penalty_moves_the_decision(words: int, seed: int) -> None:
    arcs, _ = scores(words, seed)
    heads, _ = projective_tree(arcs, single_root=False)
    arcs[heads[words], words] -= 100.0
    assert projective_tree(arcs, single_root=False)[0][words] != heads[words] or words == 1


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
