"""How long clusterers take, on one core."""

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.config import generator
from namesakes.identities.clustering.clusterer import clusterer
from reproduction.outcome import Experiment, Outcome
from reproduction.timing import best_of, one_core, peak_megabytes

ITEMS, CLUSTERS, TURNS = 2_000, 50, 100
TASKS: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("KARC, unit norm", "karc", {"clusters": CLUSTERS, "tolerance": 0.0, "iterations": TURNS}, "< 5 s"),
    (
        "KARC, exact norm",
        "karc",
        {"clusters": CLUSTERS, "tolerance": 0.0, "iterations": TURNS, "norm": "exact"},
        "< 5 s",
    ),
    ("FRC", "frc", {"clusters": CLUSTERS, "tolerance": 0.0, "iterations": TURNS}, ""),
    ("KARC, number of clusters found", "karc", {}, ""),
    ("FRC, number of clusters found", "frc", {}, ""),
    ("DBSCAN", "dbscan", {}, ""),
    ("average-link", "average-link", {}, ""),
    ("connected components", "connected", {}, ""),
)


def similarities(items: int, groups: int, seed: int) -> Float64Array:
    """Similarities of items in groups, high within and low between, with much noise."""
    random = generator(seed, "similarities")
    labels = random.integers(0, groups, size=items)
    matrix = np.where(labels[:, None] == labels[None, :], 0.7, 0.2) + 0.15 * random.standard_normal((items, items))
    return np.clip((matrix + matrix.T) / 2, 0.0, 1.0)


def run(data: Path | None, seed: int) -> Outcome:
    """Times and memory of each clusterer on one matrix."""
    matrix, rows = similarities(ITEMS, CLUSTERS, seed), []
    with one_core():
        for title, name, settings, goal in TASKS:
            call = partial(clusterer(name, settings).cluster, matrix)
            what = f"{title}: {CLUSTERS} clusters, {TURNS} turns" if "clusters" in settings else title
            rows.append([what, f"{best_of(2, call):.2f} s", f"{peak_megabytes(call):.0f} MB", goal])
    about = f"made-up similarities of {ITEMS:,} items in {CLUSTERS} groups; seed {seed}"
    notes = "Best of two runs on one core. The fuzzy ones never stop early where the number of turns is given."
    return Outcome(["clusterer", "time", "memory", "goal"], rows, about, notes)


EXPERIMENT = Experiment("Speed of clusterers", "How long each clusterer takes for 2,000 items.", run)
