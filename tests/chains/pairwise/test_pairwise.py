"""Models of pairs: blocks, likelihood, E-steps, bias and clustering, each against another way to the same answer."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import expit

from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.decoding.pair_clustering import closest_first, single_link
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.chains.features.templates import LOCAL
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.models.trees import clusters_of
from namesakes.chains.pairwise import blocks as pair_blocks
from namesakes.chains.pairwise.biased_potentials import METHODS, PREDICATES, BiasSettings, biased_pairs
from namesakes.chains.pairwise.blocks import PairBlocks, PairRows, bins
from namesakes.chains.pairwise.crf import NG_CARDIE, PairLikelihood, PairwiseSettings, fit, pair_model
from namesakes.chains.pairwise.measures import PairCounts, clustered, count_pairs, gold_pairs
from namesakes.chains.pairwise.structured_local_training import PairTrainer, e_step
from namesakes.chains.resolver import Resolver
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.examples import Example
from namesakes.errors import ConfigError, DataError, ModelError, UnknownNameError
from namesakes.learning.steps import Direction
from namesakes.learning.whole_files import before
from namesakes.structures.components import components, spanning_forest
from tests.chains.made import PAIRS, made_chains, made_example, made_pairs, made_weights
from tests.chains.parsed import parsed

SEEDS = st.integers(0, 10_000)
SMALL = FeatureSettings(pairs=PAIRS, alone=(), bits=12)
SETTINGS = ChainSettings(features=SMALL, decoder="single-link")
TIGHT = PairwiseSettings(tolerance=1e-13, iterations=5000)


def partition(labels: np.ndarray) -> set[frozenset[int]]:
    """The mentions in groups, those in no chain each by itself; without the root."""
    groups: dict[int, set[int]] = {}
    for mention, label in enumerate(labels.tolist()[1:], start=1):
        groups.setdefault(label if label >= 0 else -mention - 1, set()).add(mention)
    return {frozenset(group) for group in groups.values()}


def closure(count: int, links: list[tuple[int, int]]) -> set[frozenset[int]]:
    """What links make together, by merging sets one by one."""
    groups = [{mention} for mention in range(1, count + 1)]
    for one, other in links:
        touched = [group for group in groups if one in group or other in group]
        groups = [group for group in groups if group not in touched] + [set().union(*touched)]
    return {frozenset(group) for group in groups}


def features_of(model: BeamModel, pairs: MentionPairs, rows: PairRows) -> np.ndarray:
    """The features of each pair as a dense row."""
    found = np.zeros((len(rows), len(model.weights)))
    for number, (row, mention) in enumerate(zip(rows.rows, rows.mentions, strict=True)):
        direction = Direction(model.features.bits)
        model.add(pairs, np.array([row]), np.array([mention], dtype=np.int32), np.ones(1), direction)
        found[number] = direction.sums
    return found


def likelihood_of(examples: list[Example], wanted: PairwiseSettings, features: FeatureSettings) -> PairLikelihood:
    trainer = PairTrainer(examples, ChainSettings(features=features), wanted)
    biased = [
        biased_pairs(wanted.bias.pairs, rows, example.chains)
        for rows, example in zip(trainer.rows, examples, strict=True)
    ]
    return PairLikelihood(trainer.blocks, trainer.labels(None), biased, wanted)


@pytest.mark.parametrize("templates", [LOCAL, NG_CARDIE, PAIRS, PAIRS[:1]])
@pytest.mark.parametrize("window", [0, 4])
def test_the_scores_of_blocks_are_those_of_the_model(templates: tuple[str, ...], window: int) -> None:
    features = FeatureSettings(pairs=templates, alone=(), bits=12, window=window)
    instances = [made_pairs(count, count, features) for count in (1, 12, 0, 25)]
    model = BeamModel(features, made_weights(features, 1))
    blocks = PairBlocks.build(instances, model.templates, features.bits)
    found = blocks.scores(model.weights[blocks.used].astype(np.float64))
    assert blocks.count == sum(len(PairRows.of(each)) for each in instances)
    for pairs, scores in zip(instances, found, strict=True):
        np.testing.assert_allclose(scores, model.scores(pairs)[PairRows.of(pairs).rows], atol=1e-4)
        assert not model.scores(pairs)[pairs.candidates.starts[1:-1]].any()


def test_every_template_is_in_one_bin_and_bins_save_places() -> None:
    features = FeatureSettings(pairs=LOCAL, alone=(), bits=12)
    instances = [made_pairs(60, seed, features) for seed in range(4)]
    found = bins(BeamModel(features).templates, instances)
    assert sorted(number for each in found for number in each.templates) == list(range(len(LOCAL)))
    assert len(found) < len(LOCAL) / 2


def test_tables_of_cells_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    features = FeatureSettings(pairs=PAIRS, alone=(), bits=12)
    instances = [made_pairs(count, count, features) for count in (30, 2, 50)]
    model = BeamModel(features, made_weights(features, 3))
    expected = PairBlocks.build(instances, model.templates, 12)
    plain = pair_blocks._Cells.__init__

    def small(self: pair_blocks._Cells, *given: object) -> None:
        plain(self, *given)  # type: ignore[arg-type]
        self.room = 1
        self._clear()

    monkeypatch.setattr(pair_blocks._Cells, "__init__", small)
    found = PairBlocks.build(instances, model.templates, 12)
    for one, other in zip(found.places, expected.places, strict=True):
        np.testing.assert_array_equal(one, other)


@given(SEEDS, st.sampled_from(PREDICATES), st.sampled_from(METHODS), st.sampled_from([0.5, 1.0, 1.5, 3.0]))
@settings(max_examples=25)
def test_the_likelihood_by_definition(seed: int, pairs: str, method: str, factor: float) -> None:
    """Σ w (h b s − log(1 + exp(b s))) − ‖λ‖² / 2σ², pair by pair, and its derivatives."""
    wanted = PairwiseSettings(bias=BiasSettings(pairs, factor, method), variance=2.0)
    features = replace(SMALL, bits=8)
    examples = [made_example(count, seed + count, features) for count in (5, 8)]
    function = likelihood_of(examples, wanted, features)
    random = np.random.default_rng(seed)
    weights = np.zeros(1 << 8)
    weights[function.blocks.used] = random.normal(size=len(function.blocks.used))
    total, gradient = -(weights @ weights) / 4.0, -weights / 2.0
    model = BeamModel(features)
    for example, labels, biased in zip(examples, function.labels, function.biased, strict=True):
        matrix = features_of(model, example.pairs, PairRows.of(example.pairs))
        own = np.where(biased > 0, factor, 1.0)
        bias, weight = (own, np.ones_like(own)) if method == "potentials" else (np.ones_like(own), own)
        scores = bias * (matrix @ weights)
        total += float((weight * (labels * scores - np.logaddexp(0.0, scores))).sum())
        gradient += (weight * bias * (labels - expit(scores))) @ matrix
    found, derivatives = function(weights[function.blocks.used])
    assert found == pytest.approx(-total)
    np.testing.assert_allclose(derivatives, -gradient[function.blocks.used], atol=1e-8)


@given(SEEDS, st.sampled_from(PREDICATES), st.sampled_from(METHODS))
@settings(max_examples=20)
def test_the_gradient_is_that_of_finite_differences(seed: int, pairs: str, method: str) -> None:
    wanted = PairwiseSettings(bias=BiasSettings(pairs, 3.0, method))
    function = likelihood_of([made_example(9, seed, SMALL), made_example(4, seed, SMALL)], wanted, SMALL)
    random = np.random.default_rng(seed)
    weights = random.normal(size=len(function.blocks.used))
    _, gradient = function(weights)
    for place in random.integers(0, len(weights), size=5):
        step = np.zeros_like(weights)
        step[place] = 1e-5
        slope = (function(weights + step)[0] - function(weights - step)[0]) / 2e-5
        assert gradient[place] == pytest.approx(slope, abs=1e-4)


def test_the_fit_is_that_of_newton() -> None:
    """The function is convex, so that there is one answer; Newton's method on dense features finds it another way."""
    features = replace(SMALL, bits=6)
    examples = [made_example(count, count, features) for count in (10, 13)]
    function = likelihood_of(examples, TIGHT, features)
    found, value = fit(function, np.zeros(len(function.blocks.used)))
    model = BeamModel(features)
    matrix = np.concatenate([features_of(model, each.pairs, PairRows.of(each.pairs)) for each in examples])
    labels, weights = np.concatenate(function.labels), np.zeros(matrix.shape[1])
    for _ in range(30):
        guess = expit(matrix @ weights)
        hessian = (matrix * (guess * (1 - guess))[:, None]).T @ matrix + np.eye(len(weights))
        weights += np.linalg.solve(hessian, (labels - guess) @ matrix - weights)
    np.testing.assert_allclose(found, weights[function.blocks.used], atol=1e-3)
    scores = matrix @ weights
    expected = -(labels * scores - np.logaddexp(0.0, scores)).sum() + weights @ weights / 2
    assert value == pytest.approx(float(expected), rel=1e-6)


