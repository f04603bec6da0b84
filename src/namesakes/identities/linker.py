"""The linker: the one way in which a block of profiles becomes people.

Profiles are compared by a model, the pairs that must or cannot be one person are constraints, and a clusterer makes
people of both. `resolve`, Spark, `evaluate identities` and experiments all link by it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, FloatingArray, Int64Array
from namesakes.identities.blocking.keys import BlockKey, block_key
from namesakes.identities.certainty import Placement
from namesakes.identities.clustering.clusterer import Clusterer, completed
from namesakes.identities.clustering.constraints import Constraints, ContradictionError
from namesakes.identities.clustering.memberships import Memberships, numbered
from namesakes.identities.copies import originals
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.identities.mixing.contradictions import related
from namesakes.identities.model import IdentityModel
from namesakes.identities.name_table import NameTable, written_name
from namesakes.names.parsing import parse
from namesakes.profiles.names import fullest_name
from namesakes.profiles.profile import Profile
from namesakes.structures.components import components

UNTOLD: Final = 0.5
"""How surely a chain is alone that is called by one word, where nobody else is."""

_HALF: Final = 1e-3
"""How near to the middle between two roundings NumPy and Python may differ."""

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


@dataclass(frozen=True, eq=False)
class LinkedProfiles:
    """A block as it was decided: what `why` explains.

    Parameters
    ----------
    profiles, kept : those that were compared, of copies the first one, and their places in the block.
    rows : of each profile of the block its place among them.
    names : what their names say of each other.
    similarities : of each two of them, complete.
    apart : which of them constraints and names keep apart.
    found : the clusters.
    placement : how close each one is to each person.
    """

    profiles: Sequence[Profile]
    kept: Int64Array
    rows: Int64Array
    names: NameTable
    similarities: Float64Array
    apart: BoolArray
    found: Memberships
    placement: Placement

    def relabelled(self, labels: Int64Array) -> "LinkedProfiles":
        """The same block with other people, by a label for each of its profiles: those that a store has."""
        inner = labels[self.kept]
        return replace(self, placement=Placement(inner, nearness_of(self.similarities, inner)))


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

    @property
    def clusterer(self) -> Clusterer:
        """The model's clusterer, as cautious as the settings say."""
        return self.model.clusterer.cautious(self.settings.caution)

    def __call__(
        self, profiles: Sequence[Profile], must: Sequence[Pair] = (), cannot: Sequence[Pair] = ()
    ) -> LinkedBlock:
        """The people among the profiles of a block; `must` and `cannot` are constraints that override the model."""
        if len(profiles) == 1:
            return self._alone(profiles[0])
        linked = self.linked(profiles, must, cannot)
        rows, labels = linked.rows, linked.placement.labels
        certainties, nearness = self.certainties(linked)
        alternatives = self._alternatives(nearness, labels)
        groups: list[list[Profile]] = [[] for _ in range(int(labels.max(initial=-1)) + 1)]
        for profile, label in zip(profiles, labels[rows].tolist(), strict=True):
            groups[label].append(profile)
        return LinkedBlock(
            [fullest_name(group) for group in groups],
            [Counter(one.kind for one in group).most_common(1)[0][0] for group in groups],
            labels[rows].tolist(),
            np.round(certainties[rows], 6).tolist(),
            [alternatives[row] for row in rows.tolist()],
        )

    def _alone(self, profile: Profile) -> LinkedBlock:
        """The person of a block of one profile, which is compared with nobody: what the long way comes to."""
        told = getattr(self.model, "certainty", None) is None or profile.kind != "person"
        sure = told or parse(written_name(profile)).is_full
        return LinkedBlock([fullest_name([profile])], [profile.kind], [0], [1.0 if sure else UNTOLD], [[]])

    def certainties(self, linked: LinkedProfiles) -> tuple[Float64Array, Float64Array]:
        """How surely each profile is where it is, and how surely it would be in each other person.

        A model that has learned no certainty gives similarities: the mean to the others of its person, and of one that
        is alone how unlike the nearest person is. Whose full name nobody else bears is sure to be alone;
        a name of one word that nobody shares may be short for any.
        """
        placement, certainty = linked.placement, getattr(self.model, "certainty", None)
        people = np.array([profile.kind == "person" for profile in linked.profiles], dtype=np.bool_)
        if certainty is not None and len(people) > 1 and people.all() and linked.found.shares is None:
            return certainty(placement), certainty.of_others(placement.nearness)
        strengths = np.where(placement.alone, 1.0 - placement.nearest, linked.found.strengths)
        if certainty is not None and people.all() and len(people) == 1 and not linked.names.names[0].is_full:
            strengths[:] = UNTOLD
        return strengths, placement.nearness

    def memberships(
        self, profiles: Sequence[Profile], must: Sequence[Pair] = (), cannot: Sequence[Pair] = ()
    ) -> Memberships:
        """The same people as the clusterer gives them: soft clusters stay soft."""
        linked = self.linked(profiles, must, cannot)
        found, rows = linked.found, linked.rows
        shares = None if found.shares is None else found.shares[rows]
        return Memberships(found.labels[rows], found.strengths[rows], shares, found.threshold)

    def linked(
        self, profiles: Sequence[Profile], must: Sequence[Pair] = (), cannot: Sequence[Pair] = ()
    ) -> LinkedProfiles:
        """The block as it is decided: copies are taken for one, all others compared, kept apart and clustered."""
        kept, rows = self._without_copies(profiles, cannot)
        chosen = [profiles[place] for place in kept.tolist()]
        inner, outer = (rows[np.array(pairs, dtype=np.int64).reshape(-1, 2)] for pairs in (must, cannot))
        similarities = completed(self._similarities(chosen), self.model.clusterer.unknown)
        names = NameTable.of(chosen)
        constraints = Constraints(inner, np.concatenate((outer, self._apart(chosen, names, inner))))
        try:
            found = self.clusterer.cluster(similarities, constraints)
            groups = constraints.groups(len(chosen))
        except ContradictionError as error:
            raise error.named([f"{one.document} ({one.name.full})" for one in chosen]) from error
        labels = numbered(found.labels)
        if found.shares is None:
            nearness = nearness_of(similarities, labels)
        else:
            nearness = found.shares[:, found.labels[np.unique(labels, return_index=True)[1]]]
        apart = groups.apart[np.ix_(groups.labels, groups.labels)]
        return LinkedProfiles(chosen, kept, rows, names, similarities, apart, found, Placement(labels, nearness))

    def _without_copies(self, profiles: Sequence[Profile], cannot: Sequence[Pair]) -> tuple[Int64Array, Int64Array]:
        """The places of the profiles that are compared, and of each profile its place among them."""
        first = originals(profiles)
        for one, other in cannot:  # who says that two are different has seen more than the words
            if first[one] == first[other]:
                first[one], first[other] = one, other
                first[first == other] = other
        moved = np.flatnonzero(first[first] != first)
        first[moved] = moved
        return np.unique(first, return_inverse=True)

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

    def _apart(self, profiles: Sequence[Profile], names: NameTable, must: Int64Array) -> Int64Array:
        """Cannot-links between people by their names, and by standing in one document.

        Those that must-links have made one are one; and where one of them may be somebody, all of them may.
        """
        person = np.array([profile.kind == "person" for profile in profiles], dtype=np.bool_)
        codes = np.unique([profile.document for profile in profiles], return_inverse=True)[1]
        within = codes[:, None] == codes[None, :]
        if not person.any() or (self.settings.names == "free" and len(codes) == codes.max(initial=0) + 1):
            return np.empty((0, 2), dtype=np.int64)
        different = names.apart
        inside = {
            "names": different | names.apart_within(codes),
            "apart": np.ones_like(different),
            "free": np.zeros_like(different),
        }
        across = different if self.settings.names == "apart" else np.zeros_like(different)
        apart = np.where(within, inside[self.settings.within_document], across)
        if self.settings.within_document == "names":
            apart |= _told_apart(profiles, within)
        if self.settings.names == "apart":
            apart |= self.contradicting(profiles, names) | (within & related(profiles))
        joined = components(len(profiles), *must.T.astype(np.int32))
        for label in np.unique(joined[must.ravel()]).tolist():
            members = joined == label
            kept = apart[members].all(axis=0)
            apart[members] = kept
            apart[:, members] = kept[:, None]
        apart &= person[:, None] & person[None, :] & (joined[:, None] != joined[None, :])
        return np.argwhere(np.triu(apart, 1))

    def contradicting(self, profiles: Sequence[Profile], names: NameTable) -> BoolArray:
        """Which two contradict each other too much to be one person, where the model can tell."""
        judge = getattr(self.model, "apart", None)
        none = np.zeros((len(profiles), len(profiles)), dtype=np.bool_)
        return none if judge is None else np.asarray(judge(profiles, names), dtype=np.bool_)

    def _alternatives(self, nearness: Float64Array, labels: Int64Array) -> list[list[tuple[int, float]]]:
        """For each chain the other persons that it is similar enough to, the nearest first."""
        close = np.nan_to_num(nearness) >= self.settings.least
        close[np.arange(len(labels)), labels] = False
        near = np.where(close, rounded(nearness), -np.inf)
        nearest = np.argsort(-near, axis=1, kind="stable")[:, : self.settings.alternatives]
        found = np.take_along_axis(near, nearest, axis=1)
        return [
            [(person, share) for person, share in zip(people, shares, strict=True) if share > -np.inf]
            for people, shares in zip(nearest.tolist(), found.tolist(), strict=True)
        ]


