"""Gradient boosting of decision trees for two classes, on binned inputs that may be missing.

Newton steps on the logistic loss (Friedman 2001), with the gain of Chen & Guestrin (2016, equations 5 to 7), histograms
and best-first growth of Ke et al. (2017). It is a small form of scikit-learn's `HistGradientBoostingClassifier`, and
tests hold its trees to the same predictions. Ours, since scikit-learn keeps its trees to itself: a model that is plain
arrays would have to be read from private attributes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import chain
from typing import Any

import numpy as np

from namesakes.arrays import BoolArray, ByteArray, Float32Array, Float64Array, Int32Array, Int64Array
from namesakes.errors import ConfigError
from namesakes.learning.kernels import boosting as kernel
from namesakes.learning.kernels import trees as trees_kernel

BINS = 255
"""The most bins of an input; missing values have one more."""
SAMPLE = 200_000
"""Where there are more rows, bins are found on a sample of so many."""
_LEAST_HESSIAN, _TINY = 1e-3, 1e-15


@dataclass(frozen=True)
class BoostedSettings:
    """How the trees are learned.

    Parameters
    ----------
    trees : how many.
    rate : how much of each tree is added.
    leaves : the most leaves of a tree.
    least : the fewest instances in a leaf.
    penalty : the strength of L2 on the leaves' values.
    rising : whether a higher input may only raise the score.
    """

    trees: int = 150
    rate: float = 0.06
    leaves: int = 12
    least: int = 40
    penalty: float = 1.0
    rising: bool = False

    def __post_init__(self) -> None:
        if self.trees < 1 or self.leaves < 2 or self.least < 1 or not self.rate > 0 or self.penalty < 0:
            raise ConfigError(f"these settings of boosted trees do not make sense: {self}.")


@dataclass(frozen=True)
class Trees:
    """Trees laid end to end: for each node its input (−1: a leaf), threshold, children, and value."""

    roots: Int32Array
    features: Int32Array
    thresholds: Float64Array
    left: Int32Array
    right: Int32Array
    missing_left: ByteArray
    values: Float64Array

    def add(self, inputs: Float64Array, sums: Float64Array) -> None:
        """Add to each row's sum what all trees say of it."""
        parts = (self.features, self.thresholds, self.left, self.right, self.missing_left, self.values)
        trees_kernel.add_trees(inputs, self.roots, *parts, sums)


@dataclass(frozen=True)
class _Bins:
    """The inputs in bins, inputs × rows: a row is in the first bin whose threshold its value does not exceed."""

    thresholds: list[Float64Array]
    binned: ByteArray
    missing: BoolArray

    @classmethod
    def of(cls, inputs: Float64Array, weights: Float64Array, seed: int) -> "_Bins":
        sample, sampled = inputs, weights
        if len(inputs) > SAMPLE:
            random = np.random.RandomState(seed)
            random = np.random.RandomState(int(random.randint(np.iinfo(np.uint32).max, dtype=np.uint64)))
            sample = inputs[random.choice(len(inputs), SAMPLE, p=weights / np.sum(weights))]
            sampled = np.ones(SAMPLE)
        thresholds = [_thresholds(column, sampled) for column in sample.T]
        binned = np.empty(inputs.T.shape, dtype=np.uint8)
        for place, column in enumerate(inputs.T):
            found = np.searchsorted(thresholds[place], column)
            binned[place] = np.where(np.isnan(column), BINS, found)
        return cls(thresholds, binned, (binned == BINS).any(axis=1))


def _thresholds(column: Float64Array, weights: Float64Array) -> Float64Array:
    """Between all values where they are few; else weighted quantiles (Hyndman & Fan 1996, definition 2)."""
    known = ~np.isnan(column) & (weights != 0)
    order = np.argsort(column[known], kind="stable")
    values, weights = column[known][order], weights[known][order]
    distinct = np.unique(values)
    if len(distinct) <= BINS:
        return np.asarray((distinct[:-1] + distinct[1:]) / 2)
    below = np.cumsum(weights)
    ranks = np.linspace(0, 100, BINS + 1)[1:-1] / 100 * below[-1]
    places = np.minimum(np.searchsorted(below, ranks), len(values) - 1)
    after = np.minimum(places + 1, len(values) - 1)
    between = below[places] - ranks <= np.finfo(np.float64).eps
    return np.unique(np.where(between, (values[places] + values[after]) / 2, values[places]))


