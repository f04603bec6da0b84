"""The regressor that stands for a measure: linear in nine features of a partition, so that search can ask it often.

Haponchyk & Moschitti (2017), section 4: recall, precision and F1 of MUC, of B³ and of a shortcut for CEAF_e, from which
linear support vector regression learns the exact score of the document, of any measure of chains.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.chains.losses.edge import EdgeLoss
from namesakes.chains.losses.gold import Gold, check_measure, clusters_of_tree
from namesakes.chains.losses.loss import LossSettings
from namesakes.chains.losses.update import loss_augmented
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.training.examples import Example
from namesakes.chains.training.update import Learner
from namesakes.errors import ConfigError, DataError, ModelError
from namesakes.learning.model import Model, load_model, save_model
from namesakes.learning.steps import Stepper, StepSettings
from namesakes.learning.weights import Weights
from namesakes.text.language import ENGLISH, checked_language

FEATURES = tuple(
    f"{measure} {part}" for measure in ("muc", "b3", "ceaf shortcut") for part in ("recall", "precision", "f1")
)
"""What the weights are of, in their order; the last weight is the constant."""


@dataclass(frozen=True)
class RegressorSettings:
    """How a learned loss is learned.

    Parameters
    ----------
    measure : what it stands for: `conll`, or any measure of chains that the scorer knows.
    singletons : whether chains of one mention count.
    documents : how many documents trees are made from, drawn at random; 0 for all.
    rounds : how often learning goes through each document, at most; every round makes a tree.
    loss : the loss of arcs, by which trees are found.
    features : what the model that makes the trees looks at.
    penalty, tolerance : C and ε of the support vector regression.
    syntax, language : what mentions are found in, and the documents' language; see `recipe.RecipeSettings`.
    seed : of the draw.
    """

    measure: str = "conll"
    singletons: bool = False
    documents: int = 100
    rounds: int = 60
    loss: LossSettings = field(default_factory=LossSettings)
    features: FeatureSettings = field(default_factory=lambda: FeatureSettings(bits=18, window=60))
    penalty: float = 1.0
    tolerance: float = 0.1
    syntax: str = "gold"
    language: str = ENGLISH
    seed: int = 1

    def __post_init__(self) -> None:
        check_measure(self.measure)
        checked_language(self.language)
        if self.rounds < 1 or self.documents < 0 or self.penalty <= 0 or self.tolerance < 0:
            raise ConfigError(f"these settings of a learned loss do not make sense: {self}.")


@dataclass(frozen=True)
class Rated:
    """Trees of documents: the features of each, its exact score in per cent, and the number of its document."""

    features: Float64Array
    scores: Float64Array
    documents: Int64Array

    def __len__(self) -> int:
        return len(self.scores)


class LossRegressor:
    """w·φ + b: the score that a measure would give to a partition, in per cent.

    Parameters
    ----------
    measure, singletons : what it stands for.
    weights : of the features, the constant last.
    """

    def __init__(self, measure: str, weights: Float64Array, *, singletons: bool = False) -> None:
        self.measure, self.weights, self.singletons = measure, np.ascontiguousarray(weights, np.float64), singletons

    def predict(self, features: Float64Array) -> Float64Array:
        """The scores of partitions with these features, a row each."""
        return np.asarray(features @ self.weights[:-1] + self.weights[-1])

    def errors(self, rated: Rated) -> tuple[float, float]:
        """The mean squared error on trees, and the squared correlation, in per cent."""
        found = self.predict(rated.features)
        if len(rated) < 2 or found.std() == 0.0 or rated.scores.std() == 0.0:
            return float(np.mean((found - rated.scores) ** 2)), 0.0
        return (
            float(np.mean((found - rated.scores) ** 2)),
            100.0 * float(np.corrcoef(found, rated.scores)[0, 1]) ** 2,
        )

    def save(self, folder: Path) -> None:
        """Write the model."""
        settings = {"measure": self.measure, "singletons": self.singletons, "features": list(FEATURES)}
        save_model(folder, Model("loss", settings, {"weights": self.weights}))

    @classmethod
    def load(cls, folder: Path | Traversable) -> "LossRegressor":
        """The learned loss in a folder."""
        model = load_model(folder, "loss")
        weights = model.arrays.get("weights")
        if model.settings.get("features") != list(FEATURES) or weights is None or weights.shape != (len(FEATURES) + 1,):
            raise ModelError(f"{folder}: this learned loss has other features than this version.\nTrain it again.")
        measure, singletons = (model.settings.get(name) for name in ("measure", "singletons"))
        if not isinstance(measure, str) or not isinstance(singletons, bool) or weights.dtype.kind != "f":
            raise ModelError(
                f"{folder}: what this learned loss says of itself is wrong.\nRestore it, or train it again."
            )
        return cls(measure, weights, singletons=singletons)

    @classmethod
    @cache
    def shipped(cls) -> "LossRegressor":
        """The learned loss that comes with the library; it stands for the CoNLL score."""
        return cls.load(files("namesakes") / "models" / "en-loss")

    @classmethod
    def named(cls, folder: str) -> "LossRegressor":
        """The one in a folder, or the shipped one where none is named."""
        return cls.load(Path(folder)) if folder else cls.shipped()


def rated_trees(examples: Sequence[Example], settings: RegressorSettings) -> Rated:
    """The trees that learning from each document by itself makes on its way, with their exact scores."""
    return rated_by(examples, settings, (settings.measure,))[settings.measure]


def rated_by(examples: Sequence[Example], settings: RegressorSettings, measures: Sequence[str]) -> Mapping[str, Rated]:
    """The same trees, rated by several measures.

    Section 4.3 of the paper: the worst trees of a latent structured perceptron with the loss of arcs. Learning from a
    document ends where its worst tree is right; that one, too, is kept.
    """
    features, documents = [], []
    scores: dict[str, list[float]] = {measure: [] for measure in measures}
    for number, example in enumerate(examples):
        gold = Gold.of(example, singletons=settings.singletons)
        if not example.pairs.count or not len(gold.sizes):
            continue
        for tree in _trees(example, settings):
            clusters = clusters_of_tree(tree, example)
            features.append(gold.features(clusters))
            documents.append(number)
            for measure, found in scores.items():
                found.append(gold.measured(clusters, measure))
    if not features:
        raise DataError("there is no tree to learn a loss from", "Give documents with chains.")
    table, numbers = np.array(features), np.array(documents)
    return {measure: Rated(table, np.array(found), numbers) for measure, found in scores.items()}


def _trees(example: Example, settings: RegressorSettings) -> Iterator[Int64Array]:
    """The worst tree of each round of learning from one document."""
    weights = Weights(settings.features.bits)
    learner = Learner(BeamModel(settings.features, weights.values), Stepper(weights, StepSettings("perceptron")))
    loss = _Watched(settings.loss)
    for _ in range(settings.rounds):
        lost = loss_augmented(learner, example, loss)
        yield loss.tree
        if not lost:
            return


class _Watched(EdgeLoss):
    """The loss of arcs, with the tree that was found last."""

    tree: Int64Array

    def worst(self, scores: Float64Array, example: Example) -> Int64Array:
        self.tree = super().worst(scores, example)
        return self.tree


def fit(rated: Rated, settings: RegressorSettings) -> LossRegressor:
    """The regressor that fits the scores of these trees; linear support vector regression by scikit-learn.

    The features are brought to one scale for learning; the weights that are kept are for the features as they are.
    """
    from sklearn.svm import LinearSVR

    middle, spread = rated.features.mean(axis=0), rated.features.std(axis=0)
    spread[spread == 0.0] = 1.0
    target = float(rated.scores.mean())
    learner = LinearSVR(
        C=settings.penalty,
        epsilon=settings.tolerance,
        loss="squared_epsilon_insensitive",
        dual=False,
        tol=1e-8,
        max_iter=10_000,
        random_state=settings.seed,
    )
    learner.fit((rated.features - middle) / spread, rated.scores - target)
    weights = np.ravel(learner.coef_) / spread
    constant = target + float(np.ravel(learner.intercept_)[0]) - float(weights @ middle)
    return LossRegressor(settings.measure, np.append(weights, constant), singletons=settings.singletons)
