"""Spelling correction: rare words at edit distance 1 from a frequent one join its group.

Edits are those of Damerau and Levenshtein: a letter wrong, missing, too many, or two swapped. Two such words are equal
when at most one letter of each is deleted. All pairs are found by hashing the words with each letter deleted (as
SymSpell does), in time linear in the letters.
"""

from zlib import crc32

import numpy as np

from namesakes.arrays import Int32Array, IntegerArray
from namesakes.identities.blocking.table import Words

SHORTEST = 4
"""Shorter words have too many others at edit distance 1."""
RATIO = 4
"""How many times more frequent the group of the right word must be."""


def corrected_groups(words: Words, partners: Int32Array, counts: Int32Array | None = None) -> Int32Array:
    """For each word its group, or that of the frequent word that it is probably a misspelling of.

    `partners` is the other part of each profile's name: a correction counts only where the right word occurs with the
    same partner, or where the partner is not known (−1). Of several the one with most partners, then the most frequent.
    `counts` says how many profiles each row stands for; one, where it is not given.
    """
    own = words.row_groups
    each = np.ones(len(own), dtype=np.int32) if counts is None else counts
    frequency = np.zeros(int(words.groups.max(initial=-1)) + 1, dtype=np.int64)
    np.add.at(frequency, own[own >= 0], each[own >= 0])
    rare, group = _candidates(words, frequency)
    if not len(rare):
        return words.groups
    votes = _votes(words, partners, each, rare, group)
    kept = np.flatnonzero(votes > 0)
    order = kept[np.lexsort((group[kept], frequency[group[kept]], votes[kept]))]
    groups = words.groups.copy()
    groups[rare[order]] = group[order]  # later ones, with more votes, win
    return groups


def _candidates(words: Words, counts: IntegerArray) -> tuple[Int32Array, Int32Array]:
    """Pairs of a rare word and a frequent group that has a word at edit distance 1."""
    hashes: list[int] = []
    owners: list[int] = []
    for number, (word, kind) in enumerate(zip(words.words, words.kinds, strict=True)):
        if len(word) >= SHORTEST:
            start = crc32(kind.encode())
            variants = {crc32((word[:place] + word[place + 1 :]).encode(), start) for place in range(len(word))}
            variants.add(crc32(word.encode(), start))
            hashes.extend(variants)
            owners.extend([number] * len(variants))
    codes, numbers = np.array(hashes, dtype=np.uint32), np.array(owners, dtype=np.int32)
    order = np.argsort(codes, kind="stable")
    codes, numbers = codes[order], numbers[order]
    starts = np.flatnonzero(np.diff(codes.astype(np.int64), prepend=-1))
    ends = np.append(starts[1:], len(codes))
    pairs: set[tuple[int, int]] = set()
    for start, end in zip(starts[ends - starts > 1].tolist(), ends[ends - starts > 1].tolist(), strict=True):
        near = numbers[start:end]
        groups = words.groups[near]
        best = int(counts[groups].max())
        for word, group in zip(near.tolist(), groups.tolist(), strict=True):
            if RATIO * counts[group] <= best:
                pairs.update((word, other) for other in groups.tolist() if RATIO * counts[group] <= counts[other])
    found = np.array(sorted(pairs), dtype=np.int32).reshape(-1, 2)
    return found[:, 0], found[:, 1]


def _votes(words: Words, partners: Int32Array, counts: Int32Array, rare: Int32Array, group: Int32Array) -> Int32Array:
    """For each pair of a word and a group, how many of the word's profiles have a partner that the group has too."""
    stride = int(partners.max(initial=-1)) + 2
    seen = np.unique(words.row_groups.astype(np.int64) * stride + partners + 1)
    order = np.argsort(words.rows, kind="stable")
    first = np.searchsorted(words.rows[order], rare, side="left")
    last = np.searchsorted(words.rows[order], rare, side="right")
    votes = np.zeros(len(rare), dtype=np.int32)
    for pair, (start, end, target) in enumerate(zip(first.tolist(), last.tolist(), group.tolist(), strict=True)):
        known = partners[order[start:end]].astype(np.int64)
        wanted = target * stride + known + 1
        places = np.minimum(np.searchsorted(seen, wanted), len(seen) - 1)
        meets = (seen[places] == wanted) | (known < 0)
        votes[pair] = int(counts[order[start:end]][meets].sum())
    return votes
