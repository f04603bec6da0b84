"""Why a document is in a person, and why not in another: each beside the people it might be in, in their real block."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from namesakes.errors import DataError
from namesakes.explain.memberships import BlockExplanation, MembershipExplanation
from namesakes.explain.waterfall import Waterfall
from namesakes.identities.linker import Linker
from namesakes.pipeline.incremental import IncrementalLinking
from namesakes.pipeline.linking import BlockLinker
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.resolve import linking_of
from namesakes.store.mention_refs import written
from namesakes.store.records import ChainKey, Identity, Membership
from namesakes.store.review_sides import Question
from namesakes.store.store import Store
from namesakes.text.shown import CHARTS, Chart

ExplainedBlock = tuple[list[ChainKey], BlockExplanation, dict[str, int]]
"""The chains of a block, what explains them, and the labels of people by their ids."""

_CHAINS = 3
"""How many chains of a person are explained where no document is named, the least sure ones."""
_MENTIONS = 3
"""How many mentions of each are named."""
_OTHERS = 2
"""How many other people each is compared with."""


@dataclass(frozen=True)
class Comparison:
    """A chain beside the other chains of an identity, and how surely it belongs there."""

    chain: ChainKey
    identity: str
    explanation: MembershipExplanation
    mentions: tuple[str, ...] = ()
    """Some of its mentions, as corrections take them."""

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
        return {**self.explanation.to_json(), **where, "strength": self.strength, "mentions": list(self.mentions)}

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def chart(self) -> Chart:
        """A waterfall: what each respect adds, from what the names say to the verdict."""
        return CHARTS["waterfall"](self.waterfall())

    def waterfall(self) -> Waterfall:
        """The steps that it is made of."""
        return Waterfall.of_membership(self.explanation, self.identity)

    def lines(self) -> Iterator[str]:
        """The comparison in words."""
        sure = f" ({self.strength:.0%} sure)" if self.within else f" ({self.strength:.0%} that it belongs there)"
        yield f"{self.chain.document}: {'in' if self.within else 'not in'} {self.identity}{sure}"
        for line in self.explanation.lines():
            yield f"  {' '.join(line.split())}"
        if self.mentions:
            yield f"  mentions: {', '.join(' '.join(each.split()) for each in self.mentions)}"


class Explainer:
    """Explains memberships of a store in the blocks in which they were decided."""

    def __init__(self, store: Store, work: IncrementalLinking, linker: Linker) -> None:
        self.store, self.work, self.linker = store, work, linker
        self._known: dict[ChainKey, ExplainedBlock] = {}

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
        return Comparison(chain, id, replace(found, certainty=known), self._mentions(chain))

    def _mentions(self, chain: ChainKey) -> tuple[str, ...]:
        """The first mentions of a chain."""
        document = self.store.documents.get(chain.document)
        own = [] if document is None else [one for one in document.mentions if one.chain == chain.chain]
        return tuple(written(chain.document, (one.start, one.end)) for one in own[:_MENTIONS])

    def _block(self, chain: ChainKey) -> ExplainedBlock | None:
        """The chains of the block that a chain is in, what explains it, and the labels of people by their ids."""
        if chain not in self._known:
            found = next(self.blocks([chain]), None)
            if found is None:
                return None
            self._known.update(dict.fromkeys(found[0], found))
        return self._known[chain]

    def blocks(self, chains: Iterable[ChainKey] | None = None) -> Iterator[ExplainedBlock]:
        """The blocks that these chains are in, or all of them."""
        for keys, (profiles, must, cannot) in self.work.blocks(chains):
            homes = self.store.memberships.homes(keys)
            people: dict[str, int] = {}
            labels = [people.setdefault(homes.get(key, ""), len(people)) for key in keys]
            linked = self.linker.linked(profiles, must, cannot).relabelled(np.array(labels))
            yield keys, BlockExplanation(self.linker, linked), people


def explainer_of(store: Store, pipeline: Pipeline) -> Explainer:
    """What explains the people of a store, with the settings of its last run."""
    settings = linking_of(store) or pipeline.definition.identities
    part = BlockLinker(pipeline.parts["identities"], settings)
    work = IncrementalLinking(store, part, store.identities.kinds())
    return Explainer(store, work, Linker(part.part.model, settings))


def question_lines(store: Store, pipeline: Pipeline, question: Question) -> list[str]:
    """Why a chain that is asked about is where it is, or might be in the other identity."""
    doubt = question.doubt
    found = explainer_of(store, pipeline).comparison(doubt.chain, doubt.other or doubt.identity)
    return list(found.lines()) if found is not None else ["They were never compared: their names do not sound alike."]


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


def between(explainer: Explainer, one: Identity, other: Identity) -> list[Comparison]:
    """Why two people are two: each chain of the first beside the second, the least sure first."""
    if one.id == other.id:
        raise DataError(f"{one.id} and {other.id} are the same", "Name two people.")
    members = explainer.store.memberships.of_identity(one.id)[::-1]
    found = [explainer.comparison(member.chain, other.id) for member in members]
    compared = [each for each in found if each is not None]
    if not compared:
        why = "their names are so different that they are in no block together"
        raise DataError(f"{one.id} and {other.id} were never compared: {why}")
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
