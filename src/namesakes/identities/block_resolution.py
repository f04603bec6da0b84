"""Block resolution: identities of any number of profiles, block by block, in one process or several.

Profiles are fetched when their block is worked on and dropped after it: memory grows with the labels alone.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from namesakes.errors import ConfigError
from namesakes.identities.blocking.blocking import Blocks
from namesakes.identities.clustering.clusterer import Clusterer
from namesakes.identities.clustering.constraints import NONE, Constraints, ContradictionError
from namesakes.identities.clustering.memberships import Labels
from namesakes.profiles.profile import Profile
from namesakes.workers import workers

Fetch = Callable[[NDArray[np.int32]], Sequence[Profile]]
"""Gives the profiles with these numbers."""
Similarity = Callable[[Sequence[Profile]], NDArray[np.floating]]
"""Gives the similarities of the profiles of a block, NaN where there is no evidence."""
Constrain = Callable[[Sequence[Profile]], Constraints]
"""Gives the constraints on the profiles of a block."""


def unconstrained(profiles: Sequence[Profile]) -> Constraints:
    """No constraints."""
    return NONE


@dataclass(frozen=True)
class BlockResolver:
    """Finds identities within blocks.

    Parameters
    ----------
    fetch, similarity, clusterer, constrain : what is done with a block. With several processes each must be something
        that can be sent to another process: a function of a module, a method of an object that can be pickled.
    processes : how many processes work.
    batch : how many profiles are fetched at a time.
    """

    fetch: Fetch
    similarity: Similarity
    clusterer: Clusterer
    constrain: Constrain = field(default=unconstrained)
    processes: int = 1
    batch: int = 4_000

    def __post_init__(self) -> None:
        if self.processes < 1 or self.batch < 1:
            raise ConfigError("at least one process and one profile at a time are needed.")

    def resolve(self, blocks: Blocks) -> Labels:
        """For each profile the number of its identity, in the order of the blocks; the same for any processes."""
        labels, used = np.empty(len(blocks.order), dtype=np.int64), 0
        for rows, found in self._found(_batches(blocks, self.batch)):
            labels[rows] = found + used
            used += int(found.max(initial=-1)) + 1
        return labels

    def _found(self, batches: Iterable[list[NDArray[np.int32]]]) -> Iterator[tuple[NDArray[np.int32], Labels]]:
        if self.processes == 1:
            yield from map(self.of_batch, batches)
            return
        with workers(self.processes, _settle, (self,)) as pool:
            yield from pool.map(_work, batches)

    def of_batch(self, blocks: Sequence[NDArray[np.int32]]) -> tuple[NDArray[np.int32], Labels]:
        """The profiles of some blocks, and their identities, numbered from 0."""
        rows = np.concatenate(blocks)
        profiles = self.fetch(rows)
        labels, used, start = np.empty(len(rows), dtype=np.int64), 0, 0
        for block in blocks:
            inside = profiles[start : start + len(block)]
            found = self.of_block(inside)
            labels[start : start + len(block)] = found + used
            used, start = used + int(found.max()) + 1, start + len(block)
        return rows, labels

    def of_block(self, profiles: Sequence[Profile]) -> Labels:
        """The identities of the profiles of one block, numbered from 0."""
        if len(profiles) == 1:
            return np.zeros(1, dtype=np.int64)
        try:
            return self.clusterer.cluster(self.similarity(profiles), self.constrain(profiles)).labels
        except ContradictionError as error:
            raise error.named([f"{one.document}:{one.chain} ({one.name.full})" for one in profiles]) from error


def _batches(blocks: Blocks, size: int) -> Iterator[list[NDArray[np.int32]]]:
    """Blocks, some at a time: as many as together have `size` profiles, or one."""
    batch: list[NDArray[np.int32]] = []
    held = 0
    for block in blocks:
        if batch and held + len(block) > size:
            yield batch
            batch, held = [], 0
        batch.append(block)
        held += len(block)
    if batch:
        yield batch


_SETTLED: list[BlockResolver] = []
"""In a process that works for another: what it was told to do."""


def _settle(resolver: BlockResolver) -> None:
    _SETTLED[:] = [resolver]


def _work(blocks: list[NDArray[np.int32]]) -> tuple[NDArray[np.int32], Labels]:
    return _SETTLED[0].of_batch(blocks)
