"""Decisions: a linear model that says yes or no, learned with averaging and kept as small integers."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from namesakes.config import generator
from namesakes.learning.kernels import binary
from namesakes.learning.weights import Places, Weights

_LARGEST = 127


@dataclass(frozen=True)
class Learning:
    """How decisions are learned.

    Parameters
    ----------
    bits : the model has 2^bits weights.
    passes : how often the instances are gone through.
    rate : the size of the first pass's steps; pass k has rate / √k.
    rarest : features that fewer instances have are left out.
    """

    bits: int = 18
    passes: int = 8
    rate: float = 0.2
    rarest: int = 2


class Decisions:
    """Whether hashed features speak for yes: the sum of their integer weights is above zero."""

    def __init__(self, weights: NDArray[np.int8]) -> None:
        self.weights = weights

    @property
    def mask(self) -> int:
        """What a hash is masked with to become a place."""
        return len(self.weights) - 1

    def __call__(self, places: Places) -> NDArray[np.uint8]:
        """1 for each row of places that gets a yes, else 0."""
        found = np.zeros(len(places), dtype=np.uint8)
        binary.decide(places, self.weights, 0, found)
        return found

    @classmethod
    def learned(
        cls, places: Places, yes: NDArray[np.bool_], learning: Learning, seed: int, purpose: str
    ) -> "Decisions":
        """The model of these instances; the same instances and seed give the same weights."""
        weights, random = Weights(learning.bits), generator(seed, purpose)
        kept = _without_rare(places, learning)
        targets = np.where(yes, 1, -1).astype(np.int8)
        for number in range(learning.passes):
            order, rate = random.permutation(len(kept)), learning.rate / np.sqrt(number + 1)
            weights.clock = binary.learn(kept, targets, order, weights.values, weights.sums, weights.clock, rate)
        return cls(_small(weights.averaged()))


def _without_rare(places: Places, learning: Learning) -> Places:
    """The places with 0 where fewer instances than `rarest` have one."""
    counts = np.bincount(places.ravel(), minlength=1 << learning.bits)
    return np.where(counts[places] < learning.rarest, 0, places).astype(np.uint32)


def _small(weights: NDArray[np.float32]) -> NDArray[np.int8]:
    """The weights as whole numbers up to 127 in size; their sum's sign is all that decides."""
    largest = float(np.abs(weights).max(initial=0.0)) or 1.0
    found: NDArray[np.int8] = np.rint(weights * (_LARGEST / largest)).astype(np.int8)
    found[0] = 0
    return found
