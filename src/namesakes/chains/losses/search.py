"""Search for the worst tree of a loss that is no sum over arcs (Haponchyk & Moschitti 2017, Algorithm 3)."""

from collections.abc import Callable

import numpy as np

from namesakes.arrays import Float64Array, Int32Array, Int64Array
from namesakes.chains.features.candidates import Candidates
from namesakes.chains.losses.gold import Gold
from namesakes.chains.losses.kernels import search as kernel
from namesakes.chains.models.trees import clusters_of


def search(
    candidates: Candidates,
    scores: Float64Array,
    start: Int64Array,
    gold: Gold,
    weights: Float64Array,
    strength: float,
    *,
    ramp: bool = True,
    sweeps: int = 10,
) -> tuple[Int64Array, int]:
    """A tree with a high score + strength · (100 − w·φ), and in how many sweeps it was found. O(mentions²) a sweep.

    Parameters
    ----------
    start : the tree to begin with, as the row of each mention.
    weights : of the nine features of `Gold.features`, and the constant.
    ramp : whether the strength at mention i of n is i / n of it; without, no change lowers the sum.
    """
    tree, size = start.copy(), len(start)
    antecedents = np.zeros(size, dtype=np.int32)
    antecedents[1:] = candidates.antecedents[tree[1:]]
    entities = max(len(gold.sizes), 1)
    room = (
        np.zeros((size, 6)),
        np.zeros(size, dtype=np.uint8),
        np.zeros(size, dtype=np.uint8),
        np.zeros(entities),
        np.zeros((size, 4)),
        np.zeros((size, 2)),
        np.zeros((size, 3), dtype=np.int32),
        np.zeros(7),
        np.zeros(7),
    )
    known = (candidates.starts, candidates.antecedents, scores, gold.entities, gold.sizes, gold.sums, weights)
    given = (strength, float(gold.least), ramp, sweeps, tree, clusters_of(antecedents))
    return tree, kernel.search(*known, *given, *room)


def search_by(
    candidates: Candidates,
    scores: Float64Array,
    start: Int64Array,
    loss: Callable[[Int32Array], float],
    strength: float,
    *,
    ramp: bool = True,
    sweeps: int = 10,
) -> tuple[Int64Array, int]:
    """The same for any loss of clusters, which is asked anew for every cluster that a mention can join: slow."""
    starts, mentions = candidates.starts.tolist(), candidates.antecedents
    tree, count = start.copy(), len(start) - 1
    antecedents = np.zeros(count + 1, dtype=np.int32)
    antecedents[1:] = mentions[tree[1:]]
    for sweep in range(sweeps):
        changed = False
        for mention in range(1, count + 1):
            factor = strength * mention / count if ramp else strength
            antecedents[mention] = 0
            clusters, known = clusters_of(antecedents), {}
            best, best_row = -np.inf, int(tree[mention])
            for row in (best_row, *range(starts[mention], starts[mention + 1])):
                antecedents[mention] = mentions[row]
                joined = int(clusters[mentions[row]])
                if joined not in known:
                    known[joined] = loss(clusters_of(antecedents))
                value = float(scores[row]) + factor * known[joined]
                if value > best + 1e-9:
                    best, best_row = value, row
            antecedents[mention] = mentions[best_row]
            changed |= best_row != tree[mention]
            tree[mention] = best_row
        if not changed:
            return tree, sweep + 1
    return tree, sweeps