@given(SEEDS, st.integers(0, 14), st.sampled_from(["A", "B"]), st.sampled_from([-3.0, 0.0, 3.0]))
def test_single_link_gives_the_gold_chains_back_after_either_e_step(
    seed: int, count: int, kind: str, shift: float
) -> None:
    pairs, chains = made_pairs(count, seed, SMALL), made_chains(count, seed)
    rows = PairRows.of(pairs)
    scores = np.random.default_rng(seed).normal(shift, 2.0, size=len(rows))
    labels = e_step(kind, scores, rows, chains) > 0
    assert partition(clustered(rows, labels, count)) == partition(chains)
    gold = gold_pairs(rows, chains)
    assert not (labels & ~gold).any()
    assert (labels | ~gold | (scores <= 0)).all()  # right decisions of the model stay


@given(SEEDS, st.integers(2, 6))
def test_e_step_a_changes_least_and_b_turns_on_all_that_is_missed(seed: int, count: int) -> None:
    pairs, chains = made_pairs(count, seed, SMALL), made_chains(count, seed)
    rows = PairRows.of(pairs)
    scores = np.random.default_rng([seed, 1]).normal(size=len(rows))
    links = list(zip(rows.mentions.tolist(), rows.candidates.tolist(), strict=True))
    gold = gold_pairs(rows, chains)
    kept = [link for link, score, same in zip(links, scores, gold, strict=True) if same and score > 0]
    before = {mention: group for group in closure(count, kept) for mention in group}
    missed = [number for number, (one, other) in enumerate(links) if gold[number] and before[one] != before[other]]
    added = np.flatnonzero((e_step("B", scores, rows, chains) > 0) & ~(gold & (scores > 0)))
    assert added.tolist() == missed
    added = np.flatnonzero((e_step("A", scores, rows, chains) > 0) & ~(gold & (scores > 0)))
    for size in range(len(missed) + 1):
        enough = [
            chosen
            for chosen in combinations(missed, size)
            if closure(count, kept + [links[number] for number in chosen]) == partition(chains)
        ]
        if enough:
            break
    assert len(added) == size
    assert scores[added].sum() == pytest.approx(max(sum(scores[list(chosen)]) for chosen in enough))


