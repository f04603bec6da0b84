"""A linear chain of labels: hashed features of each token, and scores of two or three neighbouring labels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import AnyArray, Float64Array, Int32Array, UInt32Array
from namesakes.learning.kernels import linear_chain as kernel
from namesakes.learning.quantization import BYTE, dequantize, quantize
from namesakes.structures.dual_decomposition import ranges
from namesakes.structures.viterbi import best_sequences, sequence_scores

Template = tuple[tuple[int, int], ...]
"""The (column, distance) pairs whose codes make one feature."""

BATCH = 16_384
"""Documents of more tokens are scored in batches of so many, whole sentences each, since scores take much memory."""


@dataclass(frozen=True)
class Tokens:
    """The tokens of one document as a linear chain sees them.

    Parameters
    ----------
    columns : one row of codes a token; templates name the columns.
    edges : the first token of each sentence, and the number of tokens.
    offsets, labels : the candidates: token i may take `labels[offsets[i]:offsets[i + 1]]`.
    """

    columns: UInt32Array
    edges: Int32Array
    offsets: Int32Array
    labels: Int32Array

    def between(self, first: int, end: int) -> "Tokens":
        """The tokens of the sentences from `first` to before `end`; the arrays are shared."""
        here = slice(int(self.edges[first]), int(self.edges[end]))
        offsets = self.offsets[here.start : here.stop + 1]
        labels = self.labels[offsets[0] : offsets[-1]]
        return Tokens(self.columns[here], self.edges[first : end + 1] - here.start, offsets - offsets[0], labels)


def joined_tokens(parts: Sequence[Tokens]) -> Tokens:
    """The tokens of several documents as those of one."""
    return Tokens(
        np.concatenate([part.columns for part in parts]),
        joined_offsets([part.edges for part in parts]),
        joined_offsets([part.offsets for part in parts]),
        np.concatenate([part.labels for part in parts]),
    )


def joined_offsets(parts: Sequence[Int32Array]) -> Int32Array:
    """Several arrays of offsets, each from 0 to its total, as one."""
    sizes = np.concatenate([[0], *map(np.diff, parts)])
    return np.cumsum(sizes, dtype=np.int32)


def sentence_batches(edges: Int32Array) -> Iterator[tuple[int, int]]:
    """Ranges of sentences that cover all of them, each of at most `BATCH` tokens or of one sentence."""
    first, count = 0, len(edges) - 1
    while first < count:
        end = int(np.searchsorted(edges, edges[first] + BATCH, side="right")) - 1
        end = min(max(end, first + 1), count)
        yield first, end
        first = end


@dataclass(frozen=True)
class Lattice:
    """What is left to decide: each token's candidates, and the scores that choose among them.

    Decoding again with other penalties costs no new features, which is what dual decomposition needs.
    """

    chain: "LinearChain"
    edges: Int32Array
    offsets: Int32Array
    labels: Int32Array
    scores: Float64Array

    def best(self, penalties: Float64Array | None = None) -> Int32Array:
        """The best labels of all tokens; `penalties` (tokens × labels) are added to the scores."""
        scores = self.scores
        if penalties is not None:
            scores = scores + penalties[np.repeat(np.arange(len(penalties)), np.diff(self.offsets)), self.labels]
        return self.chain.decode(self.edges, self.offsets, self.labels, scores)[0]

    def part(self, sentences: Int32Array) -> "Lattice":
        """The lattice of some sentences alone, its scores a copy."""
        edges, offsets = self.edges.astype(np.int64), self.offsets.astype(np.int64)
        sizes = np.diff(edges)[sentences]
        tokens = ranges(edges[sentences], sizes)
        widths = np.diff(offsets)[tokens]
        candidates = ranges(offsets[tokens], widths)
        first, starts = (np.append(0, np.cumsum(each)).astype(np.int32) for each in (sizes, widths))
        return Lattice(self.chain, first, starts, self.labels[candidates], self.scores[candidates])

    def best_with_scores(self) -> tuple[Int32Array, Float64Array]:
        """The best labels of all tokens, and the score of each sentence."""
        chain, known = self.chain, (self.edges, self.offsets, self.labels, self.scores)
        triples = chain.triples if chain.order > 1 else None
        path = chain.decode(*known)[0]
        return path, sequence_scores(*known, chain.pairs, path, triples)

    def best_of(self, sentence: int, scores: Float64Array | None = None) -> tuple[Int32Array, float]:
        """The best labels of one sentence, and their score; `scores` may replace those of its candidates."""
        first, end = self.edges[sentence : sentence + 2].tolist()
        offsets = self.offsets[first : end + 1]
        rows = slice(int(offsets[0]), int(offsets[-1]))
        scores = self.scores[rows] if scores is None else scores
        return self.chain.decode_one(offsets - offsets[0], self.labels[rows], scores)


class LinearChain:
    """A linear chain of first or second order with hashed features.

    The score of a sequence is Σᵢ Σ_t w[feature t at i, yᵢ] + pairs[yᵢ₋₁, yᵢ], at the second order also
    + triples[yᵢ₋₂, yᵢ₋₁, yᵢ], edges included. The tagger's is of the second order and a structured perceptron (Collins
    2002), that of named entities of the first and a conditional random field (Lafferty, McCallum & Pereira 2001).

    Parameters
    ----------
    names : the labels.
    templates : see `Template`.
    bits : there are 2^bits hashed weights (and one run of labels more).
    order : 1 for pairs of labels, 2 for triples too.
    most : only so many of a token's candidates, by the scores of its own features, are decoded; all without it.
    levels : the greatest weight in a model's file; see `quantize`.
    """

    def __init__(
        self,
        names: Sequence[str],
        templates: Sequence[Template],
        bits: int,
        *,
        order: int = 2,
        most: int | None = None,
        levels: int = BYTE,
    ) -> None:
        self.names, self.bits, self.order, self.most, self.levels = tuple(names), bits, order, most, levels
        self.templates = template_array(templates)
        width = len(self.names) + 1
        run = width if order > 1 else width - 1  # models of the second order have always had one weight more
        self.weights = np.zeros((1 << bits) + run, dtype=np.float32)
        self.pairs = np.zeros((width, width))
        self.triples = np.zeros((width, width, width) if order > 1 else (0, 0, 0))

    def bases(self, tokens: Tokens) -> UInt32Array:
        """The first index of each token's features in the weights. O(tokens · templates)."""
        found = np.empty((len(tokens.columns), len(self.templates)), dtype=np.uint32)
        kernel.hash_features(tokens.columns, tokens.edges, self.templates, self.bits, found)
        return found

    def scores(self, tokens: Tokens) -> Float64Array:
        """The scores of all candidates by their tokens' own features; 0 where a token has no choice."""
        scores = np.zeros(len(tokens.labels))
        kernel.add_scores(self.weights, self.bases(tokens), tokens.offsets, tokens.labels, scores)
        return scores

    def lattice(self, tokens: Tokens, scores: Float64Array | None = None) -> Lattice:
        """The candidates that are left after pruning, with their scores, which are made where they are not given."""
        scores = self.scores(tokens) if scores is None else scores
        offsets, labels = tokens.offsets, tokens.labels
        if self.most is not None:
            gold = np.full(len(tokens.columns), -1, dtype=np.int32)
            offsets, labels, scores = pruned(offsets, labels, scores, gold, self.most)
        return Lattice(self, tokens.edges, offsets, labels, scores)

    def decode(
        self, edges: Int32Array, offsets: Int32Array, labels: Int32Array, scores: Float64Array
    ) -> tuple[Int32Array, float]:
        """The best labels of all tokens, and the sum of their sequences' scores."""
        return best_sequences(edges, offsets, labels, scores, self.pairs, self.triples if self.order > 1 else None)

    def decode_one(self, offsets: Int32Array, labels: Int32Array, scores: Float64Array) -> tuple[Int32Array, float]:
        """The best labels of a single sentence, and their score."""
        return self.decode(np.array([0, len(offsets) - 1], dtype=np.int32), offsets, labels, scores)

    def arrays(self) -> dict[str, AnyArray]:
        """The quantized weights and the other scores in 16 bits, by name, for a model's file."""
        weights, scale = quantize(self.weights, self.levels)
        found = {"weights": weights, "scale": np.array(scale), "pairs": self.pairs.astype(np.float16)}
        if self.order > 1:
            used = np.flatnonzero(self.triples)
            found["triple_places"] = np.diff(used, prepend=0).astype(np.int32)
            found["triples"] = self.triples.ravel()[used].astype(np.float16)
        return found

    def fill(self, arrays: dict[str, AnyArray]) -> None:
        """Take the weights from a model's arrays."""
        self.weights = dequantize(arrays["weights"], arrays["scale"])
        self.pairs = arrays["pairs"].astype(np.float64)
        if self.order > 1:
            self.triples = np.zeros_like(self.triples)
            self.triples.ravel()[np.cumsum(arrays["triple_places"])] = arrays["triples"]


def leads(offsets: Int32Array, scores: Float64Array) -> Float64Array:
    """By how much the best candidate of each token beats the second; infinite where there is no second."""
    result = np.full(len(offsets) - 1, np.inf)
    kernel.find_leads(offsets, scores, result)
    return result


def pruned(
    offsets: Int32Array, labels: Int32Array, scores: Float64Array, gold: Int32Array, most: int
) -> tuple[Int32Array, Int32Array, Float64Array]:
    """The offsets, labels and scores of each token's best candidates, the gold label always among them."""
    kept_offsets, kept_labels, kept_scores = np.empty_like(offsets), np.empty_like(labels), np.empty_like(scores)
    count = kernel.prune(offsets, labels, scores, gold, most, kept_offsets, kept_labels, kept_scores)
    return kept_offsets, kept_labels[:count], kept_scores[:count]


def template_array(templates: Sequence[Template]) -> Int32Array:
    """The templates as a kernel takes them: rows of columns and distances, ended by -1."""
    width = 2 * max(map(len, templates), default=0) + 2
    rows = np.full((len(templates), width), -1, dtype=np.int32)
    for row, template in zip(rows, templates, strict=True):
        row[: 2 * len(template)] = np.ravel(template)
    return rows
