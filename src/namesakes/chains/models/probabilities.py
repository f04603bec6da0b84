"""Probabilities of candidates from their scores."""

import numpy as np

from namesakes.arrays import Float64Array, Int64Array


def softmax(scores: Float64Array, starts: Int64Array, sizes: Int64Array) -> tuple[Float64Array, Float64Array]:
    """The probabilities of each run of scores, and the logarithms of their sums."""
    if not len(starts):
        return np.zeros(0), np.zeros(0)
    highest = np.maximum.reduceat(scores, starts)
    powers = np.exp(scores - np.repeat(highest, sizes))
    totals = np.add.reduceat(powers, starts)
    return powers / np.repeat(totals, sizes), highest + np.log(totals)
