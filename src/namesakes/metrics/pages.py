"""Measures of clusterings in which an item may be in several clusters, as the WePS campaigns took them.

A cluster is a set of items. Both sides are sets of the same items; see `shared_items` for what is left out.

- WePS-1 (Artiles, Gonzalo and Sekine 2007): purity is Σ_C |C|/n · max_D |C ∩ D|/|C| with n = Σ_C |C|, inverse purity
  the same with the sides exchanged, and F_α = 1 / (α/purity + (1 − α)/inverse purity) with α = 0.5 and 0.2.
- WePS-2 (Artiles, Gonzalo and Sekine 2009): extended B³ (Amigó et al. 2009). For items e, e' that share clusters in the
  answer, precision is min(shared clusters, shared categories) / shared clusters; the mean over e' and then over e.
  Recall has the sides exchanged, and F_α combines both.
"""

from collections.abc import Collection, Hashable, Sequence

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.metrics.measure import f_measure

Clusters = Sequence[Collection[Hashable]]


def shared_items(gold: Clusters, found: Clusters) -> tuple[list[set[Hashable]], list[set[Hashable]]]:
    """Both sides with the same items: those of the gold side, of which the answer has each alone that it lacks.

    So what the gold side discards, which is in no cluster of it, does not count.
    """
    items = set[Hashable]().union(*gold)
    kept = [each for cluster in found if (each := set(cluster) & items)]
    lacking = items - set[Hashable]().union(*kept)
    return [set(cluster) for cluster in gold if cluster], [*kept, *({item} for item in sorted(lacking, key=str))]


def compare_clusters(gold: Clusters, found: Clusters) -> dict[str, float]:
    """Purity, inverse purity and B³ with their F for α = 0.5 and 0.2. O(items · clusters + items²)."""
    left, right = shared_items(gold, found)
    items = sorted(set[Hashable]().union(*left), key=str)
    if not items:
        return dict.fromkeys((*MEASURES,), 0.0)
    places = {item: place for place, item in enumerate(items)}
    one, other = _table(left, places), _table(right, places)
    overlap = other @ one.T
    pure = float(overlap.max(axis=1).sum() / other.sum())
    inverse = float(overlap.max(axis=0).sum() / one.sum())
    precision, recall = _b_cubed(other, one), _b_cubed(one, other)
    values = (
        pure, inverse, f_measure(inverse, pure, 0.5), f_measure(inverse, pure, 0.2),
        precision, recall, f_measure(recall, precision, 0.5), f_measure(recall, precision, 0.2),
    )  # fmt: skip
    return dict(zip(MEASURES, values, strict=True))


MEASURES = (
    "purity", "inverse_purity", "f05", "f02", "b3_precision", "b3_recall", "b3_f05", "b3_f02",
)  # fmt: skip
"""What `compare_clusters` gives: those of WePS-1, then those of WePS-2."""


def _table(clusters: Sequence[set[Hashable]], places: dict[Hashable, int]) -> Float64Array:
    """A row a cluster, with 1 where an item is in it."""
    table = np.zeros((len(clusters), len(places)))
    for row, cluster in enumerate(clusters):
        table[row, [places[item] for item in cluster]] = 1
    return table


def _b_cubed(answer: Float64Array, truth: Float64Array) -> float:
    """The extended B³ precision of an answer."""
    ours, theirs = answer.T @ answer, truth.T @ truth
    inside = ours > 0
    shares = np.where(inside, np.minimum(ours, theirs) / np.where(inside, ours, 1), 0)
    return float((shares.sum(axis=1) / inside.sum(axis=1)).mean())
