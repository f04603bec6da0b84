"""A specialist: similarities of profiles in one respect, in [0, 1], where it does not abstain."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.profiles.profile import Profile


class Specialist(ABC):
    """Compares profiles in one respect (Huang et al. 2009, §3.2).

    It abstains from a pair when either profile lacks what it compares (the paper: it sleeps), and may do so where that
    tells nothing. Subclasses compare a whole block; a pair is a block of two.
    """

    name: ClassVar[str]
    about: ClassVar[str]

    @abstractmethod
    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """The similarities of all pairs of a block; NaN where the specialist abstains."""

    def similarity(self, a: Profile, b: Profile) -> float | None:
        """The similarity of a pair; None where the specialist abstains."""
        value = float(self.compare([a, b])[0, 1])
        return None if np.isnan(value) else value
