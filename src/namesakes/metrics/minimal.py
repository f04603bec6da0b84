"""Minimal spans: which mentions of a response count as which of a key that says how much of them is enough.

In a key of MUC-6 or MUC-7 a mention may have a MIN. By the task definition (Hirschman and Chinchor 1997, §2.4 and §4) a
response that covers these words and lies within the mention is that mention, in full. A response with the very span
goes first. Of the others, the innermost mention of the key takes the longest that is left, so that of "[the head of
[the bank]]" the words "the bank" are the inner one. A mention without a MIN, or whose MIN is not in it, needs its span.

STATUS="OPT" marks what a response may find and need not: where the response has no such mention, the key is taken not
to have it either, and nothing is missed. Where it has, it counts like any other.
"""

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, Int64Array
from namesakes.formats.muc.minimum import minima
from namesakes.formats.muc.reader import PREFIX
from namesakes.text.document import Document
from namesakes.text.spans import Mentions

MIN, STATUS = f"{PREFIX}min", f"{PREFIX}status"
"""The columns of `Mentions.extra` that say what is enough, and what is optional."""

_OPTIONAL = "OPT"
Places = tuple[Int64Array, Int64Array]
"""Where each token begins and ends in the coordinates that key and response share."""


@dataclass(frozen=True)
class Counted:
    """Which mentions of a key count, and for each of a response the row of the one of these that it is, or -1."""

    keep: BoolArray
    rows: Int64Array


def counted(
    key: Document,
    table: Mentions,
    response: Mentions,
    spans: tuple[Places, Places],
    tokens: Places | None,
    *,
    singletons: bool = True,
) -> Counted | None:
    """What counts of a key's table, and as what; None where the key has neither a MIN nor anything optional.

    Parameters
    ----------
    key : the document of the key, whose text the MINs are from.
    table, response : the mentions of both sides.
    spans : the first place and the end of each of these mentions, in common coordinates.
    tokens : where each token of the key begins and ends in them; None where they are the tokens' own numbers.
    singletons : whether chains of one mention count, after what is optional and not found is gone.
    """
    enough, status = table.extra.get(MIN), table.extra.get(STATUS)
    if enough is None and status is None:
        return None
    free = _single(response, spans[1])
    taken = _exact(table, spans[0], free)
    if enough is not None:
        _minimal(_Key(key, table, spans[0], tokens), free, taken)
    keep = np.ones(len(table), dtype=np.bool_)
    for row in range(len(table)):
        keep[row] = status is None or status[row].upper() != _OPTIONAL or row in taken
    if not singletons:
        keep &= np.bincount(table.chains[keep], minlength=len(table.chain_ids))[table.chains] > 1
    places = np.where(keep, np.cumsum(keep) - 1, -1)
    rows = np.full(len(response), -1, dtype=np.int64)
    for row, other in taken.items():
        rows[other] = places[row]
    return Counted(keep, rows)


def _single(table: Mentions, places: Places) -> dict[tuple[int, int], int]:
    """The rows of the mentions in one part by their spans; of equal ones the first."""
    single = np.diff(table.offsets) == 1
    spans = zip(places[0].tolist(), places[1].tolist(), strict=True)
    rows: dict[tuple[int, int], int] = {}
    for row, span in enumerate(spans):
        if single[row]:
            rows.setdefault(span, row)
    return rows


def _exact(table: Mentions, places: Places, spans: dict[tuple[int, int], int]) -> dict[int, int]:
    """The row of the response for each row of the key with the same span; these are taken out of `spans`."""
    rows = _single(table, places)
    return {row: spans.pop(span) for span, row in rows.items() if span in spans}


@dataclass(frozen=True)
class _Key:
    """A key's document, its mentions, and where these and the tokens stand in common coordinates."""

    document: Document
    table: Mentions
    spans: Places
    tokens: Places | None

    def least(self, row: int) -> list[tuple[int, int]]:
        """The least that a response must cover of a mention, one for each alternative of its MIN that is in it."""
        first, end = self.table.parts(row)[0]
        starts, ends = self.document.starts[first:end], self.document.ends[first:end]
        text = self.document.text[int(starts[0]) : int(ends.max())]
        found = []
        for begin, stop in minima(text, self.table.extra[MIN][row]):
            inside = first + np.flatnonzero((ends > starts[0] + begin) & (starts < starts[0] + stop))
            if len(inside):
                found.append(self._shared(int(inside[0]), int(inside[-1])))
        return found

    def _shared(self, first: int, last: int) -> tuple[int, int]:
        return (first, last + 1) if self.tokens is None else (int(self.tokens[0][first]), int(self.tokens[1][last]))


def _minimal(key: _Key, free: dict[tuple[int, int], int], taken: dict[int, int]) -> None:
    """Give what is left of the response to mentions of the key whose MIN it covers, innermost first."""
    left = sorted(free)
    starts, ends = key.spans[0].tolist(), key.spans[1].tolist()
    parts = np.diff(key.table.offsets)
    rows = [row for row in range(len(key.table)) if row not in taken and parts[row] == 1]
    for row in sorted(rows, key=lambda row: (ends[row] - starts[row], row)):
        within = left[bisect_left(left, (starts[row], -1)) : bisect_left(left, (ends[row], -1))]
        within = [span for span in within if span[1] <= ends[row]]
        least = key.least(row) if within else []
        fits = [span for span in within if any(span[0] <= first and end <= span[1] for first, end in least)]
        if fits:
            longest = max(fits, key=lambda span: (span[1] - span[0], -span[0]))
            taken[row] = free[longest]
            left.remove(longest)
