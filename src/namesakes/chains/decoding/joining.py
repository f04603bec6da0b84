"""Joining: chains made one after decoding, where nothing that is known of the one contradicts the other."""

from collections.abc import Iterable, Sequence

import numpy as np

from namesakes.arrays import Int32Array, UInt64Array
from namesakes.chains.decoding.entities import FACTS, mention_facts
from namesakes.chains.links import Links

_PLAIN = 6
"""How many of the facts contradict where both are known and differ; see `kernels.entities`."""


_I, _YOU, _TO = (FACTS.index(name) for name in ("says_i", "says_you", "told_to"))


def _speaks_of(mine: Sequence[int], theirs: Sequence[int]) -> bool:
    """Whether the one says *I*, and says *you*, *he* or *she* of the other, or is told of the other."""
    return mine[_I] != 0 and mine[_I] in (theirs[_YOU], theirs[_TO])


class Joining:
    """Chains that are being joined, named by their first mention, and what is known of each."""

    def __init__(self, clusters: Int32Array, facts: UInt64Array) -> None:
        self.parents = clusters.astype(np.int64).tolist()
        self.facts = facts
        self.known: dict[int, list[int]] = {}
        self.members: dict[int, list[int]] = {}
        for mention, cluster in enumerate(self.parents):
            self.members.setdefault(cluster, []).append(mention)

    @classmethod
    def of(cls, links: Links) -> "Joining":
        """The chains of links."""
        return cls(links.clusters, mention_facts(links.pairs.attributes))

    def chain(self, mention: int) -> int:
        """The first mention of the chain that a mention is in now."""
        return int(self.parents[mention])

    def join(self, one: int, other: int) -> bool:
        """Make the chains of two mentions one; False where what is known of them does not allow it."""
        kept, gone = sorted((self.chain(one), self.chain(other)))
        if kept == gone:
            return True
        mine, theirs = self._known(kept), self._known(gone)
        if any(left and right and left != right for left, right in zip(mine[:_PLAIN], theirs[:_PLAIN], strict=True)):
            return False
        if _speaks_of(mine, theirs) or _speaks_of(theirs, mine):
            return False
        self.known[kept] = [left or right for left, right in zip(mine, theirs, strict=True)]
        moved = self.members.pop(gone)
        self.members[kept] += moved
        for mention in moved:
            self.parents[mention] = kept
        return True

    def join_all(self, mentions: Iterable[int]) -> None:
        """Join the chains of mentions to that of the first, as far as that is allowed."""
        rest = iter(mentions)
        first = next(rest, None)
        for mention in rest:
            assert first is not None
            self.join(first, mention)

    def clusters(self) -> Int32Array:
        """The first mention of each mention's chain."""
        return np.array(self.parents, dtype=np.int32)

    def _known(self, chain: int) -> list[int]:
        """What is known of a chain: of each fact the first that a mention says."""
        if chain not in self.known:
            rows = self.facts[self.members[chain]]
            first = (rows != 0).argmax(axis=0)
            self.known[chain] = rows[first, np.arange(len(FACTS))].tolist()
        return self.known[chain]
