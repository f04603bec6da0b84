"""Losses: zero on right trees, sums that are kept against sums made anew, and search against brute force."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.losses import LOSSES, Loss, LossSettings
from namesakes.chains.losses.gold import Gold, check_measure, clusters_of_tree
from namesakes.chains.losses.learned import LearnedLoss
from namesakes.chains.losses.regressor import (
    FEATURES,
    LossRegressor,
    Rated,
    RegressorSettings,
    fit,
    rated_trees,
)
from namesakes.chains.losses.search import search, search_by
from namesakes.chains.training.examples import Example
from namesakes.errors import ConfigError, ModelError, UnknownNameError
from namesakes.metrics import MEASURES
from namesakes.metrics.overlap import Overlap
from tests.chains.made import LOCAL_FEATURES, made_chains, made_example

COUNTS, SEEDS = st.integers(1, 12), st.integers(0, 500)


def made_regressor(seed: int = 0, *, singletons: bool = False) -> LossRegressor:
    """A regressor with weights that nobody learned."""
    weights = np.random.default_rng([seed, 3]).normal(0.11, 0.1, size=len(FEATURES) + 1)
    return LossRegressor("conll", weights, singletons=singletons)


def made_scores(example: Example, seed: int) -> np.ndarray:
    """Scores of an example's rows."""
    return np.random.default_rng([seed, 4]).normal(size=len(example.right))


def made_tree(example: Example, seed: int) -> np.ndarray:
    """A tree drawn at random."""
    return best_first(made_scores(example, seed + 1000), example.pairs)


def labels(clusters: np.ndarray, chains: np.ndarray, least: int) -> tuple[list[str], list[str]]:
    """Gold and found clusters as two labellings, for `Overlap.of_labels`; what one side lacks has its own label."""
    sizes, gold_sizes = np.bincount(clusters), np.bincount(chains[chains >= 0], minlength=len(clusters) + 1)
    found = [f"r{c}" if sizes[c] >= least else "" for c in clusters[1:].tolist()]
    gold = [f"k{k}" if k >= 0 and gold_sizes[k] >= least else "" for k in chains[1:].tolist()]
    return gold, found


@given(COUNTS, SEEDS, st.sampled_from(["edge", "tree-edges"]), st.sampled_from([None, 0.5, 2.0]))
def test_simple_losses_are_zero_exactly_on_right_trees(count: int, seed: int, name: str, extra: float | None) -> None:
    example = made_example(count, seed)
    loss: Loss = LOSSES[name](LossSettings(extra=extra))
    right = best_first(made_scores(example, seed), example.pairs, example.right)
    assert loss.value(right, example) == 0.0
    tree = made_tree(example, seed)
    wrong = int((example.right[tree[1:]] == 0).sum())
    assert (loss.value(tree, example) > 0.0) == (wrong > 0)


def test_the_loss_of_arcs_by_hand() -> None:
    example = made_example(3, 0)
    example = Example.build(example.pairs, np.array([-1, 0, 1, 0], dtype=np.int32), example_costs())
    rows = {(1, 0): 0, (2, 0): 1, (2, 1): 2, (3, 0): 3, (3, 1): 4, (3, 2): 5}
    edge, links = LOSSES["edge"](LossSettings(extra=3.0)), LOSSES["tree-edges"](LossSettings(extra=0.25))
    cases = {(0, 0, 1): (0.0, 0.0), (0, 1, 1): (4.0, 0.25), (0, 0, 0): (1.0, 1.0), (0, 0, 2): (1.0, 1.25)}
    for parents, (by_arcs, by_links) in cases.items():
        tree = np.array([-1, *(rows[m, a] for m, a in enumerate(parents, start=1))])
        assert edge.value(tree, example) == by_arcs
        # equation 2: n − k = 1 link that the gold clusters need; −1 for a link inside one, 0.25 for any other
        inside = sum(-1.0 if (m, a) == (3, 1) else 0.25 for m, a in enumerate(parents, start=1) if a)
        assert links.value(tree, example) == pytest.approx(1.0 + inside)
        assert links.value(tree, example) == pytest.approx(by_links)


def example_costs():  # type: ignore[no-untyped-def]
    from namesakes.chains.training.costs import Costs

    return Costs()


@given(COUNTS, SEEDS, st.booleans())
def test_measures_of_partitions_are_those_of_the_scorer(count: int, seed: int, singletons: bool) -> None:
    """Gold mentions that were not found are left out here, since labels cannot say that one side lacks an item."""
    example, least = made_example(count, seed), 1 if singletons else 2
    clusters = clusters_of_tree(made_tree(example, seed), example)
    gold = Gold.of(example, singletons=singletons)
    known, found = labels(clusters, example.chains, least)
    kept = [place for place in range(count) if known[place] and found[place]]
    overlap = Overlap.of_labels([known[place] for place in kept], [found[place] for place in kept])
    own = gold.overlap(clusters)
    assert sorted(own.cells.counts.tolist()) == sorted(overlap.cells.counts.tolist())
    assert own.key.sizes.sum() == sum(map(bool, known))
    assert own.response.sizes.sum() == sum(map(bool, found))
    for name in ("muc", "b3", "ceaf_e", "lea", "blanc"):
        assert 0.0 <= gold.measured(clusters, name) <= 100.0 + 1e-9
    parts = gold.features(clusters).reshape(3, 3)
    for row, name in zip(parts[:2], ("muc", "b3"), strict=True):
        assert row[2] == pytest.approx(gold.measured(clusters, name), abs=1e-9)


