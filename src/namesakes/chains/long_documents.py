"""Long documents: mentions are compared, scored and decoded a stretch at a time, and few of the rows are kept.

What all candidates of a novel's mentions take would fill memory; what is decided for each mention needs only its own
candidates and the entities so far. The outcome is that of all stretches at once. Of the rows of candidates those are
kept that later parts look at: the root's, the one that was taken, all of *he* and *she*, and those of mentions within
each other. For reasons a stretch is made once more.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from namesakes import budget
from namesakes.arrays import BoolArray, Float64Array, Int32Array, Int64Array
from namesakes.chains.decoding.entities import Entities, mention_facts
from namesakes.chains.decoding.pronoun_chains import he_or_she
from namesakes.chains.decoding.running import RunningEntities
from namesakes.chains.features.candidates import rows_of
from namesakes.chains.features.comparisons import COMPARISONS
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.chains.features.pair_blocks import KeptRows, PairBlocks, numbered_anew
from namesakes.chains.links import Links, confidences, margins
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.probabilities import softmax

BLOCK = 2048
"""The mentions of a stretch; a document with no more of them is decoded at once."""


@dataclass(frozen=True)
class Stretch:
    """The mentions from `first` to before `end`, with the rows that names and quotes leave open.

    Parameters
    ----------
    pairs, scores, probabilities : of these mentions alone, numbered as in the whole document.
    near : the same pairs among the mentions alone that they speak of; see `numbered_anew`.
    """

    first: int
    end: int
    pairs: MentionPairs
    near: MentionPairs
    scores: Float64Array
    probabilities: Float64Array


class Stretches:
    """The stretches of one document; they can be gone through again, and are the same.

    Parameters
    ----------
    blocks : the pairs.
    model, pruning_margin, temperature : as a resolver has them.
    """

    def __init__(self, blocks: PairBlocks, model: BeamModel, pruning_margin: float, temperature: float) -> None:
        self.blocks, self.model, self.temperature = blocks, model, temperature
        self.pruning_margin, self.facts = pruning_margin, mention_facts(blocks.known)

    def __iter__(self) -> Iterator[Stretch]:
        for first, end in self.blocks:
            budget.check()
            yield self.between(first, end)

    def between(self, first: int, end: int) -> Stretch:
        """The stretch of these mentions; stretches before it have been made once."""
        every = self.blocks.pairs(first, end)
        pairs = every.only(Entities(every, said=self.facts).open_rows > 0)
        del every
        near = numbered_anew(pairs, first, end)
        scores = self.scores(pairs, near, near.count + 1 - (end - first))
        starts = pairs.candidates.starts[first : end + 1]
        probabilities = softmax(scores / self.temperature, starts[:-1], np.diff(starts))[0]
        return Stretch(first, end, pairs, near, scores, probabilities)

    def scores(self, pairs: MentionPairs, near: MentionPairs, before: int) -> Float64Array:
        """The scores of the rows of a stretch, whose mentions are those near after so many, with the root."""
        return self.model.scores(near, before, pruning_margin=self.pruning_margin)


@dataclass(frozen=True)
class Decoded:
    """What was decided for all mentions of a document; see `Links`."""

    pairs: MentionPairs
    scores: Float64Array
    probabilities: Float64Array
    rows: Int64Array
    antecedents: Int32Array
    clusters: Int32Array
    confidences: Float64Array
    margins: Float64Array
    constrained: BoolArray


def decoded(stretches: Stretches) -> Decoded:
    """What is decided for the mentions of all stretches, each the best of its rows that contradicts nothing."""
    known = stretches.blocks.known
    running, wanted = RunningEntities(known, stretches.facts), he_or_she(known)
    rows = np.full(known.count + 1, -1, dtype=np.int64)
    sure, ahead = np.zeros(known.count + 1), np.zeros(known.count + 1)
    left = KeptRows(known, stretches.blocks.hashes)
    for each in stretches:
        here = slice(each.first, each.end)
        taken = running.decode(each.pairs, each.scores, each.first, each.end)
        found = (running.entities, running.antecedents)
        sure[here] = confidences(each.pairs, each.probabilities, *found)[here]
        ahead[here] = margins(each.pairs, each.scores, taken, running.entities, each.first, each.end)[here]
        kept = _kept(each, taken, wanted)
        rows[here] = left.count + np.cumsum(kept)[taken[here]] - 1
        left.add(each.pairs.only(kept), each.scores[kept], each.probabilities[kept])
        del each, taken, kept  # before the next one is made
    free = np.zeros(known.count + 1, dtype=np.bool_)
    return Decoded(*left.taken(), rows, running.antecedents, running.entities, sure, ahead, free)


def _kept(stretch: Stretch, taken: Int64Array, wanted: BoolArray) -> BoolArray:
    """Which rows of a stretch are kept."""
    candidates = stretch.pairs.candidates
    kept = (wanted[candidates.owners] & np.isfinite(stretch.scores)) | (
        stretch.pairs.comparisons[:, COMPARISONS.index("nesting")] == 1
    )
    kept[candidates.starts[stretch.first : stretch.end]] = True
    kept[taken[stretch.first : stretch.end]] = True
    return np.asarray(kept)


def parts(links: Links) -> Iterator[tuple[Links, MentionPairs, int]]:
    """The links with all rows of candidates that they rest on: at once, or those of a long document by stretches.

    Each with its pairs among fewer mentions, and how much lower their numbers are.
    """
    if links.stretches is None:
        yield links, links.pairs, 0
        return
    for each in links.stretches:
        rows = _all_rows(links, each)
        part = replace(links, pairs=each.pairs, scores=each.scores, probabilities=each.probabilities, rows=rows)
        yield part, each.near, each.end - each.near.count - 1


def _all_rows(links: Links, stretch: Stretch) -> Int64Array:
    """The row among all those of a stretch that each of its mentions took."""
    mentions = np.arange(stretch.first, stretch.end)
    taken = links.pairs.candidates.antecedents[links.rows[mentions]]
    found = np.full(len(links.rows), -1, dtype=np.int64)
    found[mentions] = rows_of(stretch.pairs.candidates, mentions, taken)
    moved = mentions[links.moved[mentions]] if len(links.moved) else mentions[:0]
    better = rows_of(stretch.pairs.candidates, moved, links.antecedents[moved])
    found[moved[better >= 0]] = better[better >= 0]
    return found
