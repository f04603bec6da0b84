"""Candidates: the earlier mentions that may be the antecedent of each mention."""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, Int32Array, Int64Array, UInt64Array
from namesakes.mentions.attributes import COLUMNS, Attributes


@dataclass(frozen=True)
class Candidates:
    """The candidates of mention m are rows `starts[m]` to `starts[m + 1]` of `antecedents`, in document order.

    The first of them is the root, 0: the mention begins a chain. The root itself has none.
    """

    starts: Int64Array
    antecedents: Int32Array

    @property
    def owners(self) -> Int64Array:
        """The mention to which each row belongs."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


def rows_of(rows: Candidates, mentions: Int64Array, antecedents: Int32Array) -> Int64Array:
    """The row of each of these mentions that has this antecedent; -1 where none has."""
    found = np.full(len(mentions), -1, dtype=np.int64)
    for place, (mention, antecedent) in enumerate(zip(mentions.tolist(), antecedents.tolist(), strict=True)):
        start, end = rows.starts[mention : mention + 2].tolist()
        row = start + int(np.searchsorted(rows.antecedents[start:end], antecedent))
        if row < end and rows.antecedents[row] == antecedent:
            found[place] = row
    return found


def candidates(known: Attributes, window: int = 0, kept: BoolArray | None = None) -> Candidates:
    """The root and all earlier mentions; with a window, the nearest so many and all that share a head or a name.

    With a window the number of candidates grows with the length of the text, not with its square: of those that share
    a word, only the nearest `window` count too.

    Parameters
    ----------
    kept : which mentions, the root among them, take part; the others have the root alone and are nobody's candidates.
    """
    return CandidateSearch(known, window, kept).of(1, known.count + 1)


class CandidateSearch:
    """Finds the candidates of a stretch of mentions at a time; see `candidates`."""

    def __init__(self, known: Attributes, window: int = 0, kept: BoolArray | None = None) -> None:
        self.count, self.kept = known.count, None if kept is None or kept.all() else kept
        self.places = np.arange(known.count + 1) if self.kept is None else np.flatnonzero(self.kept)
        codes = known.codes if self.kept is None else known.codes[self.places]
        few = window <= 0 or len(codes) - 1 <= window
        self.window = len(codes) if few else window
        self.shared = [] if few else [Sharing(codes[:, COLUMNS.index(name)], most) for name, most in _SHARED.items()]

    def of(self, first: int, end: int) -> Candidates:
        """The candidates of the mentions from `first`, which is not the root, to before `end`; others have none."""
        low, high = (first, end) if self.kept is None else np.searchsorted(self.places, [first, end]).tolist()
        sizes, found = self._stretch(low, high)
        if self.kept is not None:
            inside = self.kept[first:end]
            every = np.ones(end - first, dtype=np.int64)
            every[inside] = sizes
            mentions = np.zeros(int(every.sum()), dtype=np.int64)
            mentions[np.repeat(inside, every)] = self.places[found]
            sizes, found = every, mentions
        starts = np.zeros(self.count + 2, dtype=np.int64)
        np.cumsum(sizes, out=starts[first + 1 : end + 1])
        starts[end + 1 :] = starts[end]
        return Candidates(starts, found.astype(np.int32))

    def _stretch(self, first: int, end: int) -> tuple[Int64Array, Int64Array]:
        """The root, then those farther away that share a word, then the nearest: each mention's in document order.

        How many each of these mentions has, and all of them; numbers are those among the mentions that take part.
        """
        mentions, count = np.arange(first, end), len(self.places)
        far = np.unique(
            np.concatenate([np.zeros(0, dtype=np.int64), *(s.far(first, end, self.window) for s in self.shared)])
        )
        far_owners = far // count - first
        far_sizes = np.bincount(far_owners, minlength=len(mentions))
        sizes = np.minimum(mentions, self.window + 1) + far_sizes
        ends = np.cumsum(sizes)
        begins = ends - sizes
        found = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - mentions, sizes)
        found[begins] = 0
        before = np.cumsum(far_sizes) - far_sizes
        found[begins[far_owners] + 1 + np.arange(len(far)) - before[far_owners]] = far % count
        return sizes, found


_SHARED = {"content": 64, "lemma": 64, "name_first": 64, "name_last": 64, "group": 64, "speaker": 8}
"""The columns that farther mentions may share with a mention, and how many of the nearest count."""


class Sharing:
    """Which mentions have the same value, the nearest `most` before each; 0 is no value."""

    def __init__(self, values: UInt64Array, most: int) -> None:
        self.count, self.most = len(values), most
        order = np.argsort(values, kind="stable")
        self.order = order[np.count_nonzero(values == 0) :]
        self.ordered = values[self.order]
        self.ranks = np.full(len(values), -1, dtype=np.int64)
        self.ranks[self.order] = np.arange(len(self.order))

    def far(self, first: int, end: int, window: int) -> Int64Array:
        """The keys of the pairs of these mentions and those before them whose distance is more than the window."""
        found, same = [np.zeros(0, dtype=np.int64)], self.ranks[first:end]
        for step in range(1, self.most + 1):
            same = same[same >= step]
            same = same[self.ordered[same - step] == self.ordered[same]]
            if not len(same):
                break
            later, earlier = self.order[same], self.order[same - step]
            far = (later - earlier > window) & (earlier > 0)
            found.append(later[far] * self.count + earlier[far])
        return np.concatenate(found)
