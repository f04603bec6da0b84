"""Probabilities of candidates from their scores."""

import numpy as np
from numpy.typing import NDArray

from namesakes.chains.models.tree_model import Scores


def softmax(scores: Scores, starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> tuple[Scores, Scores]:
    """The probabilities of each run of scores, and the logarithms of their sums."""
    if not len(starts):
        return np.zeros(0), np.zeros(0)
    highest = np.maximum.reduceat(scores, starts)
    powers = np.exp(scores - np.repeat(highest, sizes))
    totals = np.add.reduceat(powers, starts)
    return powers / np.repeat(totals, sizes), highest + np.log(totals)
