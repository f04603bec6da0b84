"""Known rows: what was found out about words before, so that it is looked up once and not in every document."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray


class KnownRows:
    """Rows of numbers, or single ones, that depend on a word alone, of the words met before: most are such.

    What is found never depends on what is known; where too much would be known, all is forgotten.

    Parameters
    ----------
    make : the rows of some words, one each; always the same for a word.
    most : how many are known at most.
    """

    def __init__(self, make: Callable[[Sequence[str]], NDArray[Any]], most: int = 1 << 17) -> None:
        self.make, self.most, self.lock = make, most, Lock()
        self.places: dict[str, int] = {}
        self.rows: NDArray[Any] | None = None  # made later: `make` may be of an object that is not whole yet

    def __reduce__(self) -> tuple[Any, ...]:
        return KnownRows, (self.make, self.most)

    def of(self, words: Sequence[str]) -> NDArray[Any]:
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
        first, last = len(self.places), len(self.places) + len(words)
        made = self.make(words)
        rows = made[:0] if self.rows is None else self.rows
        if last > len(rows):
            room = np.zeros((2 * last, *made.shape[1:]), dtype=made.dtype)
            room[:first] = rows[:first]
            rows = room
        rows[first:last] = made
        self.rows = rows
        self.places.update(zip(words, range(first, last), strict=True))
