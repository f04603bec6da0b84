"""Relations of a tree's arcs: one linear choice a word, after the tree is known."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from namesakes.arrays import ByteArray, Float32Array, IndexArray, Int8Array, Int32Array
from namesakes.learning.quantization import quantize_roots
from namesakes.learning.weights import Weights
from namesakes.syntax.parsing.kernels import relations as kernel
from namesakes.syntax.parsing.scores import Rows
from namesakes.syntax.parsing.templates import AROUND, DISTANCES, KEYS, TAGS, WORD, templates
from namesakes.threads import PerThread

_RELATIVES = ("first", "second", "last", "before", "after", "hfirst", "hlast", "g")
ATOMS = (
    "-",
    *(f"{role}.{name}" for role in "hm" for name in (*WORD, *AROUND)),
    *(f"{relative}.{name}" for relative in _RELATIVES for name in ("word", "tag", "coarse")),
    "distance",
    "valency",
    "rank",
)

TEMPLATES = """
- | h.tag | m.tag | h.word | m.word | h.tag m.tag | h.word m.tag | h.tag m.word | h.word m.word | h.coarse m.coarse
h.coarse m.word | h.word m.coarse | h.tag m.tag distance | h.coarse m.coarse distance | m.word distance | m.tag distance
h.ending m.ending | h.tag m.ending | h.ending m.tag | m.shape m.tag h.tag | h.word m.ending | m.ending
h.tag m.tag m.tag-1 | h.tag m.tag m.tag+1 | h.tag m.tag h.tag-1 | h.tag m.tag h.tag+1 | m.tag-1 m.tag m.tag+1
h.tag m.tag m.word-1 | h.tag m.tag m.word+1 | h.tag m.tag h.word-1 | h.tag m.tag h.word+1 | m.word m.word-1
m.word m.word+1 | h.coarse m.tag m.tag-1 m.tag-2 | h.coarse m.tag m.tag+1 m.tag+2
m.tag first.tag | m.tag first.word | m.word first.word | h.tag m.tag first.tag | h.tag m.tag first.word
h.word first.word | h.word m.tag first.word | m.tag second.word | m.tag first.word second.word
h.tag m.tag first.tag second.tag
m.tag last.tag | m.tag last.word | h.tag m.tag last.tag | m.tag first.tag last.tag | m.tag valency | h.tag m.tag valency
m.word valency | m.tag before.tag | m.tag after.tag | m.tag before.word | m.tag after.word | h.tag before.tag m.tag
h.tag m.tag after.tag | h.tag before.tag m.tag after.tag | h.word before.tag m.tag | h.word m.tag after.tag
h.coarse before.word m.word | h.coarse m.word after.word | h.word m.tag rank | h.tag m.tag rank | h.tag m.word rank
h.tag m.tag hfirst.tag | h.tag m.tag hlast.tag | h.word m.tag hfirst.word | h.coarse m.coarse hfirst.word
m.tag h.tag g.tag | m.tag h.tag g.word | m.word h.coarse g.tag | m.tag h.word g.tag | h.coarse m.coarse g.coarse
h.word m.word m.tag first.word | h.tag h.word m.tag rank valency | m.tag hfirst.tag hlast.tag h.tag
"""
"""Templates of a labelled arc: its ends, what is around them, the word's dependents and siblings, the head's head."""

CLUSTERS = """
h.tag m.cluster | h.cluster m.tag | h.cluster m.cluster | h.group m.group | h.tag m.tag m.cluster
h.tag m.tag h.cluster | h.cluster m.cluster first.word | m.cluster first.word
"""
"""Templates with clusters of words, in addition to the others."""

_TABLE = templates(TEMPLATES, ATOMS)
_WITH_CLUSTERS = templates(TEMPLATES + CLUSTERS, ATOMS)
_KEYS = np.array(KEYS, dtype=np.uint64)


@dataclass(frozen=True)
class LabelledTree:
    """A sentence with its heads and the numbers of its labels (-1 for none), both with an entry for the root."""

    rows: Rows
    heads: Int32Array
    labels: Int32Array


class Labeller:
    """Weights of labelled arcs.

    Parameters
    ----------
    names : the labels.
    allowed : by the coarse tags of head and dependent, which labels there may be between the two.
    weights : hashed weights: floats while they are learned, and then the bytes of `quantize_roots`.
    clusters : whether clusters of words are among its features.
    largest : the weight that the byte 127 stands for.
    """

    def __init__(
        self,
        names: Sequence[str],
        allowed: ByteArray,
        weights: Float32Array | Int8Array,
        *,
        clusters: bool = False,
        largest: float = 1.0,
    ) -> None:
        self.names, self.allowed, self.weights = tuple(names), allowed, weights
        self.clusters, self.largest = clusters, largest
        learning = weights.dtype != np.int8
        floats = weights if learning else np.zeros(0, dtype=np.float32)
        small = np.zeros(0, dtype=np.int8) if learning else np.append(weights, weights[: len(names)])
        table, bits = _WITH_CLUSTERS if clusters else _TABLE, len(weights).bit_length() - 1
        self._kernel = PerThread(partial(kernel.Labels, table, _KEYS, DISTANCES, allowed, floats, small, bits))

    def __reduce__(self) -> tuple[Any, ...]:
        made = partial(Labeller, clusters=self.clusters, largest=self.largest)
        return made, (self.names, self.allowed, self.weights)

    @classmethod
    def train(
        cls,
        names: Sequence[str],
        trees: Sequence[LabelledTree],
        bits: int,
        orders: Sequence[IndexArray],
        cap: float,
        *,
        clusters: bool = False,
    ) -> "Labeller":
        """The labeller learned from trees, which are seen once in each of the orders given."""
        weights = Weights(bits)
        labeller = cls(names, allowed_labels(trees, len(names)), weights.values, clusters=clusters)
        for order in orders:
            for number in order.tolist():
                tree = trees[number]
                seen = tree.rows.codes, tree.rows.coarse, tree.heads, _edges(tree.heads)
                labeller._kernel().learn(*seen, tree.labels, weights.sums, weights.clock, cap)
                weights.tick()
        small, largest = quantize_roots(weights.averaged())
        return cls(names, labeller.allowed, small, clusters=clusters, largest=float(np.float32(largest)))

    def label(self, rows: Rows, heads: Int32Array) -> Int32Array:
        """The numbers of the labels of the words of trees; those of rows without a head mean nothing."""
        labels = np.zeros(len(heads), dtype=np.int32)
        self._kernel().label(rows.codes, rows.coarse, heads, _edges(heads), labels)
        return labels


def _edges(heads: Int32Array) -> Int32Array:
    """What the kernel asks about each node's relatives."""
    found = np.empty((len(heads), 7), dtype=np.int32)
    kernel.find_edges(heads, found)
    return found


def allowed_labels(trees: Sequence[LabelledTree], labels: int) -> ByteArray:
    """By coarse tags of head and dependent, which labels were seen; where none was, those of the dependent, or all."""
    seen = np.zeros((TAGS, TAGS, labels), dtype=np.bool_)
    for tree in trees:
        words = np.flatnonzero(tree.labels >= 0)
        seen[tree.rows.coarse[tree.heads[words]], tree.rows.coarse[words], tree.labels[words]] = True
    by_dependent = np.broadcast_to(seen.any(axis=0), seen.shape)
    seen = np.where(seen.any(axis=2, keepdims=True), seen, by_dependent)
    return np.where(seen.any(axis=2, keepdims=True), seen, True).astype(np.uint8)
