"""Word vectors: what English words are like, learned elsewhere from much text, as a small table."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from namesakes.arrays import (
    AnyArray,
    ByteArray,
    Float32Array,
    Int8Array,
    Int32Array,
    UInt16Array,
    UInt32Array,
    UInt64Array,
)
from namesakes.errors import ModelError
from namesakes.learning.model import Model, load_model, save_model
from namesakes.text.vocabulary import folded, folded_codes, normal_form

Codes = UInt32Array | UInt64Array
"""Codes of normal forms, whole or folded: `codes` gives folded ones, and both find the same words."""

Kind = TypeVar("Kind", bound=np.generic)

DEPTH = 12
"""How many bits a path has."""

SLOTS = 18
"""Words are looked up by so many of the first bits of their codes, and then one by one."""

SCALE = 127.0
"""A vector's numbers are kept as whole numbers of 1/127."""


class WordVectors:
    """A table of words: the path of each in a tree of clusters, how frequent it is, and vectors of the frequent ones.

    A word is known by the folded code of its normal form (`codes`): lower case, each digit as 0. A path is read from
    its first bit: words whose paths share the first n bits are in one of 2^n clusters, as with the paths of Brown
    clusters (Miller, Guinness & Zamanian 2004).

    Parameters
    ----------
    words : the sorted folded codes of the words.
    tree : the path of each word.
    frequency : the band of each word: the number of bits of its rank, so that 1 has one word, 2 two, 3 four.
    members : the rows, among the words, of those that have vectors, in order.
    vectors : their vectors of length 1, in whole numbers of 1/127.
    """

    def __init__(
        self,
        words: UInt32Array,
        tree: UInt16Array,
        frequency: ByteArray,
        members: Int32Array,
        vectors: Int8Array,
    ) -> None:
        self.words, self.tree, self.frequency, self.members, self.vectors = words, tree, frequency, members, vectors
        self._rows = np.full(len(words) + 1, -1, dtype=np.int32)
        self._rows[members] = np.arange(len(members), dtype=np.int32)
        self._paths = np.append(tree + np.uint16(1), np.uint16(0)).astype(np.uint16)
        self._bands = np.append(frequency, np.uint8(0)).astype(np.uint8)
        self._last = np.append(words, np.uint32(0xFFFFFFFF))
        slots = np.arange(1 << SLOTS, dtype=np.uint32) << np.uint32(32 - SLOTS)
        self._starts = np.searchsorted(words, slots).astype(np.int32)
        self._fullest = int(np.diff(self._starts, append=len(words)).max(initial=0))

    def __len__(self) -> int:
        return len(self.words)

    @staticmethod
    def codes(words: Sequence[str]) -> UInt32Array:
        """The folded codes by which the table knows these words."""
        return folded([normal_form(word) for word in words])

    def rows(self, codes: Codes) -> Int32Array:
        """The row of each word's vector; -1 where it has none. O(words · log table)."""
        return self._looked_up(self._rows, codes)

    def paths(self, codes: Codes, bits: int = DEPTH) -> UInt16Array:
        """One more than the first bits of each word's path; 0 where the word is unknown."""
        found = self._looked_up(self._paths, codes)
        return found if bits == DEPTH else shortened(found, bits)

    def bands(self, codes: Codes) -> ByteArray:
        """How frequent each word is: the number of bits of its rank, from 1 for the most frequent; 0 where unknown."""
        return self._looked_up(self._bands, codes)

    def similarity(self, some: Int32Array, others: Int32Array) -> Float32Array:
        """The cosine of the vectors at these rows, pair by pair; 0 where one of the two is -1."""
        some, others = np.asarray(some), np.asarray(others)
        pairs = self.vectors[some].astype(np.float32) * self.vectors[others]
        cosines = np.clip(pairs.sum(axis=-1) / np.float32(SCALE * SCALE), -1, 1)
        return np.where((some < 0) | (others < 0), np.float32(0), cosines).astype(np.float32)

    def _looked_up(self, column: NDArray[Kind], codes: Codes) -> NDArray[Kind]:
        """The column at the words' places; its last number, which is for unknown words, at those of all others."""
        wanted = folded_codes(codes.astype(np.uint64)) if codes.dtype == np.uint64 else codes
        places = self._starts[wanted >> np.uint32(32 - SLOTS)]
        for _ in range(self._fullest):
            places = places + (self._last[places] < wanted)
        found: NDArray[Kind] = column[np.where(self._last[places] == wanted, places, len(self.words))]
        return found

    def save(self, folder: Path) -> None:
        """Write the table."""
        arrays: dict[str, AnyArray] = {
            "words": self.words,
            "tree": self.tree,
            "frequency": self.frequency,
            "members": np.packbits(self._rows[:-1] >= 0),
            "vectors": self.vectors,
        }
        save_model(folder, Model("words", {"depth": DEPTH, "dimensions": self.vectors.shape[1]}, arrays))

    @classmethod
    def load(cls, folder: Path | Traversable) -> "WordVectors":
        """The table in a folder."""
        arrays = load_model(folder, "words").arrays
        try:
            words, tree, frequency, members, vectors = (
                arrays[name] for name in ("words", "tree", "frequency", "members", "vectors")
            )
        except KeyError as error:
            raise ModelError(f"{folder}: this table of words lacks the array {error}.\nBuild it again.") from error
        rows = np.flatnonzero(np.unpackbits(members, count=len(words))).astype(np.int32)
        return cls(words, tree, frequency, rows, vectors)

    @classmethod
    def shipped(cls) -> "WordVectors":
        """The table for English that comes with the package, loaded once."""
        return _shipped()


@cache
def _shipped() -> WordVectors:
    return WordVectors.load(files("namesakes") / "models" / "en-words")


def shortened(paths: UInt16Array, bits: int) -> UInt16Array:
    """One more than the first bits of the paths, from what `WordVectors.paths` gives; 0 stays 0."""
    found: UInt16Array = np.where(paths == 0, 0, ((paths - 1) >> (DEPTH - bits)) + 1).astype(np.uint16)
    return found
