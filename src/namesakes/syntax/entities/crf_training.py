"""Training of a linear chain as a conditional random field: AdaGrad on the likelihood, one sentence at a time."""

from dataclasses import dataclass, replace

import numpy as np

from namesakes.arrays import ByteArray, Float64Array, Int32Array, UInt32Array
from namesakes.config import generator
from namesakes.learning.linear_chain import LinearChain, Tokens
from namesakes.syntax.entities.kernels import crf as kernel
from namesakes.syntax.entities.labels import FORBIDDEN, possible_pairs
from namesakes.syntax.entities.name_finder import EntitySettings
from namesakes.syntax.tagging.word_forms import LOWER, WORD

START = 0.1
"""What the sums of squares start from, so that a first step is not too long."""

SURE = 0.02
"""A token whose gold label has a probability nearer to 1 than this teaches nothing."""

LEAST = 0.002
"""Smaller parts of a gradient are left out."""

AVERAGED = 2
"""The weights after so many of the last rounds are averaged."""


@dataclass(frozen=True)
class Examples:
    """All tokens one after the other.

    Parameters
    ----------
    tokens : as the chain sees them.
    gold : their labels.
    free : which may be in an entity.
    hidden : how often each one's word is hidden.
    """

    tokens: Tokens
    gold: Int32Array
    free: ByteArray
    hidden: Float64Array


class EntityTrainer:
    """Trains one chain; after all rounds, `finish` gives it the mean of what the last ones made of it."""

    def __init__(self, chain: LinearChain, examples: Examples, settings: EntitySettings) -> None:
        self.chain, self.examples, self.settings, self.rounds = chain, examples, settings, 0
        self.random = generator(settings.seed, "entities", *chain.names)
        self.squares = np.full(len(chain.weights), START, dtype=np.float32)
        self.pair_squares = np.full(chain.pairs.shape, START)
        self.possible = possible_pairs(chain.names)
        self.weight_sum, self.pair_sum = np.zeros_like(chain.weights), np.zeros_like(chain.pairs)
        seen = np.zeros(1 << chain.bits, dtype=np.int64)
        bases = chain.bases(examples.tokens)
        for column in range(bases.shape[1]):
            seen += np.bincount(bases[:, column], minlength=len(seen))
        self.common = seen >= settings.least

    def round(self) -> float:
        """The share of tokens whose gold label was the likeliest while every sentence was seen once."""
        examples, settings = self.examples, self.settings
        columns = examples.tokens.columns.copy()
        hidden = np.flatnonzero(self.random.random(len(columns)) < examples.hidden)
        columns[hidden[:, None], [WORD, LOWER]] = 0
        bases = self.chain.bases(replace(examples.tokens, columns=columns))
        rate = settings.rate * (1 - self.rounds / settings.rounds)
        order = self.random.permutation(len(examples.tokens.edges) - 1)
        right = sum(self._learn(bases, int(sentence), rate) for sentence in order)
        self.rounds += 1
        if self.rounds > settings.rounds - AVERAGED:
            self.weight_sum += self.chain.weights
            self.pair_sum += self.chain.pairs
        return right / max(1, len(columns))

    def finish(self) -> None:
        """Give the chain the mean of the weights after the last rounds."""
        count = max(1, min(AVERAGED, self.rounds))
        self.chain.weights, self.chain.pairs = self.weight_sum / np.float32(count), self.pair_sum / count

    def _learn(self, every: UInt32Array, sentence: int, rate: float) -> int:
        """The number of tokens whose gold label was the likeliest in one sentence, having learned from it."""
        chain, dropout = self.chain, self.settings.dropout
        here = slice(*self.examples.tokens.edges[sentence : sentence + 2].tolist())
        bases, gold, free = every[here], self.examples.gold[here], self.examples.free[here]
        kept = self.common[bases] & (self.random.random(bases.shape, dtype=np.float32) >= dropout)
        flags = kept.view(np.uint8)
        scores = np.zeros((len(free), len(chain.names)))
        scores[free == 0, 1:] = FORBIDDEN
        kernel.add_scores(chain.weights, bases, flags, free, 1 / (1 - dropout), scores)
        found, expected = np.empty_like(scores), np.zeros_like(chain.pairs)
        room = np.empty((2, *scores.shape))
        kernel.find_marginals(scores, np.exp(chain.pairs), room[0], room[1], found, expected)
        tokens = np.arange(len(gold))
        likeliest = int((found.argmax(axis=1) == gold).sum())
        gradient = -found
        gradient[tokens, gold] += 1
        gradient[gradient[tokens, gold] < SURE] = 0
        kernel.adagrad(chain.weights, self.squares, bases, flags, gradient, rate, LEAST)
        self._learn_pairs(gold, expected, rate)
        return likeliest

    def _learn_pairs(self, gold: Int32Array, expected: Float64Array, rate: float) -> None:
        edge = len(expected) - 1
        path = np.concatenate(([edge], gold, [edge]))
        slope = -expected
        np.add.at(slope, (path[:-1], path[1:]), 1)
        slope[~self.possible] = 0
        self.pair_squares += slope * slope
        self.chain.pairs += rate * slope / np.sqrt(self.pair_squares)
