"""Mixers: how the votes of specialists, some of whom abstain, become one similarity."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from namesakes.arrays import AnyArray, Float64Array, FloatingArray
from namesakes.config import Registry
from namesakes.errors import ModelError, UsageError

Packed = tuple[dict[str, Any], dict[str, AnyArray]]
"""Plain settings and arrays: all that a mixer needs to be there again."""


class Mixer(ABC):
    """Mixes the votes on an instance into one number in [0, 1]; NaN where all abstain: there is no evidence.

    Parameters
    ----------
    specialists : the names of the columns.
    """

    kind: ClassVar[str]
    settings_type: ClassVar[type[Any] | None] = None

    def __init__(self, specialists: Sequence[str], settings: Any = None) -> None:
        self.specialists, self.settings = tuple(specialists), settings

    def fit(self, votes: FloatingArray, labels: AnyArray, weights: AnyArray | None = None, seed: int = 0) -> None:
        """Learn from instances, their labels (1 same, 0 different) and how much each counts.

        Instances on which all abstain are left out.
        """
        votes = self.checked(votes)
        labels = np.asarray(labels, dtype=np.float64)
        weights = np.ones(len(votes)) if weights is None else np.asarray(weights, dtype=np.float64)
        if not len(votes) == len(labels) == len(weights):
            raise UsageError(f"{len(votes)} instances have {len(labels)} labels and {len(weights)} weights.")
        known = ~np.isnan(votes).all(axis=1)
        votes, labels, weights = votes[known], labels[known], weights[known]
        if not (labels > 0).any() or not (labels <= 0).any():
            raise UsageError(
                "mixers learn from pairs of the same and of different people; one of the two kinds is missing.\n"
                "Give data where some name has several people, and some person several documents."
            )
        self._fit(votes, labels, weights, seed)

    def predict(self, votes: FloatingArray) -> Float64Array:
        """The similarity of each instance; NaN where all abstain. O(instances · specialists)."""
        votes = self.checked(votes)
        found = np.full(len(votes), np.nan)
        known = ~np.isnan(votes).all(axis=1)
        if known.all():
            return self._predict(votes)
        if known.any():
            found[known] = self._predict(votes[known])
        return found

    def effects(self, votes: FloatingArray) -> Float64Array:
        """What each specialist changes in the similarity of each instance: with it, less without it.

        One who abstains changes nothing; one who is alone is compared with not knowing, 0.5.
        """
        votes = self.checked(votes)
        whole, found = self.predict(votes), np.zeros(votes.shape)
        for place in range(votes.shape[1]):
            without = votes.copy()
            without[:, place] = np.nan
            found[:, place] = whole - np.nan_to_num(self.predict(without), nan=0.5)
        found[np.isnan(votes)] = 0.0
        return found

    def checked(self, votes: FloatingArray) -> FloatingArray:
        """The votes, if they have one column a specialist."""
        votes = np.asarray(votes)
        if votes.ndim != 2 or votes.shape[1] != len(self.specialists):
            raise UsageError(f"this mixer knows {len(self.specialists)} specialists; votes have shape {votes.shape}.")
        return votes

    @property
    @abstractmethod
    def weights(self) -> Mapping[str, float]:
        """How much each specialist counts, in the mixer's own unit."""

    @abstractmethod
    def _fit(self, votes: FloatingArray, labels: Float64Array, weights: Float64Array, seed: int) -> None: ...

    @abstractmethod
    def _predict(self, votes: FloatingArray) -> Float64Array: ...

    @abstractmethod
    def packed(self) -> Packed:
        """The mixer as settings and arrays."""

    @classmethod
    @abstractmethod
    def unpacked(cls, settings: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> "Mixer":
        """The mixer that `packed` gave."""


MIXERS: Registry[type[Mixer]] = Registry("mixer", "namesakes.mixers")
MIXERS.register("seg", "namesakes.learning.specialists:SpecialistGradient")
MIXERS.register("logistic", "namesakes.learning.logistic_mixer:LogisticMixer")
MIXERS.register("evidence", "namesakes.learning.evidence_mixer:EvidenceMixer")
MIXERS.register("boosted", "namesakes.learning.boosted_mixer:BoostedMixer")
MIXERS.register("equal", "namesakes.learning.mixer:EqualMixer")


def unpacked(settings: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> Mixer:
    """The mixer of any kind that `Mixer.packed` gave."""
    try:
        return MIXERS[settings["kind"]].unpacked(settings, arrays)
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"this model's mixer cannot be read: {error!r}.\nTrain it again.") from error


class EqualMixer(Mixer):
    """All who vote have the same weight: the baseline."""

    kind = "equal"

    @property
    def weights(self) -> Mapping[str, float]:
        """The same for all, with sum 1."""
        return dict.fromkeys(self.specialists, 1 / max(len(self.specialists), 1))

    def _fit(self, votes: FloatingArray, labels: Float64Array, weights: Float64Array, seed: int) -> None:
        """Nothing is learned."""

    def _predict(self, votes: FloatingArray) -> Float64Array:
        return np.asarray(np.nanmean(votes, axis=1, dtype=np.float64))

    def packed(self) -> Packed:
        """The names alone."""
        return {"kind": self.kind, "specialists": list(self.specialists)}, {}

    @classmethod
    def unpacked(cls, settings: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> "EqualMixer":
        """The mixer that `packed` gave."""
        return cls(settings["specialists"])
