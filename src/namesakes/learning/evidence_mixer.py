"""Evidence that adds up: each specialist speaks for or against by an amount of its own, and the amounts are summed."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from namesakes.arrays import AnyArray, Float64Array, FloatingArray
from namesakes.config import fill
from namesakes.errors import ConfigError
from namesakes.learning.mixer import Mixer, Packed

REACH: Final = 6.0
"""The log-odds that make a similarity of 1; as far below 0 they make one of 0."""


@dataclass(frozen=True)
class EvidenceSettings:
    """How amounts are learned.

    Parameters
    ----------
    penalty : the strength of L2 on the amounts.
    rounds : the most iterations of L-BFGS-B.
    """

    penalty: float = 0.001
    rounds: int = 300

    def __post_init__(self) -> None:
        if not self.penalty > 0 or self.rounds < 1:
            raise ConfigError(f"penalty and rounds are above 0; found {self.penalty} and {self.rounds}.")


class EvidenceMixer(Mixer):
    """½ + z / 12 with the log-odds z = Σ (a·√v − b·(1 − √v) − m) over the votes v of those awake; a, b ≥ 0.

    It is a logistic regression that can't take a high vote as evidence against, nor a low one as evidence for: what
    such weights win on the corpus they were learned from they lose on another. m is the mean of what the specialist
    added there while awake, so that one who sleeps is as one who says nothing new, and ½ is not to know. Similarity
    is linear in the log-odds: a mean of similarities is the sum of the mean amounts, which explanations show.
    """

    kind = "evidence"
    settings_type = EvidenceSettings

    def __init__(self, specialists: Sequence[str], settings: EvidenceSettings | None = None) -> None:
        super().__init__(specialists)
        self.settings: EvidenceSettings = settings or EvidenceSettings()
        self.amounts = np.ones((2, len(self.specialists)))
        self.neutral = np.zeros(len(self.specialists))

    @property
    def weights(self) -> Mapping[str, float]:
        """By how much a vote of 1 rather than 0 changes the log-odds."""
        return dict(zip(self.specialists, self.amounts.sum(axis=0).tolist(), strict=True))

    def effects(self, votes: FloatingArray) -> Float64Array:
        """What each adds to the similarity; with ½ they sum up to it, where it is not cut to [0, 1]."""
        return self._added(self.checked(votes)) / (2 * REACH)

    def _added(self, votes: FloatingArray) -> Float64Array:
        """What each adds to the log-odds; nothing where it sleeps."""
        speaking, silence = _sides(votes)
        added = speaking * self.amounts[0] - silence * self.amounts[1] - self.neutral
        return np.where(np.isnan(votes), 0.0, added)

    def _fit(self, votes: FloatingArray, labels: Float64Array, weights: Float64Array, seed: int) -> None:
        from scipy.optimize import minimize

        speaking, silence = _sides(votes)
        inputs = np.hstack((speaking, -silence))
        right, share = labels > 0, weights / weights.sum()

        def loss(found: Float64Array) -> tuple[float, Float64Array]:
            odds = inputs @ found[:-1] + found[-1]
            cost = share @ (np.logaddexp(0.0, odds) - right * odds) + self.settings.penalty * (found[:-1] @ found[:-1])
            slope = share * (1.0 / (1.0 + np.exp(-odds)) - right)
            return float(cost), np.append(inputs.T @ slope + 2 * self.settings.penalty * found[:-1], slope.sum())

        bounds = [(0.0, None)] * inputs.shape[1] + [(None, None)]
        options = {"maxiter": self.settings.rounds}
        found = minimize(loss, np.zeros(len(bounds)), jac=True, method="L-BFGS-B", bounds=bounds, options=options).x
        self.amounts, self.neutral = found[:-1].reshape(2, -1), np.zeros(len(self.specialists))
        added, awake = share @ self._added(votes), share @ ~np.isnan(votes)
        self.neutral = added / np.maximum(awake, 1e-9)

    def _predict(self, votes: FloatingArray) -> Float64Array:
        return similarity_of(self._added(votes).sum(axis=1))

    def packed(self) -> Packed:
        """The settings and the amounts."""
        settings = {"kind": self.kind, "specialists": list(self.specialists), "learning": asdict(self.settings)}
        return settings, {"amounts": self.amounts, "neutral": self.neutral}

    @classmethod
    def unpacked(cls, settings: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> "EvidenceMixer":
        """The mixer that `packed` gave."""
        mixer = cls(settings["specialists"], fill(EvidenceSettings, settings["learning"]))
        mixer.amounts, mixer.neutral = arrays["amounts"], arrays["neutral"]
        return mixer


def similarity_of(odds: FloatingArray) -> Float64Array:
    """The similarity of log-odds: ½ + z / 12, between 0 and 1."""
    return np.asarray(np.clip(0.5 + np.asarray(odds, dtype=np.float64) / (2 * REACH), 0.0, 1.0))


def odds_of(similarities: FloatingArray) -> Float64Array:
    """The log-odds of similarities."""
    return np.asarray((np.asarray(similarities, dtype=np.float64) - 0.5) * (2 * REACH))


def _sides(votes: FloatingArray) -> tuple[Float64Array, Float64Array]:
    """√v and 1 − √v of the votes v, 0 both for those asleep."""
    awake = ~np.isnan(votes)
    roots = np.sqrt(np.where(awake, votes, 0.0), dtype=np.float64)
    return roots, np.where(awake, 1.0 - roots, 0.0)
