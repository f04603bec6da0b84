"""Steps: how weights move along the difference of a right and a wrong answer."""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, ByteArray, Float32Array, UInt32Array
from namesakes.errors import UnknownNameError
from namesakes.learning.kernels import steps as kernel
from namesakes.learning.weights import Weights

STEPS = ("perceptron", "passive-aggressive", "adagrad")


class Direction:
    """A sparse vector over hashed weights that features are added to: which places were touched, and by how much."""

    def __init__(self, bits: int) -> None:
        self.sums = np.zeros(1 << bits, dtype=np.float32)
        self.marks = np.zeros(1 << bits, dtype=np.uint8)
        self.touched = np.zeros(1 << bits, dtype=np.uint32)
        self.count = 0

    @property
    def arrays(self) -> tuple[Float32Array, ByteArray, UInt32Array, int]:
        """What kernels add to."""
        return self.sums, self.marks, self.touched, self.count

    def keep(self, kept: BoolArray) -> None:
        """Leave out what was added at places that are not kept."""
        places = self.touched[: self.count]
        self.sums[places[~kept[places]]] = 0.0


@dataclass(frozen=True)
class StepSettings:
    """How far a step goes.

    Parameters
    ----------
    kind : "perceptron" (by 1), "passive-aggressive" (as far as the right answer needs to win by its loss; Crammer et
        al. 2006) or "adagrad" (each weight at its own rate; Duchi, Hazan & Singer 2011).
    cap : the largest step of a passive-aggressive update; 0 for none.
    rate, shrinkage : of adagrad: the first rate, and the strength of L1.
    """

    kind: str = "passive-aggressive"
    cap: float = 0.0
    rate: float = 0.1
    shrinkage: float = 0.0

    def __post_init__(self) -> None:
        if self.kind not in STEPS:
            raise UnknownNameError("step", self.kind, STEPS)


class Stepper:
    """Moves weights along directions; where only some places are `kept`, the others stay as they are."""

    def __init__(self, weights: Weights, settings: StepSettings, kept: BoolArray | None = None) -> None:
        self.weights, self.settings, self.kept = weights, settings, kept
        size = len(weights.values) if settings.kind == "adagrad" else 0
        self.squares, self.times = np.zeros(size, dtype=np.float32), np.zeros(size, dtype=np.int32)
        self.steps = 0

    def step(self, direction: Direction, loss: float) -> float:
        """Move along the direction from the wrong answer to the right one, and clear it; how far.

        τ = (loss − w·d) / ‖d‖² for passive-aggressive steps: w·d is by how much the right answer wins already.
        """
        weights, settings = self.weights, self.settings
        self.steps += 1
        if self.kept is not None:
            direction.keep(self.kept)
        if settings.kind == "adagrad":
            kernel.adagrad(
                weights.values,
                weights.sums,
                self.squares,
                self.times,
                *direction.arrays,
                settings.rate,
                settings.shrinkage,
                self.steps,
                weights.clock,
            )
            direction.count = 0
            return settings.rate
        size = 1.0
        if settings.kind == "passive-aggressive":
            lead, length = kernel.measure(weights.values, direction.sums, direction.touched, direction.count)
            size = max(0.0, (loss - lead) / length) if length > 0 else 0.0
            size = min(size, settings.cap) if settings.cap > 0 else size
        kernel.move(weights.values, weights.sums, *direction.arrays, size, weights.clock)
        direction.count = 0
        return size
