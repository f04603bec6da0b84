"""Training of the window network: Adam on the cross-entropy of each token's label, some sentences at a time."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import Float32Array, Float64Array, IndexArray, Int32Array, UInt32Array
from namesakes.config import generator
from namesakes.syntax.tagging.kernels import window_network as kernel
from namesakes.syntax.tagging.window_network import (
    HIDDEN,
    Inputs,
    NetworkSettings,
    WindowNetwork,
    feature_rows,
    unit_vectors,
    window_places,
)

FIRST, SECOND, SMALL = 0.9, 0.999, 1e-8
"""Adam's rates of decay, and what keeps it from dividing by 0."""

WARM = 200
"""The rate of learning rises over so many steps, and over a tenth of them where there are few."""


@dataclass(frozen=True)
class TaggedInputs:
    """What the network sees of one document, the gold labels, and how often each word is hidden."""

    inputs: Inputs
    gold: Int32Array
    hidden: Float64Array


class Adam:
    """Adam (Kingma & Ba 2015) for one array, or for those of its rows that have a gradient."""

    def __init__(self, array: Float32Array) -> None:
        self.array, self.steps = array, 0
        self.first, self.second = np.zeros_like(array), np.zeros_like(array)

    def change(self, gradient: Float32Array, rate: float, rows: UInt32Array | slice = slice(None)) -> None:
        """Move the array, or the rows, against the gradient; other rows stay as they are (lazily)."""
        self.steps += 1
        first = FIRST * self.first[rows] + np.float32(1 - FIRST) * gradient
        second = SECOND * self.second[rows] + np.float32(1 - SECOND) * gradient * gradient
        self.first[rows], self.second[rows] = first, second
        rate *= np.sqrt(1 - SECOND**self.steps) / (1 - FIRST**self.steps)
        self.array[rows] -= np.float32(rate) * first / (np.sqrt(second) + np.float32(SMALL))


def train_network(
    documents: Sequence[TaggedInputs], labels: int, settings: NetworkSettings, seed: int
) -> WindowNetwork:
    """The network learned from documents with gold labels."""
    random = generator(seed, "window network")
    network = WindowNetwork(settings, labels, random)
    trainer = Trainer(network, documents, random)
    for _ in range(settings.rounds):
        trainer.round()
    return network


class Trainer:
    """All tokens one after the other, and the state of Adam.

    Parameters
    ----------
    network : whose weights are changed.
    documents : to learn from.
    random : chooses the order of sentences, and what is hidden and left out.
    """

    def __init__(self, network: WindowNetwork, documents: Sequence[TaggedInputs], random: np.random.Generator) -> None:
        self.network, self.settings, self.random, self.steps = network, network.settings, random, 0
        self.rows = np.concatenate([each.inputs.rows for each in documents])
        self.vectors = np.concatenate([each.inputs.vectors for each in documents])
        self.gold = np.concatenate([each.gold for each in documents])
        self.hidden = np.concatenate([each.hidden for each in documents])
        sizes = np.concatenate([np.diff(each.inputs.edges) for each in documents])
        self.sizes, self.firsts = sizes, np.cumsum(sizes) - sizes
        self.unit = unit_vectors(network.words)
        self.states = {name: Adam(array) for name, array in network.weights.items()}
        self.unseen = _unseen_rows(network)
        self.all_steps = max(1, _all_steps(self.settings, len(sizes)))

    def round(self) -> None:
        """See every sentence once, in random order."""
        order = self.random.permutation(len(self.sizes))
        for first in range(0, len(order), self.settings.batch):
            self._step(order[first : first + self.settings.batch])

    def _step(self, sentences: IndexArray) -> None:
        """One step: forwards, backwards, and Adam."""
        weights, width = self.network.weights, self.settings.width
        sizes = self.sizes[sentences]
        edges = np.append(0, np.cumsum(sizes))
        count = int(edges[-1])
        tokens = np.arange(count) + np.repeat(self.firsts[sentences] - edges[:-1], sizes)
        rows, unit, places = self._rows(tokens), self.unit[self.vectors[tokens]], window_places(edges, count)
        words = np.zeros((count + 1, width), dtype=np.float32)
        kernel.sum_rows(weights["table"], rows, words[:count])
        words[:count] += unit @ weights["vectors"]
        kept_words = self._kept((count, width))
        words[:count] *= kept_words
        seen = words[places].reshape(count, -1)
        hidden = np.maximum(seen @ weights["window"] + weights["bias"], 0)
        kept_hidden = self._kept(hidden.shape)
        hidden *= kept_hidden
        wrong = _softmax(hidden @ weights["out"] + weights["base"])
        wrong[np.arange(count), self.gold[tokens]] -= 1
        wrong /= np.float32(max(count, 1))
        back = (wrong @ weights["out"].T) * (hidden > 0) * kept_hidden
        own = _gathered(back @ weights["window"].T, places, width) * kept_words
        self.steps += 1
        rate = self._rate()
        self._change_table(rows, own, rate)
        changes = {"vectors": unit.T @ own, "window": seen.T @ back, "out": hidden.T @ wrong}
        for name, gradient in {**changes, "bias": back.sum(axis=0), "base": wrong.sum(axis=0)}.items():
            self.states[name].change(gradient, rate)

    def _rate(self) -> float:
        """The rate of learning at this step: it rises, and then falls to 0."""
        rising = min(1.0, self.steps / min(WARM, 1 + self.all_steps // 10))
        return self.settings.rate * rising * (1 - (self.steps - 1) / self.all_steps)

    def _change_table(self, rows: UInt32Array, own: Float32Array, rate: float) -> None:
        """Change the rows of the table that tokens have, given the gradient of each token's sum."""
        used, numbers = np.unique(rows, return_inverse=True)
        changes = np.zeros((len(used), own.shape[1]), dtype=np.float32)
        kernel.add_rows(changes, numbers.reshape(rows.shape).astype(np.uint32), own)
        self.states["table"].change(changes, rate, used)

    def _rows(self, tokens: IndexArray) -> UInt32Array:
        """The tokens' rows of the table, those of some words and classes as if the word were unknown."""
        rows = self.rows[tokens]
        hidden = np.flatnonzero(self.random.random(len(tokens)) < self.hidden[tokens])
        rows[hidden, :HIDDEN] = self.unseen
        return rows

    def _kept(self, shape: tuple[int, ...]) -> Float32Array:
        """What numbers that dropout leaves are multiplied with, 0 for the others."""
        keep = np.float32(1 - self.settings.dropout)
        kept = self.random.random(shape, dtype=np.float32) < keep
        return kept.astype(np.float32) / keep


def _all_steps(settings: NetworkSettings, sentences: int) -> int:
    """How many steps the training takes."""
    return settings.rounds * -(-sentences // settings.batch)


def _unseen_rows(network: WindowNetwork) -> UInt32Array:
    """The rows that an unknown word and an unknown class have."""
    return feature_rows(np.zeros((1, HIDDEN), dtype=np.uint32), network.settings.bits).ravel()


def _gathered(around: Float32Array, places: IndexArray, width: int) -> Float32Array:
    """The gradient of each token, summed over the windows that it stands in."""
    count = len(places)
    parts = around.reshape(count, -1, width)
    own = np.zeros((count + 1, width), dtype=np.float32)
    for place in range(places.shape[1]):  # at one distance a token stands once at most, but for the one outside
        own[places[:, place]] += parts[:, place]
    return own[:count]


def _softmax(scores: Float32Array) -> Float32Array:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Float32Array = powers / powers.sum(axis=1, keepdims=True)
    return found
