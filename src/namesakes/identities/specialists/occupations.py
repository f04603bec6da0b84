"""Occupations: titles and work by meaning, so that a president and a commander in chief meet."""

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from namesakes.identities.specialists.concepts import Concepts
from namesakes.identities.specialists.locations import STATES_OF, gazetteer
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


class Occupations(Concepts):
    """Titles and occupations, and what else their holders are called (Huang et al. 2009, §3.2)."""

    name: ClassVar[str] = "occupations"
    about: ClassVar[str] = "titles and occupations by meaning"

    def values(self, profile: Profile) -> Sequence[str]:
        """Titles and occupations."""
        return profile.values("title", "occupation")

    def _found(self, noun: str) -> tuple[int, ...]:
        other = office(noun)
        return self.table.lookup(noun) + (self.table.lookup(other) if other else ())
