"""The protocol of a specialist: awake or asleep, and a similarity in [0, 1] where it is awake."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from namesakes.profiles.profile import Profile

Similarities = NDArray[np.float32]
"""A symmetric matrix over the profiles of a block, with values in [0, 1] and NaN where the specialist sleeps."""


class Specialist(ABC):
    """Compares profiles in one respect (Huang et al. 2009, §3.2).

    It is awake for a pair when both profiles have what it compares, and may abstain where that tells nothing. The
    form for a whole block is the one that subclasses write; the form for a pair asks it about a block of two.
    """

    name: ClassVar[str]
    about: ClassVar[str]

    @abstractmethod
    def compare(self, profiles: Sequence[Profile]) -> Similarities:
        """The similarities of all pairs of a block; NaN where the specialist sleeps or abstains."""

    def similarity(self, a: Profile, b: Profile) -> float | None:
        """The similarity of a pair; None where the specialist sleeps or abstains."""
        value = float(self.compare([a, b])[0, 1])
        return None if np.isnan(value) else value

    def awake(self, a: Profile, b: Profile) -> bool:
        """Whether the specialist has an opinion on this pair."""
        return self.similarity(a, b) is not None
