"""Training of identities: specialists are mixed, and clusterers tuned on names that the mixture has not seen.

With names of several corpora these are the names of a corpus that was left out: what is probable in one corpus is not
in another, and what holds for both is what is wanted. With one corpus they are a fifth of its names.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.config import generator
from namesakes.errors import DataError
from namesakes.identities.certainty import Certainty
from namesakes.identities.clustering.clusterer import Clusterer, clusterer
from namesakes.identities.clustering.constraints import Constraints
from namesakes.identities.evaluation import f05
from namesakes.identities.linker import Linker
from namesakes.identities.mixing.ensemble import BlockVotes, Ensemble
from namesakes.identities.model import IdentityModel, IdentitySettings
from namesakes.identities.name_table import name_constraints
from namesakes.identities.rows import QueryGroup
from namesakes.identities.specialists.cosine import Words
from namesakes.identities.terms.statistics import Statistics
from namesakes.profiles.profile import Profile

FOLDS = 5
"""The parts into which names are divided; each is compared by an ensemble that learned from the others."""

_STEPS = tuple(np.round(np.arange(0.05, 1.0, 0.05), 2).tolist())

_FINE = tuple(np.round(np.arange(0.01, 0.5, 0.01), 2).tolist())

_FINER = tuple(np.round(np.arange(0.3, 0.9, 0.02), 2).tolist())

GRIDS: dict[str, dict[str, Sequence[Any]]] = {
    "average-link": {"threshold": _STEPS},
    "mixed-link": {"threshold": _FINER},
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
    groups : names with several bearers, some of whom have several documents, and the corpus that each is from.
    fuzzy : whether the settings of fuzzy clusterers are tuned too, which takes longer.
    report : gets lines about what was found.
    """
    settings = settings or IdentitySettings()
    if not groups:
        raise DataError("there is no name to learn from", "Give rows with names that several people share.")
    start = Ensemble.untrained(settings.ensemble, Statistics.learn(_everybody(groups)))
    blocks = block_votes(start, groups)
    compared = held_out_similarities(start, groups, blocks, seed)
    found = dict(settings.clusterers)
    for name, grid in {**GRIDS, **(FUZZY_GRIDS if fuzzy else {})}.items():
        given = settings.clusterers.get(name, {})
        open_grid = {key: values for key, values in grid.items() if key not in given}
        chosen, score = tune_clusterer(compared, name, open_grid, given)
        found[name] = chosen
        report(f"{name}: {_shown(chosen)} gives F {score:.3f} on names left out")
    words = {corpus: Words(Statistics.learn(_everybody(own))) for corpus, own in _by_corpus(groups).items()}
    plain = [(group, words[group.corpus].compare(group.profiles)) for group in groups]
    baseline, score = tune_clusterer(plain, "average-link", {"threshold": _FINE}, {}, free=True)
    report(f"TF-IDF baseline: {_shown(baseline)} gives F {score:.3f}")
    settings = replace(settings, clusterers=found, baseline=baseline["threshold"])
    certainty = learned_certainty(compared, settings)
    ensemble = start.fitted(blocks, [group.gold for group in groups], seed)
    return IdentityModel(ensemble, replace(settings, certainty=certainty.to_json()))


def block_votes(start: Ensemble, groups: Sequence[QueryGroup]) -> list[BlockVotes]:
    """The votes on each name; how usual names and words are is learned from the names of the same corpus."""
    own = {corpus: start.with_statistics_of(_everybody(each)) for corpus, each in _by_corpus(groups).items()}
    return [own[group.corpus].block_votes(group.profiles) for group in groups]


def learned_certainty(compared: ScoredGroups, settings: IdentitySettings) -> Certainty:
    """The curves of certainty, learned from names left out, to which all corpora contribute the same."""
    way = clusterer(settings.clusterer, settings.clusterers.get(settings.clusterer, {}))
    sizes = Counter[str]()
    for group, _ in compared:
        sizes[group.corpus] += len(group.gold)
    linked = (Linker(ComparedModel(way, group.profiles, found)).linked(group.profiles) for group, found in compared)
    return Certainty.learn(
        (each.placement, [group.gold[place] for place in each.kept.tolist()], 1.0 / sizes[group.corpus])
        for each, (group, _) in zip(linked, compared, strict=True)
    )


