"""Identifier: the chains of one block become people, with how surely, and who else they might be."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Final

import numpy as np

from namesakes.errors import ConfigError
from namesakes.identities.blocking.keys import BlockKey, block_key
from namesakes.identities.clustering.clusterer import completed
from namesakes.identities.clustering.constraints import Constraints, ContradictionError
from namesakes.identities.clustering.memberships import Labels, Matrix, numbered
from namesakes.identities.mixing.ensemble import Ensemble, EnsembleSettings
from namesakes.identities.resolver import IdentityResolver, IdentitySettings
from namesakes.profiles.names import gender_of, plain
from namesakes.profiles.profile import Profile
from namesakes.profiles.subjects import may_be_same
from namesakes.store.ids import fullest_name
from namesakes.structures.components import components

MODEL: Final = "en-identities"
"""The shipped model of identities."""

WITHIN: Final = ("names", "apart", "free")
"""When two chains of one document may be one person: where their names agree, never, or always."""

Pair = tuple[int, int]


def shipped_resolver() -> IdentityResolver:
    """The resolver that identities are found with: the shipped model, or equal votes where there is none."""
    if (files("namesakes") / "models" / MODEL / "model.json").is_file():
        return IdentityResolver.shipped()
    settings = IdentitySettings(clusterers={"average-link": {"threshold": 0.35}})
    return IdentityResolver(Ensemble.untrained(EnsembleSettings(mixer="equal")), settings)


@dataclass(frozen=True)
class IdentificationSettings:
    """How chains become people.

    Parameters
    ----------
    within_document : when two chains of one document may be one person: "names" where their names agree, "apart" never,
        "free" always.
    block : the most chains that are compared with each other.
    alternatives : how many other identities are kept that a chain might be in instead.
    least : how similar a chain must be to those, on average.
    """

    within_document: str = "names"
    block: int = 500
    alternatives: int = 2
    least: float = 0.2

    def __post_init__(self) -> None:
        if self.within_document not in WITHIN:
            raise ConfigError(f"within-document is one of {', '.join(WITHIN)}, not '{self.within_document}'.")
        if self.block < 2 or self.alternatives < 0 or not 0.0 <= self.least <= 1.0:
            raise ConfigError("block is at least 2, alternatives at least 0, and least lies between 0 and 1.")


@dataclass(frozen=True)
class Found:
    """The people of one block: the chains of each, how surely, and where else the chains might belong.

    Parameters
    ----------
    names : the fullest name of each person.
    kinds : what each one is.
    labels, strengths : of each chain its person, and how surely.
    others : of each chain other persons of the block with their similarities, the nearest first.
    """

    names: list[str]
    kinds: list[str]
    labels: list[int]
    strengths: list[float]
    others: list[list[tuple[int, float]]]


@dataclass(frozen=True)
class Identifier:
    """Finds the people of a block; it can be sent to other processes."""

    resolver: IdentityResolver
    settings: IdentificationSettings = field(default_factory=IdentificationSettings)

    def __call__(self, profiles: Sequence[Profile], must: Sequence[Pair], cannot: Sequence[Pair]) -> Found:
        """The people among the profiles of a block, with corrections as pairs of their places."""
        clusterer = self.resolver.clusterer()
        similarities = self._similarities(profiles)
        constraints = Constraints.of(must, [*cannot, *self._apart(profiles, must)])
        try:
            found = clusterer.cluster(similarities, constraints)
        except ContradictionError as error:
            raise error.named([f"{one.document} ({one.name.full})" for one in profiles]) from error
        labels = numbered(found.labels)
        if found.shares is None:
            nearness = _nearness(completed(similarities, clusterer.unknown), labels)
        else:
            nearness = found.shares[:, found.labels[np.unique(labels, return_index=True)[1]]]
        others = self._others(nearness, labels)
        sizes = np.bincount(labels)
        nearest = np.array([row[0][1] if row else 0.0 for row in others])
        strengths = np.where(sizes[labels] == 1, 1.0 - nearest, found.strengths)
        groups: list[list[Profile]] = [[] for _ in sizes]
        for profile, label in zip(profiles, labels.tolist(), strict=True):
            groups[label].append(profile)
        return Found(
            [fullest_name(group) for group in groups],
            [Counter(one.kind for one in group).most_common(1)[0][0] for group in groups],
            labels.tolist(),
            np.round(strengths, 6).tolist(),
            others,
        )

    def _similarities(self, profiles: Sequence[Profile]) -> Matrix:
        """What the specialists say of people; organisations and places are the same where their names are."""
        known: dict[BlockKey, int] = {}
        names = np.array([known.setdefault(block_key(one), len(known)) for one in profiles])
        found: Matrix = (names[:, None] == names[None, :]).astype(np.float64)
        people = np.flatnonzero([one.kind == "person" for one in profiles])
        found[people, :] = found[:, people] = 0.0
        if len(people) > 1:
            inside = self.resolver.ensemble.similarities([profiles[place] for place in people.tolist()])
            found[np.ix_(people, people)] = inside
        return found

    def _apart(self, profiles: Sequence[Profile], must: Sequence[Pair]) -> list[Pair]:
        """Pairs of chains of one document that are two people, but for those that corrections have made one."""
        if self.settings.within_document == "free":
            return []
        left, right = np.array(must, dtype=np.int32).reshape(-1, 2).T
        joined = components(len(profiles), left, right).tolist()
        places: dict[str, list[int]] = {}
        for place, profile in enumerate(profiles):
            if profile.kind != "person":
                continue
            places.setdefault(profile.document, []).append(place)
        return [
            (one, other)
            for inside in places.values()
            for number, one in enumerate(inside)
            for other in inside[:number]
            if joined[one] != joined[other]
            and (self.settings.within_document == "apart" or not names_agree(profiles[one], profiles[other]))
        ]

    def _others(self, nearness: Matrix, labels: Labels) -> list[list[tuple[int, float]]]:
        """For each chain the other persons that it is near enough to, the nearest first."""
        close = nearness >= self.settings.least
        close[np.arange(len(labels)), labels] = False
        found: list[list[tuple[float, int]]] = [[] for _ in labels]
        for chain, person in np.argwhere(close).tolist():
            found[chain].append((-round(float(nearness[chain, person]), 6), person))
        most = self.settings.alternatives
        return [[(person, -near) for near, person in sorted(each)[:most]] for each in found]


def names_agree(one: Profile, other: Profile) -> bool:
    """Whether two chains of a document may be one person by their names: not Ann and Ben, Mr and Mrs, or he and Jr."""
    genders = {gender_of(one.name.honorific), gender_of(other.name.honorific)} - {""}
    suffixes = {plain(each.name.suffix) for each in (one, other) if each.name.given}
    return len(genders) < 2 and len(suffixes) < 2 and may_be_same(one.name, other.name)


def _nearness(similarities: Matrix, labels: Labels) -> Matrix:
    """The mean similarity of each chain to each person; its own similarity to itself does not count."""
    order = np.argsort(labels, kind="stable")
    starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
    sizes = np.bincount(labels)
    means: Matrix = np.add.reduceat(similarities[:, order], starts, axis=1) / sizes
    return means
