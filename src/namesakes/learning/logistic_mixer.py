"""Logistic regression over the votes: a mixer beside the specialist gradient."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray, Float64Array, FloatingArray
from namesakes.config import fill
from namesakes.errors import ConfigError
from namesakes.learning.mixer import Mixer, Packed


@dataclass(frozen=True)
class LogisticSettings:
    """How the regression is learned.

    Parameters
    ----------
    penalty : the strength of L2 on the weights of inputs of deviation 1, per instance: 1 / (C · instances).
    roots : whether the square roots of the votes are inputs too; small overlaps then count for more.
    rounds : the most iterations of Newton's method, of which a few are enough.
    """

    penalty: float = 0.0003
    roots: bool = True
    rounds: int = 100

    def __post_init__(self) -> None:
        if not self.penalty > 0 or self.rounds < 1:
            raise ConfigError(f"penalty and rounds are above 0; found {self.penalty} and {self.rounds}.")


class LogisticMixer(Mixer):
    """1 / (1 + e^−z), where z sums for each specialist that votes a constant, its vote and the vote's root."""

    kind = "logistic"
    settings_type = LogisticSettings

    def __init__(self, specialists: Sequence[str], settings: LogisticSettings | None = None) -> None:
        super().__init__(specialists)
        self.settings: LogisticSettings = settings or LogisticSettings()
        self.coefficients = np.zeros((2 + self.settings.roots, len(self.specialists)))
        self.offset = 0.0

    @property
    def weights(self) -> Mapping[str, float]:
        """By how much a vote of 1 rather than 0 changes the logarithm of the odds."""
        return dict(zip(self.specialists, self.coefficients[1:].sum(axis=0).tolist(), strict=True))

    def _inputs(self, votes: FloatingArray) -> list[Float64Array]:
        voting = ~np.isnan(votes)
        values = np.where(voting, votes, 0.0).astype(np.float64)
        found = [voting.astype(np.float64), values]
        return [*found, np.sqrt(values)] if self.settings.roots else found

    def _fit(self, votes: FloatingArray, labels: Float64Array, weights: Float64Array, seed: int) -> None:
        from sklearn.linear_model import LogisticRegression

        strength = 1.0 / (self.settings.penalty * float(weights.sum()))
        learner = LogisticRegression(C=strength, max_iter=self.settings.rounds, tol=1e-6, solver="newton-cholesky")
        inputs = np.hstack(self._inputs(votes))
        spread = inputs.std(axis=0)
        spread[spread < 1e-9] = 1.0
        learner.fit(inputs / spread, labels > 0, sample_weight=weights)
        self.coefficients = (learner.coef_[0] / spread).reshape(-1, len(self.specialists)).astype(np.float64)
        self.offset = float(learner.intercept_[0])

    def _predict(self, votes: FloatingArray) -> Float64Array:
        logits = np.full(len(votes), self.offset)
        for inputs, row in zip(self._inputs(votes), self.coefficients, strict=True):
            logits += inputs @ row
        return np.asarray(1.0 / (1.0 + np.exp(-logits)))

    def packed(self) -> Packed:
        """The settings and the coefficients."""
        settings = {"kind": self.kind, "specialists": list(self.specialists), "learning": asdict(self.settings)}
        return settings, {"coefficients": self.coefficients, "offset": np.array([self.offset])}

    @classmethod
    def unpacked(cls, settings: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> "LogisticMixer":
        """The mixer that `packed` gave."""
        mixer = cls(settings["specialists"], fill(LogisticSettings, settings["learning"]))
        mixer.coefficients, mixer.offset = arrays["coefficients"], float(arrays["offset"][0])
        return mixer