@given(st.integers(1, 6), st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=10))
def test_a_spanning_forest_joins_all_and_has_no_circle(count: int, edges: list[tuple[int, int]]) -> None:
    left, right = (np.array([edge[side] % count for edge in edges], dtype=np.int32) for side in (0, 1))
    kept = spanning_forest(count, left, right)
    whole = components(count, left, right)
    np.testing.assert_array_equal(components(count, left[kept], right[kept]), whole)
    assert int(kept.sum()) == count - len(np.unique(whole))
    assert not spanning_forest(count, left, right, whole).any()


@given(SEEDS, st.integers(0, 12))
def test_single_link_is_the_closure_of_positive_pairs(seed: int, count: int) -> None:
    pairs = made_pairs(count, seed, SMALL)
    rows = PairRows.of(pairs)
    scores = np.zeros(len(pairs.candidates.antecedents))
    scores[rows.rows] = np.random.default_rng(seed).normal(-1.0, 1.0, size=len(rows))
    positive = scores[rows.rows] > 0
    links = list(zip(rows.mentions[positive].tolist(), rows.candidates[positive].tolist(), strict=True))
    found = single_link(scores, pairs)
    antecedents = np.append(0, pairs.candidates.antecedents[found[1:]]).astype(np.int32)
    assert partition(clusters_of(antecedents)) == closure(count, links)
    assert partition(clustered(rows, positive, count)) == closure(count, links)
    nearest = closest_first(scores, pairs)
    for mention in range(1, count + 1):
        own = [other for one, other in links if one == mention]
        assert pairs.candidates.antecedents[nearest[mention]] == max(own, default=0)


