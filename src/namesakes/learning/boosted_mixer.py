"""Gradient-boosted trees over the votes: a mixer beside the specialist gradient."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from namesakes.config import fill
from namesakes.errors import ConfigError
from namesakes.learning.kernels import trees as kernel
from namesakes.learning.mixer import Mixer, Packed, Scores, Votes


@dataclass(frozen=True)
class BoostedSettings:
    """How the trees are learned.

    Parameters
    ----------
    trees : how many.
    rate : how much of each tree is added.
    leaves : the most leaves of a tree.
    least : the fewest instances in a leaf.
    penalty : the strength of L2 on the leaves' values.
    rising : whether a higher vote may only raise the similarity.
    """

    trees: int = 150
    rate: float = 0.06
    leaves: int = 12
    least: int = 40
    penalty: float = 1.0
    rising: bool = False

    def __post_init__(self) -> None:
        if self.trees < 1 or self.leaves < 2 or self.least < 1 or not self.rate > 0 or self.penalty < 0:
            raise ConfigError(f"these settings of boosted trees do not make sense: {self}.")


@dataclass(frozen=True)
class Trees:
    """Trees laid end to end: for each node its input (−1: a leaf), threshold, children, and value."""

    roots: NDArray[np.int32]
    features: NDArray[np.int32]
    thresholds: NDArray[np.float64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    missing_left: NDArray[np.uint8]
    values: NDArray[np.float64]

    def add(self, inputs: NDArray[np.float64], sums: Scores) -> None:
        """Add to each row's sum what all trees say of it."""
        parts = (self.features, self.thresholds, self.left, self.right, self.missing_left, self.values)
        kernel.add_trees(inputs, self.roots, *parts, sums)


class BoostedMixer(Mixer):
    """1 / (1 + e^−z) with z the sum of decision trees, which see sleeping specialists as missing.

    Learned by scikit-learn's histogram gradient boosting (Friedman 2001; Ke et al. 2017), kept as plain arrays.
    """

    kind = "boosted"
    settings_type = BoostedSettings

    def __init__(self, specialists: Sequence[str], settings: BoostedSettings | None = None) -> None:
        super().__init__(specialists)
        self.settings: BoostedSettings = settings or BoostedSettings()
        none, few = np.zeros(0, dtype=np.int32), np.zeros(0)
        self.trees = Trees(none, none, few, none, none, np.zeros(0, dtype=np.uint8), few)
        self.offset = 0.0

    @property
    def weights(self) -> Mapping[str, float]:
        """The share of all branches that ask each specialist."""
        asked = np.bincount(self.trees.features[self.trees.features >= 0], minlength=len(self.specialists))
        return dict(zip(self.specialists, (asked / max(asked.sum(), 1)).tolist(), strict=True))

    def _fit(self, votes: Votes, labels: Scores, weights: Scores, seed: int) -> None:
        from sklearn.ensemble import HistGradientBoostingClassifier

        settings = self.settings
        ever = np.flatnonzero(~np.isnan(votes).all(axis=0))
        learner = HistGradientBoostingClassifier(
            learning_rate=settings.rate,
            max_iter=settings.trees,
            max_leaf_nodes=settings.leaves,
            min_samples_leaf=settings.least,
            l2_regularization=settings.penalty,
            monotonic_cst=[int(settings.rising)] * len(ever),
            early_stopping=False,
            random_state=seed,
        )
        learner.fit(np.asarray(votes[:, ever], dtype=np.float64), labels > 0, sample_weight=weights)
        self.offset = float(np.ravel(learner._baseline_prediction)[0])
        self.trees = _exported([stage[0].nodes for stage in learner._predictors], ever)

    def _predict(self, votes: Votes) -> Scores:
        sums = np.full(len(votes), self.offset)
        self.trees.add(np.ascontiguousarray(votes, dtype=np.float64), sums)
        return np.asarray(1.0 / (1.0 + np.exp(-sums)))

    def packed(self) -> Packed:
        """The settings and the trees."""
        settings = {"kind": self.kind, "specialists": list(self.specialists), "learning": asdict(self.settings)}
        return settings, {**vars(self.trees), "offset": np.array([self.offset])}

    @classmethod
    def unpacked(cls, settings: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> "BoostedMixer":
        """The mixer that `packed` gave."""
        mixer = cls(settings["specialists"], fill(BoostedSettings, settings["learning"]))
        mixer.trees = Trees(**{name: arrays[name] for name in Trees.__annotations__})
        mixer.offset = float(arrays["offset"][0])
        return mixer


def _exported(stages: Sequence[NDArray[Any]], columns: NDArray[np.intp]) -> Trees:
    """The trees of scikit-learn, whose inputs were these columns, as one set of arrays."""
    nodes = np.concatenate(stages)
    sizes = [len(stage) for stage in stages]
    roots = np.cumsum([0, *sizes[:-1]])
    base = np.repeat(roots, sizes)
    leaves = nodes["is_leaf"].astype(bool)
    return Trees(
        roots=roots.astype(np.int32),
        features=np.where(leaves, -1, columns[np.where(leaves, 0, nodes["feature_idx"])]).astype(np.int32),
        thresholds=np.where(leaves, 0.0, nodes["num_threshold"]).astype(np.float64),
        left=np.where(leaves, 0, nodes["left"] + base).astype(np.int32),
        right=np.where(leaves, 0, nodes["right"] + base).astype(np.int32),
        missing_left=nodes["missing_go_to_left"].astype(np.uint8),
        values=nodes["value"].astype(np.float64),
    )
