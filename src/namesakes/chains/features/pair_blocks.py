"""Pair blocks: the mention pairs of a long document, a stretch of mentions at a time."""

from collections.abc import Iterator

import numpy as np

from namesakes.arrays import BoolArray
from namesakes.chains.features.candidates import Candidates, CandidateSearch
from namesakes.chains.features.comparisons import add_matches, compare, head_vectors
from namesakes.chains.features.mention_pairs import Hashes, MentionPairs
from namesakes.chains.features.templates import Templates
from namesakes.mentions.attributes import Attributes


class PairBlocks:
    """The pairs of one document in stretches, each with the candidates of its own mentions alone.

    Parameters
    ----------
    known : the mentions; what compares them with their candidates is filled in as stretches come, first to last.
    templates, bits, window, kept : as for `mention_pairs`.
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
    ) -> None:
        self.known, self.size = known, size
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


def joined(blocks: list[MentionPairs], known: Attributes, hashes: Hashes) -> MentionPairs:
    """The pairs of all stretches of a document together."""
    sizes = sum((np.diff(each.candidates.starts) for each in blocks), np.zeros(known.count + 1, dtype=np.int64))
    antecedents = np.concatenate([np.zeros(0, dtype=np.int32), *(each.candidates.antecedents for each in blocks)])
    rows = Candidates(np.concatenate(([0], np.cumsum(sizes))), antecedents)
    return MentionPairs(known, rows, np.concatenate([each.comparisons for each in blocks]), hashes)
