"""Training of a linear chain: averaged perceptron or passive-aggressive updates, one sentence at a time."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from namesakes.arrays import Float64Array, Int32Array, UInt32Array
from namesakes.config import bounded, generator
from namesakes.errors import ConfigError
from namesakes.learning.kernels import linear_chain as kernel
from namesakes.learning.linear_chain import LinearChain, Tokens, pruned

UPDATES = ("perceptron", "passive-aggressive")


@dataclass(frozen=True)
class LinearChainSettings:
    """How a linear chain is trained.

    Parameters
    ----------
    bits : there are 2^bits hashed weights.
    rounds : how many epochs there are.
    update : `perceptron` moves the weights by 1, `passive-aggressive` by as little as mends the sentence,
        τ = (score(ŷ) + loss − score(y)) / ‖Φ(y) − Φ(ŷ)‖², and at most by `aggressiveness` (PA-I, Crammer et al. 2006).
    margin : the cost of a wrong label in cost-augmented decoding, so that right ones must win by it.
    most : how many candidates of a token pruning leaves to decoding.
    """

    bits: int = bounded(22, 1, 30)
    rounds: int = 10
    update: str = "passive-aggressive"
    aggressiveness: float = 0.02
    margin: float = 1.0
    most: int = 8

    def __post_init__(self) -> None:
        if self.update not in UPDATES:
            raise ConfigError(f"there is no update called '{self.update}'.\nKnown: {', '.join(UPDATES)}.")


@dataclass(frozen=True)
class Example:
    """The tokens of a document, their gold labels, and how often each one's words are hidden in training."""

    tokens: Tokens
    gold: Int32Array
    hidden: Float64Array | None = None


class LinearChainTrainer:
    """Trains one chain; after any number of rounds `averaged` is what they made of it.

    Parameters
    ----------
    chain : whose weights are changed.
    examples : to learn from.
    settings : how to learn.
    seed : of the order of sentences and of what is hidden.
    columns : those that are nothing where a token's words are hidden.
    """

    def __init__(
        self,
        chain: LinearChain,
        examples: Sequence[Example],
        settings: LinearChainSettings,
        seed: int,
        columns: Sequence[int] = (),
    ) -> None:
        self.chain, self.settings, self.columns, self.clock = chain, settings, list(columns), 1.0
        self.examples = [replace(each, tokens=_with_gold(each.tokens, each.gold)) for each in examples]
        self.bases: list[UInt32Array] = []
        self.sums = np.zeros(len(chain.weights))
        self.pair_sums, self.triple_sums = np.zeros_like(chain.pairs), np.zeros_like(chain.triples)
        self.random = generator(seed, "chain", *chain.names)

    def round(self) -> float:
        """The share of tokens labelled rightly while every sentence was seen once, in random order."""
        if self.columns or not self.bases:
            self.bases = [self.chain.bases(self._partly_hidden(example)) for example in self.examples]
        sizes = [len(example.tokens.edges) - 1 for example in self.examples]
        sentences = [(row, place) for row, size in enumerate(sizes) for place in range(size)]
        wrong = sum(self._learn(*sentences[place]) for place in self.random.permutation(len(sentences)).tolist())
        return 1.0 - wrong / max(1, sum(len(example.gold) for example in self.examples))

    def averaged(self) -> LinearChain:
        """A chain with the mean of the weights over all sentences seen so far."""
        chain = self.chain
        mean = copy(chain)
        mean.weights = (chain.weights - self.sums / self.clock).astype(np.float32)
        mean.pairs = chain.pairs - self.pair_sums / self.clock
        mean.triples = chain.triples - self.triple_sums / self.clock
        return mean

    def _partly_hidden(self, example: Example) -> Tokens:
        """The tokens with some of the words hidden, so that what is learned does not lean on rare ones alone."""
        if not self.columns or example.hidden is None:
            return example.tokens
        columns = example.tokens.columns.copy()
        rows = np.flatnonzero(self.random.random(len(columns)) < example.hidden)
        columns[rows[:, None], self.columns] = 0
        return replace(example.tokens, columns=columns)

    def _learn(self, row: int, sentence: int) -> int:
        """The number of tokens that were labelled wrongly in one sentence, having learned from them."""
        tokens, gold = self.examples[row].tokens, self.examples[row].gold
        here = slice(int(tokens.edges[sentence]), int(tokens.edges[sentence + 1]))
        bases, right = self.bases[row][here], gold[here]
        tokens = tokens.between(sentence, sentence + 1)
        offsets, labels = tokens.offsets, tokens.labels
        scores = np.zeros(len(labels))
        kernel.add_scores(self.chain.weights, bases, offsets, labels, scores)
        if self.settings.margin:
            scores += self.settings.margin * (labels != np.repeat(right, np.diff(offsets)))
        kept = pruned(offsets, labels, scores, right, self.settings.most)
        guess, total = self.chain.decode_one(*kept)
        errors = int((guess != right).sum())
        if errors:
            step = 1.0
            if self.settings.update == "passive-aggressive":
                lack = total - self._score(right, *kept)
                step = min(self.settings.aggressiveness, lack / (2 * bases.shape[1] * errors))
            self._update(bases, right, guess, step)
        self.clock += 1.0
        return errors

    def _score(self, path: Int32Array, offsets: Int32Array, labels: Int32Array, scores: Float64Array) -> float:
        """The score of one path through the candidates."""
        chosen = scores[labels == np.repeat(path, np.diff(offsets))]
        only = np.arange(len(path) + 1, dtype=np.int32)
        return self.chain.decode_one(only, path, chosen)[1]

    def _update(self, bases: UInt32Array, right: Int32Array, guess: Int32Array, step: float) -> None:
        chain, clock = self.chain, self.clock
        kernel.change_labels(chain.weights, self.sums, bases, right, guess, step, clock)
        for path, amount in ((right, step), (guess, -step)):
            kernel.change_transitions(chain.pairs, self.pair_sums, chain.triples, self.triple_sums, path, amount, clock)


def _with_gold(tokens: Tokens, gold: Int32Array) -> Tokens:
    """The tokens with each one's gold label among its candidates."""
    rows = np.repeat(np.arange(len(gold)), np.diff(tokens.offsets))
    missing = np.ones(len(gold), dtype=np.bool_)
    missing[rows[tokens.labels == gold[rows]]] = False
    if not missing.any():
        return tokens
    every = np.append(rows, np.flatnonzero(missing))
    labels = np.append(tokens.labels, gold[missing])
    order = np.lexsort((labels, every))
    offsets = np.append(0, np.cumsum(np.bincount(every, minlength=len(gold)))).astype(np.int32)
    return replace(tokens, offsets=offsets, labels=labels[order].astype(np.int32))
