"""Occupations: titles and work by meaning, so that a president and a commander in chief meet."""

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.identities.specialists.locations import STATES_OF, gazetteer
from namesakes.identities.specialists.occupation_table import OccupationTable
from namesakes.identities.specialists.specialist import Specialist
from namesakes.identities.terms import terms
from namesakes.identities.terms.best_matches import best_matches
from namesakes.identities.terms.statistics import Statistics
from namesakes.identities.terms.term_matrix import TermMatrix, no_evidence, similarities
from namesakes.profiles.profile import Profile

OFFICES = {
    "commander in chief": "president",
    "head of state": "president",
    "head of government": "prime minister",
    "first lord of the treasury": "prime minister",
    "chief diplomat": "secretary of state",
    "bishop of rome": "pope",
    "pontiff": "pope",
    "holy father": "pope",
    "member of congress": "congressman",
    "mp": "member of parliament",
    "gop leader": "politician",
    "ceo": "chief executive officer",
    "cfo": "chief financial officer",
    "md": "physician",
    "envoy": "ambassador",
}
"""Offices that one person holds together, or by two names, which WordNet does not know to be one."""

PARTIES = ("d", "r", "i")

_HELD = 1 << 14
"""Titles that are remembered."""


@lru_cache(maxsize=1 << 14)
def office(title: str) -> str:
    """What else the holder of an office is called; nothing where that is not known.

    A party and a state, as in "D-N.Y.", make a senator (the example of Huang et al. 2009, §3.2).
    """
    words = title.split()
    if len(words) > 1 and words[0] in PARTIES:
        area = gazetteer().get("".join(words[1:])) or gazetteer().get(" ".join(words[1:]))
        if area is not None and area[0] == STATES_OF and len(area) == 2:
            return "senator"
    return OFFICES.get(title, "")


class Occupations(Specialist):
    """The likeness of Jiang and Conrath over WordNet (Huang et al. 2009, §3.2); abstains where WordNet knows none."""

    name: ClassVar[str] = "occupations"
    about: ClassVar[str] = "titles and occupations by meaning"

    def __init__(self, statistics: Statistics | None = None, table: OccupationTable | None = None) -> None:
        self._table = table
        self._known: dict[str, tuple[int, ...]] = {}

    @property
    def table(self) -> OccupationTable:
        """The table of occupations: the one given, or the shipped one."""
        return self._table or OccupationTable.shipped()

    def read(self, profile: Profile) -> terms.Bag:
        """The titles and occupations that WordNet knows."""
        found = terms.listed(profile.values("title", "occupation"))
        return {title: 1.0 for title in found if self.senses(title)}

    def senses(self, title: str) -> tuple[int, ...]:
        """The synsets of a title, and of what else its holder is called; those of the last titles are remembered."""
        known = self._known.get(title)
        if known is None:
            if len(self._known) >= _HELD:
                self._known = {}
            other = office(title)
            known = self.table.lookup(title) + (self.table.lookup(other) if other else ())
            self._known[title] = known
        return known

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """The mean of each title's likeness to the likest of the other's. O(titles²)."""
        bags = TermMatrix.of_profiles(profiles, self.read)
        if not bags.terms:
            return no_evidence(len(profiles))
        return similarities(best_matches(bags.counts, self._likeness(bags.terms)), bags.nonempty)

    def _likeness(self, titles: Sequence[str]) -> Float32Array:
        """The likeness of titles: that of their two senses that are most alike."""
        senses = [self.senses(title) for title in titles]
        distinct = sorted({sense for found in senses for sense in found})
        rows = {sense: row for row, sense in enumerate(distinct)}
        flat = np.array([rows[sense] for found in senses for sense in found], dtype=np.intp)
        starts = np.cumsum([0, *map(len, senses)])[:-1]
        likeness = self.table.likeness(distinct)
        best = np.maximum.reduceat(likeness[flat], starts, axis=0)
        likest: Float32Array = np.maximum.reduceat(best[:, flat], starts, axis=1)
        return likest
