"""Specialist exponentiated gradient: weights of specialists, learned online from those that are awake."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray, Float64Array, FloatingArray
from namesakes.config import fill, generator
from namesakes.errors import ConfigError, UnknownNameError
from namesakes.learning.calibration import Calibration
from namesakes.learning.kernels import specialists as kernel
from namesakes.learning.mixer import Mixer, Packed


@dataclass(frozen=True)
class GradientSettings:
    """How the weights are learned.

    Parameters
    ----------
    rate : the learning rate η.
    passes : how often all instances are seen, each time in another order.
    start : start weights by name; those not named have 1. Scaled to sum 1.
    curves : whether each specialist's vote is calibrated by a logistic curve of its own before it is mixed, fitted on
        the training instances: it then votes with a probability, and a cosine of 0.2 may say more than another's 0.6.
        Off is what the paper does.
    averaged : whether the weights are the mean over all steps rather than the last ones.
    calibrated : whether the mixed vote ŷ is calibrated on the training instances, so that it reads as a probability
        (Platt 1999). Off is what the paper does.
    """

    rate: float = 0.05
    passes: int = 5
    start: Mapping[str, float] = field(default_factory=dict)
    curves: bool = False
    averaged: bool = False
    calibrated: bool = False

    def __post_init__(self) -> None:
        if not self.rate > 0 or self.passes < 0:
            raise ConfigError(f"the rate is above 0 and passes are 0 or more; found {self.rate} and {self.passes}.")
        if any(not value > 0 for value in self.start.values()):
            raise ConfigError("start weights are above 0.")


class SpecialistGradient(Mixer):
    """The convex combination of those awake: ŷ = Σ p_i x_i / Σ p_i over the awake (Huang et al. 2009, equation 1).

    Learning minimises (ŷ − y)² online by exponentiated gradients that move weight within the awake set alone
    (algorithm 1; the text prints x_i where the sum over j needs x_j).
    """

    kind = "seg"
    settings_type = GradientSettings

    def __init__(self, specialists: Sequence[str], settings: GradientSettings | None = None) -> None:
        super().__init__(specialists)
        self.settings: GradientSettings = settings or GradientSettings()
        for name in self.settings.start:
            if name not in self.specialists:
                raise UnknownNameError("specialist", name, self.specialists)
        start = np.array([self.settings.start.get(name, 1.0) for name in self.specialists], dtype=np.float64)
        self.distribution = start / max(start.sum(), 1e-300)
        self.calibration: Calibration | None = None
        self.calibrations: list[Calibration] = []
        self.losses: list[float] = []

    @property
    def weights(self) -> Mapping[str, float]:
        """The distribution over specialists, with sum 1."""
        return dict(zip(self.specialists, self.distribution.tolist(), strict=True))

    def _fit(self, votes: FloatingArray, labels: Float64Array, weights: Float64Array, seed: int) -> None:
        settings = self.settings
        self.calibrations = [_fitted(column, labels, weights) for column in votes.T] if settings.curves else []
        votes = self._calibrated(votes)
        ready = np.ascontiguousarray(votes, dtype=np.float64)
        current, sums = self.distribution.copy(), np.zeros(len(self.specialists))
        random = generator(seed, "specialist gradient")
        self.losses = []
        for _ in range(settings.passes):
            order = random.permutation(len(ready)).astype(np.int64)
            loss = kernel.learn(ready, labels, weights, order, settings.rate, current, sums, np.zeros_like(current))
            self.losses.append(loss / max(float(weights.sum()), 1e-300))
        steps = settings.passes * len(ready)
        self.distribution = sums / steps if settings.averaged and steps else current
        self.calibration = Calibration.fit(self._mixed(votes), labels, weights) if settings.calibrated else None

    def _calibrated(self, votes: FloatingArray) -> FloatingArray:
        """The votes, each calibrated by its specialist's curve, if there are any."""
        if not self.calibrations:
            return votes
        pairs = zip(self.calibrations, votes.T, strict=True)
        return np.stack([calibration(np.sqrt(column)) for calibration, column in pairs], axis=1)

    def _mixed(self, votes: FloatingArray) -> Float64Array:
        awake = ~np.isnan(votes)
        mixed = np.where(awake, votes, 0).astype(np.float64) @ self.distribution
        return np.asarray(mixed / (awake @ self.distribution))

    def _predict(self, votes: FloatingArray) -> Float64Array:
        mixed = np.clip(self._mixed(self._calibrated(votes)), 0.0, 1.0)
        return mixed if self.calibration is None else self.calibration(mixed)

    def packed(self) -> Packed:
        """The settings and the distribution."""
        settings: dict[str, Any] = {"kind": self.kind, "specialists": list(self.specialists)}
        settings["learning"] = asdict(self.settings)
        if self.calibration is not None:
            settings["calibration"] = asdict(self.calibration)
        lines = np.array([[each.slope, each.offset] for each in self.calibrations]).reshape(-1, 2)
        return settings, {"distribution": self.distribution, "curves": lines}

    @classmethod
    def unpacked(cls, settings: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> "SpecialistGradient":
        """The mixer that `packed` gave."""
        mixer = cls(settings["specialists"], fill(GradientSettings, settings["learning"]))
        mixer.distribution = np.asarray(arrays["distribution"], dtype=np.float64)
        mixer.calibrations = [Calibration(*line) for line in arrays["curves"].tolist()]
        if "calibration" in settings:
            mixer.calibration = Calibration(**settings["calibration"])
        return mixer


def _fitted(votes: FloatingArray, labels: Float64Array, weights: Float64Array) -> Calibration:
    """The calibration of one specialist on the root of its vote; one that was never awake has 0.5 for all."""
    awake = ~np.isnan(votes)
    if len(set(labels[awake].tolist())) < 2:
        return Calibration(0.0, 0.0)
    return Calibration.fit(np.sqrt(votes[awake]).astype(np.float64), labels[awake], weights[awake])
