"""Contingency counts between two clusterings: how many items each pair of clusters shares."""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import Int64Array, IntegerArray


@dataclass(frozen=True)
class Contingency:
    """The non-zero cells of a contingency table, sorted by row and column.

    Memory is linear in the number of items, since two clusterings of n items share items in at most n cells.
    """

    rows: Int64Array
    columns: Int64Array
    counts: Int64Array


def contingency(left: IntegerArray, right: IntegerArray) -> Contingency:
    """The cells of two labellings of the same items. O(n log n).

    Labels are non-negative integers; items that only one of the clusterings has must be left out.
    """
    width = int(right.max(initial=0)) + 1
    codes, counts = np.unique(left.astype(np.int64) * width + right, return_counts=True)
    rows, columns = np.divmod(codes, width)
    return Contingency(rows, columns, counts)
