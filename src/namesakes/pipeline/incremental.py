"""Incremental linking: the chains of a store become people, block by block, and only where something has changed.

A block has a fingerprint: its chains, the content of their documents, the corrections about them, the model and the
settings. A block whose fingerprint the store knows is settled. The others are clustered anew, some at a time, and each
time is one transaction: whoever stops the work loses no more than the blocks in hand.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Final

import numpy as np

from namesakes.identities.baselines import name_key
from namesakes.identities.blocking.blocking import Blocking, Blocks
from namesakes.identities.blocking.table import block_table
from namesakes.identities.linker import LinkedBlock, Pair
from namesakes.pipeline.cost import remark_blocks
from namesakes.pipeline.engine import Block, Engine, Task
from namesakes.pipeline.linking import BlockLinker
from namesakes.profiles.profile import Profile
from namesakes.store.constraints import pairs_of
from namesakes.store.ids import Cluster, assign_ids, slugify, split_id
from namesakes.store.records import ChainKey, Event, Identity, Membership
from namesakes.store.store import Store
from namesakes.structures.components import components

AT_A_TIME: Final = 4_000
"""Chains that are clustered and written at a time."""


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
    """

    store: Store
    linker: BlockLinker
    kinds: Sequence[str] = ("person",)
    salt: str = ""
    progress: Callable[[int, int], None] = lambda done, total: None
    keys: list[ChainKey] = field(default_factory=list)
    """The chains, by document and number."""
    full_names: set[str] = field(default_factory=set)
    """The different names of people, as they are compared: who there would be if equal names were one person."""

    def run(self, engine: Engine) -> int:
        """Cluster the blocks that are not settled, and write who is in them; how many blocks those were."""
        blocks = self._blocks()
        fingerprints = [self._fingerprint(block) for block in blocks]
        self._forget_empty()
        tasks = list(self._tasks(blocks, fingerprints))
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
        if not self.keys:
            self._found = self._blocks()
        place = self._places.get(key)
        if place is None:
            return None
        block = self._found[self._block_of[place]]
        (fetched,) = self._fetch(_task([block], [""], [0]))
        return [self.keys[each] for each in block], fetched

    def _blocks(self) -> list[list[int]]:
        """The blocks, each as the places of its chains, with those in one block that corrections make the same."""
        found = Blocking(limit=self.linker.settings.block).of_table(block_table(self._named()))
        self._places = {key: place for place, key in enumerate(self.keys)}
        must, cannot = pairs_of(self.store.corrections.all(), self.keys)
        self._must, self._cannot = ([self._pair(*pair) for pair in pairs] for pairs in (must, cannot))
        blocks = [block.tolist() for block in _joined(found, self._must)]
        self._ties: list[list[tuple[str, int, int]]] = [[] for _ in blocks]
        self._block_of = np.empty(len(self.keys), dtype=np.int64)
        for number, block in enumerate(blocks):
            self._block_of[block] = number
        for what, pairs in (("must", self._must), ("cannot", self._cannot)):
            for one, other in pairs:
                if self._block_of[one] == self._block_of[other]:
                    self._ties[self._block_of[one]].append((what, one, other))
        return blocks

    def _named(self) -> Iterator[Profile]:
        """The profiles of all chains that are called by a name, noted as they pass."""
        self._people = bytearray()
        for key, profile in self.store.chains.profiles(kinds=self.kinds, whole=False):
            if profile.name.full:
                self._people.append(profile.kind == "person")
                if profile.kind == "person":
                    self.full_names.add(name_key(profile))
                self.keys.append(key)
                yield profile

    def _pair(self, one: ChainKey, other: ChainKey) -> Pair:
        return self._places[one], self._places[other]

    @cached_property
    def _hashes(self) -> Mapping[str, str]:
        return {id: state.hash for id, state in self.store.documents.states().items()}

    @cached_property
    def _old(self) -> dict[ChainKey, str]:
        """The identity of each chain, as the store has it."""
        return {each.chain: each.identity for each in self.store.memberships.all()}

    @cached_property
    def _ages(self) -> dict[str, int]:
        return {id: identity.created for id, identity in self.store.identities.all().items()}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """For each slug the highest number that was ever used, kept up as ids are given."""
        return self.store.identities.numbers()

    def _fingerprint(self, block: Sequence[int]) -> str:
        """What decides how a block comes out."""
        code = hashlib.blake2b(self.salt.encode(), digest_size=16)
        for place in block:
            key = self.keys[place]
            code.update(f"\n{key.document}\t{key.chain}\t{self._hashes[key.document]}".encode())
        for what, one, other in sorted(self._ties[self._block_of[block[0]]]):
            code.update(f"\n{what}\t{self.keys[one]}\t{self.keys[other]}".encode())
        return code.hexdigest()

    def _forget_empty(self) -> None:
        """Take identities out that no document speaks of any more."""
        empty = sorted(set(self._ages) - set(self._old.values()), key=lambda id: self._ages[id])
        if empty:
            why = "no document speaks of it any more"
            self.store.write_identities((), (), [Event("gone", id, why=why) for id in empty])

    def _tasks(self, blocks: Sequence[Sequence[int]], fingerprints: Sequence[str]) -> Iterator[Task]:
        """The blocks that are not settled, so many at a time; those that share an identity go together."""
        settled = self.store.blocks.all()
        groups: dict[int, list[int]] = {}
        for block, number in enumerate(self._shared(blocks)):
            groups.setdefault(number, []).append(block)
        open_groups = [group for group in groups.values() if any(fingerprints[block] not in settled for block in group)]
        sizes = [sum(len(blocks[block]) for block in group) for group in open_groups]
        for first, last in packed(sizes, AT_A_TIME):
            yield _task(blocks, fingerprints, chain.from_iterable(open_groups[first:last]))

    def _shared(self, blocks: Sequence[Sequence[int]]) -> list[int]:
        """For each block the number of the group of blocks that have identities in common."""
        first: dict[str, int] = {}
        pairs = []
        for number, block in enumerate(blocks):
            for id in {self._old[key] for key in map(self.keys.__getitem__, block) if key in self._old}:
                pairs.append((number, first.setdefault(id, number)))
        left, right = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
        return list(components(len(blocks), left, right).tolist())

    def _fetch(self, task: Task) -> Iterator[Block]:
        """Of each block of a task the profiles, and corrections as pairs of their places."""
        for block in task.blocks:
            whole = any(map(self._people.__getitem__, block))  # of all others the names are enough
            profiles = self.store.chains.lazy_profiles([self.keys[place] for place in block], whole=whole)
            inside = {place: number for number, place in enumerate(block)}
            ties = self._ties[self._block_of[block[0]]]
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
            for place, label in zip(block, people.labels, strict=True):
                members[label].append(self.keys[place])
            clusters += [Cluster(name, tuple(each)) for name, each in zip(people.names, members, strict=True)]
        old = {key: self._old[key] for cluster in clusters for key in cluster.members if key in self._old}
        ages = {id: self._ages[id] for id in old.values()}
        slugs = {slugify(cluster.name) for cluster in clusters}
        numbers = {name: self._numbers[name] for name in slugs if name in self._numbers}
        assigned = assign_ids(old, clusters, ages=ages, numbers=numbers)
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
        for name, number in map(split_id, assigned.ids):
            self._numbers[name] = max(number, self._numbers.get(name, 0))

    def _memberships(self, block: Iterable[int], people: LinkedBlock, ids: Sequence[str]) -> Iterator[Membership]:
        rows = zip(block, people.labels, people.strengths, people.alternatives, strict=True)
        for place, label, strength, others in rows:
            key = self.keys[place]
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


def _task(blocks: Sequence[Sequence[int]], fingerprints: Sequence[str], numbers: Iterable[int]) -> Task:
    chosen = list(numbers)
    return Task([list(blocks[number]) for number in chosen], [fingerprints[number] for number in chosen])


def _joined(blocks: Blocks, must: Sequence[Pair]) -> Blocks:
    return blocks.joined(must) if must else blocks
