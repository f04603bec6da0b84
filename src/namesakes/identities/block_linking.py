"""Linking of many blocks, in one process or several.

Profiles are fetched when their block is worked on and dropped after it: memory grows with the labels alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import Int32Array, Int64Array
from namesakes.errors import ConfigError, DataError
from namesakes.identities.blocking.blocking import Blocks
from namesakes.identities.linker import Linker
from namesakes.profiles.profile import Profile
from namesakes.workers import Failure, mapped

BATCH = 4_000
"""Profiles that are fetched at a time."""

Fetch = Callable[[Int32Array], Sequence[Profile]]
"""Gives the profiles with these numbers."""


def link_blocks(linker: Linker, blocks: Blocks, fetch: Fetch, *, jobs: int = 1, batch: int = BATCH) -> Int64Array:
    """For each profile the number of its identity, in the order of the blocks; the same for any number of processes.

    Parameters
    ----------
    linker, fetch : what is done with a block. With several processes both must be picklable.
    jobs : how many processes work.
    batch : how many profiles are fetched at a time.
    """
    if jobs < 1 or batch < 1:
        raise ConfigError("at least one process and one profile at a time are needed.")
    labels, start, used = np.empty(len(blocks.order), dtype=np.int64), 0, 0
    batches = mapped(_BatchLinker(linker, fetch), _batches(blocks, batch), jobs=jobs, batch=1, name=_name)
    for found in batches:
        if isinstance(found, Failure):
            raise DataError(f"{found.document} could not be linked: {found.error}")
        labels[blocks.order[start : start + len(found)]] = found + used
        start, used = start + len(found), used + int(found.max(initial=-1)) + 1
    return labels


@dataclass(frozen=True)
class _BatchLinker:
    """Gives the identities of the profiles of some blocks, numbered from 0."""

    linker: Linker
    fetch: Fetch

    def __call__(self, blocks: Sequence[Int32Array]) -> Int64Array:
        profiles = self.fetch(np.concatenate(blocks))
        labels, used, start = np.zeros(len(profiles), dtype=np.int64), 0, 0
        for end in np.cumsum([len(block) for block in blocks]).tolist():
            if end - start > 1:
                labels[start:end] = self.linker.memberships(profiles[start:end]).labels
            labels[start:end] += used
            used, start = int(labels[start:end].max()) + 1, end
        return labels


def _name(blocks: Sequence[Int32Array]) -> str:
    return f"the block of profile {blocks[0][0]}" if len(blocks) == 1 else f"a batch of {len(blocks)} blocks"


def _batches(blocks: Blocks, size: int) -> Iterator[list[Int32Array]]:
    """Blocks, some at a time: as many as together have `size` profiles, or one."""
    batch: list[Int32Array] = []
    held = 0
    for block in blocks:
        if batch and held + len(block) > size:
            yield batch
            batch, held = [], 0
        batch.append(block)
        held += len(block)
    if batch:
        yield batch
