"""A cache of what depends on a word alone, so that it is computed once and not in every document."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray


class WordCache:
    """A cache of rows of numbers, or of single ones, by word.

    What it returns never depends on what is cached; where it would grow too large, it is emptied.

    Parameters
    ----------
    make : the rows of some words, one each; always the same for a word.
    most : how many words it holds at most.
    """

    def __init__(self, make: Callable[[Sequence[str]], AnyArray], most: int = 1 << 17) -> None:
        self.make, self.most, self.lock = make, most, Lock()
        self.places: dict[str, int] = {}
        self.rows: AnyArray | None = None  # made later: `make` may be of an object that is not whole yet

    def __reduce__(self) -> tuple[Any, ...]:
        return WordCache, (self.make, self.most)

    def of(self, words: Sequence[str]) -> AnyArray:
        """One row a word."""
        with self.lock:
            found = list(map(self.places.get, words))
            if None in found:
                new = list({word: None for word, place in zip(words, found, strict=True) if place is None})
                if len(self.places) + len(new) > self.most:
                    self.places, new = {}, list(dict.fromkeys(words))
                self._add(new)
                found = list(map(self.places.get, words))
            rows = self.make([]) if self.rows is None else self.rows
            return rows[np.array(found, dtype=np.intp)]

    def _add(self, words: list[str]) -> None:
        first, end = len(self.places), len(self.places) + len(words)
        made = self.make(words)
        rows = made[:0] if self.rows is None else self.rows
        if end > len(rows):
            room = np.zeros((2 * end, *made.shape[1:]), dtype=made.dtype)
            room[:first] = rows[:first]
            rows = room
        rows[first:end] = made
        self.rows = rows
        self.places.update(zip(words, range(first, end), strict=True))
