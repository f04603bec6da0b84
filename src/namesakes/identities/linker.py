"""The linker: the one way in which a block of profiles becomes people.

Profiles are compared by a model, the pairs that must or cannot be one person are constraints, and a clusterer makes
people of both. `resolve`, Spark, `evaluate identities` and experiments all link by it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Protocol

import numpy as np

from namesakes.arrays import Float64Array, FloatingArray, Int64Array
from namesakes.identities.blocking.keys import BlockKey, block_key
from namesakes.identities.clustering.clusterer import Clusterer, completed
from namesakes.identities.clustering.constraints import Constraints, ContradictionError
from namesakes.identities.clustering.memberships import Memberships, numbered
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.identities.model import IdentityModel
from namesakes.profiles.names import fullest_name, gender_of, may_be_same, plain
from namesakes.profiles.profile import Profile
from namesakes.structures.components import components

Pair = tuple[int, int]
"""The places of two profiles in their block."""


class LinkageModel(Protocol):
    """What a linker asks of a model; it can be pickled where several processes are to work."""

    @property
    def clusterer(self) -> Clusterer:
        """Makes people of similarities."""

    def similarities(self, profiles: Sequence[Profile]) -> FloatingArray:
        """The similarities of all pairs of people; NaN where there is no evidence."""


@dataclass(frozen=True)
class LinkedBlock:
    """The people of one block.

    Parameters
    ----------
    names : the fullest name of each person.
    kinds : what each one is.
    labels, strengths : of each chain its person, and how surely.
    alternatives : of each chain other persons of the block with their similarities, the nearest first.
    """

    names: list[str]
    kinds: list[str]
    labels: list[int]
    strengths: list[float]
    alternatives: list[list[tuple[int, float]]]


@dataclass(frozen=True)
class Linker:
    """Links the profiles of a block into people; it can be sent to other processes."""

    model: LinkageModel
    settings: LinkingSettings = field(default_factory=LinkingSettings)

    @classmethod
    def load(cls, folder: Path | Traversable, settings: LinkingSettings | None = None) -> "Linker":
        """The linker with the model in a folder."""
        return cls(IdentityModel.load(folder), settings or LinkingSettings())

    @classmethod
    def shipped(cls, settings: LinkingSettings | None = None) -> "Linker":
        """The linker with the model that comes with the library."""
        return cls(IdentityModel.shipped(), settings or LinkingSettings())

    def __call__(
        self, profiles: Sequence[Profile], must: Sequence[Pair] = (), cannot: Sequence[Pair] = ()
    ) -> LinkedBlock:
        """The people among the profiles of a block; `must` and `cannot` are constraints that override the model."""
        similarities = self._similarities(profiles)
        found = self._clustered(similarities, profiles, must, cannot)
        labels = numbered(found.labels)
        if found.shares is None:
            nearness = _mean_similarities(completed(similarities, self.model.clusterer.unknown), labels)
        else:
            nearness = found.shares[:, found.labels[np.unique(labels, return_index=True)[1]]]
        alternatives = self._alternatives(nearness, labels)
        sizes = np.bincount(labels)
        nearest = np.array([row[0][1] if row else 0.0 for row in alternatives])
        strengths = np.where(sizes[labels] == 1, 1.0 - nearest, found.strengths)
        groups: list[list[Profile]] = [[] for _ in sizes]
        for profile, label in zip(profiles, labels.tolist(), strict=True):
            groups[label].append(profile)
        return LinkedBlock(
            [fullest_name(group) for group in groups],
            [Counter(one.kind for one in group).most_common(1)[0][0] for group in groups],
            labels.tolist(),
            np.round(strengths, 6).tolist(),
            alternatives,
        )

    def memberships(
        self, profiles: Sequence[Profile], must: Sequence[Pair] = (), cannot: Sequence[Pair] = ()
    ) -> Memberships:
        """The same people as the clusterer gives them: soft clusters stay soft."""
        return self._clustered(self._similarities(profiles), profiles, must, cannot)

    def _clustered(
        self, similarities: Float64Array, profiles: Sequence[Profile], must: Sequence[Pair], cannot: Sequence[Pair]
    ) -> Memberships:
        constraints = Constraints.of(must, [*cannot, *self._apart(profiles, must)])
        try:
            return self.model.clusterer.cluster(similarities, constraints)
        except ContradictionError as error:
            raise error.named([f"{one.document} ({one.name.full})" for one in profiles]) from error

    def _similarities(self, profiles: Sequence[Profile]) -> Float64Array:
        """Those of the model for people; organisations and places are the same where their names are."""
        people = [place for place, one in enumerate(profiles) if one.kind == "person"]
        if len(people) == len(profiles) > 1:
            return np.asarray(self.model.similarities(profiles), dtype=np.float64)
        known: dict[BlockKey, int] = {}
        names = np.array([known.setdefault(block_key(one), len(known)) for one in profiles])
        found: Float64Array = (names[:, None] == names[None, :]).astype(np.float64)
        found[people, :] = found[:, people] = 0.0
        if len(people) > 1:
            found[np.ix_(people, people)] = self.model.similarities([profiles[place] for place in people])
        return found

    def _apart(self, profiles: Sequence[Profile], must: Sequence[Pair]) -> list[Pair]:
        """Cannot-links between people of one document, but for those that must-links have made one."""
        if self.settings.within_document == "free":
            return []
        left, right = np.array(must, dtype=np.int32).reshape(-1, 2).T
        joined = components(len(profiles), left, right).tolist()
        places: dict[str, list[int]] = {}
        for place, profile in enumerate(profiles):
            if profile.kind == "person":
                places.setdefault(profile.document, []).append(place)
        return [
            (one, other)
            for inside in places.values()
            for number, one in enumerate(inside)
            for other in inside[:number]
            if joined[one] != joined[other]
            and (self.settings.within_document == "apart" or not names_agree(profiles[one], profiles[other]))
        ]

    def _alternatives(self, nearness: Float64Array, labels: Int64Array) -> list[list[tuple[int, float]]]:
        """For each chain the other persons that it is similar enough to, the nearest first."""
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


def _mean_similarities(similarities: Float64Array, labels: Int64Array) -> Float64Array:
    """The mean similarity of each chain to the chains of each person."""
    order = np.argsort(labels, kind="stable")
    starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
    sizes = np.bincount(labels)
    means: Float64Array = np.add.reduceat(similarities[:, order], starts, axis=1) / sizes
    return means