def test_of_a_tree_model_pairs_above_the_root_are_linked() -> None:
    pairs = made_pairs(8, 5)
    model = BeamModel(replace(SMALL, alone=("m.kind",)), made_weights(SMALL, 5))
    pairs = made_pairs(8, 5, model.features)
    scores = model.scores(pairs)
    best, linked = best_first(scores, pairs), single_link(scores, pairs)
    began = pairs.candidates.antecedents[best[1:]] == 0
    assert began.any()
    assert not began.all()
    alone = np.flatnonzero(pairs.candidates.antecedents[linked[1:]] == 0)
    assert set(alone) <= set(np.flatnonzero(began))


@given(SEEDS, st.integers(0, 12))
def test_biased_pairs(seed: int, count: int) -> None:
    rows, chains = PairRows.of(made_pairs(count, seed, SMALL)), made_chains(count, seed)
    links = list(zip(rows.mentions.tolist(), rows.candidates.tolist(), strict=True))
    every = [chains[one] == chains[other] >= 0 for one, other in links]
    assert biased_pairs("all", rows, chains).tolist() == every
    assert not biased_pairs("none", rows, chains).any()
    nearest = {one: other for (one, other), same in zip(links, every, strict=True) if same}
    assert biased_pairs("closest", rows, chains).tolist() == [nearest.get(one) == other for one, other in links]


def test_counts_worked_by_hand() -> None:
    """Gold 1 2 3 | 4 5; found 1 2 | 3 4 5: two pairs of four are right, and two of three links of MUC."""
    rows = PairRows.of(made_pairs(5, 0, SMALL))
    chains, clusters = np.array([-1, 0, 0, 0, 1, 1]), np.array([0, 1, 1, 3, 3, 3])
    same = clusters[rows.mentions] == clusters[rows.candidates]
    found = count_pairs(rows, chains.astype(np.int32), same, clusters.astype(np.int32))
    assert found == PairCounts(2, 4, 4, 10, 2, 3, 2, 3)
    assert (found.error, found.precision, found.recall, found.f1) == (0.4, 0.5, 0.5, 0.5)
    assert found.muc == pytest.approx(2 / 3)
    total = found + count_pairs(rows, chains.astype(np.int32), same)
    assert (total.pairs, total.recallable) == (20, 3)
    assert PairCounts().muc == PairCounts().f1 == PairCounts().error == 0.0


def test_a_mention_in_no_gold_chain_breaks_links_of_precision() -> None:
    rows = PairRows.of(made_pairs(3, 0, SMALL))
    chains, clusters = np.array([-1, 0, -1, 0], dtype=np.int32), np.array([0, 1, 1, 1], dtype=np.int32)
    same = clusters[rows.mentions] == clusters[rows.candidates]
    found = count_pairs(rows, chains, same, clusters)
    assert (found.recalled, found.recallable, found.precise, found.precisable) == (1, 1, 1, 2)


def trained(wanted: PairwiseSettings, **given: object) -> tuple[BeamModel, list[Mapping[str, float]]]:
    examples = [made_example(count, count, SMALL) for count in (12, 9, 15)]
    rows: list[Mapping[str, float]] = []
    model = PairTrainer(examples, SETTINGS, wanted).train(on_epoch=rows.append, **given)  # type: ignore[arg-type]
    return model, rows


@pytest.mark.parametrize("kind", ["A", "B"])
@pytest.mark.parametrize("choose", ["error", "f1", "muc"])
def test_the_best_round_after_the_first_is_kept(kind: str, choose: str) -> None:
    model, rows = trained(PairwiseSettings(e_step=kind, choose=choose))
    assert [row["epoch"] for row in rows] == [1, 2, 3, 4, 5]
    sign = -1 if choose == "error" else 1
    best = max(rows[1:], key=lambda row: sign * row[choose])
    again, fewer = trained(PairwiseSettings(e_step=kind, rounds=int(best["epoch"]), choose=choose))
    assert fewer[-1]["loss"] == best["loss"]
    np.testing.assert_array_equal(model.weights, again.weights)
    assert model.weights.any()


