"""The name table of a block: what the names of each two profiles say of each other, found once for each two names."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log
from typing import Final

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, Int64Array
from namesakes.identities.clustering.constraints import Constraints
from namesakes.names.grouping import written_apart
from namesakes.names.lists import NameLists
from namesakes.names.parsing import parse
from namesakes.names.person import PersonName, is_initial
from namesakes.names.relation import NameRelation, Relation, compare
from namesakes.profiles.names import plain
from namesakes.profiles.profile import Profile

DIFFERENT, UNKNOWN, BARE, INITIAL, FULL = range(5)
"""What two names are to each other: different; not known; one of them without a given name; one of them with an initial
alone; or both full and of one person as far as they go."""

_PEOPLE: Final = 1e7
"""Shares of names are counted in so many people."""


@dataclass(frozen=True, eq=False)
class NameTable:
    """The distinct names of a block, which of them each profile bears, and what each two say of each other.

    Parameters
    ----------
    names : the distinct names, in their parts.
    rows : of each profile the place of its name.
    aliases : of each profile the other full names that its document calls it by, as they are compared.
    """

    names: list[PersonName]
    rows: Int64Array
    aliases: list[frozenset[str]]

    @classmethod
    def of(cls, profiles: Sequence[Profile]) -> "NameTable":
        """The table of these profiles. O(profiles)."""
        known: dict[str, int] = {}
        rows = [known.setdefault(written_name(profile), len(known)) for profile in profiles]
        return cls([parse(name) for name in known], np.array(rows, dtype=np.int64), [_aliases(one) for one in profiles])

    def relation(self, one: int, other: int) -> NameRelation:
        """What the names of two profiles say of each other, with the reason."""
        return compare(self.names[self.rows[one]], self.names[self.rows[other]])

    @cached_property
    def kinds(self) -> Int64Array:
        """What the names of each two profiles are to each other. O(names² + profiles²)."""
        count = len(self.names)
        found = np.zeros((count, count), dtype=np.int64)
        for place, name in enumerate(self.names):
            for before in range(place + 1):
                found[place, before] = found[before, place] = _kind(name, self.names[before])
        return found[np.ix_(self.rows, self.rows)]

    @property
    def apart(self) -> BoolArray:
        """The pairs that no one person bears the names of, unless a document calls one of them by the other's name."""
        found: BoolArray = self.kinds == DIFFERENT
        if any(self.aliases):
            own = [plain(self.names[row].text) for row in self.rows.tolist()]
            for place, others in enumerate(self.aliases):
                if others:
                    same = np.array([name in others for name in own])
                    found[place, same] = found[same, place] = False
        return found

    def apart_within(self, documents: Int64Array) -> BoolArray:
        """The pairs in one document that its way of writing names keeps apart.

        Luis and Louis Ortega are two people there; and a name that is a short form of several people's is none's.

        Parameters
        ----------
        documents : the number of the document that each profile is from.
        """
        found = np.zeros((len(self.rows), len(self.rows)), dtype=np.bool_)
        names = [self.names[row] for row in self.rows.tolist()]
        order = np.argsort(documents, kind="stable")
        for inside in np.split(order, np.flatnonzero(np.diff(documents[order])) + 1):
            for one in inside.tolist():
                others = [other for other in inside.tolist() if other != one]
                fitting = [
                    each for each in others if names[each].is_full and compare(names[one], names[each]).may_be_same
                ]
                several = not names[one].is_full and len(fitting) > 1
                for other in others:
                    if (several and other in fitting) or written_apart(names[one], names[other]):
                        found[one, other] = found[other, one] = True
        return found

    @cached_property
    def rarity(self) -> Float64Array:
        """Of each profile how rare its full name is: −log of the share of people who bear it."""
        return np.array([_rarity(name) for name in self.names])[self.rows]


def name_constraints(profiles: Sequence[Profile]) -> Constraints:
    """Cannot-links between profiles whose names no one person bears."""
    return Constraints.of(cannot=np.argwhere(np.triu(NameTable.of(profiles).apart, 1)))


def written_name(profile: Profile) -> str:
    """The name of a profile with the honorific, as it would be written."""
    name = profile.name
    full = name.full or next(iter(profile.forms), "")
    return f"{name.honorific} {full}" if name.honorific and not full.startswith(name.honorific) else full


def _aliases(profile: Profile) -> frozenset[str]:
    """The names of several words that a document calls somebody by, apart from the one that counts."""
    own = plain(profile.name.full)
    found = (plain(form) for form in profile.forms if len(form.split()) > 1 and form[:1].isupper())
    return frozenset(form for form in found if form != own)


def _kind(one: PersonName, other: PersonName) -> int:
    relation = compare(one, other).relation
    if relation == Relation.DIFFERENT:
        return DIFFERENT
    if relation == Relation.UNKNOWN:
        return UNKNOWN
    if not one.is_full or not other.is_full:
        return BARE
    return INITIAL if _abbreviated(one) or _abbreviated(other) else FULL


def _abbreviated(name: PersonName) -> bool:
    return all(map(is_initial, name.given))


@lru_cache(maxsize=1 << 16)
def _rarity(name: PersonName) -> float:
    lists = NameLists.shipped()
    given = lists.genders.get(name.first, (0, 0))[1]
    family = max((lists.families.get(key, 0) for key in name.surname_keys), default=0)
    return -sum(log(max(2 ** (share / 12) - 1, 1.0) / _PEOPLE) for share in (given, family))
