"""Costs: how bad each wrong antecedent is."""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import ByteArray, Float64Array
from namesakes.chains.features.candidates import Candidates


@dataclass(frozen=True)
class Costs:
    """What a wrong arc costs; a right one costs nothing.

    Parameters
    ----------
    false_new : a mention that has an antecedent begins a chain. Björkelund & Kuhn (2014) set it to 1.5.
    false_link : a mention that has none is given one.
    wrong_link : a mention is given an antecedent of another chain.
    """

    false_new: float = 1.5
    false_link: float = 1.0
    wrong_link: float = 1.0

    def rows(self, candidates: Candidates, right: ByteArray) -> Float64Array:
        """The cost of each row of candidates."""
        roots = candidates.starts[1:-1]
        sizes = np.diff(candidates.starts)[1:]
        goes_back = np.repeat(right[roots] == 0, sizes)
        found = np.where(goes_back, self.wrong_link, self.false_link)
        found[roots] = self.false_new
        return np.where(right > 0, 0.0, found)
