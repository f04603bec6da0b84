"""Gains: whether one way is surely better than another, by how both did on parts that were left out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from namesakes.arrays import Float64Array

DOUBT: Final = 0.05
"""How probable it may be that something is taken for better that is not."""


@dataclass(frozen=True)
class Gain:
    """By how much a way is better than another.

    Parameters
    ----------
    mean, error : the mean over the parts, and its standard error.
    least : the mean must be above this to be surely better.
    """

    mean: float = 0.0
    error: float = 0.0
    least: float = 0.0

    @property
    def sure(self) -> bool:
        """Whether it is better by more than chance makes it."""
        return self.mean > max(self.least, 1e-9)


def gain(differences: Sequence[float] | Float64Array, tried: int = 1) -> Gain:
    """What a way is better by, of so many that are tried, by its differences on parts: Student's t, after Bonferroni.

    Of fewer than two parts nothing can be said, and nothing is sure.
    """
    from scipy.stats import t

    found = np.asarray(differences, dtype=np.float64)
    if len(found) < 2:
        return Gain(float(found.mean()) if len(found) else 0.0, 0.0, float("inf"))
    error = float(found.std(ddof=1) / np.sqrt(len(found)))
    return Gain(float(found.mean()), error, error * float(t.ppf(1.0 - DOUBT / tried, len(found) - 1)))
