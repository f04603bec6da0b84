"""Incremental linking: the chains of a store become people, block by block, and only where something has changed.

A block has a fingerprint: its chains, the content of their documents, the corrections about them, the model and the
settings. A block whose fingerprint the store knows is settled. The others are clustered anew, some at a time, and each
time is one transaction: whoever stops the work loses no more than the blocks in hand.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.identities.blocking.blocking import Blocking, Blocks
from namesakes.identities.linker import LinkedBlock
from namesakes.pipeline.chain_table import ChainTable
from namesakes.pipeline.cost import remark_blocks
from namesakes.pipeline.engine import Block, Engine, Task
from namesakes.pipeline.linking import BlockLinker
from namesakes.store.constraints import pairs_of
from namesakes.store.ids import Cluster, assign_ids, slugify
from namesakes.store.records import ChainKey, Event, Identity, Membership
from namesakes.store.store import Store
from namesakes.structures.components import components

AT_A_TIME: Final = 4_000
"""Chains that are clustered and written at a time."""

Tie = tuple[str, int, int]
"""What a correction says of two chains, "must" or "cannot" be one person, and their places."""


@dataclass
class IncrementalLinking:
    """The work on one store.

    Parameters
    ----------
    store : what is worked on.
    linker : finds the people of a block.
    kinds : which chains.
    salt : what else decides whether a block is settled: the model and its settings.
    progress : is called with how many of how many blocks are done.
    why : what events say about their cause.
    """

    store: Store
    linker: BlockLinker
    kinds: Sequence[str] = ("person",)
    salt: str = ""
    progress: Callable[[int, int], None] = lambda done, total: None
    why: str = ""
    _keep: bool = field(default=False, init=False)

    def run(self, engine: Engine) -> int:
        """Cluster the blocks that are not settled, and write who is in them; how many blocks those were."""
        self._keep = True
        fingerprints = self._fingerprints()
        self._forget_empty()
        tasks = list(self._tasks(fingerprints))
        remark_blocks(block for task in tasks for block in task.blocks)
        done, total = 0, sum(len(task.blocks) for task in tasks)
        self.progress(done, total)
        for task, found in engine.find(self.linker, tasks, self._fetch):
            self._write(task, found)
            done += len(task.blocks)
            self.progress(done, total)
        if self.store.blocks.all() != set(fingerprints):
            self.store.write_identities((), (), blocks=fingerprints)
        return total

    def block_of(self, key: ChainKey) -> "tuple[list[ChainKey], Block] | None":
        """The block that a chain is in, as it would be clustered, and its chains; None for one without a name.

        All names of the store are looked at, which takes time linear in its chains.
        """
        return next(self.blocks([key]), None)

    def blocks(self, keys: Iterable[ChainKey] | None = None) -> "Iterator[tuple[list[ChainKey], Block]]":
        """The blocks that these chains are in, or all of them, as they would be clustered, each with its chains."""
        numbers: Iterable[int] = range(len(self._blocks))
        if keys is not None:
            places = [place for key in keys if (place := self.chains.place(key)) is not None]
            numbers = sorted({int(self._block_of[place]) for place in places})
        for number in numbers:
            block = self._blocks[number].tolist()
            (fetched,) = self._fetch(Task([block], [""]))
            yield self.chains.keys(block), fetched

    def blocks_of(self, keys: Iterable[ChainKey]) -> "Iterator[tuple[list[ChainKey], Block]]":
        """The blocks that some chains are in, each with its chains; chains without a name are in none."""
        places = (self.chains.place(key) for key in sorted(set(keys)))
        for number in sorted({int(self._block_of[place]) for place in places if place is not None}):
            block = self._blocks[number].tolist()
            (fetched,) = self._fetch(Task([block], [""]))
            yield self.chains.keys(block), fetched

    @cached_property
    def chains(self) -> ChainTable:
        """The chains that are called by a name, by document and number."""
        return ChainTable.of(self.store, self.kinds, keep=self._keep)

    @cached_property
    def _blocks(self) -> Blocks:
        """The blocks, each as the places of its chains, with those in one block that corrections make the same."""
        found = Blocking(limit=self.linker.settings.block).of_table(self.chains.names)
        must = [(one, other) for what, one, other in self._pairs if what == "must"]
        return found.joined(must) if must else found

    @cached_property
    def _block_of(self) -> Int32Array:
        """For each chain the number of its block."""
        return self._blocks.labels

    @cached_property
    def _pairs(self) -> list[Tie]:
        """What corrections say of two chains each, by their places: the must-links, then the cannot-links."""
        corrections = self.store.corrections.all()
        meant = {key for one in corrections for side in (one.left, one.right, one.against) for key in side}
        places = {key: place for key in meant if (place := self.chains.place(key)) is not None}
        found = pairs_of(corrections, places)
        kinds = zip(("must", "cannot"), found, strict=True)
        return [(what, places[one], places[other]) for what, pairs in kinds for one, other in pairs]

    @cached_property
    def _ties(self) -> dict[int, list[Tie]]:
        """The corrections within each block that has any."""
        ties: dict[int, list[Tie]] = {}
        for what, one, other in self._pairs:
            if self._block_of[one] == self._block_of[other]:
                ties.setdefault(int(self._block_of[one]), []).append((what, one, other))
        return ties

    def _fingerprints(self) -> list[str]:
        """For each block what decides how it comes out."""
        records = memoryview(self.chains.records[self._blocks.order].tobytes())
        size, salt = self.chains.records.itemsize, hashlib.blake2b(self.salt.encode(), digest_size=16)
        edges = (self._blocks.starts * size).tolist()
        found = []
        for number, (start, end) in enumerate(pairwise(edges)):
            code = salt.copy()
            code.update(records[start:end])
            for what, one, other in sorted(self._ties.get(number, ())):
                code.update(f"\n{what}\t{self.chains.key(one)}\t{self.chains.key(other)}".encode())
            found.append(code.hexdigest())
        return found

    def _forget_empty(self) -> None:
        """Take identities out that no document speaks of any more."""
        empty = self.store.identities.empty()
        if empty:
            why = "no document speaks of it any more"
            self.store.write_identities((), (), [Event("gone", id, why=why) for id in empty])

    def _tasks(self, fingerprints: Sequence[str]) -> Iterator[Task]:
        """The blocks that are not settled, so many at a time; those that share an identity go together."""
        settled = self.store.blocks.all()
        groups = self._shared([number for number, each in enumerate(fingerprints) if each not in settled])
        sizes = self._blocks.sizes
        lengths = [int(sizes[group].sum()) for group in groups]
        for first, last in packed(lengths, AT_A_TIME):
            chosen = [number for group in groups[first:last] for number in group]
            yield Task([self._blocks[number].tolist() for number in chosen], [fingerprints[each] for each in chosen])

    def _shared(self, blocks: list[int]) -> list[list[int]]:
        """These blocks and all that have identities in common with them, in groups; others are not looked at."""
        self._old: dict[ChainKey, str] = {}
        numbers: dict[str, int] = {}
        reached, new = set(blocks), blocks
        pairs: list[tuple[int, int]] = []
        while new:
            held = self.chains.keys(np.concatenate([self._blocks[number] for number in new]))
            homes = self.store.memberships.homes(held)
            ids = set(homes.values()) - numbers.keys()
            numbers.update({id: len(numbers) + place for place, id in enumerate(sorted(ids))})
            found: set[int] = set()
            for each in self.store.memberships.of_identities(ids):
                place = self.chains.place(each.chain)
                if place is not None:
                    block = int(self._block_of[place])
                    pairs.append((block, len(self._blocks) + numbers[each.identity]))
                    found.add(block)
            self._old |= homes
            new = sorted(found - reached)
            reached |= found
        left, right = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
        labels = components(len(self._blocks) + len(numbers), left, right)
        groups: dict[int, list[int]] = {}
        for number in sorted(reached):
            groups.setdefault(int(labels[number]), []).append(number)
        return list(groups.values())

    def _fetch(self, task: Task) -> Iterator[Block]:
        """Of each block of a task the profiles, and corrections as pairs of their places."""
        for block in task.blocks:
            whole = bool(self.chains.people[block].any())  # of all others the names are enough
            profiles = self.store.chains.lazy_profiles(self.chains.keys(block), whole=whole)
            inside = {place: number for number, place in enumerate(block)}
            ties = self._ties.get(int(self._block_of[block[0]]), ())
            must, cannot = (
                [(inside[one], inside[other]) for what, one, other in ties if what == wanted]
                for wanted in ("must", "cannot")
            )
            yield profiles, must, cannot

    def _write(self, task: Task, found: Sequence[LinkedBlock]) -> None:
        """Write the people of some blocks, in one transaction."""
        clusters: list[Cluster] = []
        starts: list[int] = []
        for block, people in zip(task.blocks, found, strict=True):
            starts.append(len(clusters))
            members: list[list[ChainKey]] = [[] for _ in people.names]
            for key, label in zip(self.chains.keys(block), people.labels, strict=True):
                members[label].append(key)
            clusters += [Cluster(name, tuple(each)) for name, each in zip(people.names, members, strict=True)]
        old = {key: self._old[key] for cluster in clusters for key in cluster.members if key in self._old}
        ages = self.store.identities.ages(old.values())
        numbers = self.store.identities.numbers({slugify(cluster.name) for cluster in clusters})
        assigned = assign_ids(old, clusters, ages=ages, numbers=numbers, why=self.why)
        kinds = [kind for people in found for kind in people.kinds]
        order = sorted(
            range(len(clusters)), key=lambda place: (-len(clusters[place].members), clusters[place].members[0])
        )
        identities = [Identity(assigned.ids[place], clusters[place].name, kinds[place]) for place in order]
        memberships = [
            each
            for block, people, start in zip(task.blocks, found, starts, strict=True)
            for each in self._memberships(block, people, assigned.ids[start:])
        ]
        with self.store.transaction():
            self.store.write_identities(identities, memberships, assigned.events)
            self.store.blocks.add(task.fingerprints)

    def _memberships(self, block: Sequence[int], people: LinkedBlock, ids: Sequence[str]) -> Iterator[Membership]:
        rows = zip(self.chains.keys(block), people.labels, people.strengths, people.alternatives, strict=True)
        for key, label, strength, others in rows:
            yield Membership(key, ids[label], strength)
            for rank, (other, near) in enumerate(others, start=1):
                yield Membership(key, ids[other], near, rank)


def packed(sizes: Iterable[int], most: int) -> Iterator[tuple[int, int]]:
    """Where packs of things of these sizes begin and end: as many in a row as together are no larger than `most`."""
    first, number, held = 0, -1, 0
    for number, size in enumerate(sizes):
        if number > first and held + size > most:
            yield first, number
            first, held = number, 0
        held += size
    if number >= first:
        yield first, number + 1
