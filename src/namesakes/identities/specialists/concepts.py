"""Concepts: nouns in profiles by meaning, with the likeness of Jiang and Conrath over WordNet.

Huang et al. (2009a, §3.2) compare "concepts in relationships such as mention, employment, ownership" so. Titles and
occupations are in `occupations`; here are what else somebody is called, and what they belong to or own. These two are
not among the built-in specialists: who wants them names them in the settings of a model.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.identities.specialists.occupation_table import OccupationTable
from namesakes.identities.specialists.specialist import Specialist
from namesakes.identities.terms import terms
from namesakes.identities.terms.best_matches import best_matches
from namesakes.identities.terms.statistics import Statistics
from namesakes.identities.terms.term_matrix import TermMatrix, no_evidence, similarities
from namesakes.profiles.profile import Profile

_HELD = 1 << 14
"""Words that are remembered."""


class Concepts(Specialist):
    """Nouns of two profiles by meaning; abstains where WordNet knows none.

    Parameters
    ----------
    table : the synsets of the nouns; the shipped one of `model` by default.
    """

    model: ClassVar[str] = "en-occupations"

    def __init__(self, statistics: Statistics | None = None, table: OccupationTable | None = None) -> None:
        self._table = table
        self._known: dict[str, tuple[int, ...]] = {}

    @property
    def table(self) -> OccupationTable:
        """The table of synsets: the one given, or the shipped one."""
        return self._table or OccupationTable.shipped(self.model)

    @abstractmethod
    def values(self, profile: Profile) -> Sequence[str]:
        """The nouns of a profile, with what stands before them."""

    def read(self, profile: Profile) -> terms.Bag:
        """Those that WordNet knows."""
        return {noun: 1.0 for noun in terms.listed(self.values(profile)) if self.senses(noun)}

    def senses(self, noun: str) -> tuple[int, ...]:
        """The synsets of a noun; those of the last nouns are remembered."""
        known = self._known.get(noun)
        if known is None:
            if len(self._known) >= _HELD:
                self._known = {}
            known = self._known[noun] = self._found(noun)
        return known

    def _found(self, noun: str) -> tuple[int, ...]:
        return self.table.lookup(noun)

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """The mean of each noun's likeness to the likest of the other's. O(nouns²)."""
        bags = TermMatrix.of_profiles(profiles, self.read)
        if not bags.terms:
            return no_evidence(len(profiles))
        return similarities(best_matches(bags.counts, self._likeness(bags.terms)), bags.nonempty)

    def _likeness(self, nouns: Sequence[str]) -> Float32Array:
        """The likeness of nouns: that of their two senses that are most alike."""
        senses = [self.senses(noun) for noun in nouns]
        distinct = sorted({sense for found in senses for sense in found})
        rows = {sense: row for row, sense in enumerate(distinct)}
        flat = np.array([rows[sense] for found in senses for sense in found], dtype=np.intp)
        starts = np.cumsum([0, *map(len, senses)])[:-1]
        likeness = self.table.likeness(distinct)
        best = np.maximum.reduceat(likeness[flat], starts, axis=0)
        likest: Float32Array = np.maximum.reduceat(best[:, flat], starts, axis=1)
        return likest


class Descriptions(Concepts):
    """What somebody is called beside their name: the miner, her brother."""

    name: ClassVar[str] = "descriptions"
    about: ClassVar[str] = "nouns that they are called by, by meaning"

    def values(self, profile: Profile) -> Sequence[str]:
        """The forms that do not end in a name, and titles and occupations."""
        plain = [form for form in profile.forms if form.strip() and form.split()[-1].islower()]
        return [*plain, *profile.values("title", "occupation")]


class Affiliations(Concepts):
    """What somebody works for, belongs to, owns or learned at: a bank, the Second Army."""

    name: ClassVar[str] = "affiliations"
    about: ClassVar[str] = "employers, memberships, property and schools by meaning"
    model: ClassVar[str] = "en-organizations"

    def values(self, profile: Profile) -> Sequence[str]:
        """Employers, memberships, property and schools."""
        return profile.values("employer", "member", "owner", "education")
