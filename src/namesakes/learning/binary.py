"""A binary classifier: averaged logistic regression over hashed features, quantized to bytes."""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, ByteArray, Int8Array, UInt32Array
from namesakes.config import bounded, generator
from namesakes.learning.kernels import binary
from namesakes.learning.quantization import quantize_signs
from namesakes.learning.weights import Weights


@dataclass(frozen=True)
class BinarySettings:
    """How a binary classifier is trained.

    Parameters
    ----------
    bits : the model has 2^bits weights.
    passes : how many epochs there are.
    rate : the learning rate of the first epoch; epoch k has rate / √k.
    rarest : the minimum count of a feature; rarer ones are left out.
    """

    bits: int = bounded(18, 1, 30)
    passes: int = 8
    rate: float = 0.2
    rarest: int = 2


class BinaryClassifier:
    """Says yes where the sum of the integer weights of an instance's features is above 0."""

    def __init__(self, weights: Int8Array) -> None:
        self.weights = weights

    @property
    def mask(self) -> int:
        """What a hash is masked with to become a place."""
        return len(self.weights) - 1

    def __call__(self, places: UInt32Array) -> ByteArray:
        """1 for each row of places that gets a yes, else 0."""
        found = np.zeros(len(places), dtype=np.uint8)
        binary.decide(places, self.weights, 0, found)
        return found

    @classmethod
    def train(
        cls, places: UInt32Array, yes: BoolArray, settings: BinarySettings, seed: int, purpose: str
    ) -> "BinaryClassifier":
        """The classifier of these instances; the same instances and seed give the same weights."""
        weights, random = Weights(settings.bits), generator(seed, purpose)
        kept = _without_rare(places, settings)
        targets = np.where(yes, 1, -1).astype(np.int8)
        for number in range(settings.passes):
            order, rate = random.permutation(len(kept)), settings.rate / np.sqrt(number + 1)
            weights.clock = binary.learn(kept, targets, order, weights.values, weights.sums, weights.clock, rate)
        small = quantize_signs(weights.averaged())
        small[0] = 0  # the weight of all that was left out
        return cls(small)


def _without_rare(places: UInt32Array, settings: BinarySettings) -> UInt32Array:
    """The features with 0 where fewer instances than `rarest` have one."""
    counts = np.bincount(places.ravel(), minlength=1 << settings.bits)
    return np.where(counts[places] < settings.rarest, 0, places).astype(np.uint32)
