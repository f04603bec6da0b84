"""A small network over a window of words: what the linear chain cannot see, since words that are alike share it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import AnyArray, Float32Array, IndexArray, Int32Array, IntegerArray, UInt32Array
from namesakes.config import bounded
from namesakes.learning.quantization import BYTE, dequantize, quantize
from namesakes.syntax.tagging.features import CLASS, ELSEWHERE, STYLE
from namesakes.syntax.tagging.kernels import window_network as kernel
from namesakes.syntax.tagging.word_forms import CASE, LOWER, PREFIX, SHAPE, SUFFIX
from namesakes.text.strings import Strings
from namesakes.text.word_cache import WordCache
from namesakes.text.word_vectors import SCALE, WordVectors, shortened

COLUMNS = (LOWER, CLASS, SHAPE, CASE, *range(SUFFIX + 1, SUFFIX + 5), *range(PREFIX + 1, PREFIX + 4), ELSEWHERE, STYLE)
"""The tagger's columns that the network sees too; the first two are hidden where a word is."""

GRAINS = (6, 8, 10)
"""How many bits of a word's path are features, beside how frequent it is."""

HIDDEN = 2
WINDOW = 3
"""So many words before and after are seen."""

CHUNK = 4096
"""So many tokens are computed at a time."""

_SPREAD = np.uint32(0x9E3779B1)


@dataclass(frozen=True)
class NetworkSettings:
    """How a network is made and trained.

    Parameters
    ----------
    bits : the features of words share 2^bits rows of the table.
    width, hidden : the numbers that stand for a word, and the hidden units.
    rounds : how many epochs there are.
    batch : how many sentences a mini-batch has.
    rate : the learning rate (Adam, Kingma & Ba 2015), which decays to 0.
    dropout : the share of numbers and units that are left out at each step.
    weight : what its scores are multiplied with beside those of the chain.
    doubt : it is asked only about tokens whose best label leads by less among the chain's own scores.
    """

    bits: int = bounded(14, 1, 30)
    width: int = 64
    hidden: int = 128
    rounds: int = 12
    batch: int = 32
    rate: float = 0.002
    dropout: float = 0.3
    weight: float = 0.25
    doubt: float = 1.2


@dataclass(frozen=True)
class Inputs:
    """The tokens of a document as the network sees them.

    Parameters
    ----------
    rows : of the table of features, one row of places a token.
    vectors : the row of each word's vector; the one after the last where it has none.
    edges : the first token of each sentence, and the number of tokens.
    """

    rows: UInt32Array
    vectors: IndexArray
    edges: Int32Array


