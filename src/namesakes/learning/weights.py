"""Weights: one array of hashed weights that is scored, changed and averaged."""

import numpy as np

from namesakes.arrays import Float32Array, Float64Array, UInt32Array
from namesakes.learning.kernels import sparse


class Weights:
    """Weights of hashed binary features, with the sums that averaging needs.

    There is no dictionary of features (the hashing trick, Weinberger et al. 2009): a template's number and the codes of
    its parts are mixed into 64 bits, and masked with `mask`. Collisions are the price, and small where 2^bits is a few
    times the number of features seen.

    Parameters
    ----------
    bits : the array has 2^bits weights.
    """

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.values = np.zeros(1 << bits, dtype=np.float32)
        self.sums = np.zeros(1 << bits, dtype=np.float64)
        self.clock = 1.0

    @property
    def mask(self) -> int:
        """What a 64-bit hash is masked with to become a place."""
        return (1 << self.bits) - 1

    def scores(self, places: UInt32Array) -> Float64Array:
        """The sum of the weights at each row of places."""
        found = np.zeros(len(places))
        sparse.add_scores(self.values, places, found)
        return found

    def change(self, places: UInt32Array, amount: float) -> None:
        """Change the weights at these places; a place that stands twice is changed twice."""
        sparse.add_change(self.values, self.sums, places, amount, self.clock)

    def tick(self) -> None:
        """Count one more instance seen, whether the weights changed or not."""
        self.clock += 1.0

    def averaged(self) -> Float32Array:
        """The mean of the weights over all instances seen so far."""
        return (self.values - self.sums / self.clock).astype(np.float32)
