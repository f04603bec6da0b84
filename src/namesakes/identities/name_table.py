"""The name table of a block: what the names of each two profiles say of each other, found once for each two names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log
from typing import Final

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, Int64Array, IntegerArray
from namesakes.identities.clustering.constraints import Constraints
from namesakes.names.grouping import written_apart
from namesakes.names.lists import NameLists
from namesakes.names.meeting import meetings
from namesakes.names.parsing import parse
from namesakes.names.person import PersonName, is_initial
from namesakes.names.relation import NameRelation, Relation, compare
from namesakes.profiles.names import plain
from namesakes.profiles.profile import Profile

DIFFERENT, UNKNOWN, BARE, INITIAL, FULL = range(5)
"""What two names are to each other: different; sharing nothing; one of them without a given name or a surname; one of
them with an initial alone; or both full and of one person as far as they go."""

_PEOPLE: Final = 1e7
"""Shares of names are counted in so many people."""


@dataclass(frozen=True, eq=False)
class NameTable:
    """The distinct names of a block, which of them each profile bears, and what each two say of each other.

    Parameters
    ----------
    names : the distinct names, in their parts.
    rows : of each profile the place of its name.
    aliases : of each profile the places of the other full names that its document calls it by.
    """

    names: list[PersonName]
    rows: Int64Array
    aliases: list[tuple[int, ...]]

    @classmethod
    def of(cls, profiles: Sequence[Profile]) -> "NameTable":
        """The table of these profiles. O(profiles)."""
        known: dict[str, int] = {}
        rows = [known.setdefault(written_name(profile), len(known)) for profile in profiles]
        others = [tuple(known.setdefault(name, len(known)) for name in aliases(one)) for one in profiles]
        return cls([parse(name) for name in known], np.array(rows, dtype=np.int64), others)

    def relation(self, one: int, other: int) -> NameRelation:
        """What the names of two profiles say of each other, with the reason."""
        return compare(self.names[self.rows[one]], self.names[self.rows[other]])

    @cached_property
    def between(self) -> Int64Array:
        """What each two of the distinct names are to each other. O(names²) of an array, O(names that meet) of names."""
        count = len(self.names)
        found = np.full((count, count), DIFFERENT, dtype=np.int64)
        for place, met in meetings(self.names):
            name = self.names[place]
            for other in (*met, place):
                found[place, other] = found[other, place] = _kind(name, self.names[other])
        return found

    @cached_property
    def kinds(self) -> Int64Array:
        """What the names of each two profiles are to each other, by their aliases where they share nothing else."""
        found = self.between[np.ix_(self.rows, self.rows)]
        called = np.array([place for place, others in enumerate(self.aliases) if others], dtype=np.int64)
        if not len(called):
            return found
        borne = np.zeros((len(self.rows), len(self.names)), dtype=np.float32)
        for place in called.tolist():
            borne[place, list(self.aliases[place])] = 1.0
        own = borne.copy()
        own[np.arange(len(self.rows)), self.rows] = 1.0
        for kind in (INITIAL, FULL):
            near = borne[called] @ (self.between == kind).astype(np.float32) @ own.T > 0
            one, other = np.nonzero(near & (found[called] < kind) & (self._own[called] <= UNKNOWN))
            found[called[one], other] = found[other, called[one]] = kind
        return found

    @property
    def _own(self) -> Int64Array:
        """What the names of each two profiles are to each other, aliases aside."""
        return self.between[np.ix_(self.rows, self.rows)]

    @property
    def apart(self) -> BoolArray:
        """The pairs that no one person bears the names of, unless a document calls one of them by the other's name."""
        found: BoolArray = self.kinds == DIFFERENT
        return found

    @cached_property
    def full(self) -> BoolArray:
        """Which profiles bear a full name, its given name no initial alone."""
        return np.array([is_full(name) and not _abbreviated(name) for name in self.names], dtype=np.bool_)[self.rows]

    @cached_property
    def by_given(self) -> BoolArray:
        """Which profiles are called by a given name alone, as far as a full name of the block has it as one."""
        given = {key for name in self.names if is_full(name) for key in (name.first, *name.given_keys)}
        family = {key for name in self.names if is_full(name) for key in name.surname_keys}
        alone = [name.is_mononym and name.whole in given - family for name in self.names]
        return np.array(alone, dtype=np.bool_)[self.rows]

    @cached_property
    def several(self) -> BoolArray:
        """Which profiles bear a name that may be that of two who cannot be one. O(profiles³) of a matrix product."""
        near = (self.kinds > UNKNOWN).astype(np.float32)
        return np.asarray(((near @ (1.0 - near)) * near).sum(axis=1) > 0)

    def apart_within(self, documents: Int64Array) -> BoolArray:
        """The pairs in one document that its way of writing names keeps apart, beside those whose names differ anyway.

        Luis and Louis Ortega are two people there; and a name that is a short form of several people's is none's.

        Parameters
        ----------
        documents : the number of the document that each profile is from.
        """
        one, other = np.nonzero(np.triu((documents[:, None] == documents[None, :]) & (self.kinds != DIFFERENT), 1))
        written = {pair: _written_apart(*map(self.names.__getitem__, pair)) for pair in self._rows_of(one, other)}
        found = np.zeros((len(self.rows), len(self.rows)), dtype=np.bool_)
        found[one, other] = [written[pair] for pair in self._rows_of(one, other)]
        whole = np.array([name.is_full for name in self.names], dtype=np.bool_)[self.rows]
        for short in np.flatnonzero(~whole).tolist():  # what is whole is a short form of nobody's
            fitting = (documents == documents[short]) & whole & (self.between[self.rows[short], self.rows] > UNKNOWN)
            if len({self.names[row].whole for row in self.rows[fitting].tolist()}) > 1:
                found[short] |= fitting
        return found | found.T

    def _rows_of(self, some: IntegerArray, others: IntegerArray) -> list[tuple[int, int]]:
        """For pairs of profiles the places of their names."""
        return list(zip(self.rows[some].tolist(), self.rows[others].tolist(), strict=True))

    @cached_property
    def rarity(self) -> Float64Array:
        """Of each profile how rare its full name is: −log of the share of people who bear it."""
        return np.array([_rarity(name) for name in self.names])[self.rows]

    @cached_property
    def surname_rarity(self) -> Float64Array:
        """Of each profile how rare its surname is: −log of the share of people who bear it."""
        return np.array([_surname_rarity(name) for name in self.names])[self.rows]