def test_missed_mentions_count_in_recall() -> None:
    example = made_example(3, 0)
    example = Example.build(example.pairs, np.array([-1, 0, 0, -1], np.int32), example_costs(), np.array([4, 2]))
    gold = Gold.of(example)
    assert gold.sums.tolist() == [4.0, 6.0, 2.0]
    assert gold.found == 2
    tree = np.array([-1, 0, 2, 3])  # the second mention goes back to the first
    clusters = clusters_of_tree(tree, example)
    recall, precision, f1 = gold.features(clusters)[:3]
    assert (recall, precision, f1) == (25.0, 100.0, 40.0)
    # Ψ̃ = 2·2 / (4 + 2) of one cluster; key entities: 2
    assert gold.features(clusters)[6:8].tolist() == pytest.approx([100 * 2 / 3 / 2, 100 * 2 / 3])


@given(COUNTS, SEEDS, st.booleans(), st.booleans(), st.sampled_from([0.0, 0.05, 3.0]))
def test_kept_sums_equal_sums_made_anew(count: int, seed: int, singletons: bool, ramp: bool, strength: float) -> None:
    """The kernel's search and one that measures every partition from the start go the same way, move by move."""
    example, regressor = made_example(count, seed), made_regressor(seed)
    gold = Gold.of(example, singletons=singletons)
    scores, start = made_scores(example, seed), made_tree(example, seed)
    candidates = example.pairs.candidates

    def anew(clusters: np.ndarray) -> float:
        return 100.0 - float(regressor.predict(gold.features(clusters)[None])[0])

    one, sweeps = search(candidates, scores, start, gold, regressor.weights, strength, ramp=ramp, sweeps=6)
    other, other_sweeps = search_by(candidates, scores, start, anew, strength, ramp=ramp, sweeps=6)
    assert sweeps == other_sweeps
    assert one.tolist() == other.tolist()


def objective(tree: np.ndarray, example: Example, scores: np.ndarray, gold: Gold, weights: np.ndarray) -> float:
    """Score + strength · (100 − w·φ), for a strength of 1."""
    features = gold.features(clusters_of_tree(tree, example))
    return float(scores[tree[1:]].sum() + 100.0 - features @ weights[:-1] - weights[-1])


@given(COUNTS, SEEDS)
def test_search_ends_no_worse_than_it_began(count: int, seed: int) -> None:
    example, regressor = made_example(count, seed), made_regressor(seed)
    gold, scores, start = Gold.of(example), made_scores(example, seed), made_tree(example, seed)
    found, _ = search(example.pairs.candidates, scores, start, gold, regressor.weights, 1.0, ramp=False)
    values = [objective(tree, example, scores, gold, regressor.weights) for tree in (start, found)]
    assert values[1] >= values[0] - 1e-6


@pytest.mark.parametrize("seed", range(12))
def test_search_on_tiny_documents_against_all_trees(seed: int) -> None:
    """Greedy search may miss the best tree; from its end no single arc is better, and often it is the best of all."""
    example, regressor = made_example(5, seed), made_regressor(seed)
    gold, scores = Gold.of(example), 5.0 * made_scores(example, seed)
    starts = example.pairs.candidates.starts
    found, _ = search(
        example.pairs.candidates, scores, made_tree(example, seed), gold, regressor.weights, 1.0, ramp=False
    )
    own = objective(found, example, scores, gold, regressor.weights)
    options = [range(starts[mention], starts[mention + 1]) for mention in range(1, 6)]
    every = [np.array([-1, *rows]) for rows in product(*options)]
    values = [objective(tree, example, scores, gold, regressor.weights) for tree in every]
    assert own <= max(values) + 1e-6
    near = [value for tree, value in zip(every, values, strict=True) if (tree != found).sum() == 1]
    assert own >= max(near) - 1e-6
    BEST.append(own >= max(values) - 1e-6)
    if len(BEST) == 12:
        assert sum(BEST) >= 6


BEST: list[bool] = []


def test_without_strength_the_worst_tree_is_the_best_first_one() -> None:
    example = made_example(15, 3)
    scores = made_scores(example, 3)
    expected = best_first(scores, example.pairs).tolist()
    for name in LOSSES:
        settings = LossSettings(strength=0.0)
        loss = LearnedLoss(settings, made_regressor()) if name == "learned" else LOSSES[name](settings)
        assert loss.worst(scores, example).tolist() == expected


