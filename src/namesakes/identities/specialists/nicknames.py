"""Nicknames: Bill is William, and Anatoliy is Anatoly."""

from collections.abc import Sequence
from itertools import combinations
from typing import ClassVar

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from namesakes.arrays import Float32Array
from namesakes.identities.specialists.rule import Rule
from namesakes.identities.terms import terms
from namesakes.identities.terms.term_matrix import no_evidence, similarities
from namesakes.names.nicknames import formal_names
from namesakes.profiles.profile import Profile

__all__ = ["NEAR", "SAME_NAME", "Nicknames", "given_name"]

SAME_NAME = 0.95
"""The similarity of two forms of one name."""

NEAR = 0.9


def given_name(profile: Profile) -> str:
    """The first given name, folded; the nickname where there is none."""
    words = terms.tokens(profile.name.given) or terms.tokens(profile.name.nickname)
    return words[0] if words else ""


class Nicknames(Rule):
    """Given names: 1 the same, nearly that for forms of one name, less for near spellings, 0 for others.

    It abstains where either has no given name or only an initial, which `initials` looks at.
    """

    name: ClassVar[str] = "nicknames"
    about: ClassVar[str] = "given names, with nicknames"

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """The similarities of given names. O(given names²)."""
        given = [given_name(profile) for profile in profiles]
        known_given = np.array([len(name) > 1 for name in given], dtype=bool)
        known = sorted({name for name in given if len(name) > 1})
        if not known:
            return no_evidence(len(profiles))
        near = process.cdist(
            known, known, scorer=JaroWinkler.similarity, score_cutoff=NEAR, dtype=np.float32, workers=1
        ).astype(np.float64)
        near[near < 1] *= SAME_NAME
        sharing: dict[str, list[int]] = {}
        for place, name in enumerate(known):
            for formal in formal_names(name):
                sharing.setdefault(formal, []).append(place)
        for places in sharing.values():
            for one, other in combinations(places, 2):
                near[one, other] = near[other, one] = max(near[one, other], SAME_NAME)
        order = {name: place for place, name in enumerate(known)}
        rows = np.array([order.get(name, 0) for name in given])
        return similarities(near[np.ix_(rows, rows)], known_given)
