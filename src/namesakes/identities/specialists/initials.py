"""Initials: whether J. F. Warne may be John Warne, and whether Jr. may be Sr."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.identities.specialists.rule import Rule
from namesakes.identities.terms import terms
from namesakes.identities.terms.term_matrix import similarities
from namesakes.names.nicknames import formal_names
from namesakes.names.person import generation_number
from namesakes.profiles.profile import Profile

PLACES = 3
"""How many given and middle names are looked at."""


class Initials(Rule):
    """Given and middle names by their first letters, place by place.

    One clash makes 0. Otherwise (1 + places both have / places either has) / 2, so that an initial that fits is less
    than two that fit. Bill fits W., since it is short for William.
    """

    name: ClassVar[str] = "initials"
    about: ClassVar[str] = "initials that fit or clash"

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """How the initials of all pairs fit. O(profiles²)."""
        count = len(profiles)
        letters: dict[str, int] = {}
        places = [self._letters(profile) for profile in profiles]
        cells = [
            (row, place, letters.setdefault(letter, len(letters)))
            for row, found in enumerate(places)
            for place, options in enumerate(found)
            for letter in sorted(options)
        ]
        possible = np.zeros((PLACES, count, max(len(letters), 1)), dtype=np.float32)
        for row, place, letter in cells:
            possible[place, row, letter] = 1
        sizes = np.array([len(found) for found in places])
        clash, both = np.zeros((count, count), dtype=bool), np.zeros((count, count))
        for place in range(PLACES):
            shared = (sizes > place)[:, None] & (sizes > place)[None, :]
            clash |= shared & (possible[place] @ possible[place].T == 0)
            both += shared
        either = np.maximum(np.maximum(sizes[:, None], sizes[None, :]), 1)
        return similarities(np.where(clash, 0.0, (1 + both / either) / 2), sizes > 0)

    @staticmethod
    def _letters(profile: Profile) -> list[set[str]]:
        """For each given and middle name: the letters it may begin with, nicknames seen as such."""
        given = terms.tokens(profile.name.given)
        if not given:
            return []
        names = (*given, *terms.tokens(profile.name.middle))[:PLACES]
        return [{name[0], *(formal[0] for formal in formal_names(name) if len(name) > 1)} for name in names]


class Generations(Rule):
    """Jr. and Sr.: 1 for the same, 0 for different ones."""

    name: ClassVar[str] = "generations"
    about: ClassVar[str] = "Jr., Sr. and the like"

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """Whether the suffixes of all pairs are the same."""
        found = [self._generation(profile) for profile in profiles]
        table = {name: place for place, name in enumerate(sorted(set(found)))}
        codes = np.array([table[name] for name in found], dtype=np.int64)
        return similarities(
            (codes[:, None] == codes[None, :]).astype(np.float32), np.array([bool(one) for one in found], dtype=bool)
        )

    @staticmethod
    def _generation(profile: Profile) -> str:
        known = (generation_number(word) for word in profile.name.suffix.replace(",", " ").split())
        return next((number for number in known if number.isdigit()), "")
