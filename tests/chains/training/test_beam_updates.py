"""Early update, LaSO and delayed LaSO against the paper's pseudocode in plain Python: same steps, same weights."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.training import beam_updates
from namesakes.chains.training.examples import Example
from namesakes.chains.training.update import Learner
from namesakes.learning.steps import Direction, Stepper, StepSettings
from namesakes.learning.weights import Weights
from tests.chains.made import CLUSTER_FEATURES, LOCAL_FEATURES, made_example
from tests.chains.training.reference import Document, Reference

UPDATES: dict[str, Callable[[Learner, Example, int], float]] = {
    "early": beam_updates.early,
    "laso": beam_updates.laso,
    "delayed": beam_updates.delayed_laso,
}
FEATURES = {"local": LOCAL_FEATURES, "non-local": CLUSTER_FEATURES}


def learned(
    kind: str, features: FeatureSettings, width: int, examples: list[Example], epochs: int, step: str
) -> tuple[Learner, Reference]:
    """What the package and the reference learn from the same documents."""
    weights = Weights(features.bits)
    learner = Learner(BeamModel(features, weights.values), Stepper(weights, StepSettings(step)))
    reference = Reference(features, width, step == "passive-aggressive")
    for _ in range(epochs):
        for example in examples:
            UPDATES[kind](learner, example, width)
            reference.learn(Document(example, features), kind)
    return learner, reference


def dense(reference: Reference) -> np.ndarray:
    """Its weights as an array."""
    found = np.zeros(1 << reference.features.bits)
    for place, value in reference.weights.items():
        found[place] = value
    return found


@pytest.mark.parametrize("kind", UPDATES)
@pytest.mark.parametrize("features", FEATURES)
@settings(max_examples=12)
@given(seed=st.integers(0, 10_000), width=st.sampled_from([1, 2, 4]))
def test_updates_are_those_of_the_papers_pseudocode(kind: str, features: str, seed: int, width: int) -> None:
    """Steps of 1 keep all sums whole, so that equal scores are equal on both sides and nothing is rounded."""
    examples = [made_example(count, seed + count, FEATURES[features]) for count in (3, 6, 8)]
    learner, reference = learned(kind, FEATURES[features], width, examples, 2, "perceptron")
    assert learner.stepper.steps == reference.steps
    np.testing.assert_array_equal(learner.model.weights, dense(reference))


@pytest.mark.parametrize("kind", ["early", "delayed"])
@pytest.mark.parametrize("features", FEATURES)
@pytest.mark.parametrize("seed", range(6))
def test_passive_aggressive_steps_are_as_far_as_the_papers(kind: str, features: str, seed: int) -> None:
    """One step after whole ones; later ones could part where rounding decides between equal scores."""
    examples = [made_example(count, seed + count, FEATURES[features]) for count in (6, 8)]
    learner, reference = learned(kind, FEATURES[features], 3, examples, 1, "perceptron")
    stepper = Stepper(learner.stepper.weights, StepSettings("passive-aggressive"))
    example = made_example(7, seed, FEATURES[features])
    reference.passive_aggressive = True
    UPDATES[kind](Learner(learner.model, stepper), example, 3)
    reference.learn(Document(example, FEATURES[features]), kind)
    assert stepper.steps == reference.steps - learner.stepper.steps
    np.testing.assert_allclose(learner.model.weights, dense(reference), atol=1e-5)


def test_the_three_updates_are_not_the_same() -> None:
    """If they never parted, the comparison with the pseudocode would show little."""
    examples = [made_example(9, seed, CLUSTER_FEATURES) for seed in range(4)]
    found = {kind: learned(kind, CLUSTER_FEATURES, 2, examples, 1, "perceptron") for kind in UPDATES}
    steps = {kind: learner.stepper.steps for kind, (learner, _) in found.items()}
    assert steps["early"] <= steps["delayed"] < steps["laso"]
    weights = [learner.model.weights for learner, _ in found.values()]
    assert not any(np.array_equal(one, other) for one, other in zip(weights, [*weights[1:], weights[0]], strict=True))


@given(seed=st.integers(0, 10_000), count=st.integers(2, 9))
def test_features_of_a_partial_tree_are_those_of_its_definition(seed: int, count: int) -> None:
    """Size, shape, start, agreement, the last mention of the cluster, and the antecedent of the antecedent."""
    example, random = made_example(count, seed, CLUSTER_FEATURES), np.random.default_rng(seed)
    starts = example.pairs.candidates.starts
    tree = [int(random.integers(starts[mention], starts[mention + 1])) for mention in range(1, count + 1)]
    model, direction = BeamModel(CLUSTER_FEATURES), Direction(CLUSTER_FEATURES.bits)
    mentions = np.arange(1, count + 1, dtype=np.int32)
    model.add(example.pairs, np.array(tree), mentions, np.ones(count), direction)
    given = (model.clusters(example.pairs), np.array([-1, *tree]), (1, count + 1), 1.0)
    model.add_clusters(example.pairs, *given, direction)
    expected = Document(example, CLUSTER_FEATURES).phi(tuple(tree))
    assert {place: int(direction.sums[place]) for place in np.flatnonzero(direction.sums).tolist()} == expected
