"""Sampling: the pairs of a block that a mixer learns from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, IndexArray
from namesakes.errors import ConfigError

Pairs = tuple[IndexArray, IndexArray]
"""The places of the first and of the second profile of each pair."""


@dataclass(frozen=True)
class Sampling:
    """Which pairs of a block are learned from.

    Parameters
    ----------
    ratio : how many pairs of different people there are for each pair of the same; 1 balances them, as in the paper,
        and 0 takes all pairs.
    most : the most pairs of the same person from one block; 0 for all. Keeps one large block from being the corpus.
    even : how much blocks are made to count the same: a pair of a block with n pairs counts n^−even. With 0 all pairs
        count the same, with 1 all blocks.
    balanced : whether in each block the pairs of the same person together count as much as all others: then what is
        learned does not depend on how many people bore a name, which the next corpus has otherwise. A block counts by
        the smaller number of the two, to the power of 1 − `even`.
    """

    ratio: float = 1.0
    most: int = 2000
    even: float = 0.0
    balanced: bool = False

    def __post_init__(self) -> None:
        if self.ratio < 0 or self.most < 0 or not 0 <= self.even <= 1:
            found = f"{self.ratio}, {self.most} and {self.even}"
            raise ConfigError(f"ratio and most are 0 or more, even lies between 0 and 1; found {found}.")


def sampled_pairs(
    labels: Sequence[str | None], sampling: Sampling, random: np.random.Generator
) -> tuple[Pairs, BoolArray]:
    """Pairs of a block with known labels, and whether each is of the same person."""
    names: dict[str, int] = {}
    codes = np.array([-1 if name is None else names.setdefault(name, len(names)) for name in labels], dtype=np.int64)
    some, others = np.triu_indices(len(codes), 1)
    known = (codes[some] >= 0) & (codes[others] >= 0)
    some, others = some[known], others[known]
    same = codes[some] == codes[others]
    if sampling.ratio == 0:
        return (some, others), same
    right, wrong = np.flatnonzero(same), np.flatnonzero(~same)
    if sampling.most and len(right) > sampling.most:
        right = random.choice(right, sampling.most, replace=False)
    wanted = round(max(len(right), 1) * sampling.ratio)
    if len(wrong) > wanted:
        wrong = random.choice(wrong, wanted, replace=False)
    kept = np.sort(np.concatenate((right, wrong)))
    return (some[kept], others[kept]), same[kept]


def pair_weights(same: BoolArray, sampling: Sampling) -> Float64Array:
    """How much each of these pairs of one block counts."""
    count, right = len(same), int(same.sum())
    if not sampling.balanced:
        return np.full(count, float(count) ** -sampling.even)
    wrong = count - right
    if not right or not wrong:
        return np.zeros(count)
    each = np.where(same, 0.5 / right, 0.5 / wrong)
    return np.asarray(each * float(min(right, wrong)) ** (1.0 - sampling.even))
