"""Search for trees of antecedents: every decoder against all trees, one by one."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.chains.decoding.beam import Agenda, beam_search
from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.decoding.spanning_tree import maximum_spanning_tree
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.training.examples import Example
from namesakes.learning.steps import Direction
from tests.chains.made import CLUSTER_FEATURES, LOCAL_FEATURES, made_example, made_pairs, made_weights

SEEDS = st.integers(0, 10_000)


def trees(example: Example) -> Iterator[np.ndarray]:
    """The rows of every tree over the mentions."""
    starts = example.pairs.candidates.starts.tolist()
    ranges = [range(starts[mention], starts[mention + 1]) for mention in range(1, example.pairs.count + 1)]
    for rows in product(*ranges):
        yield np.array([-1, *rows], dtype=np.int64)


def tree_score(model: BeamModel, example: Example, tree: np.ndarray) -> float:
    """The score of a tree by definition: the sum of its features times their weights."""
    pairs, direction = example.pairs, Direction(model.features.bits)
    mentions = np.arange(1, pairs.count + 1, dtype=np.int32)
    model.add(pairs, tree[1:], mentions, np.ones(pairs.count), direction)
    span = (1, pairs.count + 1)
    model.add_clusters(pairs, model.clusters(pairs), tree, span, 1.0, direction)
    return float(direction.sums.astype(np.float64) @ model.weights)


@given(SEEDS, st.sampled_from([1, 4]))
def test_a_beam_over_local_features_finds_the_best_first_tree(seed: int, width: int) -> None:
    pairs = made_pairs(10, seed)
    model = BeamModel(LOCAL_FEATURES, made_weights(LOCAL_FEATURES, seed))
    found = beam_search(model, pairs, width)
    np.testing.assert_array_equal(found, best_first(model.scores(pairs), pairs))


@given(SEEDS)
def test_best_first_finds_the_best_of_all_trees(seed: int) -> None:
    example = made_example(4, seed)
    model = BeamModel(LOCAL_FEATURES, made_weights(LOCAL_FEATURES, seed))
    best = max(tree_score(model, example, tree) for tree in trees(example))
    found = best_first(model.scores(example.pairs), example.pairs)
    assert tree_score(model, example, found) == pytest.approx(best, abs=1e-4)


@given(SEEDS)
def test_a_wide_beam_finds_the_best_of_all_trees_with_features_of_clusters(seed: int) -> None:
    example = made_example(5, seed, CLUSTER_FEATURES)
    model = BeamModel(CLUSTER_FEATURES, made_weights(CLUSTER_FEATURES, seed))
    scores = {tuple(tree): tree_score(model, example, tree) for tree in trees(example)}
    assert len(scores) == 120
    wide = beam_search(model, example.pairs, 120)
    assert scores[tuple(wide)] == pytest.approx(max(scores.values()), abs=1e-4)
    narrow = beam_search(model, example.pairs, 1)
    assert scores[tuple(narrow)] <= max(scores.values()) + 1e-4


@given(SEEDS, st.integers(1, 30))
def test_the_totals_of_a_beam_are_the_scores_of_its_trees(seed: int, width: int) -> None:
    example = made_example(6, seed, CLUSTER_FEATURES)
    model = BeamModel(CLUSTER_FEATURES, made_weights(CLUSTER_FEATURES, seed))
    agenda = Agenda(model, example.pairs, model.clusters(example.pairs), width)
    local, every = model.scores(example.pairs), np.ones(len(example.right), dtype=np.uint8)
    for _ in range(6):
        agenda.expand(local, every, example.right)
    assert agenda.totals[0] == pytest.approx(tree_score(model, example, agenda.tree()), abs=1e-4)
    assert np.all(np.diff(agenda.totals) <= 0)
    assert bool(agenda.right[0]) == bool(example.right[agenda.tree()[1:]].all())


def test_some_beams_are_too_narrow() -> None:
    """If a beam of one always found the best tree, the tests of wider ones would show nothing."""
    missed = 0
    for seed in range(20):
        example = made_example(5, seed, CLUSTER_FEATURES)
        model = BeamModel(CLUSTER_FEATURES, made_weights(CLUSTER_FEATURES, seed))
        wide, narrow = (beam_search(model, example.pairs, width) for width in (120, 1))
        missed += tree_score(model, example, narrow) < tree_score(model, example, wide) - 1e-3
    assert missed > 0


@given(SEEDS)
def test_the_spanning_tree_decoder_finds_the_best_first_tree(seed: int) -> None:
    pairs = made_pairs(9, seed)
    model = BeamModel(LOCAL_FEATURES, made_weights(LOCAL_FEATURES, seed))
    scores = model.scores(pairs)
    found = maximum_spanning_tree(scores, pairs)
    assert scores[found[1:]].sum() == pytest.approx(scores[best_first(scores, pairs)[1:]].sum())