@dataclass(frozen=True)
class _Sums:
    """Sums of gradients and of Hessians, and the number of rows: of a node, or as arrays inputs × bins."""

    gradient: Any
    hessian: Any
    count: Any

    def __sub__(self, other: "_Sums") -> "_Sums":
        return _Sums(self.gradient - other.gradient, self.hessian - other.hessian, self.count - other.count)

    def map(self, change: Callable[[Any], Any]) -> "_Sums":
        return _Sums(change(self.gradient), change(self.hessian), change(self.count))


@dataclass(frozen=True)
class _Split:
    """A split of a node: the input, its last bin on the left, where missing values go, and the sums on the left."""

    gain: float
    feature: int
    bin: int
    missing_left: bool
    left: _Sums


class _Node:
    """A node that grows: its rows, sums and value, and the bounds of its children's values."""

    def __init__(self, rows: Int64Array, sums: _Sums, value: float, low: float = -np.inf, high: float = np.inf) -> None:
        self.rows, self.sums, self.value, self.low, self.high = rows, sums, value, low, high
        self.histogram: _Sums | None = None
        self.split: _Split | None = None
        self.children: tuple[_Node, ...] = ()

    def __lt__(self, other: "_Node") -> bool:
        assert self.split is not None
        assert other.split is not None
        return self.split.gain > other.split.gain


@dataclass(frozen=True)
class _Grower:
    """Grows one tree, the split of the highest gain first."""

    bins: _Bins
    gradients: Float32Array
    hessians: Float32Array
    settings: BoostedSettings

    def grow(self) -> tuple[_Node, list[_Node]]:
        """The root, and the leaves with their values shrunk by the learning rate."""
        rows = np.arange(self.bins.binned.shape[1], dtype=np.int64)
        histogram = self._histogram(rows)
        root = _Node(rows, histogram.map(lambda part: part[0].sum()), 0.0)
        root.histogram = histogram
        leaves: list[_Node] = []
        heap: list[_Node] = []
        self._push(root, heap, leaves)
        while heap:
            children = self._divide(heappop(heap))
            if len(leaves) + len(heap) + 2 == self.settings.leaves:
                leaves += [*children, *heap]
                break
            for child in children:
                self._push(child, heap, leaves)
        for leaf in leaves:
            leaf.value *= self.settings.rate
        return root, leaves

    def _push(self, node: _Node, heap: list[_Node], leaves: list[_Node]) -> None:
        node.split = self._best_split(node) if len(node.rows) >= 2 * self.settings.least else None
        if node.split is None:
            leaves.append(node)
        else:
            heappush(heap, node)

    def _histogram(self, rows: Int64Array) -> _Sums:
        shape = (len(self.bins.binned), BINS + 1)
        found = _Sums(np.zeros(shape), np.zeros(shape), np.zeros(shape, dtype=np.int64))
        parts = (found.gradient, found.hessian, found.count)
        kernel.histograms(self.bins.binned, rows, self.gradients, self.hessians, *parts)
        return found

    def _best_split(self, node: _Node) -> _Split | None:
        """The split of the highest gain, with missing values on the right or on the left; None where none gains."""
        assert node.histogram is not None
        whole, missing = node.histogram.map(lambda part: part[:, :BINS]), self.bins.missing[:, None]
        last = np.array([[len(each)] for each in self.bins.thresholds])
        places = np.arange(BINS)
        left = whole.map(lambda part: np.cumsum(part, axis=1))
        gains = self._gains(node, left, places < last + missing)
        after = whole.map(lambda part: np.cumsum(part[:, ::-1], axis=1)[:, -2::-1])
        missing_left = node.sums - after
        missing_gains = self._gains(node, missing_left, (places[:-1] < last) & missing)
        bins, missing_bins = gains.argmax(axis=1), BINS - 2 - missing_gains[:, ::-1].argmax(axis=1)
        each = np.arange(len(gains))
        best = np.maximum(gains[each, bins], missing_gains[each, missing_bins])
        feature = int(best.argmax())
        if best[feature] <= 0:
            return None
        to_left = bool(missing_gains[feature, missing_bins[feature]] > gains[feature, bins[feature]])
        at = int((missing_bins if to_left else bins)[feature])
        sums = (missing_left if to_left else left).map(lambda part: part[feature, at])
        return _Split(float(best[feature]), feature, at, to_left, sums)

    def _gains(self, node: _Node, left: _Sums, allowed: BoolArray) -> Float64Array:
        """The gains of splits with these sums on the left; −1 where a split is not allowed."""
        right = node.sums - left
        for side in (left, right):
            allowed = allowed & (side.count >= self.settings.least) & (side.hessian >= _LEAST_HESSIAN)
        low, high = self._value(node, left), self._value(node, right)
        if self.settings.rising:
            allowed &= low <= high
        gains = node.sums.gradient * node.value - left.gradient * low - right.gradient * high
        return np.asarray(np.where(allowed, gains, -1.0))

    def _value(self, node: _Node, sums: _Sums) -> Any:
        """−G / (H + λ), within the bounds of the node's children (Chen & Guestrin 2016, equation 5)."""
        return np.clip(-sums.gradient / (sums.hessian + self.settings.penalty + _TINY), node.low, node.high)

    def _divide(self, node: _Node) -> tuple[_Node, _Node]:
        """The children of a node; the histogram of the larger one is what the smaller one leaves of the node's."""
        split, histogram = node.split, node.histogram
        assert split is not None
        assert histogram is not None
        bins = self.bins.binned[split.feature, node.rows]
        to_left = (bins <= split.bin) | ((bins == BINS) & split.missing_left)
        sums = (split.left, node.sums - split.left)
        low, high = (float(self._value(node, side)) for side in sums)
        left = _Node(node.rows[to_left], sums[0], low, node.low, node.high)
        right = _Node(node.rows[~to_left], sums[1], high, node.low, node.high)
        if self.settings.rising:
            left.high = right.low = (low + high) / 2
        small, large = (left, right) if len(left.rows) < len(right.rows) else (right, left)
        if len(large.rows) >= 2 * self.settings.least:
            small.histogram = self._histogram(small.rows)
            large.histogram = histogram - small.histogram
        node.histogram, node.children = None, (left, right)
        return left, right


