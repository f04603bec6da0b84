"""Candidates and their pairs, without PyTorch: the same as `heads` and `antecedents` score them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import AnyArray, BoolArray, Float32Array, Int64Array
from namesakes.encoder.batches import WIDEST, span_hashes
from namesakes.encoder.examples import Example
from namesakes.encoder.words import PRONOUN_KINDS

NEAREST, RATIO = 50, 0.4
"""How many antecedents are looked at closely, and how many spans a word are candidates."""
REACH = 6000
"""How many candidates back antecedents are looked for."""
BLOCK = 64
"""How many anaphors are looked at at once."""
Spans = tuple[AnyArray, AnyArray, Float32Array]
"""The starts, the ends (inclusive), and the scores of spans."""
NO_SPANS: Spans = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros((2, 0), dtype=np.float32))
WIDTHS, DISTANCES, SENTENCES, SPEAKERS, MATCHES = 12, 14, 10, 3, 64


def bucket(values: AnyArray, count: int) -> Int64Array:
    """The bucket of each number: up to 4 its own, then one for each doubling."""
    large = np.floor(np.log2(np.maximum(values, 1).astype(np.float32) + np.float32(1e-3))).astype(np.int64) + 3
    return np.clip(np.where(values < 5, values, large), 0, count - 1)


@dataclass(frozen=True)
class WordFacts:
    """What pairs are compared by, word by word."""

    hashes: Mapping[str, AnyArray]
    pronouns: Int64Array
    speakers: Int64Array
    sentence: Int64Array

    @classmethod
    def of(cls, example: Example) -> "WordFacts":
        """What is known of an example's words."""
        sentence = np.searchsorted(example.sentences, np.arange(len(example)), side="right")
        kinds = example.pronouns.astype(np.int64)
        return cls(span_hashes([example]), kinds, example.speakers.astype(np.int64), sentence.astype(np.int64))

    def codes(self, prefix: str, starts: Int64Array, ends: Int64Array) -> Int64Array:
        """A code of the words of each span, whose ends are inclusive."""
        hashes, scales = self.hashes[f"{prefix}hashes"], self.hashes[f"{prefix}scales"]
        with np.errstate(over="ignore"):
            return np.asarray((hashes[ends + 1] - hashes[starts]) * scales[starts])


class PairFacts:
    """What is known of pairs of candidates beside their vectors."""

    def __init__(self, words: WordFacts, starts: Int64Array, ends: Int64Array, corpus: int, corpora: int) -> None:
        self.starts, self.ends, self.corpus = starts, ends, corpus
        self.whole, self.core = words.codes("", starts, ends), words.codes("core_", starts, ends)
        self.last = words.codes("", ends, ends)
        self.kind = np.where(starts == ends, words.pronouns[ends], 0)
        self.speaker, self.sentence = words.speakers[starts], words.sentence[starts]
        self._sizes = (DISTANCES, SENTENCES, SPEAKERS, MATCHES, PRONOUN_KINDS**2, corpora)
        self._offsets = np.cumsum([0, *self._sizes[:-1]])

    def __call__(self, later: Int64Array, earlier: Int64Array) -> tuple[Int64Array, Int64Array, Int64Array]:
        """The rows of features that occur, each once; for each pair which of these it has, and its kind."""
        same, alike = self.whole[later] == self.whole[earlier], self.core[later] == self.core[earlier]
        tail = self.last[later] == self.last[earlier]
        nested = (self.starts[later] <= self.ends[earlier]) & (self.starts[earlier] <= self.ends[later])
        one, other = self.kind[later] > 0, self.kind[earlier] > 0
        bits = sum(bit.astype(np.int64) << place for place, bit in enumerate((same, tail, alike, nested, one, other)))
        speakers = self.speaker[later], self.speaker[earlier]
        spoken = (speakers[0] > 0) & (speakers[1] > 0)
        columns = (
            bucket(np.abs(self.starts[later] - self.starts[earlier]), DISTANCES),
            bucket(np.abs(self.sentence[later] - self.sentence[earlier]), SENTENCES),
            np.where(spoken, 1 + (speakers[0] == speakers[1]), 0),
            bits,
            self.kind[later] * PRONOUN_KINDS + self.kind[earlier],
            np.full(len(later), self.corpus),
        )
        kind = _kinds(one, other, self.kind[later] == self.kind[earlier], same | alike, tail)
        codes, alike = np.unique(np.ravel_multi_index(columns, self._sizes), return_inverse=True)
        return np.stack(np.unravel_index(codes, self._sizes), axis=1) + self._offsets, alike, kind


