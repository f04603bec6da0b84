"""Why a chain is in a person, or not: what spoke for it, what against it and what is not known, in its real block."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from namesakes.arrays import Float32Array, Float64Array, Int64Array
from namesakes.explain.identities import Reason, reason_of
from namesakes.identities.linker import LinkedProfiles, Linker
from namesakes.identities.mixing.contradictions import ABOUT
from namesakes.identities.mixing.ensemble import BlockVotes, Ensemble, Vote
from namesakes.identities.specialists.specialist import Specialist
from namesakes.learning.evidence_mixer import REACH
from namesakes.profiles.profile import Profile

MOST: Final = 4
"""How many reasons, and sentences of the text, are shown."""
_LEAST: Final = 0.05
"""Amounts that are smaller are not shown."""


@dataclass(frozen=True)
class Amount:
    """What one respect adds to the log-odds that a chain belongs to a person, on average over the person's chains.

    `shared` is what it has in common with them, each with the number of chains that have it too; `known` is with how
    many of them it could be compared; `source` is the name of what says so, such as that of a specialist.
    """

    about: str
    amount: float
    shared: tuple[tuple[str, int], ...] = ()
    values: tuple[str, ...] = ()
    known: int = 0
    source: str = ""

    @property
    def detail(self) -> str:
        """What is in common, or what each side has, in words."""
        return ", ".join(term for term, _ in self.shared) or " / ".join(filter(None, self.values))


@dataclass(frozen=True)
class MembershipExplanation:
    """Why a chain is in a person, or is not.

    Parameters
    ----------
    name, document : of the chain.
    within : whether it is in the person.
    certainty : how surely it is where it is: that number, which is shown everywhere. Of one that is not in the person,
        how surely it would belong there.
    others : how many chains of the person it was compared with.
    odds : the mean log-odds over them, the sum of the amounts where `exact`; `threshold` is where merging ends.
    amounts : what each respect adds, the largest first.
    unknown : the respects in which there was nothing to compare.
    apart : why it cannot be in the person, where it cannot.
    sentences : what the text says of it.
    """

    name: str
    document: str
    within: bool
    certainty: float
    others: int
    odds: float
    threshold: float
    amounts: tuple[Amount, ...] = ()
    unknown: tuple[str, ...] = ()
    apart: str = ""
    exact: bool = True
    sentences: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The explanation as plain data."""
        return asdict(self)

    def lines(self, most: int = MOST) -> list[str]:
        """The explanation in sentences."""
        found = []
        if self.apart:
            found.append(f"It is kept apart: {self.apart}.")
        if not self.others:
            return [*found, "It is alone: nobody that it was compared with is near enough.", *self._said(most)]
        if not self.amounts:
            return [*found, f"There is nothing to compare them by: {', '.join(self.unknown)}.", *self._said(most)]
        chains = "the other chain" if self.others == 1 else f"the {self.others} other chains"
        chains = chains if self.within else chains.replace("other ", "")
        found.append(f"Beside {chains} of that person {self._compared}.")
        ranked = sorted(self.amounts, key=lambda one: -abs(one.amount))
        for title, side in (("For it", 1), ("Against it", -1)):
            spoken = [one for one in ranked if side * one.amount >= _LEAST][:most]
            found += [f"{title}: {self._spoken(one)}." for one in spoken]
        if self.unknown:
            found.append(f"Not known: {', '.join(self.unknown)}.")
        return [*found, *self._said(most)]

    @property
    def _compared(self) -> str:
        """How similar they are: as log-odds where these are what adds up, else as the similarity itself."""
        if self.exact:
            return f"the evidence comes to {self.odds:+.1f}; chains are one person from about {self.threshold:+.1f} on"
        similarity, threshold = (0.5 + odds / (2 * REACH) for odds in (self.odds, self.threshold))
        return f"the similarity is {similarity:.2f}; chains are one person from about {threshold:.2f} on"

    def _spoken(self, one: Amount) -> str:
        """A respect with what is in common, or what each has, and its amount."""
        shared = ", ".join(term if number == self.others else f"{term} (in {number})" for term, number in one.shared)
        detail = shared or " / ".join(filter(None, one.values))
        part = f", with {one.known} of them" if one.known and one.known < self.others else ""
        amount = f"{one.amount:+.1f}" if self.exact else f"{one.amount / (2 * REACH):+.2f}"
        return f"{one.about}{f': {detail}' if detail else ''} ({amount}{part})"

    def _said(self, most: int) -> list[str]:
        return [f'"{sentence}"' for sentence in self.sentences[:most]]


