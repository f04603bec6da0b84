"""Logistic calibration: a score as a probability (Platt 1999)."""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import Float64Array

_LEAST = 1e-4
"""Probabilities nearer to 0 or 1 than this count as this."""


@dataclass(frozen=True)
class Calibration:
    """The curve 1 / (1 + e^−(slope · score + offset))."""

    slope: float
    offset: float

    def __call__(self, scores: Float64Array) -> Float64Array:
        """The probabilities of the scores."""
        return np.asarray(1.0 / (1.0 + np.exp(-(self.slope * scores + self.offset))))

    @classmethod
    def fit(cls, scores: Float64Array, labels: Float64Array, weights: Float64Array) -> "Calibration":
        """The curve of the greatest likelihood, with Platt's targets, which keep it from becoming a step."""
        from scipy.optimize import minimize

        right, wrong = float((labels > 0).sum()), float((labels <= 0).sum())
        targets = np.where(labels > 0, (right + 1) / (right + 2), 1 / (wrong + 2))

        def loss(line: Float64Array) -> tuple[float, Float64Array]:
            reach = line[0] * scores + line[1]
            cost = float((weights * (np.logaddexp(0, reach) - targets * reach)).sum())
            slope = weights * (1.0 / (1.0 + np.exp(-reach)) - targets)
            return cost, np.array([(slope * scores).sum(), slope.sum()])

        found = minimize(loss, np.zeros(2), jac=True, method="L-BFGS-B").x
        return cls(float(found[0]), float(found[1]))


def log_odds(probabilities: Float64Array) -> Float64Array:
    """The logarithms of p / (1 − p), kept finite."""
    kept = np.clip(probabilities, _LEAST, 1.0 - _LEAST)
    return np.asarray(np.log(kept / (1.0 - kept)))
