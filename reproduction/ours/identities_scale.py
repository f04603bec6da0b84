"""How time, memory and agreement grow with the number of chains: from names to identities, end to end."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from namesakes.identities.block_linking import link_blocks
from namesakes.identities.blocking.blocking import Blocking, BlockStatistics
from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.linker import Linker
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.identities.mixing.plain_similarity import UntrainedModel
from namesakes.metrics.clustering import compare_labels
from namesakes.resources import cores
from namesakes.workers import workers
from reproduction.environment import CHAINS, sizes_in
from reproduction.outcome import Experiment, Outcome
from reproduction.synthetic.people import SyntheticPeople
from reproduction.timing import peak_resident_megabytes

SIZES = (10_000, 100_000, 1_000_000)
LIMIT = 300
CLUSTERER, THRESHOLD = "connected", 0.6
GOAL = "< 15 min, < 8 GB"


@dataclass(frozen=True)
class Measured:
    """What one size took, and how well it went."""

    people: int
    blocks: BlockStatistics
    recall: float
    blocking_seconds: float
    resolving_seconds: float
    megabytes: float
    agreement: float
    alone: float


def run(data: Path | None, seed: int, sizes: Sequence[int] = ()) -> Outcome:
    """Each size in a process of its own, so that its memory is its own; the environment may name other sizes."""
    rows = []
    for chains in sizes or sizes_in(CHAINS, SIZES):
        with workers(1) as pool:
            found = pool.submit(measure, chains, seed, cores()).result()
        rows.append(_row(chains, found))
    columns = ["chains", "people", "blocks", "largest", "pairs", "saved", "recall", "blocking", "identities", "memory"]
    notes = (
        f"Made-up chains with Zipf-distributed names, nicknames, initials, titles and misspellings; blocks of at most "
        f"{LIMIT}; similarities of names and shared clues without training; clusterer `{CLUSTERER}` at {THRESHOLD}; "
        f"{cores()} processes. Recall: pairs of one person that are in one block. Chains are made while they are "
        "blocked and again while they are compared; both are in the times. Memory is that of all processes together. "
        "F is that of purity and inverse purity, over all chains; every chain by itself has the figure in brackets."
    )
    return Outcome([*columns, "F", "goal"], rows, f"synthetic people, seed {seed}", notes)


def measure(chains: int, seed: int, processes: int) -> Measured:
    """Resolve so many synthetic chains, from their names to identities."""
    people = SyntheticPeople(chains, seed=seed)
    gold = people.identities
    start = time.perf_counter()
    blocks = Blocking(limit=LIMIT).blocks(people)
    middle = time.perf_counter()
    model = UntrainedModel(clusterer(CLUSTERER, {"threshold": THRESHOLD}))
    linker = Linker(model, LinkingSettings(within_document="free"))
    labels = link_blocks(linker, blocks, people.profiles, jobs=processes)
    end = time.perf_counter()
    megabytes = peak_resident_megabytes(processes)
    return Measured(
        len(np.unique(gold)),
        blocks.statistics(),
        blocks.recall(gold),
        middle - start,
        end - middle,
        megabytes,
        compare_labels(gold.tolist(), labels.tolist())["purity"].f1,
        compare_labels(gold.tolist(), list(range(chains)))["purity"].f1,
    )


def _row(chains: int, found: Measured) -> list[str]:
    blocks = found.blocks
    return [
        f"{chains:,}",
        f"{found.people:,}",
        f"{blocks.blocks:,}",
        f"{blocks.largest:,}",
        f"{blocks.pairs:,}",
        f"{100 * blocks.saved:.3f} %",
        f"{found.recall:.4f}",
        f"{found.blocking_seconds:.1f} s",
        f"{found.resolving_seconds:.1f} s",
        f"{found.megabytes:.0f} MB",
        f"{found.agreement:.3f} ({found.alone:.3f})",
        GOAL if chains == SIZES[-1] else "",
    ]


EXPERIMENT = Experiment(
    "Identities at scale",
    "How time and memory grow with the number of chains, from names through blocks and similarities to identities.",
    run,
)
