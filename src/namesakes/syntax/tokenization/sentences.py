"""Sentences: which tokens are the last of one.

Any gap may end a sentence if white space or a mark stands before it, so that titles, list items and lines without a
final mark are found too; a blank line always does. All else is learned from the words and shapes around the gap.
"""

import re
from collections.abc import Sequence

import numpy as np

from namesakes.arrays import BoolArray, ByteArray, Int32Array, UInt32Array
from namesakes.learning.binary import BinaryClassifier, BinarySettings
from namesakes.syntax.tokenization.kernels import gaps as kernel
from namesakes.text.document import Document
from namesakes.text.spans import integers

GLUED, SPACE, LINE, BLANK = range(4)
"""What stands in the gap after a token; `BLANK` also after the last."""

LONGEST = 1000
"""Sentences of more tokens are cut: they are lists or data, and what is done sentence by sentence needs an end."""
_BLOCK = 4096
_FILTER = 1 << 16
_BROKEN, _SPACE = 0.03, re.compile(" (?=[a-z])")
"""How many of the spaces before small letters become line breaks in `ragged`."""
_FULL_LINE, _NARROW, _WIDE = 0.9, 40, 120
"""The quantile of line lengths that is a full line, and how long one is where lines were broken to fit."""
_WORDS = np.zeros(256, dtype=np.bool_)
_WORDS[[1, 2, 3, 4, 5, 6, 7, 15, 16, 17]] = True
"""Whether a token of this shape (see the kernel) has letters or digits."""


class Gaps:
    """The gaps after the tokens of one text, described by numbers."""

    def __init__(
        self, characters: tuple[UInt32Array, ByteArray, UInt32Array], starts: Int32Array, ends: Int32Array
    ) -> None:
        count = len(starts)
        self._codes, self._starts, self._ends = characters[0], starts, ends
        self._words, self._shapes = np.zeros(count, dtype=np.uint32), np.zeros(count, dtype=np.uint8)
        self.kinds, self._seen = np.zeros(count, dtype=np.uint8), np.zeros(_FILTER, dtype=np.uint8)
        self._around = np.zeros((count, 6), dtype=np.int32)
        kernel.describe(
            *characters, starts, ends, _width(characters[0]), self._words, self._shapes, self.kinds, self._seen
        )
        kernel.surroundings(self._words, self._shapes, self.kinds, self._around)

    def open(self) -> Int32Array:
        """The tokens after which a sentence may or may not end."""
        words = _WORDS[self._shapes]
        found = (self.kinds == SPACE) | (self.kinds == LINE)
        found[:-1] |= (self.kinds[:-1] == GLUED) & ~words[:-1] & words[1:]
        return integers(np.flatnonzero(found))

    def places(self, positions: Int32Array, mask: int) -> UInt32Array:
        """The hashed features of a sentence's end after each of these tokens."""
        found = np.zeros((len(positions), kernel.TEMPLATES), dtype=np.uint32)
        kernel.features(
            self._words,
            self._shapes,
            self.kinds,
            self._around,
            self._starts,
            self._ends,
            self._codes,
            self._seen,
            positions,
            mask,
            found,
        )
        return found


def sentence_starts(gaps: Gaps, decisions: BinaryClassifier) -> Int32Array:
    """The first token of each sentence. O(tokens)."""
    last = gaps.kinds == BLANK
    positions = gaps.open()
    for begin in range(0, len(positions), _BLOCK):
        block = positions[begin : begin + _BLOCK]
        last[block] = decisions(gaps.places(block, decisions.mask))
    return _after(last)


def shortened(starts: Int32Array, tokens: int) -> Int32Array:
    """The first tokens of sentences none of which has more than `LONGEST` tokens."""
    edges = np.append(starts, tokens).astype(np.int64)
    if (np.diff(edges) <= LONGEST).all():
        return starts
    parts = [np.arange(first, end, LONGEST) for first, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)]
    return integers(np.concatenate(parts))


def paragraph_starts(gaps: Gaps) -> Int32Array:
    """The first token of each paragraph: those that follow a blank line."""
    return _after(gaps.kinds == BLANK)


def learn_sentences(texts: Sequence[tuple[Gaps, Int32Array]], learning: BinarySettings, seed: int) -> BinaryClassifier:
    """The decisions learned from gaps and the first tokens of their sentences."""
    places, targets = [], []
    for gaps, firsts in texts:
        ends = np.zeros(len(gaps.kinds) + 1, dtype=np.bool_)
        ends[firsts] = True
        positions = gaps.open()
        places.append(gaps.places(positions, (1 << learning.bits) - 1))
        targets.append(ends[1:][positions])
    return BinaryClassifier.train(np.concatenate(places), np.concatenate(targets), learning, seed, "sentences")


def ragged(document: Document, random: np.random.Generator) -> Document:
    """The document with its blank lines made line breaks, and a few spaces before small letters too; offsets stay.

    Corpora come with blank lines only; from these a model learns what line breaks are worth.
    """
    text = document.text.replace("\n\n", " \n")
    return document.replace(text=_SPACE.sub(lambda _: "\n" if random.random() < _BROKEN else " ", text))


def _width(codes: UInt32Array) -> int:
    """How long the lines of a text with broken lines are; 0 where its line breaks are meant."""
    breaks = np.flatnonzero((codes == 10) | (codes == 13))
    if not len(breaks):
        return 0
    lengths = np.sort(np.diff(np.concatenate(([-1], breaks, [len(codes)]))) - 1)
    lengths = lengths[np.searchsorted(lengths, 1) :]
    width = int(lengths[int(_FULL_LINE * (len(lengths) - 1))]) if len(lengths) else 0
    return width if _NARROW <= width <= _WIDE else 0


def _after(last: BoolArray) -> Int32Array:
    """The first tokens of the sentences or paragraphs whose last tokens are marked."""
    return integers(np.append(0, np.flatnonzero(last[:-1]) + 1) if len(last) else ())