def name_constraints(profiles: Sequence[Profile]) -> Constraints:
    """Cannot-links between profiles whose names no one person bears."""
    return Constraints.of(cannot=np.argwhere(np.triu(NameTable.of(profiles).apart, 1)))


def written_name(profile: Profile) -> str:
    """The name of a profile with the honorific, as it would be written."""
    name = profile.name
    full = name.full or next(iter(profile.forms), "")
    written = full.startswith(name.honorific) or full.endswith(f" {name.honorific}")  # Ayşe Hanım
    return full if written else f"{name.honorific} {full}"


def aliases(profile: Profile) -> Iterable[str]:
    """The full names that a document calls somebody by, apart from the one that counts and its short forms."""
    own = plain(profile.name.full)
    words = set(own.split())
    for form in profile.forms:
        several = len(form.split()) > 1 and form[:1].isupper() and plain(form) != own
        if several and not set(plain(form).split()) <= words and is_full(parse(form)):
            yield form


def is_full(name: PersonName) -> bool:
    """Whether there are a given name, or its initial, and a surname or a patronymic after it."""
    return bool(name.given and (name.surnames or name.patronymic))


def _written_apart(one: PersonName, other: PersonName) -> bool:
    """Whether one text would not write two names so if they were one person's; the III is not his grandfather."""
    numbered = bool(one.generation_key) != bool(other.generation_key)
    return (numbered and is_full(one) and is_full(other)) or written_apart(one, other)


def _kind(one: PersonName, other: PersonName) -> int:
    relation = compare(one, other).relation
    if relation == Relation.DIFFERENT:
        return DIFFERENT
    if relation == Relation.UNKNOWN:
        return UNKNOWN
    if not is_full(one) or not is_full(other):
        return BARE
    return INITIAL if _abbreviated(one) or _abbreviated(other) else FULL


def _abbreviated(name: PersonName) -> bool:
    return all(map(is_initial, name.given))


@lru_cache(maxsize=1 << 16)
def _rarity(name: PersonName) -> float:
    given = NameLists.shipped().genders.get(name.first, (0, 0))[1]
    return _scarcity(given) + _surname_rarity(name)


@lru_cache(maxsize=1 << 16)
def _surname_rarity(name: PersonName) -> float:
    families = NameLists.shipped().families
    return _scarcity(max((families.get(key, 0) for key in name.surname_keys), default=0))


def _scarcity(share: int) -> float:
    """−log of a share of people, from how it is written in the lists of names."""
    return -log(max(2 ** (share / 12) - 1, 1.0) / _PEOPLE)