def test_local_training_has_one_round_and_bias_raises_recall() -> None:
    examples = [made_example(count, count, SMALL) for count in (12, 9, 15)]
    recalls = []
    for bias in (BiasSettings(), BiasSettings("all", 3.0), BiasSettings("all", 3.0, "weights")):
        trainer = PairTrainer(examples, SETTINGS, replace(TIGHT, bias=bias))
        model = trainer.train()
        total = PairCounts()
        for example, rows in zip(examples, trainer.rows, strict=True):
            scores = model.scores(example.pairs)[rows.rows]
            total += count_pairs(rows, example.chains, scores > 0)
        recalls.append(total.recall)
    assert recalls[0] < recalls[1]
    assert recalls[0] < recalls[2]
    assert len(trained(PairwiseSettings(e_step="none"))[1]) == 1


def test_a_factor_of_one_changes_nothing() -> None:
    plain, _ = trained(PairwiseSettings(e_step="B"))
    for method in METHODS:
        biased, _ = trained(PairwiseSettings(e_step="B", bias=BiasSettings("all", 1.0, method)))
        np.testing.assert_array_equal(plain.weights, biased.weights)


def test_training_goes_on_after_the_round_where_it_was_stopped(tmp_path: Path) -> None:
    wanted = PairwiseSettings(e_step="A")
    whole, rows = trained(wanted)
    path = tmp_path / "checkpoint.npz"
    trained(replace(wanted, rounds=3), checkpoint=path)
    parts, again = trained(wanted, checkpoint=path)
    np.testing.assert_array_equal(whole.weights, parts.weights)
    assert [row["loss"] for row in again] == [row["loss"] for row in rows]
    with pytest.raises(ModelError, match="another training"):
        trained(replace(wanted, e_step="B"), checkpoint=path)
    path.write_bytes(b"nothing")
    with pytest.warns(UserWarning, match="goes on from the one before"):
        parts, _ = trained(wanted, checkpoint=path)
    np.testing.assert_array_equal(whole.weights, parts.weights)
    path.write_bytes(b"nothing")
    before(path).unlink()
    with pytest.raises(ModelError, match="cannot be read"):
        trained(wanted, checkpoint=path)


def test_scores_of_development_documents_are_reported() -> None:
    _, rows = trained(PairwiseSettings(), check=lambda model: {"conll": float(model.weights.any())})
    assert rows[0]["conll"] == 1.0


@pytest.mark.parametrize("decoder", ["single-link", "closest-first", "best-first"])
def test_a_saved_model_finds_the_same_chains(decoder: str, tmp_path: Path) -> None:
    features = FeatureSettings(pairs=NG_CARDIE, alone=(), bits=12)
    weights = np.random.default_rng(3).normal(0.02, 0.3, size=1 << 12).astype(np.float32)
    chains = replace(SETTINGS, features=features, decoder=decoder)
    Resolver(chains, BeamModel(features, weights)).save(tmp_path / "one")
    loaded = Resolver.load(tmp_path / "one")
    assert loaded.settings.decoder == decoder
    loaded.save(tmp_path / "two")
    for name in ("model.json", "arrays.npz"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    again = Resolver.load(tmp_path / "two")
    document = parsed(2)
    assert loaded(document).chains
    assert [str(chain) for chain in loaded(document).chains] == [str(chain) for chain in again(document).chains]


def test_the_model_has_the_weights_at_their_places() -> None:
    pairs = made_pairs(6, 2, SMALL)
    blocks = PairBlocks.build([pairs], BeamModel(SMALL).templates, SMALL.bits)
    values = np.arange(1.0, len(blocks.used) + 1)
    model = pair_model(SMALL, blocks, values)
    np.testing.assert_allclose(model.weights[blocks.used], values)
    assert int((model.weights > 0).sum()) == len(values)


def test_wrong_settings() -> None:
    for wrong in ({"e_step": "C"}, {"feature_set": "all"}, {"choose": "b3"}):
        with pytest.raises(UnknownNameError):
            PairwiseSettings(**wrong)  # type: ignore[arg-type]
    for pairs, method in (("few", "potentials"), ("all", "luck")):
        with pytest.raises(UnknownNameError):
            BiasSettings(pairs, 1.5, method)
    with pytest.raises(ConfigError, match="negative"):
        BiasSettings("all", -1.0)
    with pytest.raises(ConfigError, match="2 rounds"):
        PairwiseSettings(e_step="A", rounds=1)
    with pytest.raises(ConfigError, match="variance"):
        PairwiseSettings(variance=0.0)
    nothing = made_example(1, 0, SMALL)
    with pytest.raises(DataError, match="no two mentions"):
        PairTrainer([nothing], SETTINGS, PairwiseSettings())