def _kinds(one: BoolArray, other: BoolArray, equal: BoolArray, same: BoolArray, tail: BoolArray) -> Int64Array:
    """The kind of each pair: two pronouns alike or not, a pronoun and another, equal words, equal last words, none."""
    names = np.where(same, 3, np.where(tail, 4, 5))
    return np.where(one & other, np.where(equal, 0, 1), np.where(one | other, 2, names)).astype(np.int64)


def sentence_spans(words: Mapping[str, AnyArray], widths: Float32Array, sentences: Iterable[tuple[int, int]]) -> Spans:
    """All spans of some sentences: their starts and ends (inclusive), and their scores, a row for each kind."""
    starts, ends, scores = [], [], []
    for low, high in sentences:
        begin, end = np.triu_indices(high - low)
        near = end - begin < WIDEST
        begin, end = begin[near], end[near]
        own = words["start_bias"][low + begin] + words["end_bias"][low + end] + widths[bucket(end - begin, WIDTHS)]
        squares = [(words[f"begin_{kind}"][low:high] @ words["end"][low:high].T)[begin, end] for kind in range(2)]
        starts.append((begin + low).astype(np.int32))
        ends.append((end + low).astype(np.int32))
        scores.append((np.stack(squares) + own.T).astype(np.float32))
    return np.concatenate(starts), np.concatenate(ends), np.concatenate(scores, axis=1)


class BestSpans:
    """The best spans of a document, whose parts come one after the other; never many more than these are held.

    Parameters
    ----------
    count : how many are wanted.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._spans = NO_SPANS

    def add(self, part: Spans) -> None:
        """Look at the spans of the next part."""
        starts, ends = (np.concatenate([one, other]) for one, other in zip(self._spans[:2], part[:2], strict=True))
        scores = np.concatenate([self._spans[2], part[2]], axis=1)
        best = np.sort(np.argsort(-scores[0], kind="stable")[: self.count])
        self._spans = starts[best].astype(np.int64), ends[best].astype(np.int64), scores[:, best]

    def taken(self) -> Spans:
        """The best of all parts, in their order; of equal ones the first."""
        return self._spans


def given_spans(words: Mapping[str, AnyArray], widths: Float32Array, starts: Int64Array, ends: Int64Array) -> Spans:
    """The same of spans that are given, whose ends are inclusive."""
    own = words["start_bias"][starts] + words["end_bias"][ends] + widths[bucket(ends - starts, WIDTHS)]
    products = [np.einsum("ij,ij->i", words[f"begin_{kind}"][starts], words["end"][ends]) for kind in range(2)]
    return starts, ends, (np.stack(products) + own.T).astype(np.float32)


def nearest(
    coarse: Float32Array, vectors: Float32Array, mention: Float32Array, low: int, high: int
) -> tuple[Int64Array, Float32Array]:
    """For each of some candidates the best of those before it, and their coarse scores; -inf where there is none."""
    first = max(0, low - REACH)
    scores = coarse[low:high] @ vectors[first:high].T / np.sqrt(np.float32(vectors.shape[1]))
    there = np.arange(first, high)[None] < np.arange(low, high)[:, None]
    ranked = np.where(there, scores - 0.5 * np.logaddexp(0, -mention[first:high])[None], -np.inf)
    count = min(NEAREST, ranked.shape[1])
    best = np.sort(np.argpartition(-ranked, count - 1, axis=1)[:, :count], axis=1)
    found = np.take_along_axis(np.where(there, scores, -np.inf), best, axis=1)
    return best + first, found.astype(np.float32)
