"""Blocking: profiles in blocks that do not overlap, so that only those of one block are ever compared.

A block holds the profiles whose family names have one phonetic key (Huang et al. 2009b, §2.4: phonetic blocking on the
full name). A block that is too large is divided by initials, then by given names, then by what else is known. Nothing
here looks at pairs of profiles: time and memory are linear in profiles.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np

from namesakes.arrays import Int32Array, Int64Array, IntegerArray
from namesakes.errors import ConfigError, DataError
from namesakes.identities.blocking.division import divided
from namesakes.identities.blocking.keys import given_root
from namesakes.identities.blocking.spelling import corrected_groups
from namesakes.identities.blocking.table import BlockTable, block_table
from namesakes.profiles.profile import Profile
from namesakes.structures.components import components


@dataclass(frozen=True)
class BlockStatistics:
    """How far blocks save work: the pairs within them, beside all pairs there are."""

    profiles: int
    blocks: int
    largest: int
    pairs: int
    all_pairs: int

    @property
    def saved(self) -> float:
        """The part of all pairs that is never compared."""
        return 1.0 - self.pairs / self.all_pairs if self.all_pairs else 0.0


@dataclass(frozen=True, eq=False)
class Blocks(Sequence[Int32Array]):
    """Blocks of profiles: block i holds the profiles `order[starts[i]:starts[i + 1]]`, in their own order."""

    order: Int32Array
    starts: Int64Array

    @classmethod
    def of_labels(cls, labels: IntegerArray) -> "Blocks":
        """The blocks of profiles with equal labels, in the order of their first profiles."""
        order = np.argsort(labels, kind="stable").astype(np.int32)
        starts = np.flatnonzero(np.diff(labels[order], prepend=labels.min(initial=0) - 1))
        groups = np.split(order, starts[1:]) if len(order) else []
        groups.sort(key=lambda group: int(group[0]))
        sizes = np.array([0, *map(len, groups)], dtype=np.int64)
        return cls(np.concatenate(groups) if groups else order, np.cumsum(sizes))

    def __len__(self) -> int:
        return len(self.starts) - 1

    @overload
    def __getitem__(self, place: int) -> Int32Array: ...
    @overload
    def __getitem__(self, place: slice) -> list[Int32Array]: ...
    def __getitem__(self, place: int | slice) -> Int32Array | list[Int32Array]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        if not -len(self) <= place < len(self):
            raise IndexError(place)
        place %= len(self)
        return self.order[self.starts[place] : self.starts[place + 1]]

    def __iter__(self) -> Iterator[Int32Array]:
        return (self.order[start:end] for start, end in zip(self.starts[:-1], self.starts[1:], strict=True))

    @property
    def sizes(self) -> Int64Array:
        """How many profiles each block has."""
        return np.diff(self.starts)

    @property
    def labels(self) -> Int32Array:
        """For each profile the number of its block."""
        labels = np.empty(len(self.order), dtype=np.int32)
        labels[self.order] = np.repeat(np.arange(len(self), dtype=np.int32), self.sizes)
        return labels

    def joined(self, pairs: Iterable[tuple[int, int]]) -> "Blocks":
        """These blocks, where those that hold the two profiles of a pair are one, whatever its size: for must-links."""
        ends = self.labels[np.array(list(pairs), dtype=np.int64).reshape(-1, 2)]
        return Blocks.of_labels(components(len(self), ends[:, 0], ends[:, 1])[self.labels])

    def statistics(self) -> BlockStatistics:
        """Sizes and pairs."""
        sizes, count = self.sizes, len(self.order)
        pairs = int((sizes * (sizes - 1) // 2).sum())
        return BlockStatistics(count, len(self), int(sizes.max(initial=0)), pairs, count * (count - 1) // 2)

    def recall(self, gold: Sequence[Hashable] | IntegerArray) -> float:
        """The part of the pairs with the same gold identity that are in one block; 1 where there are none."""
        if len(gold) != len(self.order):
            raise DataError(f"there are {len(gold)} gold identities for {len(self.order)} profiles")
        known: dict[Hashable, int] = {}
        numbers = (
            gold.astype(np.int64)
            if isinstance(gold, np.ndarray)
            else np.array([known.setdefault(each, len(known)) for each in gold], dtype=np.int64)
        )
        together = _pairs(numbers * max(len(self), 1) + self.labels)
        everything = _pairs(numbers)
        return together / everything if everything else 1.0


def _pairs(labels: Int64Array) -> int:
    """How many pairs have equal labels."""
    counts = np.unique(labels, return_counts=True)[1]
    return int((counts * (counts - 1) // 2).sum())


@dataclass(frozen=True)
class Blocking:
    """How profiles are put into blocks.

    Parameters
    ----------
    limit : the most profiles that a block may have.
    correct_spelling : whether rare names at edit distance 1 from a frequent one are taken for misspellings of it.
    """

    limit: int = 500
    correct_spelling: bool = True

    def __post_init__(self) -> None:
        if self.limit < 2:
            raise ConfigError(f"the limit of a block must be at least 2; it is {self.limit}.")

    def blocks(self, profiles: Iterable[Profile]) -> Blocks:
        """The blocks of any number of profiles, which are seen one by one and not kept."""
        return self.of_table(block_table(profiles))

    def of_table(self, table: BlockTable) -> Blocks:
        """The blocks of the profiles that a table describes."""
        families, givens = self.phonetic_groups(table)
        labels = np.full(len(table), -1, dtype=np.int64)
        used = 0
        for group in Blocks.of_labels(families):
            if families[group[0]] >= 0 and len(group) <= self.limit:
                labels[group] = used
                used += 1
                continue
            named = bool(families[group[0]] >= 0)
            inner = divided(table, group, givens[group], self.limit, pack=named)
            labels[group] = used + inner
            used += int(inner.max()) + 1
        return Blocks.of_labels(labels)

    def phonetic_groups(self, table: BlockTable, counts: Int32Array | None = None) -> tuple[Int32Array, Int32Array]:
        """For each profile the groups of its family name and of its given name: those of one phonetic key.

        `counts` says how many profiles each row stands for; one, where it is not given.
        """
        families, givens = table.families.row_groups, table.givens.row_groups
        if self.correct_spelling:
            families = corrected_groups(table.families, givens, counts)[table.families.rows]
            givens = corrected_groups(table.givens, families, counts)[table.givens.rows]
        families = other_names(table, families, givens)
        return lone_given_names(table, families, givens), givens


def other_names(table: BlockTable, families: Int32Array, givens: Int32Array) -> Int32Array:
    """The groups of family names, where a name that has several has that of those who bear one of the others.

    So Luis Prieto García meets Luis Prieto, and Elena Sergeevna Orlova Elena Sergeevna, unless the own group has
    another one with the same given name, or there are several others.
    """
    if not table.others:
        return families
    bearers = _names_of_pairs(table, families, givens)
    homes: dict[int, set[int]] = {}
    for row, family, given in table.others:
        if (family, given) in bearers and bearers.get((int(families[row]), int(givens[row]))) == 1:
            homes.setdefault(row, set()).add(family)
    moved = families.copy()
    for row, groups in homes.items():
        if len(groups) == 1:
            moved[row] = next(iter(groups))
    return moved


def _names_of_pairs(table: BlockTable, families: Int32Array, givens: Int32Array) -> dict[tuple[int, int], int]:
    """For each family with a given name, as groups, how many different names bear them: written otherwise, or with
    another name beside."""
    others = np.full(len(table), -1, dtype=np.int64)
    codes: dict[tuple[int, int], int] = {}
    for row, family, given in table.others:
        others[row] = codes.setdefault((family, given), len(codes))
    full = np.flatnonzero((families >= 0) & (givens >= 0))
    pairs, place = np.unique(np.stack((families[full], givens[full])), axis=1, return_inverse=True)
    names = np.unique(np.stack((place.ravel(), table.families.rows[full], others[full])), axis=1)
    counts = np.bincount(names[0], minlength=pairs.shape[1])
    return dict(zip(zip(*pairs.tolist(), strict=True), counts.tolist(), strict=True)) if len(full) else {}


def lone_given_names(table: BlockTable, families: Int32Array, givens: Int32Array) -> Int32Array:
    """The groups of family names, where one word that is but a given name has that of the only family it is given in.

    So Anand meets Anand Krishnan, unless there is an Anand Rao too, or somebody with the family name Anand.
    """
    full = (givens >= 0) & (families >= 0)
    bearers: dict[int, set[int]] = {}
    for given, family in np.unique(np.stack((givens[full], families[full])), axis=1).T.tolist():
        bearers.setdefault(given, set()).add(family)
    roots: dict[str, int] = {}
    for word, group in zip(table.givens.words, table.givens.groups.tolist(), strict=True):
        if group >= 0:
            roots.setdefault(given_root(word), group)
    taken, moved = set(families[full].tolist()), families.copy()
    short = np.flatnonzero((givens < 0) & (families >= 0))
    words, place = np.unique(np.stack((table.families.rows[short], families[short])), axis=1, return_inverse=True)
    found = words[1].copy()
    for each, (number, family) in enumerate(words.T.tolist()):
        if table.families.kinds[number] == "person" and family not in taken:
            homes = bearers.get(roots.get(given_root(table.families.words[number]), -1), set())
            if len(homes) == 1:
                found[each] = next(iter(homes))
    moved[short] = found[place.ravel()]
    return moved