class WindowNetwork:
    """Scores of labels by one hidden layer over the words around (Collobert et al. 2011).

    A word is the sum xᵢ = Σ_f table[f] + v·vectors of its features and its vector; the scores of token i are
    outᵀ·relu(Σ_k window_k·xᵢ₊ₖ + bias) + base, k from -3 to 3.

    Parameters
    ----------
    settings : its sizes.
    labels : how many.
    random : where its first weights come from; without it they are 0.
    """

    def __init__(self, settings: NetworkSettings, labels: int, random: np.random.Generator | None = None) -> None:
        self.settings, self.words = settings, WordVectors.shipped()
        width, hidden, size = settings.width, settings.hidden, self.words.vectors.shape[1]
        sizes = {
            "table": (1 << settings.bits, width),
            "vectors": (size, width),
            "window": ((2 * WINDOW + 1) * width, hidden),
            "bias": (hidden,),
            "out": (hidden, labels),
            "base": (labels,),
        }
        self.weights: dict[str, Float32Array] = {
            name: np.zeros(shape, dtype=np.float32) for name, shape in sizes.items()
        }
        if random is not None:
            for name, array in self.weights.items():
                if array.ndim > 1:
                    scale = 0.1 if name == "table" else np.sqrt(2 / sum(array.shape))
                    array += (scale * random.standard_normal(array.shape)).astype(np.float32)
        self._vectors = unit_vectors(self.words)
        self._word_cache = WordCache(self._seen)

    def inputs(self, words: Strings, columns: UInt32Array, edges: Int32Array) -> Inputs:
        """What the network sees of tokens, given the columns of the tagger."""
        seen = self._word_cache.of(words.values)[words.indices]
        rows = feature_rows(np.column_stack((columns[:, COLUMNS], seen[:, :-1])), self.settings.bits)
        return Inputs(rows, seen[:, -1].astype(np.intp), edges)

    def _seen(self, words: Sequence[str]) -> UInt32Array:
        """The clusters of words in all grains, how frequent they are, and the rows of their vectors."""
        codes = self.words.codes(words)
        paths, vectors = self.words.paths(codes), self.words.rows(codes)
        vectors = np.where(vectors < 0, len(self.words.vectors), vectors)
        kinds: list[AnyArray] = [*(shortened(paths, bits) for bits in GRAINS), self.words.bands(codes), vectors]
        return np.column_stack(kinds).astype(np.uint32)

    def scores(self, inputs: Inputs, wanted: IndexArray) -> Float32Array:
        """The scores of all labels at the wanted tokens, one row each. O(wanted · width · hidden)."""
        weights, count = self.weights, len(inputs.rows)
        words = np.zeros((count + 1, self.settings.width), dtype=np.float32)
        kernel.sum_rows(weights["table"], inputs.rows, words[:count])
        words[:count] += self._projected()[inputs.vectors]
        places = window_places(inputs.edges, count)
        found = np.empty((len(wanted), len(weights["base"])), dtype=np.float32)
        for first in range(0, len(wanted), CHUNK):
            part = wanted[first : first + CHUNK]
            hidden = words[places[part]].reshape(len(part), -1) @ weights["window"] + weights["bias"]
            found[first : first + CHUNK] = np.maximum(hidden, 0, out=hidden) @ weights["out"] + weights["base"]
        return found

    def _projected(self) -> Float32Array:
        """The vectors of all words as the first layer takes them, made once."""
        if not hasattr(self, "_made"):
            self._made: Float32Array = self._vectors @ self.weights["vectors"]
        return self._made

    def arrays(self) -> dict[str, AnyArray]:
        """The weights by name, the table in 8 bits and the rest in 16, for a model's file."""
        largest = np.maximum(np.abs(self.weights["table"]).max(axis=0), 1e-6)
        table, scale = quantize(self.weights["table"], scale=largest / BYTE)
        rest = {name: array.astype(np.float16) for name, array in self.weights.items() if name != "table"}
        return {"table": table, "scale": np.asarray(scale), **rest}

    def fill(self, arrays: dict[str, AnyArray]) -> None:
        """Take the weights from a model's arrays."""
        self.weights = {name: arrays[name].astype(np.float32) for name in self.weights}
        self.weights["table"] = dequantize(arrays["table"], arrays["scale"])


def feature_rows(columns: UInt32Array, bits: int) -> UInt32Array:
    """The place of each code in the table of features; the same code in another column has another place."""
    numbers: UInt32Array = np.arange(1, columns.shape[1] + 1, dtype=np.uint32)
    spread: UInt32Array = (columns + numbers * _SPREAD) * _SPREAD
    spread ^= spread >> np.uint32(15)
    spread *= _SPREAD
    return spread >> np.uint32(32 - bits)


def unit_vectors(words: WordVectors) -> Float32Array:
    """The vectors of a table of words, and one of zeros for all other words."""
    vectors = words.vectors.astype(np.float32) * np.float32(3 / SCALE)
    return np.concatenate((vectors, np.zeros((1, vectors.shape[1]), dtype=np.float32)))


def window_places(edges: IntegerArray, count: int) -> IndexArray:
    """The tokens around each token in its sentence, one row each; the number of tokens where there is none."""
    sentence = np.repeat(np.arange(len(edges) - 1), np.diff(edges))
    places = np.arange(count)[:, None] + np.arange(-WINDOW, WINDOW + 1)
    inside = (places >= edges[sentence][:, None]) & (places < edges[sentence + 1][:, None])
    return np.where(inside, places, count)
