"""A linear chain of labels: hashed features of each token, and scores of two and three neighbouring labels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from namesakes.structures.viterbi import best_sequence, best_sequences
from namesakes.syntax.tagging.kernels import linear_chain as kernel
from namesakes.syntax.tagging.lexicon import Integers
from namesakes.syntax.tagging.word_forms import Codes

Scores = NDArray[np.float64]

Template = tuple[tuple[int, int], ...]
"""The (column, distance) pairs whose codes make one feature."""

QUANTA = 127

STRETCH = 16_384
"""Documents of more tokens are scored in stretches of so many, whole sentences each, since scores take much memory."""


@dataclass(frozen=True)
class Tokens:
    """The tokens of one document as a chain sees them.

    Parameters
    ----------
    columns : one row of codes a token; templates name the columns.
    edges : the first token of each sentence, and the number of tokens.
    offsets, labels : token i may take `labels[offsets[i]:offsets[i + 1]]`.
    """

    columns: Codes
    edges: Integers
    offsets: Integers
    labels: Integers

    def between(self, first: int, last: int) -> "Tokens":
        """The tokens of the sentences from `first` to before `last`; the arrays are shared."""
        begin, end = int(self.edges[first]), int(self.edges[last])
        offsets = self.offsets[begin : end + 1]
        labels = self.labels[offsets[0] : offsets[-1]]
        return Tokens(self.columns[begin:end], self.edges[first : last + 1] - begin, offsets - offsets[0], labels)


def stretches(edges: Integers) -> Iterator[tuple[int, int]]:
    """Ranges of sentences that cover all of them, each of at most `STRETCH` tokens or of one sentence."""
    first, count = 0, len(edges) - 1
    while first < count:
        last = int(np.searchsorted(edges, edges[first] + STRETCH, side="right")) - 1
        last = min(max(last, first + 1), count)
        yield first, last
        first = last


@dataclass(frozen=True)
class Lattice:
    """What is left to decide: each token's candidates, and the scores that choose among them.

    Decoding again with other penalties costs no new features, which is what dual decomposition needs.
    """

    chain: "Chain"
    edges: Integers
    offsets: Integers
    labels: Integers
    scores: Scores

    def best(self, penalties: Scores | None = None) -> Integers:
        """The best labels of all tokens; `penalties` (tokens × labels) are added to the scores."""
        scores = self.scores
        if penalties is not None:
            scores = scores + penalties[np.repeat(np.arange(len(penalties)), np.diff(self.offsets)), self.labels]
        tables = self.chain.pairs, self.chain.triples
        return best_sequences(self.edges, self.offsets, self.labels, scores, *tables)[0]

    def best_of(self, sentence: int, penalties: Scores | None = None) -> Integers:
        """The best labels of one sentence; `penalties` are those of the whole document."""
        first, last = int(self.edges[sentence]), int(self.edges[sentence + 1])
        offsets = self.offsets[first : last + 1]
        begin, end = int(offsets[0]), int(offsets[-1])
        if end - begin == last - first:
            return self.labels[begin:end]
        labels, scores = self.labels[begin:end], self.scores[begin:end]
        if penalties is not None:
            rows = np.repeat(np.arange(first, last), np.diff(offsets))
            scores = scores + penalties[rows, labels]
        return best_sequence(offsets - begin, labels, scores, self.chain.pairs, self.chain.triples)[0]


class Chain:
    """A second-order linear chain (Collins 2002) with hashed features.

    The score of a sequence is Σᵢ Σ_t w[feature t at i, yᵢ] + pairs[yᵢ₋₁, yᵢ] + triples[yᵢ₋₂, yᵢ₋₁, yᵢ], edges included.

    Parameters
    ----------
    names : the labels.
    templates : see `Template`.
    bits : there are 2^bits hashed weights (and one run of labels more).
    most : only so many of a token's candidates, by the scores of its own features, are decoded.
    """

    def __init__(self, names: Sequence[str], templates: Sequence[Template], bits: int, most: int) -> None:
        self.names, self.bits, self.most = tuple(names), bits, most
        self.templates = template_array(templates)
        width = len(self.names) + 1
        self.weights = np.zeros((1 << bits) + width, dtype=np.float32)
        self.pairs = np.zeros((width, width))
        self.triples = np.zeros((width, width, width))

    def bases(self, tokens: Tokens) -> Codes:
        """The first place of each token's features in the weights. O(tokens · templates)."""
        found = np.empty((len(tokens.columns), len(self.templates)), dtype=np.uint32)
        kernel.hash_features(tokens.columns, tokens.edges, self.templates, self.bits, found)
        return found

    def scores(self, tokens: Tokens) -> Scores:
        """The scores of all candidates by their tokens' own features; 0 where a token has no choice."""
        scores = np.zeros(len(tokens.labels))
        kernel.add_scores(self.weights, self.bases(tokens), tokens.offsets, tokens.labels, scores)
        return scores

    def lattice(self, tokens: Tokens, scores: Scores | None = None) -> Lattice:
        """The candidates that are left after pruning, with their scores, which are made where they are not given."""
        scores = self.scores(tokens) if scores is None else scores
        gold = np.full(len(tokens.columns), -1, dtype=np.int32)
        offsets, labels, scores = pruned(tokens.offsets, tokens.labels, scores, gold, self.most)
        return Lattice(self, tokens.edges, offsets, labels, scores)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The weights in 8 bits and the other scores in 16, by name, for a model's file."""
        scale = float(np.abs(self.weights).max()) / QUANTA or 1.0
        used = np.flatnonzero(self.triples)
        return {
            "weights": np.round(self.weights / scale).astype(np.int8),
            "scale": np.array(scale),
            "pairs": self.pairs.astype(np.float16),
            "triple_places": np.diff(used, prepend=0).astype(np.int32),
            "triples": self.triples.ravel()[used].astype(np.float16),
        }

    def fill(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Take the weights from a model's arrays."""
        self.weights = arrays["weights"].astype(np.float32) * np.float32(arrays["scale"])
        self.pairs = arrays["pairs"].astype(np.float64)
        self.triples = np.zeros_like(self.triples)
        self.triples.ravel()[np.cumsum(arrays["triple_places"])] = arrays["triples"]


def leads(offsets: Integers, scores: Scores) -> Scores:
    """By how much the best candidate of each token beats the second; infinite where there is no second."""
    result = np.full(len(offsets) - 1, np.inf)
    kernel.find_leads(offsets, scores, result)
    return result


def pruned(
    offsets: Integers, labels: Integers, scores: Scores, gold: Integers, most: int
) -> tuple[Integers, Integers, Scores]:
    """The offsets, labels and scores of each token's best candidates, the gold label always among them."""
    kept_offsets, kept_labels, kept_scores = np.empty_like(offsets), np.empty_like(labels), np.empty_like(scores)
    count = kernel.prune(offsets, labels, scores, gold, most, kept_offsets, kept_labels, kept_scores)
    return kept_offsets, kept_labels[:count], kept_scores[:count]


def template_array(templates: Sequence[Template]) -> Integers:
    """The templates as a kernel takes them: rows of columns and distances, ended by -1."""
    width = 2 * max(map(len, templates), default=0) + 2
    rows = np.full((len(templates), width), -1, dtype=np.int32)
    for row, template in zip(rows, templates, strict=True):
        row[: 2 * len(template)] = np.ravel(template)
    return rows
