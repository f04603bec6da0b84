"""Training of identities: specialists are mixed, and clusterers tuned on names that the mixture has not seen."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.config import generator
from namesakes.errors import DataError
from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.evaluation import scores
from namesakes.identities.mixing.ensemble import BlockVotes, Ensemble
from namesakes.identities.model import IdentityModel, IdentitySettings
from namesakes.identities.rows import QueryGroup
from namesakes.identities.specialists.cosine import Words
from namesakes.identities.terms.statistics import Statistics

FOLDS = 5
"""The parts into which names are divided; each is compared by an ensemble that learned from the others."""

_STEPS = tuple(np.round(np.arange(0.05, 1.0, 0.05), 2).tolist())

_FINE = tuple(np.round(np.arange(0.01, 0.5, 0.01), 2).tolist())

GRIDS: dict[str, dict[str, Sequence[Any]]] = {
    "average-link": {"threshold": _STEPS},
    "connected": {"threshold": _STEPS},
    "dbscan": {"epsilon": _STEPS, "neighbours": (2, 3)},
}
"""The settings of clusterers that training tries."""

FUZZY_GRIDS: dict[str, dict[str, Sequence[Any]]] = {
    "karc": {
        "gamma": (0.015, 0.05, 0.15),
        "fuzziness": (1.4, 1.6),
        "norm": ("unit", "exact"),
        "threshold": (0.2, 0.3, 0.4),
    },
    "karc-hard": {"gamma": (0.015, 0.05, 0.15), "fuzziness": (1.4, 1.6), "norm": ("unit", "exact")},
    "frc": {"fuzziness": (1.4, 1.6), "threshold": (0.2, 0.3, 0.4)},
    "frc-hard": {"fuzziness": (1.4, 1.6)},
}
"""Those of fuzzy clusterers, which take longer."""

ScoredGroups = Sequence[tuple[QueryGroup, Float32Array]]
Report = Callable[[str], None]


def train_identities(
    groups: Sequence[QueryGroup],
    settings: IdentitySettings | None = None,
    *,
    seed: int = 0,
    fuzzy: bool = False,
    report: Report = lambda line: None,
) -> IdentityModel:
    """A model that has learned from names whose bearers are known.

    Parameters
    ----------
    groups : names with several bearers, some of whom have several documents.
    fuzzy : whether the settings of fuzzy clusterers are tuned too, which takes longer.
    report : gets lines about what was found.
    """
    settings = settings or IdentitySettings()
    if not groups:
        raise DataError("there is no name to learn from", "Give rows with names that several people share.")
    everybody = [profile for group in groups for profile in group.profiles]
    start = Ensemble.untrained(settings.ensemble, Statistics.learn(everybody))
    blocks = [start.block_votes(group.profiles) for group in groups]
    compared = held_out_similarities(start, groups, blocks, seed)
    found = dict(settings.clusterers)
    for name, grid in {**GRIDS, **(FUZZY_GRIDS if fuzzy else {})}.items():
        chosen, score = tune_clusterer(compared, name, grid, settings.clusterers.get(name, {}))
        found[name] = chosen
        report(f"{name}: {_shown(chosen)} gives F {score:.3f} on names left out")
    words = Words(start.statistics)
    plain = [(group, words.compare(group.profiles)) for group in groups]
    baseline, score = tune_clusterer(plain, "average-link", {"threshold": _FINE}, {})
    report(f"TF-IDF baseline: {_shown(baseline)} gives F {score:.3f}")
    ensemble = start.fitted(blocks, [group.gold for group in groups], seed)
    return IdentityModel(ensemble, replace(settings, clusterers=found, baseline=baseline["threshold"]))


def held_out_similarities(
    start: Ensemble, groups: Sequence[QueryGroup], blocks: Sequence[BlockVotes], seed: int
) -> ScoredGroups:
    """Each name's similarities by an ensemble that learned from other names."""
    folds = min(FOLDS, len(groups))
    if folds < 2:
        ensemble = start.fitted(blocks, [group.gold for group in groups], seed)
        return [(group, ensemble.mixed(block)) for group, block in zip(groups, blocks, strict=True)]
    order = generator(seed, "folds of names").permutation(len(groups)).tolist()
    found = []
    for fold in range(folds):
        seen = [place for number, place in enumerate(order) if number % folds != fold]
        ensemble = start.fitted([blocks[place] for place in seen], [groups[place].gold for place in seen], seed)
        left_out = [place for number, place in enumerate(order) if number % folds == fold]
        found += [(groups[place], ensemble.mixed(blocks[place])) for place in left_out]
    return found


def tune_clusterer(
    compared: ScoredGroups, name: str, grid: Mapping[str, Sequence[Any]], fixed: Mapping[str, Any]
) -> tuple[dict[str, Any], float]:
    """The settings of a clusterer with the best mean F, α = 0.5, and that F; of equal ones those in the middle."""
    trials = []
    for chosen in _choices(grid):
        way = clusterer(name, {**fixed, **chosen})
        values = [scores(group, way.cluster(similarities))["f05"] for group, similarities in compared]
        trials.append((round(float(np.mean(values)), 4), {**fixed, **chosen}))
    best = max(score for score, _ in trials)
    equal = [chosen for score, chosen in trials if score == best]
    return equal[len(equal) // 2], best


def _choices(grid: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for values in product(*grid.values()):
        yield dict(zip(grid, values, strict=True))


def _shown(settings: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in settings.items())
