"""Plain similarity: one that needs no training, from names and the clues that profiles share.

A yardstick for clustering at scale, and what there is before specialists have learned anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import Float32Array, Float64Array
from namesakes.identities.blocking.keys import block_key, given_root
from namesakes.identities.blocking.table import clues
from namesakes.identities.clustering.clusterer import Clusterer
from namesakes.profiles.profile import Profile

ALIKE = 0.88
"""The Jaro-Winkler similarity from which on two given names may be one, misspelled."""
VAGUE = 0.85
"""How far an initial, or no given name at all, agrees with any name that it may stand for."""
CROWD = 8.0
"""Where so many more than two may bear a name it says half as much."""
DOUBT = 2.0
"""Clues of this weight together make half of what clues can do."""


def plain_similarities(profiles: Sequence[Profile]) -> Float32Array:
    """The similarities of the profiles of a block: agreement of given names × (how rare the name is, or shared clues).

    Sharing a name says the more the fewer in the block may bear it, and a clue the fewer have it.
    """
    agreement, shared = _given(profiles), _shared_clues(profiles)
    bearers = np.maximum((agreement > 0).sum(axis=1), 2)
    prior = 1.0 / (1.0 + (np.minimum(bearers[:, None], bearers[None, :]) - 2) / CROWD)
    found = agreement * (prior + (1.0 - prior) * shared / (shared + DOUBT))
    np.fill_diagonal(found, 1.0)
    similarities: Float32Array = found.astype(np.float32)
    return similarities


@dataclass(frozen=True)
class UntrainedModel:
    """A model for a `Linker` that has learned nothing: plain similarities and any clusterer."""

    clusterer: Clusterer

    def similarities(self, profiles: Sequence[Profile]) -> Float32Array:
        """The plain similarities of a block."""
        return plain_similarities(profiles)


def _given(profiles: Sequence[Profile]) -> Float64Array:
    """How far given names agree, in [0, 1]."""
    from rapidfuzz import process
    from rapidfuzz.distance import JaroWinkler

    names = [block_key(profile).given for profile in profiles]
    known = sorted(set(names))
    alike = process.cdist(known, known, scorer=JaroWinkler.similarity, dtype=np.float64, workers=1)
    alike[alike < ALIKE] = 0.0
    roots = np.array([given_root(name) for name in known])
    initials = np.array([root[:1] for root in roots])
    alike[roots[:, None] == roots[None, :]] = 1.0
    short = np.array([len(root) < 2 for root in roots])
    may = (initials[:, None] == initials[None, :]) | (initials == "")[:, None] | (initials == "")[None, :]
    unsure = (short[:, None] | short[None, :]) & may
    alike[unsure] = VAGUE
    places = {name: place for place, name in enumerate(known)}
    rows = np.array([places[name] for name in names], dtype=np.int64)
    agreement: Float64Array = alike[np.ix_(rows, rows)]
    return agreement


def _shared_clues(profiles: Sequence[Profile]) -> Float64Array:
    """The weights of the clues that each pair shares, added up; a clue weighs log((n + 1) / how many have it)."""
    count = len(profiles)
    holders: dict[int, list[int]] = {}
    for place, profile in enumerate(profiles):
        for clue in clues(profile):
            holders.setdefault(clue, []).append(place)
    total = np.zeros((count, count))
    for places in holders.values():
        if len(places) > 1:
            total[np.ix_(places, places)] += np.log((count + 1) / len(places))
    return total
