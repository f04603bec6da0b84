"""Gradient-boosted trees over the votes: a mixer beside the specialist gradient."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray, Float64Array, FloatingArray
from namesakes.config import fill
from namesakes.learning.boosting import BoostedSettings, Trees, boosted_trees
from namesakes.learning.mixer import Mixer, Packed


class BoostedMixer(Mixer):
    """1 / (1 + e^−z) with z the sum of decision trees, to which specialists that abstain are missing inputs."""

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

    def _fit(self, votes: FloatingArray, labels: Float64Array, weights: Float64Array, seed: int) -> None:
        ever = np.flatnonzero(~np.isnan(votes).all(axis=0))
        inputs = np.asarray(votes[:, ever], dtype=np.float64)
        wanted = (labels > 0).astype(np.float64)
        self.offset, trees = boosted_trees(inputs, wanted, np.ascontiguousarray(weights), self.settings, seed)
        leaves = trees.features < 0
        features = np.where(leaves, -1, ever[np.where(leaves, 0, trees.features)]).astype(np.int32)
        self.trees = replace(trees, features=features)

    def _predict(self, votes: FloatingArray) -> Float64Array:
        sums = np.full(len(votes), self.offset)
        self.trees.add(np.ascontiguousarray(votes, dtype=np.float64), sums)
        return np.asarray(1.0 / (1.0 + np.exp(-sums)))

    def packed(self) -> Packed:
        """The settings and the trees."""
        settings = {"kind": self.kind, "specialists": list(self.specialists), "learning": asdict(self.settings)}
        return settings, {**vars(self.trees), "offset": np.array([self.offset])}

    @classmethod
    def unpacked(cls, settings: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> "BoostedMixer":
        """The mixer that `packed` gave."""
        mixer = cls(settings["specialists"], fill(BoostedSettings, settings["learning"]))
        mixer.trees = Trees(**{name: arrays[name] for name in Trees.__annotations__})
        mixer.offset = float(arrays["offset"][0])
        return mixer
