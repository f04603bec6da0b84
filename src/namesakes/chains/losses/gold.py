"""Gold: what a partition of a document's mentions is measured against, found mentions and missed ones together."""

from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import cast

import numpy as np

from namesakes.arrays import Float64Array, Int32Array, Int64Array
from namesakes.chains.models.trees import clusters_of
from namesakes.chains.training.examples import Example
from namesakes.errors import ConfigError
from namesakes.metrics.comparison import Comparison
from namesakes.metrics.measure import MEASURES, needed_layers
from namesakes.metrics.overlap import Overlap, Side
from namesakes.metrics.result import CONLL
from namesakes.structures.contingency import contingency


@dataclass(frozen=True)
class Gold:
    """The gold chains of a document's mentions.

    Parameters
    ----------
    entities : the gold entity of each mention, -1 for none; the root (-1) first.
    sizes : how many mentions each entity has, found or not.
    least : the size from which on clusters count, on both sides: 1 with singletons, else 2.
    """

    entities: Int32Array
    sizes: Float64Array
    least: int = 2

    @classmethod
    def of(cls, example: Example, *, singletons: bool = False) -> "Gold":
        """The gold chains of an example, with or without those of one mention."""
        least = 1 if singletons else 2
        kept = example.sizes >= least
        numbers = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)
        chains = example.chains
        entities = np.where(chains >= 0, numbers[chains], -1).astype(np.int32) if len(numbers) else chains
        return cls(entities, example.sizes[kept].astype(np.float64), least)

    @property
    def found(self) -> int:
        """How many mentions are in gold chains."""
        return int((self.entities >= 0).sum())

    @cached_property
    def sums(self) -> Float64Array:
        """Links, mentions and entities."""
        mentions, count = float(self.sizes.sum()), float(len(self.sizes))
        return np.array([mentions - count, mentions, count])

    def overlap(self, clusters: Int32Array) -> Overlap:
        """What the gold chains share with clusters, of which those count that are large enough."""
        own, sizes = self._counted(clusters)
        both = (own >= 0) & (self.entities >= 0)
        cells = contingency(self.entities[both], own[both])
        return Overlap(_side(self.sizes.astype(np.int64)), _side(sizes), cells)

    def features(self, clusters: Int32Array) -> Float64Array:
        """Recall, precision and F1 in per cent of MUC, of B³, and of Ψ̃ = Σ 2n / (|k| + |r|) over all cells.

        Section 4.2 of Haponchyk & Moschitti (2017): the last three stand for CEAF_e, without its alignment.
        """
        overlap = self.overlap(clusters)
        cells, response = overlap.cells, overlap.response.sizes.astype(np.float64)
        count, key, own = cells.counts, self.sizes[cells.rows], response[cells.columns]
        links, matched = (count - 1.0).sum(), (2.0 * count / (key + own)).sum()
        parts = (
            (links, self.sums[0], links, (response - 1.0).sum()),
            ((count * count / key).sum(), self.sums[1], (count * count / own).sum(), response.sum()),
            (matched, self.sums[2], matched, float(len(response))),
        )
        return np.array([value for part in parts for value in _measured(*map(float, part))])

    def measured(self, clusters: Int32Array, measure: str) -> float:
        """A measure's F1 of clusters, in per cent; `conll` stands for the mean of its three."""
        compared = cast(Comparison, SimpleNamespace(overlap=self.overlap(clusters)))
        names = CONLL if measure == "conll" else (measure,)
        f1s = [MEASURES[name].finish(MEASURES[name].counts(compared)[0]).f1 for name in names]
        return 100.0 * float(np.mean(f1s))

    def _counted(self, clusters: Int32Array) -> tuple[Int64Array, Int64Array]:
        """The number of each mention's cluster, -1 where it does not count (nor does the root's), and their sizes."""
        sizes = np.bincount(clusters[1:], minlength=len(clusters))
        kept = sizes >= self.least
        numbers = np.where(kept, np.cumsum(kept) - 1, -1)
        found = numbers[clusters]
        found[0] = -1
        return found, sizes[kept]


def check_measure(measure: str) -> None:
    """Raise an error for a measure that is not known, or that is none of chains."""
    if measure != "conll" and needed_layers([measure]) != frozenset({"chains"}):
        raise ConfigError(f"'{measure}' is no measure of chains; name conll, muc, b3, ceaf_e, lea, blanc or the like.")


def clusters_of_tree(tree: Int64Array, example: Example) -> Int32Array:
    """The cluster of each mention under a tree, by its first mention."""
    antecedents = np.zeros(len(tree), dtype=np.int32)
    antecedents[1:] = example.pairs.candidates.antecedents[tree[1:]]
    return clusters_of(antecedents)


def _side(sizes: Int64Array) -> Side:
    mentions = np.zeros(int(sizes.sum()), dtype=np.int64)
    clusters, nothing = np.zeros(len(sizes), dtype=np.int64), mentions.astype(np.uint64)
    return Side(1, mentions, mentions, nothing, mentions, sizes, clusters)


def _measured(hits: float, key: float, right: float, response: float) -> tuple[float, float, float]:
    """Recall, precision and F1 in per cent."""
    recall = 100.0 * hits / key if key > 0 else 0.0
    precision = 100.0 * right / response if response > 0 else 0.0
    return recall, precision, 2.0 * recall * precision / (recall + precision) if recall + precision > 0 else 0.0
