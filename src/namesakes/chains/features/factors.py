"""Factors: templates grouped by what they depend on, so that scoring sums most of them once for many pairs.

Most templates look at the two mentions only through their kind and class, of which a document has few, or look at one
of the two mentions only. Their weights are the same for many pairs; see `kernels.pairs.score`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import Int32Array, Int64Array
from namesakes.chains.features.comparisons import COMPARISONS
from namesakes.chains.features.templates import atoms

CLASSES = ("kind", "class", "register")
"""The attributes in which all mentions of a group agree."""

DEEP = 3
"""The comparisons that a set may have; templates with more are looked up for every pair."""


@dataclass(frozen=True)
class Factors:
    """The templates of pairs, by what they depend on.

    Parameters
    ----------
    full : on anything; these are looked up for every pair.
    by_earlier : on the candidate and the class of the mention.
    by_later : on the mention and the class of the candidate.
    set_templates, set_columns : on both classes and on up to three comparisons: a row for each set of comparisons, with
        -1 after the last one.
    """

    full: Int32Array
    by_earlier: Int32Array
    by_later: Int32Array
    set_templates: Int32Array
    set_columns: Int32Array

    @classmethod
    def build(cls, templates: Sequence[str]) -> "Factors":
        """The templates grouped; each is in one group."""
        single: dict[str, list[int]] = {"full": [], "earlier": [], "later": []}
        sets: dict[tuple[int, ...], list[int]] = {}
        for number, template in enumerate(templates):
            names = {kind: {name for own, name, _ in atoms(template) if own == kind} for kind in ("m", "a", "")}
            plain = {kind: names[kind] <= set(CLASSES) for kind in ("m", "a")}
            compared = tuple(sorted(COMPARISONS.index(name) for name in names[""] if name in COMPARISONS))
            if 0 < len(compared) <= DEEP and all(plain.values()):
                sets.setdefault(compared, []).append(number)
            elif compared or not any(plain.values()):
                single["full"].append(number)
            else:
                single["earlier" if plain["m"] else "later"].append(number)
        sets = _fewer(sets)
        full, earlier, later = (np.array(single[name], dtype=np.int32) for name in ("full", "earlier", "later"))
        return cls(full, earlier, later, _padded(list(sets.values())), _padded([list(each) for each in sets], DEEP))

    @property
    def places(self) -> Int32Array:
        """The columns of the sets with 0, whose stride is none, where there are no more."""
        return np.maximum(self.set_columns, 0)

    def layout(self, sizes: Int64Array, groups: int) -> tuple[Int32Array, Int64Array, int]:
        """The strides of the comparisons of each set (of the groups last), where each set begins, and the cells of all.

        Parameters
        ----------
        sizes : the number of values of each comparison.
        """
        count = len(self.set_columns)
        strides = np.zeros((count, DEEP + 1), dtype=np.int32)
        reach = np.ones(count, dtype=np.int64)
        for place in range(DEEP):
            column = self.set_columns[:, place]
            strides[:, place] = np.where(column >= 0, reach, 0)
            reach = np.where(column >= 0, reach * sizes[column], reach)
        strides[:, DEEP] = reach
        ends = np.cumsum(reach * groups)
        return strides, ends - reach * groups, int(ends[-1]) if count else 0


def _fewer(sets: dict[tuple[int, ...], list[int]]) -> dict[tuple[int, ...], list[int]]:
    """The sets without those whose comparisons are all in a larger one, which gets their templates."""
    found = dict(sets)
    for compared in sorted(sets, key=len):
        larger = [other for other in found if len(other) > len(compared) and set(compared) < set(other)]
        if larger:
            found[min(larger, key=len)] = [*found.pop(compared), *found[min(larger, key=len)]]
    return found


def _padded(rows: list[list[int]], width: int = 0) -> Int32Array:
    found = np.full((len(rows), max(map(len, rows), default=0) if width == 0 else width), -1, dtype=np.int32)
    for row, values in zip(found, rows, strict=True):
        row[: len(values)] = values
    return found
