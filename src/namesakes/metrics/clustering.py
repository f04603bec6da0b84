"""Purity, inverse purity, F_α and pairwise F1 of clusterings.

On chains the items are mentions, and the measures join those for coreference under their names. For items that need no
document (which pages speak of which namesake) `compare_labels` takes two lists of labels. B³ is the same for both.
"""

from collections.abc import Callable, Hashable, Sequence

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.metrics.coreference import b_cubed, pairs
from namesakes.metrics.measure import Score, chain_measure, f_measure, from_ratios, ratio
from namesakes.metrics.overlap import Overlap


def _largest(groups: Int64Array, counts: Int64Array, size: int) -> Float64Array:
    """For each group the largest of its counts, 0 where it has none."""
    largest = np.zeros(size)
    np.maximum.at(largest, groups, counts)
    return largest


def f_alpha(alpha: float) -> Callable[[Float64Array], Score]:
    """A way to finish the counts of `purity` with F_α = 1 / (α/purity + (1 − α)/inverse purity)."""

    def finish(total: Float64Array) -> Score:
        plain = from_ratios(total)
        return Score(plain.recall, plain.precision, f_measure(ratio(*plain.recall), ratio(*plain.precision), alpha))

    return finish


def purity(overlap: Overlap) -> Float64Array:
    """Inverse purity as recall, Σ_k max_r n / items; purity as precision, Σ_r max_k n / items (Artiles et al. 2007)."""
    cells = overlap.cells
    by_key = _largest(cells.rows, cells.counts, len(overlap.key.sizes))
    by_response = _largest(cells.columns, cells.counts, len(overlap.response.sizes))
    columns = [
        overlap.by_document(overlap.key.cluster_documents, by_key),
        overlap.by_document(overlap.key.documents),
        overlap.by_document(overlap.response.cluster_documents, by_response),
        overlap.by_document(overlap.response.documents),
    ]
    return np.stack(columns, axis=1)


chain_measure("purity", "Purity, F₀.₅", f_alpha(0.5))(purity)
chain_measure("f02", "Purity, F₀.₂", f_alpha(0.2))(purity)


@chain_measure("pairwise", "Pairs")
def pairwise(overlap: Overlap) -> Float64Array:
    """Pairs of items that are together: those that both sides join, over those that each one joins."""
    together = overlap.by_document(overlap.cell_documents, pairs(overlap.cells.counts))
    key = overlap.by_document(overlap.key.cluster_documents, pairs(overlap.key.sizes))
    response = overlap.by_document(overlap.response.cluster_documents, pairs(overlap.response.sizes))
    return np.stack([together, key, together, response], axis=1)


def compare_labels(gold: Sequence[Hashable], found: Sequence[Hashable]) -> dict[str, Score]:
    """The measures `purity`, `f02`, `pairwise` and `b3` of two labellings of the same items. O(n log n).

    Of the first two, the precision is purity, the recall inverse purity and the F1 stands for F_α.
    """
    overlap = Overlap.of_labels(gold, found)
    pure = purity(overlap)[0]
    return {
        "purity": f_alpha(0.5)(pure),
        "f02": f_alpha(0.2)(pure),
        "pairwise": from_ratios(pairwise(overlap)[0]),
        "b3": from_ratios(b_cubed(overlap)[0]),
    }


def compare_sets(gold: Sequence[Hashable], sets: Sequence[Sequence[int]]) -> dict[str, Score]:
    """`purity` and `f02` of sets of items that may share some, as soft clusterings do; items are places in `gold`.

    Purity is Σ_C max_D |C ∩ D| over Σ_C |C|, as in Huang et al. (2009b, §3.1); inverse purity is Σ_D max_C |C ∩ D| over
    the items. Without shared items both are those of `compare_labels`.
    """
    numbers: dict[Hashable, int] = {}
    codes = np.array([numbers.setdefault(label, len(numbers)) for label in gold], dtype=np.int64)
    counts = np.zeros((len(sets), len(numbers)))
    for row, members in zip(counts, sets, strict=True):
        np.add.at(row, codes[np.asarray(members, dtype=np.int64)], 1.0)
    recalled = float(counts.max(axis=0, initial=0.0).sum()), float(len(codes))
    precise = float(counts.max(axis=1, initial=0.0).sum()), float(sum(map(len, sets)))
    return {
        name: Score(recalled, precise, f_measure(ratio(*recalled), ratio(*precise), alpha))
        for name, alpha in (("purity", 0.5), ("f02", 0.2))
    }
