"""Certainty: how probable it is that a chain is where it was put, learned from corpora that the model had not seen.

A chain with others is right where most of them are the same person as it; one that is alone where nobody else in the
block is. Both are told by how close it is to its own and to the nearest other person: the mean similarity to all that
is said of them; and of one that is alone by how close all of the block are to each other.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, Int64Array
from namesakes.errors import ModelError
from namesakes.learning.evidence_mixer import odds_of

_PENALTY: Final = 1e-3
_FARTHEST: Final = 0.0
"""How close the nearest other person is where there is none."""
_WIDTHS: Final[Mapping[str, int]] = {"member": 4, "alone": 4, "other": 2}
"""The curves, and how many features each one has."""
BINS: Final = 10
Learned = tuple[Float64Array, BoolArray, Float64Array]
"""Features, who is right, and how much each counts."""


@dataclass(frozen=True)
class Curve:
    """The probability 1 / (1 + e^−(w · x)) of some features x, the last of which is 1."""

    weights: tuple[float, ...]

    def __call__(self, features: Float64Array) -> Float64Array:
        """The probabilities."""
        return np.asarray(1.0 / (1.0 + np.exp(-(features @ np.array(self.weights)))))

    @classmethod
    def fit(cls, features: Float64Array, right: BoolArray, weights: Float64Array) -> "Curve":
        """The curve of the greatest likelihood, with a little L2."""
        from scipy.optimize import minimize

        share = weights / max(weights.sum(), 1e-300)

        def loss(line: Float64Array) -> tuple[float, Float64Array]:
            odds = features @ line
            cost = share @ (np.logaddexp(0.0, odds) - right * odds) + _PENALTY * (line @ line)
            slope = features.T @ (share * (1.0 / (1.0 + np.exp(-odds)) - right)) + 2 * _PENALTY * line
            return float(cost), slope

        found = minimize(loss, np.zeros(features.shape[1]), jac=True, method="L-BFGS-B").x
        return cls(tuple(np.round(found, 6).tolist()))


@dataclass(frozen=True)
class Placement:
    """How close the chains of a block are to people.

    Parameters
    ----------
    labels : of each chain its person.
    nearness : chains × people: how close each chain is to each person, itself left out; NaN to one that it is alone in.
    """

    labels: Int64Array
    nearness: Float64Array

    @property
    def alone(self) -> BoolArray:
        """Which chains are alone."""
        return np.asarray(np.bincount(self.labels)[self.labels] == 1)

    @property
    def _own(self) -> Float64Array:
        return self.nearness[np.arange(len(self.labels)), self.labels]

    @property
    def nearest(self) -> Float64Array:
        """How close each chain is to the nearest person that it is not in."""
        others = self.nearness.copy()
        others[np.arange(len(self.labels)), self.labels] = -np.inf
        return np.asarray(others.max(axis=1, initial=_FARTHEST))

    def features(self) -> Float64Array:
        """Of each chain: the odds of its own and of the nearest other person, those of the block, and 1.

        In the place of its own person one that is alone has how many chains the people of the block have on average,
        as a logarithm: where most have many it is rare to be alone. The mean odds of all pairs of the block count for
        it alone: where everybody resembles everybody, that nobody is near enough says little.
        """
        crowd = np.log(len(self.labels) / max(int(self.labels.max(initial=0)) + 1, 1)) if len(self.labels) else 0.0
        first = np.where(self.alone, crowd, odds_of(np.nan_to_num(self._own)))
        spread = np.where(self.alone, odds_of(np.array(self._spread)), 0.0)
        return np.stack((first, odds_of(self.nearest), spread, np.ones(len(first))), axis=1)

    @property
    def _spread(self) -> float:
        """The mean similarity of all pairs of the block; ½ where there is none."""
        count = len(self.labels)
        others = np.broadcast_to(np.bincount(self.labels), self.nearness.shape).astype(np.float64, copy=True)
        others[np.arange(count), self.labels] -= 1
        return float((np.nan_to_num(self.nearness) * others).sum() / (count * (count - 1))) if count > 1 else 0.5


@dataclass(frozen=True)
class Certainty:
    """The curves of chains that are with others, of those that are alone, and of people they might be instead."""

    member: Curve
    alone: Curve
    other: Curve

    def __call__(self, placement: Placement) -> Float64Array:
        """How probably each chain is where it was put."""
        features, alone = placement.features(), placement.alone
        return np.where(alone, self.alone(features), self.member(features))

    def of_others(self, nearness: Float64Array) -> Float64Array:
        """How probably chains would belong to people that they are so close to."""
        return self.other(np.stack((odds_of(nearness), np.ones_like(nearness)), axis=-1))

    def to_json(self) -> dict[str, Any]:
        """The curves as plain data."""
        return {name: list(getattr(self, name).weights) for name in ("member", "alone", "other")}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Certainty":
        """The curves that `to_json` gave."""
        try:
            curves = [Curve(tuple(data[name])) for name in _WIDTHS]
            if [len(curve.weights) for curve in curves] != [*_WIDTHS.values()]:
                raise TypeError("they are of another release")
            return cls(*curves)
        except (KeyError, TypeError) as error:
            raise ModelError(f"these are no curves of certainty: {error!r}.\nTrain the model again.") from error

    @classmethod
    def learn(cls, blocks: Iterable[tuple[Placement, Sequence[str], float]]) -> "Certainty":
        """The curves learned from blocks with the gold identities of their chains, and how much each block counts."""
        rows: dict[str, list[Learned]] = {"member": [], "alone": [], "other": []}
        for placement, gold, weight in blocks:
            right, alone, features = rightly_placed(placement.labels, gold), placement.alone, placement.features()
            each = np.full(len(right), weight)
            rows["member"].append((features[~alone], right[~alone], each[~alone]))
            rows["alone"].append((features[alone], right[alone], each[alone]))
            rows["other"].append(_elsewhere(placement, gold, weight))
        curves = {}
        for name, parts in rows.items():
            columns = [np.concatenate([part[place] for part in parts]) for place in range(3)]
            curves[name] = Curve.fit(columns[0], columns[1].astype(np.bool_), columns[2])
        return cls(**curves)


def rightly_placed(labels: Sequence[int] | Int64Array, gold: Sequence[str]) -> BoolArray:
    """Which chains are right: they are whom most of their person's chains are, and one alone is alone in gold, too."""
    codes = np.unique(np.asarray(gold), return_inverse=True)[1]
    labels = np.asarray(labels)
    table = np.zeros((int(labels.max(initial=0)) + 1, int(codes.max(initial=0)) + 1), dtype=np.int64)
    np.add.at(table, (labels, codes), 1)
    counts = Counter(codes.tolist())
    single = table.sum(axis=1)[labels] == 1
    solitary = np.array([counts[code] == 1 for code in codes.tolist()], dtype=np.bool_)
    return np.where(single, solitary, table[labels, codes] == table.max(axis=1)[labels])