@pytest.mark.parametrize("start", ["nothing", "best-first"])
def test_losses_of_partitions(start: str) -> None:
    example = made_example(10, 5)
    scores = made_scores(example, 5)
    settings = LossSettings(strength=5.0, start=start, measure="b3")
    for loss in (LearnedLoss(settings, made_regressor()), LOSSES["exact"](settings)):
        tree = loss.worst(scores, example)
        plain = best_first(scores, example.pairs)
        assert loss.value(tree, example) >= loss.value(plain, example)
        right = best_first(scores, example.pairs, example.right)
        assert loss.value(right, example) == 0.0


def test_exact_loss_by_hand() -> None:
    example = made_example(3, 0)
    example = Example.build(example.pairs, np.array([-1, 0, 0, 0], np.int32), example_costs())
    loss = LOSSES["exact"](LossSettings(measure="muc"))
    # one link of two: recall 1/2, precision 1, F1 2/3; three found mentions
    assert loss.value(np.array([-1, 0, 2, 3]), example) == pytest.approx(3 / 100 * (100 - 200 / 3))


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return [made_example(14, seed) for seed in range(6)]


SETTINGS = RegressorSettings(rounds=100, loss=LossSettings(strength=5.0), features=LOCAL_FEATURES)


def test_a_regressor_learns_what_it_can(examples: list[Example], tmp_path: Path) -> None:
    rated = rated_trees(examples, SETTINGS)
    assert len(rated) > len(examples)
    assert rated.scores.max() == pytest.approx(100.0)  # learning from one document ends with a right tree
    regressor = fit(rated, SETTINGS)
    error, correlation = regressor.errors(rated)
    assert error < rated.scores.var() / 4
    assert correlation > 75.0
    again = fit(rated_trees(examples, SETTINGS), SETTINGS)
    assert again.weights.tolist() == regressor.weights.tolist()
    regressor.save(tmp_path / "one")
    again.save(tmp_path / "two")
    for name in ("model.json", "arrays.npz"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    loaded = LossRegressor.load(tmp_path / "one")
    assert (loaded.measure, loaded.singletons) == ("conll", False)
    assert loaded.predict(rated.features).tolist() == regressor.predict(rated.features).tolist()


def test_a_regressor_recovers_weights() -> None:
    """Scores that are linear in the features are learned to the last digit, almost."""
    random = np.random.default_rng(0)
    features = random.uniform(0, 100, size=(300, 9))
    weights = random.uniform(0, 0.2, size=9)
    rated = Rated(features, features @ weights + 2.0, np.zeros(300, dtype=np.int64))
    found = fit(rated, RegressorSettings(tolerance=0.0, penalty=100.0))
    assert found.weights == pytest.approx([*weights, 2.0], abs=0.02)
    assert found.errors(rated)[0] < 0.01


@pytest.mark.parametrize("measure", ["lea", "blanc", "b3", "ceaf_m"])
def test_a_regressor_for_any_measure(measure: str, examples: list[Example]) -> None:
    settings = RegressorSettings(measure=measure, rounds=20, features=LOCAL_FEATURES)
    rated = rated_trees(examples[:2], settings)
    assert fit(rated, settings).measure == measure


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    made_regressor().save(tmp_path)
    text = (tmp_path / "model.json").read_text().replace("ceaf shortcut", "ceaf")
    (tmp_path / "model.json").write_text(text)
    with pytest.raises(ModelError, match="Train it again"):
        LossRegressor.load(tmp_path)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('"measure": "conll"', '"measures": 3'),
        ('"singletons": false', '"singletons": "no"'),
        ('"singletons"', '"single"'),
    ],
)
def test_a_loss_that_says_nonsense_of_itself_is_refused(tmp_path: Path, right: str, wrong: str) -> None:
    made_regressor().save(tmp_path)
    text = (tmp_path / "model.json").read_text()
    assert right in text
    (tmp_path / "model.json").write_text(text.replace(right, wrong))
    with pytest.raises(ModelError, match="what this learned loss says of itself is wrong"):
        LossRegressor.load(tmp_path)


def test_the_shipped_loss() -> None:
    loss = LossRegressor.shipped()
    assert loss.measure == "conll"
    assert loss.predict(np.full((1, 9), 100.0))[0] == pytest.approx(100.0, abs=5.0)


def test_measures_that_are_none_of_chains() -> None:
    check_measure("conll")
    with pytest.raises(ConfigError, match="no measure of chains"):
        check_measure(next(name for name in MEASURES if name not in ("muc",) and MEASURES[name].layers is None))
    with pytest.raises(UnknownNameError):
        check_measure("mela2")
    with pytest.raises(UnknownNameError):
        LossSettings(start="anywhere")
    with pytest.raises(ConfigError):
        LossSettings(strength=-1.0)


def test_sizes_default_to_found_mentions() -> None:
    example = made_example(8, 1)
    chains = made_chains(8, 1)
    assert example.sizes.tolist() == np.bincount(chains[chains >= 0]).tolist()
