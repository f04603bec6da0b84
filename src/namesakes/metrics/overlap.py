"""Overlap: what the clusters of a key and of a response have in common."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from namesakes.arrays import Float64Array, Int64Array, UInt64Array
from namesakes.errors import AlignmentError
from namesakes.structures.contingency import Contingency, contingency


@dataclass(frozen=True)
class Side:
    """The mentions of all documents on one side.

    Parameters
    ----------
    count : the number of documents.
    documents, clusters : for each mention, the document and the cluster it is in; clusters are numbered throughout.
    codes, gaps : for each mention, its span in coordinates common to both sides, and a code of what is not in it.
    sizes, cluster_documents : for each cluster, how many mentions it has and which document it is in.
    """

    count: int
    documents: Int64Array
    codes: Int64Array
    gaps: UInt64Array
    clusters: Int64Array
    sizes: Int64Array
    cluster_documents: Int64Array


@dataclass(frozen=True)
class Overlap:
    """What the clusters of key and response share, over all documents at once.

    `cells` are the non-zero counts of common mentions, by key cluster and response cluster.
    """

    key: Side
    response: Side
    cells: Contingency

    @classmethod
    def of(cls, key: Side, response: Side) -> "Overlap":
        """The overlap of two sides. O(n log n) in the number of mentions."""
        left, right = _common(key, response)
        return cls(key, response, contingency(key.clusters[left], response.clusters[right]))

    @classmethod
    def of_labels(cls, gold: Sequence[Hashable], found: Sequence[Hashable]) -> "Overlap":
        """The overlap of two labellings of the same items, as if they were the mentions of one document."""
        if len(gold) != len(found):
            raise AlignmentError(f"{len(gold)} gold labels and {len(found)} found ones; every item needs one of each")
        return cls.of(_labelled(gold), _labelled(found))

    @property
    def count(self) -> int:
        """The number of documents."""
        return self.key.count

    @cached_property
    def cell_documents(self) -> Int64Array:
        """The document that each cell is in."""
        return self.key.cluster_documents[self.cells.rows]

    def by_document(self, documents: Int64Array, values: Float64Array | Int64Array | None = None) -> Float64Array:
        """The values summed by document, or a count of the rows where there are no values."""
        return np.bincount(documents, weights=values, minlength=self.count).astype(np.float64, copy=False)


def _labelled(labels: Sequence[Hashable]) -> Side:
    """Items labelled by their clusters, as the mentions of one document."""
    numbers: dict[Hashable, int] = {}
    clusters = np.array([numbers.setdefault(label, len(numbers)) for label in labels], dtype=np.int64)
    items = len(clusters)
    nothing = np.zeros(items, dtype=np.int64)
    sizes = np.bincount(clusters, minlength=len(numbers))
    codes = np.arange(items, dtype=np.int64)
    return Side(1, nothing, codes, nothing.astype(np.uint64), clusters, sizes, np.zeros(len(numbers), dtype=np.int64))


def _common(key: Side, response: Side) -> tuple[Int64Array, Int64Array]:
    """The rows of the mentions that both sides have."""
    codes = np.concatenate([key.codes, response.codes])
    gaps = np.concatenate([key.gaps, response.gaps])
    order = np.lexsort((gaps, codes)) if gaps.any() else np.argsort(codes, kind="stable")
    same = np.flatnonzero((np.diff(codes[order]) == 0) & (np.diff(gaps[order]) == 0))
    return order[same], order[same + 1] - len(key.codes)
