"""Flow: a text put together from pieces, with breaks between blocks, and the place of each piece in its file."""

import re
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.text.spans import integers

SPACE, CELL, LINE, PARAGRAPH = range(1, 5)
"""What stands between two pieces, the weakest first; of several the strongest is written."""
_WRITTEN: Final = ("", " ", "\t", "\n", "\n\n")
_SPACES: Final = " \t\n\r\f"
_WORD: Final = re.compile(rf"[^{_SPACES}]+")


@dataclass(slots=True)
class Range:
    """Characters of the text, the end exclusive; none where nothing was written between its begin and its end."""

    start: int = -1
    end: int = -1

    def __bool__(self) -> bool:
        return 0 <= self.start < self.end


@dataclass
class Flow:
    """A text as it grows. White space runs together, and there is none at its edges or beside a break."""

    pieces: list[str] = field(default_factory=list)
    places: list[Int32Array] = field(default_factory=list)
    size: int = 0
    pending: int = 0
    last: int = 0
    waiting: list[Range] = field(default_factory=list)

    def pause(self, kind: int) -> None:
        """Put a space or a break before what comes next, if anything stands before and after it."""
        self.pending = max(self.pending, kind)

    def write(self, data: str, start: int = 0, end: int = 0) -> None:
        """Write a piece whose white space runs together; it stands in the file between two places."""
        exact = end - start == len(data)
        before = 0
        for word in _WORD.finditer(data):
            if word.start() > before:
                self.pause(SPACE)
            self._add(word[0], start + word.start() if exact else start, exact=exact)
            before = word.end()
        if before < len(data):
            self.pause(SPACE)
        self.last = max(self.last, end)

    def keep(self, data: str) -> None:
        """Write a piece as it is."""
        if data.strip(_SPACES):
            self._add(data, 0, exact=False)
        elif data and self.size and not self.pending:
            self._append(data, 0, exact=False)

    def join(self, hyphens: str) -> None:
        """Take back a hyphen and what was to come after it, where a word goes on."""
        self.pending = 0
        if self.pieces and self.pieces[-1].endswith(tuple(hyphens)):
            self.pieces[-1], self.places[-1] = self.pieces[-1][:-1], self.places[-1][:-1]
            self.size -= 1

    def begin(self) -> Range:
        """A range that begins with the next character."""
        found = Range()
        self.waiting.append(found)
        return found

    def finish(self, range: Range) -> None:
        """End a range after the last character."""
        range.end = self.size
        if range.start < 0:
            self.waiting = [each for each in self.waiting if each is not range]

    @property
    def text(self) -> str:
        """All that was written."""
        return "".join(self.pieces)

    @property
    def origin(self) -> Int32Array:
        """The place of each character in the file, and of the end."""
        end = np.array([max(self.last, int(self.places[-1][-1]) + 1 if self.places and len(self.places[-1]) else 0)])
        return integers(np.concatenate([*self.places, end]))

    def _add(self, data: str, start: int, *, exact: bool) -> None:
        if self.pending and self.size:
            self._append(_WRITTEN[self.pending], self._place, exact=False)
        self.pending = 0
        for each in self.waiting:
            each.start = self.size
        self.waiting.clear()
        self._append(data, start, exact=exact)

    @property
    def _place(self) -> int:
        """Where the last character stands."""
        return int(self.places[-1][-1]) if self.places and len(self.places[-1]) else 0

    def _append(self, data: str, start: int, *, exact: bool) -> None:
        self.pieces.append(data)
        self.places.append(integers(np.arange(start, start + len(data)) if exact else np.full(len(data), start)))
        self.size += len(data)
