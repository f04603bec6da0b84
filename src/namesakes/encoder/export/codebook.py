"""Matrices and tables in 4 bits: each number is one of sixteen levels, times what its group of 32 is multiplied by.

A group is 32 neighbouring weights of one output. Level times multiplier is rounded to a whole number, and each output
has a scale: what is unpacked is the matrix of 8 bits that is multiplied with. As in NF4 (Dettmers et al. 2023, QLoRA,
section 3) the levels are close together where weights are many. They are not symmetrical: a multiplier has a sign, and
turns the level that reaches furthest to the side that wants it.
"""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import AnyArray, Float32Array

GROUP = 32
"""How many weights of an output share a multiplier."""
CODEBOOK = np.array(
    (-0.967, -0.743, -0.576, -0.443, -0.326, -0.220, -0.121, -0.024,
     0.072, 0.170, 0.271, 0.380, 0.499, 0.633, 0.795, 1.0),
    dtype=np.float32,
)  # fmt: skip
"""The levels: those of least squared error for groups of normally distributed weights, by Lloyd's algorithm."""
_BETWEEN = (CODEBOOK[1:] + CODEBOOK[:-1]) / 2
STEPS = 127
"""Multipliers are whole numbers from -127 to 127,"""
ZERO = 128
"""and this stands for 0."""
_CLIPPED = tuple(number / 40 for number in range(30, 45))
"""What is tried: how far the outermost level reaches, as a share of the group's largest weight."""


@dataclass(frozen=True)
class Packed:
    """A matrix in 4 bits.

    Parameters
    ----------
    codes : two a byte, the first one below: a row a group, and the groups of an output one after the other.
    multipliers : of each group.
    scales : of each output.
    """

    codes: AnyArray
    multipliers: AnyArray
    scales: Float32Array


def packed(matrix: AnyArray, levels: int) -> Packed:
    """A matrix in 4 bits, an output a column, so that its whole numbers are from -levels to levels.

    The last group of each output is filled up with zeros. O(weights) for each way to clip a group.
    """
    weights = np.ascontiguousarray(matrix.T, dtype=np.float32)
    weights = np.pad(weights, ((0, 0), (0, -weights.shape[1] % GROUP)))
    groups = weights.reshape(-1, GROUP)
    reach = _reach(groups).reshape(len(weights), -1)
    furthest = np.abs(reach).max(axis=1, keepdims=True)
    furthest[furthest == 0] = 1
    multipliers = np.rint(reach / furthest * STEPS)
    codes = _codes(groups, (multipliers * furthest / STEPS).reshape(-1, 1))
    scales = (furthest[:, 0] / levels).astype(np.float32)
    raised = (multipliers + ZERO).astype(np.uint8).reshape(-1, 1)
    return Packed(codes[:, ::2] | (codes[:, 1::2] << 4), raised, scales)


def byte_levels() -> Float32Array:
    """The two levels that each byte of codes stands for: that of its lower half, and that of its upper half."""
    byte = np.arange(256)
    levels: Float32Array = CODEBOOK[np.stack([byte & 15, byte >> 4], axis=1)]
    return levels


def factors(levels: int) -> Float32Array:
    """What levels are multiplied by for each multiplier, to be rounded to whole numbers; 256 tables of one number."""
    return ((np.arange(256) - ZERO) * (levels / STEPS)).astype(np.float32).reshape(-1, 1, 1)


def _reach(groups: Float32Array) -> Float32Array:
    """What the levels of each group are multiplied by for the least squared error, among the ways that are tried."""
    largest = np.abs(groups).max(axis=1, keepdims=True)
    found = np.zeros_like(largest)
    least = np.square(groups).sum(axis=1, keepdims=True)
    for share in (*_CLIPPED, *(-each for each in _CLIPPED)):
        chosen = CODEBOOK[_codes(groups, share * largest)]
        # The best multiplier of these levels, in closed form, and the error that it leaves.
        across, own = (chosen * groups).sum(axis=1, keepdims=True), np.square(chosen).sum(axis=1, keepdims=True)
        error = np.square(groups - chosen * (across / own)).sum(axis=1, keepdims=True)
        better = error < least
        found, least = np.where(better, across / own, found), np.where(better, error, least)
    return found


def _codes(groups: Float32Array, reach: AnyArray) -> AnyArray:
    """The code of the level that is nearest to each weight."""
    ratio = np.divide(groups, reach, out=np.zeros_like(groups), where=reach != 0)
    return np.searchsorted(_BETWEEN, ratio).astype(np.uint8)
