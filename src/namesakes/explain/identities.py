"""Why two profiles may be one person: which specialists voted, how, and the sentences behind it."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from namesakes.identities.mixing.ensemble import Ensemble, Vote
from namesakes.identities.specialists.nicknames import given_name
from namesakes.identities.terms import terms
from namesakes.names.nicknames import same_given
from namesakes.profiles.profile import Profile

MOST = 4
"""How many reasons, shared terms or sentences are shown."""

_LEAST = 0.005

_FIELDS: dict[str, tuple[str, ...]] = {
    "title-words": ("title", "occupation"),
    "occupations": ("title", "occupation"),
    "fact-words": ("title", "occupation", "employer", "member", "owner", "education"),
    "employers": ("employer", "member", "owner"),
    "education": ("education",),
    "family": ("family",),
    "locations": ("born", "lives", "works", "from", "nationality", "location"),
    "births": ("birth", "death", "age"),
    "lifetimes": ("birth", "death", "date"),
    "dates": ("date",),
    "addresses": ("email", "url", "phone"),
    "acronyms": ("employer", "member", "education", "owner"),
}
"""The fields whose facts are evidence for each specialist."""

_BAGS = {
    "people": "people",
    "people-shared": "people",
    "people-jaccard": "people",
    "organizations": "organizations",
    "organizations-shared": "organizations",
    "organizations-jaccard": "organizations",
    "places": "places",
    "places-shared": "places",
    "places-jaccard": "places",
    "entities": "entities",
    "entities-shared": "entities",
    "phrases": "phrases",
    "phrases-shared": "phrases",
    "context": "context",
    "words": "words",
    "proper": "proper",
}
"""The part of the profile whose terms each specialist compares."""

_NAMES = ("names", "nicknames", "initials", "generations")


@dataclass(frozen=True)
class Reason:
    """What one specialist says: its vote (None: abstains), weight and effect, what both have, and sentences of each."""

    specialist: str
    about: str
    vote: float | None
    weight: float
    effect: float
    shared: tuple[str, ...] = ()
    values: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    sentences: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


@dataclass(frozen=True)
class PairExplanation:
    """Why two profiles are as similar as they are; `similarity` is None where there is no evidence at all."""

    names: tuple[str, str]
    documents: tuple[str, str]
    similarity: float | None
    reasons: tuple[Reason, ...]
    summaries: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def votes(self) -> tuple[Reason, ...]:
        """The reasons of specialists that voted, the one that changed most first."""
        return tuple(reason for reason in self.reasons if reason.vote is not None)

    @property
    def abstained(self) -> tuple[str, ...]:
        """The specialists that had nothing to compare."""
        return tuple(reason.specialist for reason in self.reasons if reason.vote is None)

    def to_json(self) -> dict[str, Any]:
        """The explanation as plain data."""
        return {**asdict(self), "asleep": list(self.abstained)}

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self, most: int = MOST) -> list[str]:
        """The explanation in words: what speaks for one person (+), against (–) or neither (=), and the sentences."""
        heads = [
            f"{name or 'nameless'} ({document})" for name, document in zip(self.names, self.documents, strict=True)
        ]
        if self.similarity is None:
            return [" and ".join(heads), "  no evidence: no specialist has anything to compare"]
        found = [f"{heads[0]} and {heads[1]}   {self.similarity:.2f}"]
        for sign, part in zip("+–=", self._sides(), strict=True):
            found += [f"  {sign} {_line(reason)}" for reason in part[:most]]
        for place, head in enumerate(heads):
            said = _unique(sentence for reason in self.votes for sentence in reason.sentences[place])
            found += [f'  {head}: "{sentence}"' for sentence in (said or self.summaries[place])[:most]]
        return found

    def _sides(self) -> tuple[list[Reason], list[Reason], list[Reason]]:
        """What speaks for one person, what against, and what changes nothing but shows something in common."""
        pro = [one for one in self.votes if one.effect > _LEAST]
        against = [one for one in self.votes if one.effect < -_LEAST]
        return pro, against, [one for one in self.votes if abs(one.effect) <= _LEAST and one.shared]


def explain_pair(ensemble: Ensemble, a: Profile, b: Profile, block: Sequence[Profile] = ()) -> PairExplanation:
    """Why the ensemble finds two profiles as similar as it does, among the profiles of a block where they are given."""
    votes = ensemble.votes(a, b, block)
    similarity = float(ensemble.mixed(ensemble.among(a, b, block))[0, 1])
    return PairExplanation(
        names=(a.name.full, b.name.full),
        documents=(a.document, b.document),
        similarity=None if np.isnan(similarity) else similarity,
        reasons=tuple(reason_of(vote, a, b) for vote in votes),
        summaries=(a.summary, b.summary),
    )


def reason_of(vote: Vote, a: Profile, b: Profile) -> Reason:
    """A vote with what is behind it, as far as the profiles show it."""
    found = Reason(vote.specialist, vote.about, vote.vote, vote.weight, vote.effect)
    if vote.vote is None:
        return found
    if vote.specialist in _FIELDS:
        fields = _FIELDS[vote.specialist]
        some, others = a.values(*fields), b.values(*fields)
        sides = (tuple(some[:MOST]), tuple(others[:MOST]))
        said = (_sentences(a, fields), _sentences(b, fields))
        return replace(found, shared=_both(some, others), values=sides, sentences=said)
    if vote.specialist in _BAGS:
        part = _BAGS[vote.specialist]
        return replace(found, shared=_both(_bag(a, part), _bag(b, part)))
    if vote.specialist == "gender":
        return replace(found, values=((a.gender,), (b.gender,)))
    if vote.specialist in _NAMES:
        return replace(found, shared=_given(a, b), values=((a.name.full,), (b.name.full,)))
    return found


def _given(a: Profile, b: Profile) -> tuple[str, ...]:
    some, other = given_name(a), given_name(b)
    return (f"{some} = {other}",) if some and some != other and len(some) > 1 and same_given(some, other) else ()


def _bag(profile: Profile, part: str) -> Iterable[str]:
    if part == "entities":
        return (*profile.people, *profile.organizations, *profile.places)
    return tuple(getattr(profile, part))


def _both(some: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """The terms that both have, as the first has them."""
    known = {terms.entity(term) for term in others} - {""}
    return tuple(_unique(term for term in some if terms.entity(term) in known)[:MOST])


def _sentences(profile: Profile, fields: Sequence[str]) -> tuple[str, ...]:
    found = (fact.evidence.sentence for fact in profile.facts if fact.field in fields)
    return tuple(_unique(sentence for sentence in found if sentence)[:MOST])


def _unique(found: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(found))


def _line(reason: Reason) -> str:
    """One line: what was compared, what both have or each has, the vote, and what it changed."""
    some, others = reason.values
    detail = ", ".join(reason.shared) + " (both)" if reason.shared else ""
    if not detail and (some or others):
        detail = f"{', '.join(some) or 'nothing'} / {', '.join(others) or 'nothing'}"
    compared = f"{reason.about}: {detail}" if detail else reason.about
    return f"{compared}   vote {reason.vote:.2f}, {reason.effect:+.2f}"