@dataclass(frozen=True)
class ComparedModel:
    """A model that has compared the profiles of one block already."""

    clusterer: Clusterer
    everybody: Sequence[Profile]
    matrix: Float32Array

    def similarities(self, profiles: Sequence[Profile]) -> Float32Array:
        """Those of the profiles that are asked for."""
        places = {id(profile): place for place, profile in enumerate(self.everybody)}
        asked = [places[id(profile)] for profile in profiles]
        return self.matrix[np.ix_(asked, asked)]


def _everybody(groups: Iterable[QueryGroup]) -> Iterator[Profile]:
    return (profile for group in groups for profile in group.profiles)


def _by_corpus(groups: Sequence[QueryGroup]) -> dict[str, list[QueryGroup]]:
    found: dict[str, list[QueryGroup]] = {}
    for group in groups:
        found.setdefault(group.corpus, []).append(group)
    return found


def held_out_similarities(
    start: Ensemble, groups: Sequence[QueryGroup], blocks: Sequence[BlockVotes], seed: int
) -> ScoredGroups:
    """Each name's similarities by an ensemble that learned from other corpora, or from other names of the only one."""
    folds = fold_numbers(groups, seed)
    found: dict[int, Float32Array] = {}
    for fold in sorted(set(folds)):
        left_out = [place for place, number in enumerate(folds) if number == fold]
        seen = [place for place, number in enumerate(folds) if number != fold] or left_out
        ensemble = start.fitted([blocks[place] for place in seen], [groups[place].gold for place in seen], seed)
        found.update({place: ensemble.mixed(blocks[place]) for place in left_out})
    return [(group, found[place]) for place, group in enumerate(groups)]


def fold_numbers(groups: Sequence[QueryGroup], seed: int) -> list[int]:
    """For each name the number of the part that it is left out with: its corpus, or one of five where there is one."""
    corpora = list(_by_corpus(groups))
    if len(corpora) > 1:
        return [corpora.index(group.corpus) for group in groups]
    order = generator(seed, "folds of names").permutation(len(groups)).tolist()
    folds = min(FOLDS, len(groups))
    found = [0] * len(groups)
    for number, place in enumerate(order):
        found[place] = number % folds
    return found


def tune_clusterer(
    compared: ScoredGroups,
    name: str,
    grid: Mapping[str, Sequence[Any]],
    fixed: Mapping[str, Any],
    *,
    free: bool = False,
) -> tuple[dict[str, Any], float]:
    """The settings of a clusterer with the best mean F, α = 0.5, and that F; of equal ones those in the middle.

    Every corpus counts the same. Names keep their bearers apart where they differ, unless they are `free` to be one.
    """
    apart = [Constraints() if free else name_constraints(group.profiles) for group, _ in compared]
    gold = [np.unique(np.asarray(group.gold), return_inverse=True)[1] for group, _ in compared]
    thresholds = list(grid.get("threshold", ()))
    rest = {key: values for key, values in grid.items() if key != "threshold"}
    trials = []
    for chosen in _choices(rest):
        way = clusterer(name, {**fixed, **chosen})
        values: dict[str, list[list[float]]] = {}
        for (group, similarities), constraints, codes in zip(compared, apart, gold, strict=True):
            tried = (
                way.cluster_at(thresholds, similarities, constraints)
                if thresholds
                else [way.cluster(similarities, constraints)]
            )
            values.setdefault(group.corpus, []).append([f05(codes, found) for found in tried])
        means = np.mean([np.mean(each, axis=0) for each in values.values()], axis=0).tolist()
        steps = [{"threshold": threshold} for threshold in thresholds] or [{}]
        trials += [(round(mean, 4), {**fixed, **chosen, **step}) for mean, step in zip(means, steps, strict=True)]
    best = max(score for score, _ in trials)
    equal = [chosen for score, chosen in trials if score == best]
    return equal[len(equal) // 2], best


def _choices(grid: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for values in product(*grid.values()):
        yield dict(zip(grid, values, strict=True))


def _shown(settings: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in settings.items())
