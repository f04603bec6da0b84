"""The best spanning tree against the enumeration of all of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.structures.spanning_tree import spanning_tree
from tests.oracles import trees as oracle


@given(st.integers(1, 5), st.integers(0, 9999), st.booleans(), st.booleans())
def test_no_tree_is_better(words: int, seed: int, single_root: bool, whole_numbers: bool) -> None:
    random = np.random.default_rng(seed)
    arcs = random.normal(size=(words + 1, words + 1))
    if whole_numbers:  # ties
        arcs = np.round(arcs)
    heads, total = spanning_tree(arcs, single_root=single_root)
    found = tuple(heads[1:].tolist())
    assert oracle.is_tree(found)
    assert not single_root or found.count(0) == 1
    every = oracle.trees(words, projective=False, single_root=single_root)
    assert total == pytest.approx(max(oracle.score(tree, arcs) for tree in every))
    assert oracle.score(found, arcs) == pytest.approx(total)


@given(st.integers(1, 8), st.integers(0, 9999))
def test_without_cycles_it_is_the_best_head_of_each(words: int, seed: int) -> None:
    """On a graph whose arcs all point forwards, as antecedents do, the best tree takes every node's best arc."""
    arcs = np.random.default_rng(seed).normal(size=(words + 1, words + 1))
    arcs[np.tril_indices(words + 1)] = -np.inf
    heads, total = spanning_tree(arcs)
    assert heads[1:].tolist() == arcs[:, 1:].argmax(axis=0).tolist()
    assert total == pytest.approx(arcs[:, 1:].max(axis=0).sum())


def test_nothing_but_the_root() -> None:
    heads, total = spanning_tree(np.zeros((1, 1)))
    assert (heads.tolist(), total) == ([-1], 0.0)