def _told_apart(profiles: Sequence[Profile], within: BoolArray) -> BoolArray:
    """The pairs in one document of whom it says that they are two people."""
    found = np.zeros_like(within)
    for place, profile in enumerate(profiles):
        if profile.apart:
            near = np.flatnonzero(within[place]).tolist()
            others = [other for other in near if profiles[other].chain in profile.apart]
            found[place, others] = found[others, place] = True
    return found


def rounded(values: Float64Array) -> Float64Array:
    """The values to six places, each as `round` has it: NumPy may take the other one of two that are as near."""
    found = np.asarray(np.round(values, 6))
    halves = np.abs(np.mod(values * 1e6, 1.0) - 0.5) < _HALF
    found[halves] = [round(value, 6) for value in values[halves].tolist()]
    return found


def nearness_of(similarities: Float64Array, labels: Int64Array) -> Float64Array:
    """Chains × people: the mean similarity of each chain to the others of each person; NaN to one it is alone in."""
    without = similarities.copy()
    np.fill_diagonal(without, 0.0)
    inside = np.equal.outer(labels, np.arange(int(labels.max(initial=-1)) + 1)).astype(np.float64)
    totals = without @ inside
    counts = np.broadcast_to(inside.sum(axis=0), totals.shape).copy()
    counts[np.arange(len(labels)), labels] -= 1
    means = np.full_like(totals, np.nan)
    np.divide(totals, counts, out=means, where=counts > 0)
    return means
