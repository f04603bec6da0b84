"""Vectors of profiles: what the texts around a person say, as the mean of the vectors of passages, in 8-bit numbers."""

from base64 import b64decode, b64encode
from binascii import Error
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np

from namesakes.arrays import BoolArray, Float32Array
from namesakes.errors import DataError
from namesakes.profiles.parsed_document import ParsedDocument
from namesakes.profiles.subjects import Subject

Vectors = Callable[[Sequence[str]], Float32Array]
"""What makes vectors of texts, a row each, of length 1, or 0 where there is nothing to say."""

LETTERS: Final = 600
"""A passage ends before the sentence with which it would be longer: about a hundred words."""

MOST: Final = 24
"""How many passages of a person are read at most, evenly spread."""

_LEVELS: Final = 127


class PassageVectors:
    """The vectors of the people of one document. Each passage is read once, however many people stand in it.

    Passages are whole sentences one after the other, about a hundred words together: one sentence says too little of
    what a person has to do with, and the whole document too much of others.
    """

    def __init__(self, parsed: ParsedDocument, vectors: Vectors) -> None:
        self._parsed, self._vectors = parsed, vectors
        self._known: dict[int, Float32Array] = {}

    @cached_property
    def _passages(self) -> list[tuple[str, int]]:
        edges = self._parsed.sentence_edges
        return passages([self._parsed.span_text(first, end) for first, end in pairwise(edges)])

    def __call__(self, subject: Subject) -> str:
        """The vector of a person, as it is written: of the passages with mentions, or all where there are none."""
        sentences = sorted({self._parsed.sentence_of[mention.head] for mention in subject.mentions})
        return encoded(np.sum([self._of(place) for place in chosen(self._passages, sentences)], axis=0))

    def _of(self, place: int) -> Float32Array:
        if place not in self._known:
            self._known[place] = self._vectors([self._passages[place][0]])[0]
        return self._known[place]


def passages(sentences: Sequence[str], letters: int = LETTERS) -> list[tuple[str, int]]:
    """The passages of a document, given its sentences, each with the place of its first sentence."""
    found: list[tuple[str, int]] = []
    for place, sentence in enumerate(sentences):
        if found and len(found[-1][0]) + len(sentence) < letters:
            found[-1] = f"{found[-1][0]} {sentence}", found[-1][1]
        else:
            found.append((sentence, place))
    return found


def chosen(known: Sequence[tuple[str, int]], sentences: Sequence[int]) -> list[int]:
    """The places of the passages with these sentences, or of all where there are none; not too many."""
    starts = [first for _, first in known]
    places = sorted({bisect_right(starts, sentence) - 1 for sentence in sentences}) or range(len(known))
    return _spread(places, MOST)


def _spread(places: Sequence[int], most: int) -> list[int]:
    """So many of these places at most, evenly spread."""
    if len(places) <= most:
        return list(places)
    return [places[round(number * (len(places) - 1) / (most - 1))] for number in range(most)]


def encoded(vector: Float32Array) -> str:
    """A vector as whole numbers from -127 to 127, in base64; nothing for one that is 0."""
    largest = float(np.abs(vector).max(initial=0.0))
    if largest < 1e-6:
        return ""
    return b64encode(np.rint(vector * (_LEVELS / largest)).astype(np.int8).tobytes()).decode("ascii")


def decoded(texts: Sequence[str]) -> tuple[Float32Array, BoolArray]:
    """Vectors of length 1 of what `encoded` wrote, a row each, and which rows are known.

    Where vectors are of several sizes, so of several models, those of the first size alone are known.
    """
    rows = [_numbers(text) for text in texts]
    size = next((len(row) for row in rows if len(row)), 0)
    known = np.array([len(row) == size > 0 for row in rows], dtype=np.bool_)
    found = np.zeros((len(rows), size), dtype=np.float32)
    for place in np.flatnonzero(known).tolist():
        found[place] = rows[place]
    lengths = np.linalg.norm(found, axis=1)
    return found / np.maximum(lengths, 1e-9)[:, None].astype(np.float32), known & (lengths > 0)


def _numbers(text: str) -> "np.ndarray[tuple[int], np.dtype[np.int8]]":
    try:
        return np.frombuffer(b64decode(text, validate=True), dtype=np.int8)
    except (Error, ValueError) as error:
        raise DataError(f"the vector of a profile is damaged: {error}") from error
