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


def candidates(known: Attributes, window: int = 0, kept: BoolArray | None = None) -> Candidates:
    """The root and all earlier mentions; with a window, the nearest so many and all that share a head or a name.

    With a window the number of candidates grows with the length of the text, not with its square: of those that share
    a word, only the nearest `window` count too.

    Parameters
    ----------
    kept : which mentions, the root among them, take part; the others have the root alone and are nobody's candidates.
    """
    if kept is None or kept.all():
        return _all_earlier(known.count) if _few(known.count, window) else _windowed(known.codes, window)
    places = np.flatnonzero(kept)
    count = len(places) - 1
    found = _all_earlier(count) if _few(count, window) else _windowed(known.codes[places], window)
    sizes = np.ones(known.count + 1, dtype=np.int64)
    sizes[0], sizes[places] = 0, np.diff(found.starts)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    mentions = np.zeros(starts[-1], dtype=np.int32)
    mentions[np.repeat(kept, sizes)] = places[found.antecedents]
    return Candidates(starts, mentions)


def _few(count: int, window: int) -> bool:
    return window <= 0 or count <= window


def _all_earlier(count: int) -> Candidates:
    sizes = np.arange(count + 1, dtype=np.int64)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    mentions = np.arange(starts[-1]) - np.repeat(starts[:-1], sizes)
    return Candidates(starts, mentions.astype(np.int32))


def _windowed(codes: UInt64Array, window: int) -> Candidates:
    """The root, then those farther away that share a word, then the nearest: each mention's in document order."""
    count = len(codes) - 1
    shared = [
        _sharing(codes[:, COLUMNS.index(name)], window, most=8 if name == "speaker" else 64)
        for name in ("content", "lemma", "name_first", "name_last", "group", "speaker")
    ]
    far = np.unique(np.concatenate(shared))
    far_owners = far // (count + 1)
    far_sizes = np.bincount(far_owners, minlength=count + 1)
    near_sizes = np.minimum(np.arange(count + 1), window + 1)
    offsets = np.zeros(count + 2, dtype=np.int64)
    np.cumsum(near_sizes + far_sizes, out=offsets[1:])
    owners = np.repeat(np.arange(count + 1), near_sizes + far_sizes)
    found = owners - (offsets[1:][owners] - np.arange(len(owners)))
    found[offsets[1:-1]] = 0
    before = np.cumsum(far_sizes) - far_sizes
    found[offsets[far_owners] + 1 + np.arange(len(far)) - before[far_owners]] = far % (count + 1)
    return Candidates(offsets, found.astype(np.int32))


def _sharing(values: UInt64Array, window: int, most: int) -> Int64Array:
    """The keys of the pairs with the same value whose distance is more than the window; the nearest `most` of each."""
    order = np.argsort(values, kind="stable")
    order = order[np.count_nonzero(values == 0) :]
    ordered = values[order]
    found, same = [], np.arange(len(order))
    for step in range(1, most + 1):
        same = same[: np.searchsorted(same, len(order) - step)]
        same = same[ordered[same + step] == ordered[same]]
        if not len(same):
            break
        later, earlier = order[same + step], order[same]
        far = (later - earlier > window) & (earlier > 0)
        found.append(later[far].astype(np.int64) * len(values) + earlier[far])
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)
