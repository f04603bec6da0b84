"""Why a document is in a person, and why not in another, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from namesakes.errors import DataError
from namesakes.explain.memberships import BlockExplanation, MembershipExplanation
from namesakes.identities.linker import Linker
from namesakes.pipeline.incremental import IncrementalLinking
from namesakes.pipeline.linking import BlockLinker
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.resolve import linking_of
from namesakes.store.records import ChainKey, Identity, Membership
from namesakes.store.store import Store
from namesakes.view.wording import one_line

_CHAINS = 3
"""How many chains of a person are explained where no document is named, the least sure ones."""
_OTHERS = 2
"""How many other people each is compared with."""


@dataclass(frozen=True)
class Comparison:
    """A chain beside the other chains of an identity, and how surely it belongs there."""

    chain: ChainKey
    identity: str
    explanation: MembershipExplanation

    @property
    def within(self) -> bool:
        """Whether the chain is in the identity."""
        return self.explanation.within

    @property
    def strength(self) -> float:
        """How surely it is there, or would be."""
        return self.explanation.certainty

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain data."""
        where = {"document": self.chain.document, "chain": self.chain.chain, "person": self.identity}
        return {**self.explanation.to_json(), **where, "strength": self.strength}

    def lines(self) -> Iterator[str]:
        """The comparison in words."""
        sure = f" ({self.strength:.0%} sure)" if self.within else f" ({self.strength:.0%} that it belongs there)"
        yield f"{one_line(self.chain.document)}: {'in' if self.within else 'not in'} {self.identity}{sure}"
        for line in self.explanation.lines():
            yield f"  {one_line(line)}"


class Explainer:
    """Explains memberships of a store in the blocks in which they were decided."""

    def __init__(self, store: Store, work: IncrementalLinking, linker: Linker) -> None:
        self.store, self.work, self.linker = store, work, linker
        self._known: dict[ChainKey, tuple[list[ChainKey], BlockExplanation, dict[str, int]]] = {}

    def comparison(self, chain: ChainKey, id: str) -> Comparison | None:
        """A chain beside an identity; None where they were never compared."""
        block = self._block(chain)
        if block is None:
            return None
        keys, explanation, people = block
        if id not in people:
            return None
        found = explanation.explain(keys.index(chain), people[id])
        if not found.others and (not found.within or len(people) == 1):
            return None
        here = self.store.memberships.of_document(chain.document)
        known = next((one.strength for one in here if one.chain == chain and one.identity == id), found.certainty)
        return Comparison(chain, id, replace(found, certainty=known))

    def _block(self, chain: ChainKey) -> tuple[list[ChainKey], BlockExplanation, dict[str, int]] | None:
        """The chains of the block that a chain is in, what explains it, and the labels of people by their ids."""
        if chain not in self._known:
            found = self.work.block_of(chain)
            if found is None:
                return None
            keys, (profiles, must, cannot) = found
            homes = self.store.memberships.homes(keys)
            people: dict[str, int] = {}
            labels = [people.setdefault(homes.get(key, ""), len(people)) for key in keys]
            linked = self.linker.linked(profiles, must, cannot).relabelled(np.array(labels))
            explained = keys, BlockExplanation(self.linker, linked), people
            self._known.update(dict.fromkeys(keys, explained))
        return self._known[chain]


def explainer_of(store: Store, pipeline: Pipeline) -> Explainer:
    """What explains the people of a store, with the settings of its last run."""
    settings = linking_of(store) or pipeline.definition.identities
    part = BlockLinker(pipeline.parts["identities"], settings)
    work = IncrementalLinking(store, part, store.identities.kinds())
    return Explainer(store, work, Linker(part.part.model, settings))


def comparisons(explainer: Explainer, identity: Identity, document: str | None = None) -> list[Comparison]:
    """Why the chains of an identity are in it, and not in those they might be in instead; the least sure first.

    Parameters
    ----------
    document : only the chains of this document; where none of them is in the identity, those that might be.
    """
    store = explainer.store
    members = store.memberships.of_identity(identity.id)
    chosen = members[: -_CHAINS - 1 : -1] if document is None else _chosen(store, members, identity, document)
    pairs = [(one.chain, id) for one in chosen for id in _others(store, one, identity)]
    compared = [explainer.comparison(chain, id) for chain, id in pairs]
    return [one for one in compared if one is not None]


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


def _others(store: Store, one: Membership, identity: Identity) -> list[str]:
    """Where a chain is and where it might be: its own identity, the one that was asked for, the nearest ones."""
    hidden = store.identities.hidden()
    here = [each.identity for each in store.memberships.of_document(one.chain.document) if each.chain == one.chain]
    if identity.id not in here:
        here.insert(1, identity.id)
    if len(here) == 1:
        here += [each.id for name in _names(store, one.chain) for each in store.identities.named(name)]
    asked = {here[0], identity.id}
    return [id for id in dict.fromkeys(here) if id in asked or id not in hidden][: 1 + _OTHERS]
