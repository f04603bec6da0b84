"""Quotes: the stretches of a text that stand between quotation marks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.text.document import Document

KINDS = (("“", "”"), ("``", "''"), ("«", "»"), ('"', '"'), ("‘", "’"), ("'", "'"))
"""The marks that open and close quotes; of quotes inside others, or across them, the kind with more of them stays."""

_APOSTROPHES = {"'", "’"}
_STOPS = {".", ",", "!", "?", ";", ":", "--", "—", "–", "-", "…"}
_BEGINNINGS = _STOPS | {"(", "[", "“", "``", '"', "‘"}


@dataclass(frozen=True)
class Quote:
    """A quoted stretch: its tokens from `first` to before `end`, marks included.

    Parameters
    ----------
    continues : whether the quote before was not closed and this one goes on with it, as in speeches of several
        paragraphs.
    closed : whether there is a closing mark.
    """

    first: int
    end: int
    continues: bool = False
    closed: bool = True


def quotes(document: Document) -> list[Quote]:
    """The quotes of a document in its order; of quotes inside others only the outer ones.

    A quote may reach over sentences. Without a closing mark it ends with its paragraph, and where the next one opens
    with a mark that quote continues it; in a document without paragraphs it ends where the next quote begins.
    """
    words = set(document.word_column.values)
    present = [kind for kind in KINDS if not words.isdisjoint(kind)]
    kinds = sorted((list(_of_kind(document, kind)) for kind in present), key=len, reverse=True)
    found: list[Quote] = []
    for of_kind in kinds:
        taken = quoted(document, found)
        found += [each for each in of_kind if (taken[each.first : each.end] < 0).all()]
    return sorted(found, key=lambda each: each.first)


def quoted(document: Document, found: Sequence[Quote]) -> Int32Array:
    """The number of the quote that each token is in, -1 outside."""
    numbers = np.full(len(document.starts), -1, dtype=np.int32)
    for number, quote in enumerate(found):
        numbers[quote.first : quote.end] = number
    return numbers


def _of_kind(document: Document, kind: tuple[str, str]) -> Iterator[Quote]:
    """The quotes between marks of one kind."""
    reader = _Reader(document, kind)
    opened: Quote | None = None
    goes_on = -1
    for place, action in reader.reading():
        if place in reader.edges and opened is not None:
            yield replace(opened, end=place, closed=False)
            opened, goes_on = None, place
        if action == _OPEN:
            if opened is not None:
                yield replace(opened, end=place, closed=False)
            opened = Quote(place, place, opened is not None or place == goes_on)
        elif action == _CLOSE and opened is not None:
            yield replace(opened, end=place + 1)
            opened = None


_OPEN, _CLOSE, _NOTHING = 0, 1, 2
_NEVER, _UNCLOSED, _LONG = 1000.0, 3.0, 0.004
"""What it costs to open a quote within another one, and to have a word in a quote."""


class _Reader:
    """Says what each mark of a kind does: opens a quote, closes it or, as an apostrophe, nothing.

    Each reading of a mark costs by what stands beside it; a mark that opens within a quote costs more; at the edge of a
    paragraph no quote is open; long quotes cost more than short ones. The cheapest reading of all marks is taken, by
    dynamic programming over two states, outside and inside. O(marks).
    """

    def __init__(self, document: Document, kind: tuple[str, str]) -> None:
        self.document, self.kind, self.words = document, kind, document.words
        self.edges = {*document.paragraph_starts.tolist(), len(self.words)} - {0}
        self.sentences = set(document.sentence_starts.tolist())

    def reading(self) -> list[tuple[int, int]]:
        """The places of marks and of paragraphs' edges, each with what is done there."""
        column = self.document.word_column
        marks = [number for number, word in enumerate(column.values) if word in self.kind]
        places = sorted({*np.flatnonzero(np.isin(column.indices, marks)).tolist(), *self.edges} - {len(self.words)})
        outside, inside, last = 0.0, _NEVER, 0
        steps: list[tuple[tuple[int, int], tuple[int, int]]] = []
        for place in [*places, len(self.words)]:
            inside += _LONG * (place - last)
            last = place
            come = (0, 1)
            if place in self.edges:
                come = (0, 0) if outside <= inside else (1, 1)
                outside, inside = min(outside, inside), _NEVER
            mark = place < len(self.words) and self.words[place] in self.kind
            opening, closing, nothing = self.costs(place) if mark else (_NEVER, _NEVER, 0.0)
            ends = min((outside + nothing, 0, _NOTHING), (inside + closing, 1, _CLOSE))
            begins = (outside + opening, 0, _OPEN), (inside + opening + _UNCLOSED, 1, _OPEN)
            goes_on = min((inside + nothing, 1, _NOTHING), *begins)
            outside, inside = ends[0], goes_on[0]
            steps.append(((come[ends[1]], ends[2]), (come[goes_on[1]], goes_on[2])))
        state, actions = int(inside < outside), []
        for step in reversed(steps):
            state, action = step[state]
            actions.append(action)
        return list(zip([*places, len(self.words)], actions[::-1], strict=True))

    def costs(self, place: int) -> tuple[float, float, float]:
        """What it costs to read a mark as one that opens, closes, or does nothing."""
        words, word = self.words, self.words[place]
        single = word in _APOSTROPHES
        last = words[place - 1] if place else "."
        following = words[place + 1][:1] if place + 1 < len(words) else ""
        begins = last in _BEGINNINGS or place in self.sentences
        opening = 0.5 * following.islower() + (2.0 if single else 0.5) * (not begins) + (place + 1 in self.sentences)
        closing = (1.0 if single else 0.5) * (last[-1:] not in _STOPS) + 0.5 * (place in self.sentences)
        before, after = self.spaced(place)
        if before != after:
            opening, closing = (opening, closing + 3.0) if before else (opening + 3.0, closing)
        if self.kind[0] != self.kind[1]:
            opening, closing = (opening, _NEVER) if word == self.kind[0] else (_NEVER, closing)
        return opening, closing, 1.2 if single else 4.0

    def spaced(self, place: int) -> tuple[bool, bool]:
        """Whether there is space before and after a token; the ends of the text count as space."""
        starts, ends = self.document.starts, self.document.ends
        before = place == 0 or int(ends[place - 1]) < int(starts[place])
        after = place + 1 == len(starts) or int(ends[place]) < int(starts[place + 1])
        return before, after
