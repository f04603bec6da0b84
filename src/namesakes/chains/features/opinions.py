"""Opinions: what another model, such as an encoder, says of a document's mentions and of their pairs.

Scores become classes, which templates name like any other: the linear model then learns what an opinion is worth
beside what else it sees, and every learner of chains trains over it.
"""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import AnyArray, ByteArray, Float32Array, Float64Array, Int32Array, Int64Array, UInt64Array
from namesakes.chains.features.candidates import Candidates
from namesakes.chains.features.comparisons import COMPARISONS
from namesakes.mentions.attributes import COLUMNS, Attributes

EDGES = (-10.0, -7.0, -5.0, -4.0, -3.0, -2.0, -1.0, -0.3, 0.3, 1.0, 2.0, 3.0, 4.0, 5.5, 7.5, 10.0)
"""Between these log odds lie the classes of scores."""
GAPS = (0.3, 1.0, 2.0, 4.0)
"""Between these lie the classes of how far a candidate is below the best one of its mention."""
UNSEEN = 1
"""The class of a pair that was not looked at; 0 is no opinion at all."""


@dataclass(frozen=True)
class PairScores:
    """Scores of some pairs of a document's mentions, which have numbers from 1 on.

    Parameters
    ----------
    keys, values : of each pair, in the order of keys: its later mention times `size`, plus its earlier one.
    size : one more than the number of mentions.
    """

    keys: Int64Array
    values: Float32Array
    size: int

    @classmethod
    def of(cls, later: Int64Array, earlier: Int64Array, values: Float32Array, count: int) -> "PairScores":
        """The scores of these pairs of so many mentions."""
        keys = later * (count + 1) + earlier
        order = np.argsort(keys, kind="stable")
        return cls(keys[order], values[order], count + 1)

    def scores(self, later: Int64Array, earlier: Int32Array, other: float) -> Float64Array:
        """The score of each pair, and another for those that have none."""
        if not len(self.keys):
            return np.full(len(later), other)
        wanted = later.astype(np.int64) * self.size + earlier
        places = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.where(self.keys[places] == wanted, self.values[places].astype(np.float64), other)


@dataclass(frozen=True)
class Opinions:
    """What is said of a document's mentions and of their pairs, in log odds.

    Parameters
    ----------
    pairs : that the later mention goes back to the earlier one.
    mentions : by number, that it is in a chain at all; the root first, which has 0.
    """

    pairs: PairScores
    mentions: Float64Array

    def put(
        self, known: Attributes, rows: Candidates, found: ByteArray, first: int = 1, end: int | None = None
    ) -> None:
        """Fill the comparisons `said` and `said_gap`, and the attributes `said` and `said_best`.

        Of the mentions from `first` to before `end`; others have no candidates.
        """
        end = known.count + 1 if end is None else end
        known.codes[:, COLUMNS.index("said")] = _classes(self.mentions)
        roots = rows.starts[first:end]
        if not len(roots):
            return
        scores = np.where(rows.antecedents > 0, self.pairs.scores(rows.owners, rows.antecedents, -np.inf), -np.inf)
        best = np.maximum.reduceat(scores, roots)
        known.codes[first:end, COLUMNS.index("said_best")] = _classes(best)
        below = np.repeat(best, np.diff(rows.starts[first : end + 1])) - np.where(np.isfinite(scores), scores, 0.0)
        there = rows.antecedents > 0
        found[:, COMPARISONS.index("said")] = np.where(there, _classes(scores), 0)
        gap = np.where(np.isfinite(scores), 2 + np.digitize(below, GAPS) + (below > 0), UNSEEN)
        found[:, COMPARISONS.index("said_gap")] = np.where(there, gap, 0)


def _classes(scores: AnyArray) -> UInt64Array:
    """The class of each score."""
    return np.where(np.isfinite(scores), UNSEEN + 1 + np.digitize(scores, EDGES), UNSEEN).astype(np.uint64)
