"""The binary classifier: a rule is learned exactly, rare features are left out, the seed decides."""

import numpy as np

from namesakes.learning.binary import BinaryClassifier, BinarySettings


def instances(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows of three features, and whether one of them is below 20; of either answer there is much."""
    features = np.random.default_rng(seed).integers(1, 64, size=(count, 3)).astype(np.uint32)
    return features, (features < 20).any(axis=1)


def test_a_rule_is_learned() -> None:
    features, yes = instances(2000, 1)
    classifier = BinaryClassifier.train(features, yes, BinarySettings(bits=6, passes=20), 1, "test")
    assert classifier.mask == 63
    other, wanted = instances(500, 2)
    assert np.mean(classifier(features) == yes) > 0.97
    assert np.mean(classifier(other) == wanted) > 0.97
    assert classifier.weights[1:20].min() > 0 > classifier.weights[20:].max()


def test_rare_features_have_no_weight() -> None:
    features = np.array([[1, 2, 3], [1, 2, 4], [1, 5, 6]], dtype=np.uint32)
    settings = BinarySettings(bits=3, passes=500, rarest=2)
    classifier = BinaryClassifier.train(features, np.array([True, True, False]), settings, 1, "test")
    assert np.flatnonzero(classifier.weights).tolist() == [1, 2]
    assert classifier.weights[2] == 127
    assert classifier(features).tolist() == [1, 1, 0]


def test_the_same_seed_gives_the_same_weights() -> None:
    features, yes = instances(200, 3)
    trained = [
        BinaryClassifier.train(features, yes, BinarySettings(bits=6), seed, purpose).weights.tobytes()
        for seed, purpose in ((1, "one"), (1, "one"), (2, "one"), (1, "two"))
    ]
    assert trained[0] == trained[1]
    assert len(set(trained)) == 3
