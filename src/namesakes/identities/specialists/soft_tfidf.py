"""SoftTFIDF of names: one's own, and those of people, organisations, places and relatives."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.identities.specialists.specialist import Specialist
from namesakes.identities.terms import terms
from namesakes.identities.terms.soft_matching import near_names, near_words, soft_products, words_of
from namesakes.identities.terms.statistics import Statistics
from namesakes.identities.terms.term_matrix import TRUST, TermMatrix, no_evidence, similarities
from namesakes.profiles.profile import Profile

SAME = 0.65
"""From which SoftTFIDF on two names in lists may be one: "Rusk" and "Dean Rusk", but not "John" and "John Smith"."""


class Names(Specialist):
    """One's own name, word by word, with spelling variants."""

    name: ClassVar[str] = "names"
    about: ClassVar[str] = "own name, with spelling variants"

    def __init__(self, statistics: Statistics | None = None) -> None:
        self.statistics = statistics or Statistics()

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """SoftTFIDF over the words of names; how usual each is comes from the corpus alone."""
        bags = TermMatrix.of_profiles(profiles, terms.own_name)
        vectors = bags.weighted(bags.information(self.statistics, "names", np.inf))
        return similarities(soft_products(vectors, near_words(bags.terms)), bags.nonempty)


class Listed(Specialist):
    """Names in lists: the names are the terms, and two of them are near by the SoftTFIDF of their words."""

    kind: ClassVar[str]

    def __init__(self, statistics: Statistics | None = None, trust: float = TRUST, same: float = SAME) -> None:
        self.statistics, self.trust, self.same = statistics or Statistics(), trust, same

    @abstractmethod
    def read(self, profile: Profile) -> terms.Bag:
        """The names of one profile."""

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """SoftTFIDF over names, each weighted by how few profiles of the block have it."""
        bags = TermMatrix.of_profiles(profiles, self.read)
        if not bags.has_pairs:
            return no_evidence(len(profiles))
        vectors = bags.weighted(bags.information(self.statistics, self.kind, self.trust))
        words, places = words_of(bags.terms)
        information = -np.log(self.statistics.frequencies("tokens", words)).astype(np.float32)
        near = near_names(words, places, np.maximum(information, 1e-3), self.same)
        return similarities(soft_products(vectors, near), bags.nonempty)


class People(Listed):
    """People in the same document."""

    name, about, kind = "people", "people named in both", "people"

    read = staticmethod(terms.people)


class Organizations(Listed):
    """Organisations in the same document."""

    name, about, kind = "organizations", "organisations named in both", "organizations"

    read = staticmethod(terms.organizations)


class Places(Listed):
    """Places in the same document."""

    name, about, kind = "places", "places named in both", "places"

    read = staticmethod(terms.places)


class Entities(Listed):
    """People, organisations and places in the same document, whichever each was taken for."""

    name, about, kind = "entities", "people, organisations and places named in both", "entities"

    read = staticmethod(terms.all_entities)


class Family(Listed):
    """Relatives."""

    name, about, kind = "family", "relatives", "people"

    def read(self, profile: Profile) -> terms.Bag:
        """The names of relatives."""
        return terms.listed(profile.values("family"))


class Employers(Listed):
    """Whom one works for, leads, belongs to or owns."""

    name, about, kind = "employers", "employers, memberships and property", "organizations"

    def read(self, profile: Profile) -> terms.Bag:
        """Employers, memberships and property."""
        return terms.listed(profile.values("employer", "member", "owner"))


class Education(Listed):
    """Schools and degrees."""

    name, about, kind = "education", "schools and degrees", "organizations"

    def read(self, profile: Profile) -> terms.Bag:
        """Schools and degrees."""
        return terms.listed(profile.values("education"))
