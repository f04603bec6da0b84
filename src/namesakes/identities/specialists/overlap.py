"""Overlap of the people, organisations and places that two profiles occur with: as a share and as an amount."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.identities.specialists.rule import Rule
from namesakes.identities.specialists.specialist import Specialist
from namesakes.identities.terms import terms
from namesakes.identities.terms.statistics import Statistics
from namesakes.identities.terms.term_matrix import TRUST, TermMatrix, no_evidence, similarities
from namesakes.profiles.profile import Profile

SCALE = 6.0
"""How much shared information makes an amount of 1 − 1/e: about that of one name in 400."""


class Jaccard(Rule):
    """How many of the names that either has are names that both have."""

    @abstractmethod
    def read(self, profile: Profile) -> terms.Bag:
        """The names of one profile."""

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """|A ∩ B| / |A ∪ B| of all pairs."""
        bags = TermMatrix.of_profiles(profiles, self.read)
        shared = bags.counts.indicator.products()
        sizes = bags.counts.sizes
        either = sizes[:, None] + sizes[None, :] - shared
        return similarities(shared / np.maximum(either, 1), bags.nonempty)


class Shared(Specialist):
    """How much the names that both have tell: 1 − e^−(their information / a scale).

    A cosine is high for two short lists with one usual name in both; this one asks for rare names, or many.
    """

    kind: ClassVar[str]

    @abstractmethod
    def read(self, profile: Profile) -> terms.Bag:
        """The names of one profile."""

    def __init__(self, statistics: Statistics | None = None, trust: float = TRUST, scale: float = SCALE) -> None:
        self.statistics, self.trust, self.scale = statistics or Statistics(), trust, scale

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """The amounts of all pairs."""
        bags = TermMatrix.of_profiles(profiles, self.read)
        if not bags.has_pairs:
            return no_evidence(len(profiles))
        root = np.sqrt(bags.information(self.statistics, self.kind, self.trust))
        shared = bags.counts.with_values(root[bags.counts.columns]).products()
        return similarities(-np.expm1(-shared / self.scale), bags.nonempty)


class PeopleJaccard(Jaccard):
    """The share of people in common."""

    name, about = "people-jaccard", "share of people in common"

    read = staticmethod(terms.people)


class OrganizationsJaccard(Jaccard):
    """The share of organisations in common."""

    name, about = "organizations-jaccard", "share of organisations in common"

    read = staticmethod(terms.organizations)


class PlacesJaccard(Jaccard):
    """The share of places in common."""

    name, about = "places-jaccard", "share of places in common"

    read = staticmethod(terms.places)


class PeopleShared(Shared):
    """How much the people in common tell."""

    name, about, kind = "people-shared", "people in common, the rarer the better", "people"

    read = staticmethod(terms.people)


class OrganizationsShared(Shared):
    """How much the organisations in common tell."""

    name, about, kind = "organizations-shared", "organisations in common, the rarer the better", "organizations"

    read = staticmethod(terms.organizations)


class PlacesShared(Shared):
    """How much the places in common tell."""

    name, about, kind = "places-shared", "places in common, the rarer the better", "places"

    read = staticmethod(terms.places)


class EntitiesShared(Shared):
    """How much the people, organisations and places in common tell."""

    name, about, kind = "entities-shared", "names in common, the rarer the better", "entities"

    read = staticmethod(terms.all_entities)


class PhrasesShared(Shared):
    """How much the phrases in common tell."""

    name, about, kind = "phrases-shared", "phrases in common, the rarer the better", "phrases"

    read = staticmethod(terms.phrases)
