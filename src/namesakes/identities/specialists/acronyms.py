"""Acronyms: COLING in one profile and the International Conference on Computational Linguistics in the other."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.identities.specialists.rule import Rule
from namesakes.identities.terms import terms
from namesakes.identities.terms.term_matrix import TermMatrix
from namesakes.profiles.profile import Profile

SHORTEST, LONGEST = 2, 7


@lru_cache(maxsize=1 << 16)
def acronym(name: str) -> str:
    """The name in small letters where it is an acronym, as UN or U.N.; nothing where not."""
    letters = name.replace(".", "").strip()
    if letters.isalpha() and letters.isupper() and SHORTEST <= len(letters) <= LONGEST:
        return terms.folded(letters)
    return ""


@lru_cache(maxsize=1 << 16)
def initials(name: str) -> tuple[str, ...]:
    """What a name of several words may be shortened to: its first letters, with and without the small words."""
    every, main = terms.tokens(name), terms.content(name)
    found = {"".join(word[0] for word in words) for words in (every, main) if len(words) >= SHORTEST}
    return tuple(sorted(short for short in found if len(short) <= LONGEST))


def _organizations(profile: Profile) -> list[str]:
    return [*profile.organizations, *profile.values("employer", "member", "education", "owner")]


def short_forms(profile: Profile) -> terms.Bag:
    """The acronyms in the profile."""
    return Counter(short for name in _organizations(profile) if (short := acronym(name)))


def long_forms(profile: Profile) -> terms.Bag:
    """What the long names in the profile may be shortened to."""
    return Counter(short for name in _organizations(profile) if not acronym(name) for short in initials(name))


class Acronyms(Rule):
    """1 − 2^−n for n acronyms in one profile that stand for a name in the other; it abstains where there is none."""

    name: ClassVar[str] = "acronyms"
    about: ClassVar[str] = "an acronym and what it stands for"

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """The similarities of pairs with an acronym and its name, NaN for all others."""
        count = len(profiles)
        both = TermMatrix.of_bags([*map(short_forms, profiles), *map(long_forms, profiles)])
        present = both.counts.indicator
        met = present.products()[:count, count:]
        met = met + met.T
        return np.where(met > 0, 1 - np.exp2(-met), np.float32(np.nan)).astype(np.float32)
