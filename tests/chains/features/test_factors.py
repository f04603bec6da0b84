"""Templates grouped by what they depend on, and scores that are summed group by group."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.chains.features.factors import Factors
from namesakes.chains.features.templates import LOCAL
from namesakes.chains.models.tree_model import FeatureSettings, TreeModel
from tests.chains.made import made_pairs, made_weights

SHIPPED = FeatureSettings(bits=14)


def test_each_template_is_in_one_group() -> None:
    factors = Factors.build(LOCAL)
    sets = factors.set_templates[factors.set_templates >= 0]
    found = np.concatenate((factors.full, factors.by_earlier, factors.by_later, sets))
    assert sorted(found.tolist()) == list(range(len(LOCAL)))
    assert len(factors.full) < len(LOCAL) / 3


def test_what_templates_depend_on() -> None:
    templates = ("m.head", "a.head m.class", "m.head a.head", "rank", "rank m.kind", "rank m.head", "m.class a.class")
    factors = Factors.build(templates)
    assert [templates[number] for number in factors.full] == ["m.head a.head", "rank m.head"]
    assert [templates[number] for number in factors.by_later] == ["m.head"]
    assert [templates[number] for number in factors.by_earlier] == ["a.head m.class", "m.class a.class"]
    assert factors.set_templates.tolist() == [[3, 4]]


def test_comparisons_that_a_larger_set_has_make_no_set_of_their_own() -> None:
    templates = ("rank", "words rank", "words", "rank m.class", "same_head", "rank words speakers")
    factors = Factors.build(templates)
    groups = [[number for number in row if number >= 0] for row in factors.set_templates.tolist()]
    assert sorted(map(sorted, groups)) == [[0, 1, 2, 3, 5], [4]]


def test_a_set_has_a_cell_for_each_value_and_group() -> None:
    factors = Factors.build(("words same_head", "rank", "rank m.class"))
    sizes = np.arange(2, 30)
    strides, places, cells = factors.layout(sizes, groups=4)
    values = sizes[factors.set_columns[0, 0]] * sizes[factors.set_columns[0, 1]]
    assert strides[0].tolist() == [1, sizes[factors.set_columns[0, 0]], 0, values]
    assert places.tolist() == [0, 4 * values]
    assert cells == 4 * values + 4 * sizes[factors.set_columns[1, 0]]


@pytest.mark.parametrize("features", [SHIPPED, FeatureSettings(pairs=("m.head a.head",), alone=("m.head",), bits=14)])
@given(seed=st.integers(0, 9999), count=st.integers(1, 9))
def test_a_score_is_the_sum_of_its_templates_weights(features: FeatureSettings, seed: int, count: int) -> None:
    ready = made_pairs(count, seed, features)
    model = TreeModel(features, made_weights(features, seed))
    scores, owners = model.scores(ready), ready.candidates.owners
    for row, owner in enumerate(owners.tolist()):
        assert scores[row] == pytest.approx(model.contributions(ready, row, owner).sum(), abs=1e-9)


@given(st.integers(0, 9999), st.integers(2, 9))
def test_scores_of_some_mentions_are_those_of_all(seed: int, count: int) -> None:
    ready = made_pairs(count, seed, SHIPPED)
    model = TreeModel(SHIPPED, made_weights(SHIPPED, seed))
    whole, first = model.scores(ready), 1 + seed % count
    begin = int(ready.candidates.starts[first])
    assert model.scores(ready, first)[begin:].tolist() == pytest.approx(whole[begin:].tolist(), abs=1e-9)
    assert not model.scores(ready, first)[:begin].any()


@given(st.integers(0, 9999), st.floats(0.0, 8.0))
def test_rows_out_of_reach_are_left_out_and_the_others_have_their_score(seed: int, reach: float) -> None:
    ready = made_pairs(12, seed, SHIPPED)
    model = TreeModel(SHIPPED, made_weights(SHIPPED, seed))
    whole, coarse, found = model.scores(ready), model.coarse(ready), model.scores(ready, pruning_margin=reach)
    roots = ready.candidates.antecedents == 0
    best = np.maximum.reduceat(np.where(roots, -np.inf, coarse), ready.candidates.starts[1:-1])
    near = roots | (coarse >= np.repeat(best, np.diff(ready.candidates.starts)[1:]) - reach)
    assert found[near].tolist() == whole[near].tolist()
    assert (found[~near] == -np.inf).all()
