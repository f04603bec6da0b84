"""What the parser sees: the codes of a document's words and tags, and of what is around them, by sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import ByteArray, Int64Array, UInt64Array
from namesakes.errors import DataError
from namesakes.syntax.parsing.templates import AROUND, STEP, TAGS, WORD
from namesakes.text.document import Document
from namesakes.text.strings import Strings
from namesakes.text.vocabulary import code, codes
from namesakes.text.word_cache import WordCache
from namesakes.text.word_vectors import WordVectors, shortened

CLUSTER, GROUP = 10, 5
"""How many bits of a word's path in the tree of clusters make its cluster, and its group."""

_SPREAD = np.uint64(STEP)


@dataclass(frozen=True)
class Sentences:
    """The sentences of a document as the kernels take them: a row for the root, one a word, and one for the end.

    Parameters
    ----------
    codes : of word, tag, coarse tag, ending, shape, cluster and group, and of the words around; see `templates`.
    coarse : the coarse tag as a small number.
    bounds : the first row of each sentence, and the number of rows.
    tokens : the token of each row, -1 for roots and ends.
    """

    codes: UInt64Array
    coarse: ByteArray
    bounds: Int64Array
    tokens: Int64Array

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def rows(self, number: int) -> slice:
        """The rows of one sentence."""
        return slice(int(self.bounds[number]), int(self.bounds[number + 1]))

    def words(self, number: int) -> Int64Array:
        """The tokens of one sentence, empty nodes left out."""
        rows = self.rows(number)
        return self.tokens[rows.start + 1 : rows.stop - 1]


def sentences(document: Document, inventory: UInt64Array) -> Sentences:
    """What the parser sees of a document; `inventory` are the codes of the coarse tags that it tells apart, sorted."""
    bounds, tokens = layout(document)
    words = tokens >= 0
    table = np.empty((len(tokens), len(WORD)), dtype=np.uint64)
    table[bounds[:-1]], table[bounds[1:] - 1] = code("<root>"), code("<end>")
    table[words] = _codes(document)[tokens[words]]
    numbers = np.searchsorted(inventory, table[:, 2]) % TAGS
    return Sentences(with_surroundings(table, bounds), numbers.astype(np.uint8), bounds, tokens)


def bare_sentences(document: Document) -> Sentences:
    """Where the sentences and words of a document are, without any codes."""
    bounds, tokens = layout(document)
    return Sentences(np.zeros((len(tokens), 0), np.uint64), np.zeros(len(tokens), np.uint8), bounds, tokens)


def layout(document: Document) -> tuple[Int64Array, Int64Array]:
    """The bounds of sentences and the tokens of their rows, as `Sentences` has them."""
    real = np.arange(len(document.starts))
    if document.empty_nodes is not None:
        real = np.flatnonzero(document.empty_nodes == 0)
    starts = document.sentence_starts if len(document.sentence_starts) else np.zeros(min(len(real), 1), dtype=np.int32)
    firsts = np.searchsorted(real, starts)
    bounds = np.append(firsts, len(real)) + 2 * np.arange(len(firsts) + 1)
    rows = np.arange(len(real)) + 2 * np.searchsorted(firsts, np.arange(len(real)), side="right") - 1
    tokens = np.full(int(bounds[-1]), -1, dtype=np.int64)
    tokens[rows] = real
    return bounds, tokens


def with_surroundings(words: UInt64Array, bounds: Int64Array) -> UInt64Array:
    """The codes of the rows' own words, and of those one and two places before and after them in their sentence.

    Outside a sentence all words are its end. The end itself is in no part of a tree: its own codes are those of "no
    dependent", any numbers that are no code.
    """
    rows, sizes = np.arange(len(words)), np.diff(bounds)
    first, last = np.repeat(bounds[:-1], sizes), np.repeat(bounds[1:] - 1, sizes)
    found = np.empty((len(words), len(WORD) + len(AROUND)), dtype=np.uint64)
    found[:, : len(WORD)] = words
    column = len(WORD)
    for distance, some in ((-1, slice(0, 3)), (1, slice(0, 3)), (-2, slice(1, 3)), (2, slice(1, 3))):
        places = rows + distance
        places = np.where((places >= first) & (places <= last), places, last)
        width = some.stop - some.start
        found[:, column : column + width] = words[places, some]
        column += width
    found[bounds[1:] - 1, : len(WORD)] = np.arange(6, 6 + len(WORD))
    return found


def tag_columns(document: Document) -> tuple[Strings, Strings]:
    """The fine and the coarse tags of a document; each stands for the other where one of the two is absent."""
    fine, coarse = document.columns.get("xpos"), document.columns.get("upos")
    if fine is None and coarse is None:
        raise DataError(
            f"document {document.key} has no part-of-speech tags, which the parser needs",
            "Run the tagger on it first, or give it a column xpos or upos.",
        )
    return fine or coarse or Strings(), coarse or fine or Strings()


def coarse_inventory(documents: Sequence[Document]) -> UInt64Array:
    """The sorted codes of all coarse tags in the documents."""
    return np.unique(codes(sorted({tag for document in documents for tag in tag_columns(document)[1].values})))


def _codes(document: Document) -> UInt64Array:
    """The seven codes of each token."""
    fine, coarse = tag_columns(document)
    words = document.word_column
    seen = _CACHE.of(words.values)[words.indices]
    return np.column_stack((seen[:, 0], fine.codes, coarse.codes, seen[:, 1:]))


def _seen(words: Sequence[str]) -> UInt64Array:
    """The codes of words, of their endings and shapes, of their clusters and groups."""
    plain = [_plain(word) for word in words]
    paths = WordVectors.shipped().paths(WordVectors.codes(words)) if words else np.zeros(0, dtype=np.uint16)
    grains = [shortened(paths, bits).astype(np.uint64) * _SPREAD for bits in (CLUSTER, GROUP)]
    endings, shapes = codes([word[-3:] for word in plain]), codes([_shape(word) for word in words])
    return np.column_stack((codes(plain), endings, shapes, *grains))


def _plain(word: str) -> str:
    """The word in small letters, with zeros for digits."""
    return "".join(["0" if letter.isdigit() else letter for letter in word.lower()])


def _shape(word: str) -> str:
    """Whether a word has capitals, digits or no letters at all."""
    if word.islower():
        return "x"
    if word.isupper():
        return "XX" if len(word) > 1 else "X"
    if word.istitle() or word[:1].isupper():
        return "Xx"
    return "0" if any(letter.isdigit() for letter in word) else "xX" if any(map(str.isalpha, word)) else "."


_CACHE = WordCache(_seen)
