"""Likeness: how much a word looks like a part of names, by what its vector has in common with those of known names.

It takes the place of lists of names: a word that the training data does not have ("noida") stands near words that it
has ("delhi"), and so gets a level for each type of entity.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from namesakes.arrays import AnyArray, BoolArray, ByteArray, Float32Array, IndexArray, UInt32Array
from namesakes.config import generator
from namesakes.syntax.tagging.word_forms import LOWER, folded, word_forms
from namesakes.text.glove import Vectors
from namesakes.text.vocabulary import normal_form
from namesakes.text.word_cache import WordCache
from namesakes.text.word_vectors import SCALE, WordVectors, shortened

BOUNDS = (0.01, 0.03, 0.07, 0.15, 0.3, 0.5, 0.7, 0.87)
"""The probabilities that divide the levels, from 1 to 9; 0 is for words without a vector."""

GRAINS = (6, 8, 12)
"""How many bits of a word's path make a cluster in each grain."""

FOLDS = 5
HIDDEN = 64
ROUNDS = 25
BATCH = 256
RATE = 0.003
KEPT = 0.7
"""The share of hidden units that dropout leaves."""

DECAY = 1e-4
BANDS = 18.0
"""The number of bands of frequency."""


@dataclass(frozen=True)
class Likeness:
    """The levels of the words of the shipped table of words, one row each, one column for each type of entity."""

    levels: ByteArray

    @classmethod
    def none(cls, types: int) -> "Likeness":
        """No word is like a name."""
        return cls(np.zeros((len(WordVectors.shipped()), types), dtype=np.uint8))

    def of(self, lowers: UInt32Array) -> ByteArray:
        """The levels of the words with these codes; 0 where a word is unknown."""
        known, places = _places(lowers)
        found = np.zeros((len(lowers), self.levels.shape[1]), dtype=np.uint8)
        found[known] = self.levels[places[known]]
        return found

    @cached_property
    def word_cache(self) -> WordCache:
        """The clusters of words, how frequent they are, and their likeness; see `_seen`."""
        return WordCache(self._seen)

    def _seen(self, words: Sequence[str]) -> UInt32Array:
        """The clusters of words in all grains, the bands of their frequency, and their likeness.

        The last is that to all types together in five steps each, the greatest one with its type, and each one.
        """
        table, lowers = WordVectors.shipped(), word_forms(words)[:, LOWER]
        paths = table.paths(lowers)
        clusters: list[AnyArray] = [*(shortened(paths, bits) for bits in GRAINS), table.bands(lowers)]
        levels = self.of(lowers).astype(np.uint32)
        known = levels.any(axis=1)
        steps = np.maximum(levels, 1) - 1 >> 1
        alike = np.where(known, steps @ (5 ** np.arange(levels.shape[1], dtype=np.uint32)) + 1, 0)
        greatest = levels.argmax(axis=1) if levels.size else np.zeros(len(levels), dtype=np.intp)
        most = np.where(known, 20 * greatest + levels.max(axis=1, initial=0) + 1, 0)
        return np.column_stack((*clusters, alike, most, levels)).astype(np.uint32)


def learned_likeness(
    lowers: UInt32Array, kinds: IndexArray, types: int, vectors: Vectors | None, seed: int
) -> tuple[Likeness, Likeness]:
    """The likeness of all words, and the one to learn with: there, no word's own labels have a part in its level.

    A network of one hidden layer gives a word's distribution over types from its vector and its frequency. For the
    second likeness the words are dealt into folds, and each gets its level from a network that was not trained on it.

    Parameters
    ----------
    lowers, kinds : the codes of tokens, and the number of the type of entity each is in; 0 for none.
    types : how many there are.
    vectors : GloVe's words and vectors; without them the smaller ones of the table of words are taken.
    """
    table = WordVectors.shipped()
    known, places = _places(lowers)
    used, numbers = np.unique(places[known], return_inverse=True)
    counts = np.zeros((len(used), types + 1), dtype=np.float32)
    np.add.at(counts, (numbers, kinds[known]), 1)
    inputs, has = _inputs(table, vectors)
    counts, used = counts[has[used]], used[has[used]]
    if len(used) < FOLDS:
        return Likeness.none(types), Likeness.none(types)
    random = generator(seed, "likeness")
    fold = random.integers(0, FOLDS, len(used))
    honest = np.zeros((len(used), types), dtype=np.uint8)
    for number in range(FOLDS):
        others = fold != number
        network = _Network(inputs[used[others]], counts[others], random)
        honest[~others] = network.levels(inputs[used[~others]])
    levels = _Network(inputs[used], counts, random).levels(inputs)
    levels[~has] = 0
    replaced = levels.copy()
    replaced[used] = honest
    return Likeness(levels), Likeness(replaced)