class BlockExplanation:
    """Explains the chains of a block that a linker has decided.

    Parameters
    ----------
    linker : what decided.
    linked : the block as it was decided.
    """

    def __init__(self, linker: Linker, linked: LinkedProfiles) -> None:
        self.linker, self.linked = linker, linked
        self.certainties, self.nearness = linker.certainties(linked)

    @cached_property
    def _ensemble(self) -> Ensemble | None:
        people = all(profile.kind == "person" for profile in self.linked.profiles)
        return getattr(self.linker.model, "ensemble", None) if people else None

    @cached_property
    def _votes(self) -> BlockVotes:
        assert self._ensemble is not None
        return self._ensemble.block_votes(self.linked.profiles)

    @cached_property
    def _added(self) -> dict[str, Float32Array]:
        """What is added to the learned log-odds of each two, by what adds it."""
        assert self._ensemble is not None
        first = self._votes.matrix(self._ensemble.mixer.predict(self._votes.votes))
        found = self._ensemble.added(self._votes, first)
        return {name: self._votes.matrix(each) for name, each in found.items()}

    def explain(self, place: int, person: int) -> MembershipExplanation:
        """Why the profile at a place of the block is in a person, by the label, or is not."""
        row = int(self.linked.rows[place])
        labels, profile = self.linked.placement.labels, self.linked.profiles[row]
        within = bool(labels[row] == person)
        members = np.flatnonzero((labels == person) & (np.arange(len(labels)) != row))
        certainty = float(self.certainties[row] if within else np.nan_to_num(self.nearness[row, person]))
        similarity = float(self.linked.similarities[row, members].mean()) if len(members) else 0.0
        amounts, unknown = self._amounts(row, members) if len(members) else ((), ())
        return MembershipExplanation(
            name=profile.name.full,
            document=profile.document,
            within=within,
            certainty=certainty,
            others=len(members),
            odds=_odds(similarity),
            threshold=_odds(getattr(self.linker.clusterer, "threshold", 0.5)),
            amounts=amounts,
            unknown=unknown,
            apart=self._apart(row, members),
            exact=self._ensemble is None or self._ensemble.mixer.kind == "evidence",
            sentences=_sentences(profile),
        )

    def parts(self) -> dict[str, Float64Array] | None:
        """What each specialist, and whatever else counts, adds to the log-odds of each pair of the profiles compared.

        The pairs stand in the order of the upper triangle of a matrix; a specialist that had nothing to compare says
        NaN. None where it is not people who are compared.
        """
        if self._ensemble is None:
            return None
        votes = self._votes.votes
        effects = np.where(np.isnan(votes), np.nan, self._ensemble.mixer.effects(votes) * (2 * REACH))
        found = {each.name: effects[:, column] for column, each in enumerate(self._ensemble.specialists)}
        pairs = self._votes.pairs
        return found | {name: each[pairs].astype(np.float64) for name, each in self._added.items()}

    def _apart(self, row: int, members: Int64Array) -> str:
        """Why a profile is kept apart from one of these; nothing where it is not."""
        for member in members[self.linked.apart[row, members]].tolist():
            relation = self.linked.names.relation(row, member)
            if self.linked.names.apart[row, member]:
                return relation.reason
            if self.linker.contradicting(self.linked.profiles, self.linked.names)[row, member]:
                against = [name for name in self._votes.contradictions if self._added[name][row, member]]
                return " and ".join(ABOUT[name] for name in against)
            if self.linked.profiles[row].document == self.linked.profiles[member].document:
                return "both are in one document"
            return "a correction says so"
        return ""

    def _amounts(self, row: int, members: Int64Array) -> tuple[tuple[Amount, ...], tuple[str, ...]]:
        """What each respect adds on average over these chains, and those in which there is nothing to compare."""
        profiles = self.linked.profiles
        if self._ensemble is None:
            same = float(self.linked.similarities[row, members].mean())
            about = "their names are the same but for words such as Ltd" if same > 0.5 else "their names differ"
            return (Amount(about, _odds(same), known=len(members), source="names"),), ()
        ensemble, count = self._ensemble, len(profiles)
        low, high = np.minimum(row, members), np.maximum(row, members)
        votes = self._votes.votes[low * (2 * count - low - 1) // 2 + high - low - 1]
        effects = ensemble.mixer.effects(votes) * (2 * REACH)
        found, unknown = [], []
        for column, specialist in enumerate(ensemble.specialists):
            known = np.flatnonzero(~np.isnan(votes[:, column]))
            if not len(known):
                unknown.append(specialist.about)
                continue
            mean = float(effects[:, column].mean())
            reasons = [self._reason(column, votes[place], row, int(members[place])) for place in known.tolist()]
            found.append(_amount(specialist, mean, reasons))
        titles = {**ABOUT, "company": "they resemble the same others", "strangers": "their names share nothing"}
        titles["prior"] = self._named(row, int(members[0]))
        for name, each in self._added.items():
            mean = float(each[row, members].mean())
            if mean or name == "prior":
                found.append(Amount(titles[name], mean, source=name))
        return tuple(sorted(found, key=lambda one: -abs(one.amount))), tuple(unknown)

    def _reason(self, column: int, votes: Float32Array, row: int, member: int) -> Reason:
        assert self._ensemble is not None
        specialist = self._ensemble.specialists[column]
        vote = Vote(specialist.name, specialist.about, float(votes[column]), 0.0, 0.0)
        return reason_of(vote, self.linked.profiles[row], self.linked.profiles[member])

    def _named(self, row: int, member: int) -> str:
        """What is said of the names."""
        relation = self.linked.names.relation(row, member)
        return f"how often people share such a name ({relation.relation}: {relation.reason})"


def _amount(specialist: Specialist, mean: float, reasons: Sequence[Reason]) -> Amount:
    """An amount with what is behind it, over all chains that were compared."""
    counts = Counter(term for reason in reasons for term in reason.shared)
    shared = tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))[:MOST]
    values: tuple[str, ...] = ()
    if not shared:
        sides = ((side for reason in reasons for side in reason.values[place]) for place in (0, 1))
        values = tuple(", ".join(_first(side)) for side in sides)
    return Amount(specialist.about, mean, shared, values, len(reasons), specialist.name)


def _first(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))[:MOST]


def _sentences(profile: Profile) -> tuple[str, ...]:
    facts = (fact.evidence.sentence for fact in profile.facts if fact.field != "date")
    return tuple(dict.fromkeys(sentence for sentence in (*facts, *profile.summary) if sentence))[:MOST]


def _odds(similarity: float) -> float:
    return (similarity - 0.5) * 2 * REACH
