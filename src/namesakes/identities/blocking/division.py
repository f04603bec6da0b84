"""Block division: a block that is too large, divided so that those who may be one person stay together.

First by the initial of the given name, then by the given name, then by clues: facts and names that profiles share, the
rarest first. A profile that does not say enough (`Mr Smith`, or `J. Smith` where there are too many Johns and Jameses)
goes where its clues are.
"""

from itertools import pairwise

import numpy as np

from namesakes.arrays import BoolArray, Int32Array, Int64Array, UInt32Array
from namesakes.identities.blocking.table import BlockTable
from namesakes.identities.clustering.memberships import numbered


def divided(table: BlockTable, rows: Int32Array, givens: Int32Array, limit: int, *, pack: bool) -> Int64Array:
    """For each of these profiles the number of its part; no part has more than `limit` profiles.

    `givens` are the groups of their given names. With `pack` parts that clues leave small share a block; without, a
    profile that shares no clue with another is alone.
    """
    labels = np.zeros(len(rows), dtype=np.int64)
    initials = table.initials[table.givens.rows[rows]].astype(np.int64)
    vague = table.vague[table.givens.rows[rows]]
    for criterion, unsure in ((initials, initials == 0), (givens.astype(np.int64), vague)):
        if not pack:
            break
        for part in _oversized(labels, limit):
            finer = _attached(table, rows[part], criterion[part], unsure[part])
            labels[part] = labels.max() + 1 + numbered(finer)
    for part in _oversized(labels, limit) if pack else [np.arange(len(rows))]:
        labels[part] = labels.max() + 1 + _by_clues(table, rows[part], limit, pack)
    return numbered(labels)


def _oversized(labels: Int64Array, limit: int) -> list[Int64Array]:
    """The places of each label that has more than `limit`."""
    order = np.argsort(labels, kind="stable")
    starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
    return [order[start:end] for start, end in pairwise([*starts.tolist(), len(order)]) if end - start > limit]


def _attached(table: BlockTable, rows: Int32Array, labels: Int64Array, vague: BoolArray) -> Int64Array:
    """The labels, where the vague ones have the label with which they share most clues, if they share any.

    A clue counts the more the fewer of these profiles have it.
    """
    known = np.flatnonzero(~vague)
    unsure = np.flatnonzero(vague)
    if not len(known) or not len(unsure):
        return labels
    from scipy.sparse import csr_matrix

    owners, codes = table.clues_of(rows)
    distinct, columns = np.unique(codes, return_inverse=True)
    having = csr_matrix((np.ones(len(codes)), (owners, columns)), shape=(len(rows), len(distinct)))
    names, inverse = np.unique(labels[known], return_inverse=True)
    membership = csr_matrix((np.ones(len(known)), (inverse, known)), shape=(len(names), len(rows)))
    rarity = 1.0 / np.maximum(np.asarray(having.sum(axis=0)).ravel(), 1.0) ** 2
    votes = (having[unsure].multiply(rarity) @ (membership @ having).T).tocsr()
    found = labels.copy()
    for place, start, end in zip(unsure.tolist(), votes.indptr[:-1].tolist(), votes.indptr[1:].tolist(), strict=True):
        if end > start:
            best = votes.indices[start:end][votes.data[start:end] >= votes.data[start:end].max()].min()
            found[place] = names[best]
    return found


def _by_clues(table: BlockTable, rows: Int32Array, limit: int, pack: bool) -> Int64Array:
    """Parts of at most `limit` profiles: those that share a clue are joined, the rarest clues first, while they fit."""
    owners, codes = table.clues_of(rows)
    order = np.argsort(codes, kind="stable")
    owners, codes = owners[order], codes[order]
    starts = np.flatnonzero(np.diff(codes.astype(np.int64), prepend=-1))
    spans = [(end - start, start, end) for start, end in pairwise([*starts.tolist(), len(codes)])]
    joined = _Bounded(len(rows), limit)
    holders = owners.tolist()
    for size, start, end in sorted(spans):
        if 1 < size <= limit:
            for place in range(start + 1, end):
                joined.join(holders[start], holders[place])
    labels = np.array([joined.find(place) for place in range(len(rows))])
    return _packed(labels, owners, codes, limit) if pack else labels


def _packed(labels: Int64Array, owners: Int32Array, codes: UInt32Array, limit: int) -> Int64Array:
    """The parts put together into as few as hold them, those with the same common clue beside each other."""
    commonest = np.zeros(len(labels), dtype=np.int64)
    if len(codes):
        _, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
        ranks = np.empty(len(counts), dtype=np.int64)
        ranks[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
        commonest[:] = len(counts)
        np.minimum.at(commonest, labels[owners], ranks[inverse])
    parts, first, sizes = np.unique(labels, return_index=True, return_counts=True)
    boxes, box, room = np.empty(len(labels), dtype=np.int64), 0, limit
    for place in np.lexsort((first, commonest[parts])).tolist():
        if sizes[place] > room:
            box, room = box + 1, limit
        room -= int(sizes[place])
        boxes[parts[place]] = box
    return boxes[labels]


class _Bounded:
    """Union-find whose sets never have more than `limit` members."""

    def __init__(self, count: int, limit: int) -> None:
        self.parents, self.sizes, self.limit = list(range(count)), [1] * count, limit

    def find(self, place: int) -> int:
        parents = self.parents
        while parents[place] != place:
            parents[place] = place = parents[parents[place]]
        return place

    def join(self, left: int, right: int) -> None:
        left, right = self.find(left), self.find(right)
        if left != right and self.sizes[left] + self.sizes[right] <= self.limit:
            left, right = min(left, right), max(left, right)
            self.parents[right] = left
            self.sizes[left] += self.sizes[right]
