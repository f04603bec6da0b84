"""Why a document is in a person, and why not in another, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from namesakes.errors import DataError
from namesakes.explain.identities import PairExplanation, explain_pair
from namesakes.identities.mixing.ensemble import Ensemble
from namesakes.store.records import ChainKey, Identity, Membership
from namesakes.store.store import Store
from namesakes.view.wording import one_line

_CHAINS = 3
"""How many chains of a person are explained where no document is named, the least sure ones."""
_OTHERS = 2
"""How many other people each is compared with."""
_AROUND = 40
"""How many profiles of both people are looked at, to know how usual things are."""


@dataclass(frozen=True)
class Comparison:
    """A chain beside the surest other chain of an identity, and how surely it belongs there."""

    chain: ChainKey
    identity: str
    within: bool
    strength: float
    explanation: PairExplanation

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain data."""
        where = {"document": self.chain.document, "chain": self.chain.chain, "person": self.identity}
        return {**where, "within": self.within, "strength": self.strength, **self.explanation.to_json()}

    def lines(self) -> Iterator[str]:
        """The comparison in words."""
        sure = f" ({self.strength:.0%})" if self.strength else ""
        yield f"{one_line(self.chain.document)}: {'in' if self.within else 'not in'} {self.identity}{sure}"
        for line in self.explanation.lines():
            yield f"  {' ' * (len(line) - len(line.lstrip()))}{one_line(line)}"


def comparisons(store: Store, ensemble: Ensemble, identity: Identity, document: str | None = None) -> list[Comparison]:
    """Why the chains of an identity are in it, and not in those they might be in instead; the least sure first.

    Parameters
    ----------
    document : only the chains of this document; where none of them is in the identity, those that might be.
    """
    members = store.memberships.of_identity(identity.id)
    chosen = members[: -_CHAINS - 1 : -1] if document is None else _chosen(store, members, identity, document)
    compared = []
    for one in chosen:
        for other in _others(store, one, identity):
            pair = _explained(store, ensemble, one.chain, other.identity)
            if pair is not None:
                compared.append(
                    Comparison(one.chain, other.identity, other.identity == one.identity, other.strength, pair)
                )
    return compared


def _chosen(store: Store, members: Sequence[Membership], identity: Identity, document: str) -> list[Membership]:
    """The chains of a document that are in an identity, or might be."""
    inside = [one for one in members if one.chain.document == document]
    if inside:
        return inside
    here = store.memberships.of_document(document)
    near = {one.chain for one in here if one.identity == identity.id}
    near = near or {one.chain for one in here if _alike(store, one.chain, identity)}
    if not near:
        advice = f"See who is in it with: namesakes show {document}"
        raise DataError(f"the document '{document}' says nothing of {identity.id}, nor of a namesake", advice)
    return [one for one in here if one.chain in near and not one.rank]


def _alike(store: Store, chain: ChainKey, identity: Identity) -> bool:
    """Whether a chain goes by a name that an identity bears, too."""
    return any(identity.id in {one.id for one in store.identities.named(name)} for name in _names(store, chain))


def _names(store: Store, chain: ChainKey) -> list[str]:
    """The family name of a chain, or the whole one."""
    return [profile.name.family or profile.name.full for _, profile in store.chains.profiles(keys=[chain])]


def _others(store: Store, one: Membership, identity: Identity) -> list[Membership]:
    """Where a chain is and where it might be: its own identity, the one that was asked for, the nearest ones."""
    here = [each for each in store.memberships.of_document(one.chain.document) if each.chain == one.chain]
    known = {each.identity for each in here}
    if identity.id not in known:
        here.insert(1, Membership(one.chain, identity.id, 0.0, 1))
    if len(here) == 1:
        named = {
            each.id: each
            for name in _names(store, one.chain)
            for each in store.identities.named(name)
            if not each.hidden
        }
        here += [Membership(one.chain, id, 0.0, 1) for id in named if id not in known]
    return here[: 1 + _OTHERS]


def _explained(store: Store, ensemble: Ensemble, chain: ChainKey, id: str) -> PairExplanation | None:
    """The chain beside the surest other chain of an identity; None where there is no other."""
    others = [one.chain for one in store.memberships.of_identity(id) if one.chain != chain]
    if not others:
        return None
    ((_, own),) = store.chains.profiles(keys=[chain])
    block = [profile for _, profile in store.chains.profiles(keys=others[:_AROUND])]
    return explain_pair(ensemble, own, block[0], [own, *block])