def boosted_trees(
    inputs: Float64Array, labels: Float64Array, weights: Float64Array, settings: BoostedSettings, seed: int
) -> tuple[float, Trees]:
    """The score of an instance before any tree, and the trees.

    Parameters
    ----------
    inputs : instances × inputs, NaN where one is missing.
    labels : 1 or 0.
    weights : how much each instance counts.
    seed : of the sample that bins are found on.
    """
    from scipy.special import logit

    bins = _Bins.of(inputs, weights, seed)
    offset = float(logit(np.average(labels, weights=weights)))
    scores = np.full(len(inputs), offset)
    gradients, hessians = np.empty(len(inputs), dtype=np.float32), np.empty(len(inputs), dtype=np.float32)
    nodes: list[list[_Record]] = []
    for _ in range(settings.trees):
        kernel.derivatives(labels, weights, scores, gradients, hessians)
        root, leaves = _Grower(bins, gradients, hessians, settings).grow()
        for leaf in leaves:
            scores[leaf.rows] += leaf.value
        nodes.append(_nodes(root, bins, sum(map(len, nodes))))
    return offset, _trees(nodes)


_Record = tuple[int, float, int, int, bool, float]
"""A node as `Trees` has it: input, threshold, left and right child, where missing values go, value."""


def _nodes(node: _Node, bins: _Bins, start: int) -> list[_Record]:
    """The node, numbered `start`, and all below it, the left ones first."""
    if not node.children:
        return [(-1, 0.0, 0, 0, False, node.value)]
    assert node.split is not None
    split, (one, other) = node.split, node.children
    left = _nodes(one, bins, start + 1)
    right = _nodes(other, bins, start + 1 + len(left))
    known = bins.thresholds[split.feature]
    threshold = float(known[split.bin]) if split.bin < len(known) else np.inf
    missing_left = split.missing_left if bins.missing[split.feature] else len(one.rows) > len(other.rows)
    own = (split.feature, threshold, start + 1, start + 1 + len(left), missing_left, node.value)
    return [own, *left, *right]


def _trees(nodes: list[list[_Record]]) -> Trees:
    columns = zip(*chain.from_iterable(nodes), strict=True)
    types = (np.int32, np.float64, np.int32, np.int32, np.uint8, np.float64)
    arrays = [np.array(column, dtype=kind) for column, kind in zip(columns, types, strict=True)]
    return Trees(np.cumsum([0, *map(len, nodes[:-1])]).astype(np.int32), *arrays)