def _elsewhere(
    placement: Placement, gold: Sequence[str], weight: float
) -> tuple[Float64Array, BoolArray, Float64Array]:
    """Chains beside the people they are not in: how close they are, and whether most of those are the same person."""
    codes = np.unique(np.asarray(gold), return_inverse=True)[1]
    people = int(placement.labels.max(initial=0)) + 1
    table = np.zeros((people, int(codes.max(initial=0)) + 1), dtype=np.int64)
    np.add.at(table, (placement.labels, codes), 1)
    main = table.argmax(axis=1)
    chains, others = np.nonzero(np.arange(people)[None, :] != placement.labels[:, None])
    near = odds_of(placement.nearness[chains, others])
    features = np.stack((near, np.ones(len(near))), axis=1)
    return features, main[others] == codes[chains], np.full(len(near), weight / max(people - 1, 1))


def expected_error(certainties: Float64Array, right: BoolArray, bins: int = BINS) -> tuple[float, list[list[float]]]:
    """The expected calibration error, and for each bin that is not empty: mean certainty, share right, how many."""
    if not len(certainties):
        return 0.0, []
    places = np.minimum((certainties * bins).astype(np.int64), bins - 1)
    table = []
    for place in np.unique(places).tolist():
        inside = places == place
        table.append([float(certainties[inside].mean()), float(right[inside].mean()), float(inside.sum())])
    gaps = sum(abs(sure - share) * count for sure, share, count in table)
    return gaps / len(certainties), table
