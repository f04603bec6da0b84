"""Review: the least certain decisions, for people to check (uncertainty sampling)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nsmallest
from itertools import groupby
from typing import Any

from namesakes.store.records import ChainKey, Membership
from namesakes.store.store import Store

THRESHOLD = 0.5
"""The threshold of memberships, where none is given."""

_PAIR = 2


@dataclass(frozen=True, slots=True)
class Doubt:
    """A decision that might have been another one.

    Parameters
    ----------
    margin : how far the score is from another decision; 0 is a coin toss.
    chain : the chain that is decided on.
    identity, strength : where the chain is, and how surely.
    other, likeness : where else it might be, and how surely; nothing where the question is whether it belongs at all.
    """

    margin: float
    chain: ChainKey
    identity: str
    strength: float
    other: str = ""
    likeness: float = 0.0

    @property
    def joined(self) -> bool:
        """Whether the question is if a chain belongs where it is; else if it belongs somewhere else, too."""
        return not self.other

    def to_json(self) -> dict[str, Any]:
        """The doubt as plain data."""
        return {
            "document": self.chain.document,
            "chain": self.chain.chain,
            "person": self.identity,
            "strength": round(self.strength, 4),
            "other": self.other,
            "likeness": round(self.likeness, 4),
            "margin": round(self.margin, 4),
        }


def doubts(
    store: Store,
    *,
    limit: int = 10,
    threshold: float | None = None,
    default: float = THRESHOLD,
    skipped: bool = False,
) -> list[Doubt]:
    """The least certain decisions first, of equal ones those about more chains; what corrections settled is not asked.

    A chain that is in an identity with others is in doubt as far as its strength is near the threshold, or near the
    strength that it would have in another identity; a chain that is alone as far as its likeness to another identity
    is near the threshold.

    Parameters
    ----------
    limit : how many there are at most.
    threshold : where decisions are made; the last run's, where it is not given.
    default : the threshold where no run says, either.
    skipped : with those that somebody has looked at and could not tell.
    """
    at = _threshold(store, default) if threshold is None else threshold
    hidden = store.identities.hidden()
    sizes = Counter(one.identity for one in store.memberships.all())
    done = settled(store, skipped=skipped)
    asked: set[str] = set()
    candidates = (
        doubt
        for _, group in groupby(store.memberships.all(alternatives=True), key=lambda one: one.chain)
        for doubt in _doubts(list(group), sizes, at, asked)
        if not {doubt.identity, doubt.other} & hidden and (doubt.chain, doubt.other or doubt.identity) not in done
    )
    return nsmallest(limit, candidates, key=lambda one: _order(one, sizes))


def _order(one: Doubt, sizes: Counter[str]) -> tuple[float, int, float, ChainKey, str]:
    """Doubts by their margin in hundredths, then those about more chains."""
    return round(one.margin, 2), -sizes[one.other or one.identity], one.margin, one.chain, one.other


def _threshold(store: Store, default: float) -> float:
    """Where the last run that says so decided memberships."""
    for run in reversed(store.runs.all()):
        if isinstance(threshold := run.manifest.get("threshold"), int | float):
            return float(threshold)
    return default


def _doubts(group: list[Membership], sizes: Counter[str], threshold: float, asked: set[str]) -> Iterator[Doubt]:
    """The doubts about one chain: where it is, and where it might be.

    Parameters
    ----------
    asked : the identities of two chains that were asked about; whether the other belongs is the same question.
    """
    own, *others = group
    if own.rank:
        return
    alone = sizes[own.identity] == 1
    if not alone and own.identity not in asked:
        if sizes[own.identity] == _PAIR:
            asked.add(own.identity)
        yield Doubt(abs(own.strength - threshold), own.chain, own.identity, own.strength)
    for other in others:
        nearer = threshold if alone else own.strength
        margin = abs(nearer - other.strength)
        yield Doubt(margin, own.chain, own.identity, own.strength, other.identity, other.strength)


def settled(store: Store, *, skipped: bool = False) -> set[tuple[ChainKey, str]]:
    """The chains that corrections name, each with every identity that it was compared with.

    Parameters
    ----------
    skipped : what nobody could tell is not settled.
    """
    about = ("same", "different") if skipped else ("same", "different", "unsure")
    corrections = [one for one in store.corrections.all() if one.what in about]
    homes = store.memberships.homes(chain for one in corrections for chain in (*one.left, *one.right))
    found: set[tuple[ChainKey, str]] = set()
    for one in corrections:
        for side, opposite in ((one.left, one.right), (one.right, one.left)):
            others = {homes[chain] for chain in opposite if chain in homes}
            found |= {(chain, home) for chain in side for home in others}
    return found