def _places(lowers: UInt32Array) -> tuple[BoolArray, IndexArray]:
    """Which codes are in the table of words, and where."""
    words = WordVectors.shipped().words
    places = np.minimum(np.searchsorted(words, lowers), len(words) - 1)
    return words[places] == lowers, places


def _inputs(table: WordVectors, vectors: Vectors | None) -> tuple[Float32Array, BoolArray]:
    """The vector and the frequency of each word of the table, and which words have a vector."""
    if vectors is None:
        rows = table.rows(table.words)
        has = rows >= 0
        numbers = np.where(has[:, None], table.vectors[rows] / np.float32(SCALE), 0).astype(np.float32)
    else:
        known, places = _places(folded([normal_form(word) for word in vectors[0]]))
        places, first = np.unique(places[known], return_index=True)
        has = np.zeros(len(table), dtype=np.bool_)
        has[places] = True
        numbers = np.zeros((len(table), vectors[1].shape[1]), dtype=np.float32)
        numbers[places] = vectors[1][known][first]
    numbers = (numbers - numbers[has].mean(axis=0)) / numbers[has].std(axis=0)
    frequency = 3 / BANDS * table.frequency.astype(np.float32)
    return np.column_stack((numbers, frequency)).astype(np.float32), has


class _Network:
    """One hidden layer, trained by Adam (Kingma & Ba 2015) on words' distributions over types."""

    def __init__(self, inputs: Float32Array, counts: Float32Array, random: np.random.Generator) -> None:
        sums = counts.sum(axis=1, keepdims=True)
        shares, weights = counts / sums, np.minimum(np.sqrt(sums), 3)
        size, types = inputs.shape[1], counts.shape[1]
        self.weights: list[Float32Array] = [
            random.normal(0, size**-0.5, (size, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, dtype=np.float32),
            random.normal(0, 0.1, (HIDDEN, types)).astype(np.float32),
            np.zeros(types, dtype=np.float32),
        ]
        moments = [(np.zeros_like(array), np.zeros_like(array)) for array in self.weights]
        step = 0
        for number in range(ROUNDS):
            rate = RATE * (1 - number / ROUNDS)
            for batch in np.array_split(random.permutation(len(inputs)), max(1, len(inputs) // BATCH)):
                step += 1
                slopes = self._slopes(inputs[batch], shares[batch], weights[batch], random)
                for array, (first, second), slope in zip(self.weights, moments, slopes, strict=True):
                    first += np.float32(0.1) * (slope - first)
                    second += np.float32(0.001) * (slope * slope - second)
                    size_of_step = first / np.float32(1 - 0.9**step)
                    array -= np.float32(rate) * size_of_step / (np.sqrt(second / np.float32(1 - 0.999**step)) + 1e-8)

    def levels(self, inputs: Float32Array) -> ByteArray:
        """The level of each type for words with these inputs."""
        first, bias, second, base = self.weights
        shares = _softmax(np.maximum(inputs @ first + bias, 0) @ second + base)
        return (np.digitize(shares[:, 1:], BOUNDS) + 1).astype(np.uint8)

    def _slopes(
        self, inputs: Float32Array, shares: Float32Array, weights: Float32Array, random: np.random.Generator
    ) -> list[Float32Array]:
        first, bias, second, base = self.weights
        kept = (random.random((len(inputs), HIDDEN), dtype=np.float32) < KEPT).astype(np.float32) / np.float32(KEPT)
        hidden = np.maximum(inputs @ first + bias, 0) * kept
        wrong = (_softmax(hidden @ second + base) - shares) * weights / len(inputs)
        back = (wrong @ second.T) * kept * (hidden > 0)
        return [
            inputs.T @ back + np.float32(DECAY) * first,
            back.sum(axis=0),
            hidden.T @ wrong + np.float32(DECAY) * second,
            wrong.sum(axis=0),
        ]


def _softmax(scores: Float32Array) -> Float32Array:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Float32Array = powers / powers.sum(axis=1, keepdims=True)
    return found
