"""Pair blocks: the mention pairs of a long document, a stretch of mentions at a time."""

from collections.abc import Iterator

import numpy as np

from namesakes.arrays import AnyArray, BoolArray, Float64Array
from namesakes.chains.features.candidates import Candidates, CandidateSearch
from namesakes.chains.features.comparisons import COMPARISONS, add_matches, compare, head_vectors
from namesakes.chains.features.mention_pairs import Hashes, MentionPairs
from namesakes.chains.features.opinions import Opinions
from namesakes.chains.features.templates import Templates
from namesakes.mentions.attributes import Attributes


class PairBlocks:
    """The pairs of one document in stretches, each with the candidates of its own mentions alone.

    Parameters
    ----------
    known : the mentions; what compares them with their candidates is filled in as stretches come, first to last.
    templates, bits, window, kept, opinions : as for `mention_pairs`.
    size : the mentions of a stretch.
    """

    def __init__(
        self,
        known: Attributes,
        templates: Templates,
        bits: int,
        window: int,
        kept: BoolArray | None,
        size: int,
        opinions: Opinions | None = None,
    ) -> None:
        self.known, self.size, self.opinions = known, size, opinions
        self.hashes = Hashes(templates, bits, known.codes)
        self._search, self._vectors = CandidateSearch(known, window, kept), head_vectors(known)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """The first mention of each stretch, and the one behind its last."""
        for first in range(1, self.known.count + 1, self.size):
            yield first, min(first + self.size, self.known.count + 1)

    def pairs(self, first: int, end: int) -> MentionPairs:
        """The pairs of one stretch; mentions have the numbers of the whole document."""
        rows = self._search.of(first, end)
        comparisons = compare(self.known, rows, self._vectors)
        add_matches(self.known, rows, comparisons, first, end)
        if self.opinions is not None:
            self.opinions.put(self.known, rows, comparisons, first, end)
        return MentionPairs(self.known, rows, comparisons, self.hashes)


def numbered_anew(pairs: MentionPairs, first: int, end: int) -> MentionPairs:
    """The pairs of a stretch among those mentions alone that they speak of, so that no others are hashed.

    The mentions of the stretch are the last ones, and the numbers have the same order.
    """
    known, rows = pairs.attributes, pairs.candidates
    used = np.zeros(known.count + 1, dtype=np.bool_)
    used[0], used[rows.antecedents], used[first:end] = True, True, True
    mentions = np.flatnonzero(used)
    before = len(mentions) - (end - first)
    starts = np.zeros(len(mentions) + 1, dtype=np.int64)
    starts[before:] = rows.starts[first : end + 1]
    numbers = np.cumsum(used, dtype=np.int32) - np.int32(1)
    few = known.at(mentions)
    hashes = Hashes(pairs.hashes.templates, pairs.hashes.bits, few.codes, before)
    return MentionPairs(few, Candidates(starts, numbers[rows.antecedents]), pairs.comparisons, hashes)


class KeptRows:
    """The rows of a document that are kept, stretch after stretch: their pairs, scores and probabilities."""

    def __init__(self, known: Attributes, hashes: Hashes) -> None:
        self.known, self.hashes, self.count = known, hashes, 0
        self._sizes = np.zeros(known.count + 1, dtype=np.int64)
        kinds = ((np.int32, ()), (np.uint8, (len(COMPARISONS),)), (np.float64, ()), (np.float64, ()))
        self._columns: list[AnyArray] = [np.zeros((_ROOM, *shape), dtype=kind) for kind, shape in kinds]

    def add(self, pairs: MentionPairs, scores: Float64Array, probabilities: Float64Array) -> None:
        """Add the rows of a stretch."""
        self._sizes += np.diff(pairs.candidates.starts)
        end = self.count + len(scores)
        for place, rows in enumerate((pairs.candidates.antecedents, pairs.comparisons, scores, probabilities)):
            if end > len(self._columns[place]):
                self._columns[place] = _roomier(self._columns[place], self.count, end)
            self._columns[place][self.count : end] = rows
        self.count = end

    def taken(self) -> tuple[MentionPairs, Float64Array, Float64Array]:
        """All rows."""
        antecedents, comparisons, scores, probabilities = (column[: self.count] for column in self._columns)
        rows = Candidates(np.concatenate(([0], np.cumsum(self._sizes))), antecedents)
        return MentionPairs(self.known, rows, comparisons, self.hashes), scores, probabilities


_ROOM = 1 << 20
"""The rows that there is room for to begin with. Room that is not filled takes no memory; and large arrays do not lie
between those of the stretches, whose memory could not be given back then."""


def _roomier(column: AnyArray, count: int, end: int) -> AnyArray:
    """The same column with room for twice as many rows."""
    found = np.zeros((max(end, 2 * len(column)), *column.shape[1:]), dtype=column.dtype)
    found[:count] = column[:count]
    return found
