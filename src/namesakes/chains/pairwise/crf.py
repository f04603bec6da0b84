"""Pairwise CRF: each pair of mentions is coreferent with a probability of its own, fitted by maximum likelihood.

The local model of Choi & Cardie (2007), p(h | x) = Π_i p(h_i | x_i): log-linear, with a Gaussian prior, fitted by
L-BFGS. Their potentials have parameters for both values of a decision; here there is one weight a feature, the
difference of the two, and p(h_i = 1) = σ(w·Φ_i). So a fitted model is a tree model whose root has the score 0.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np
from scipy.optimize import minimize

from namesakes.arrays import ByteArray, Float64Array
from namesakes.chains.features.templates import conjoined
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.pairwise.biased_potentials import BiasSettings
from namesakes.chains.pairwise.blocks import PairBlocks
from namesakes.chains.pairwise.kernels import likelihood as kernel
from namesakes.errors import ConfigError, UnknownNameError

PARTS = 2
"""Into so many parts the documents are split, each with a thread; a fixed number, so that sums never change."""

FEATURE_SETS = ("own", "ng-cardie")
E_STEPS = ("none", "A", "B")
CHOICES = ("error", "f1", "muc")


def _kinds(basic: Sequence[str]) -> list[str]:
    """Each template alone, and with the kinds of both mentions."""
    return [f"{template}{more}" for template in basic for more in ("", " m.kind a.kind")]


NG_CARDIE = (
    "m.kind a.kind",
    *_kinds(("same_string", "same_content", "same_head", "words", "modifiers", "names")),
    *conjoined(("numbers", "genders", "animacies", "numbers genders")),
    "persons",
    "persons speakers",
    "entities",
    "similarity",
    "same_class",
    "clash",
    "predicate",
    "nesting",
    "clauses",
    "quotes",
    "same_role",
    "rank",
    "rank_head",
    "m.class",
    "a.class",
    "m.class a.class",
    "m.role",
    "a.role",
    "m.nested",
    "a.nested",
    "m.quoted",
    "a.quoted",
    "m.entity",
    "a.entity",
    "sentences",
    "sentences m.kind",
    "mentions",
)
"""Templates after the features of Ng & Cardie (2002), as far as they have a counterpart here.

Theirs are lexical (the same string, of pronouns, of names; the same words; words in common; the same modifiers),
grammatical (pronouns, definites, demonstratives, subjects, embedding, quotes; agreement in number, gender, animacy; one
inside the other, apposition, predicate nominals, binding), semantic (classes, aliases, how close two nouns are, the
nearest compatible one) and of distance. None looks at single words.
"""


@dataclass(frozen=True)
class PairwiseSettings:
    """How a model of pairs is fitted.

    Parameters
    ----------
    feature_set : "own", the templates of `[chains.features]`, or "ng-cardie", a small set without words.
    e_step : "none" fits the model once, to the gold chains; "A" and "B" go on with structured local training, see
        `chains.structured_local_training`.
    rounds : of structured local training, the first included.
    choose : what the round is chosen by, on the training documents after single-link clustering: the pairwise "error",
        the pairwise "f1" or "muc".
    bias : which coreferent pairs count for more.
    variance : of the Gaussian prior.
    iterations, tolerance : when L-BFGS ends: after so many iterations, or when one makes the function smaller by less
        than this share of it. The default is that of Mallet, with which the paper's models were fitted.
    """

    feature_set: str = "own"
    e_step: str = "none"
    rounds: int = 5
    choose: str = "error"
    bias: BiasSettings = field(default_factory=BiasSettings)
    variance: float = 1.0
    iterations: int = 200
    tolerance: float = 1e-4

    def __post_init__(self) -> None:
        for kind, name, known in (
            ("set of features", self.feature_set, FEATURE_SETS),
            ("E-step", self.e_step, E_STEPS),
            ("way to choose a round", self.choose, CHOICES),
        ):
            if name not in known:
                raise UnknownNameError(kind, name, known)
        if self.rounds < 2 and self.e_step != "none":
            raise ConfigError("structured local training needs 2 rounds or more; the first fits the gold chains.")
        if self.variance <= 0 or self.iterations < 1:
            raise ConfigError("the variance must be above 0, and there must be an iteration.")

    def features(self, features: FeatureSettings) -> FeatureSettings:
        """What the model looks at: templates of pairs, nothing of mentions alone or of clusters."""
        pairs = features.pairs if self.feature_set == "own" else NG_CARDIE
        return replace(features, pairs=pairs, alone=(), clusters=())


@dataclass(frozen=True)
class PairLikelihood:
    """The logarithm of the likelihood of labels of pairs under a prior, with the sign turned: what is made small.

    Parameters
    ----------
    blocks : the pairs.
    labels, biased : of the pairs of each document: whether they are coreferent, and whether they are biased.
    settings : the prior and the bias.
    """

    blocks: PairBlocks
    labels: Sequence[ByteArray]
    biased: Sequence[ByteArray]
    settings: PairwiseSettings

    def __call__(self, weights: Float64Array) -> tuple[float, Float64Array]:
        """The value and its derivatives at these weights, which are those of `blocks.used`. O(pairs · bins)."""
        values = self.blocks.values(weights)
        parts = [range(part, len(self.labels), PARTS) for part in range(PARTS)]
        with ThreadPoolExecutor(PARTS) as pool:
            found = list(pool.map(self._part, parts, [values] * PARTS))
        gradient = self.blocks.gathered(np.sum([each for _, each in found], axis=0))
        variance = self.settings.variance
        value = -sum(each for each, _ in found) + float(weights @ weights) / (2 * variance)
        return value, weights / variance - gradient

    def _part(self, documents: Sequence[int], values: Float64Array) -> tuple[float, Float64Array]:
        gradient, total = np.zeros(self.blocks.size), 0.0
        for number in documents:
            labels, biased = self.labels[number], self.biased[number]
            given = (self.blocks.places[number], values, labels, biased, *self.settings.bias.factors)
            total += kernel.likelihood(*given, np.empty(len(labels)), gradient)
        return total, gradient


def fit(likelihood: PairLikelihood, start: Float64Array) -> tuple[Float64Array, float]:
    """The weights of the highest posterior probability, looked for from a start, and the value there: the M-step.

    Some features are in millions of pairs and others in one, so that the function is steep in some weights and flat in
    others. L-BFGS therefore sees each weight in units of what the second derivative is about, n·p(1 − p) + 1/σ² for one
    that n pairs have when p of all are coreferent. The answer is the same, in far fewer iterations.
    """
    settings, blocks = likelihood.settings, likelihood.blocks
    share = sum(int(each.sum()) for each in likelihood.labels) / max(blocks.count, 1)
    units = 1.0 / np.sqrt(blocks.counts * share * (1.0 - share) + 1.0 / settings.variance)

    def scaled(values: Float64Array) -> tuple[float, Float64Array]:
        value, gradient = likelihood(values * units)
        return value, gradient * units

    options = {"maxiter": settings.iterations, "ftol": settings.tolerance, "gtol": 1e-4}
    found = minimize(scaled, start / units, jac=True, method="L-BFGS-B", options=options)
    return np.asarray(found.x * units), float(found.fun)


def pair_model(features: FeatureSettings, blocks: PairBlocks, weights: Float64Array) -> BeamModel:
    """The model with these weights, which are those of `blocks.used`."""
    values = np.zeros(1 << features.bits, dtype=np.float32)
    values[blocks.used] = weights
    return BeamModel(features, values)
