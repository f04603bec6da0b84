"""What the experiments of Huang et al. (2009a, 2009b) share: people who share names, and how similar they are.

Profiles take most of the time. With the environment variable `NAMESAKES_WORK` they are kept in that folder, and further
runs start from them.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.identities.clustering.clusterer import Clusterer, clusterer
from namesakes.identities.clustering.memberships import Memberships
from namesakes.identities.evaluation import scores
from namesakes.identities.mixing.ensemble import BlockVotes, Ensemble, EnsembleSettings
from namesakes.identities.rows import QueryGroup, read_rows
from namesakes.identities.specialists.cosine import Words
from namesakes.identities.terms.statistics import Statistics
from namesakes.identities.training import ScoredGroups, held_out_similarities, tune_clusterer
from namesakes.pipeline.query_profiles import query_groups
from namesakes.resources import cores
from reproduction.kept_runs import WORK
from reproduction.outcome import needs_data

CORPORA = ("frus_personx", "frus_names", "acl_names")
DATA = "people (frus_personx, frus_names, acl_names; train and dev)"
MEASURES = ("purity", "inverse_purity", "f02", "f05")

SEG = EnsembleSettings(mixer="seg", learning={"curves": True})
"""The papers' mixer on balanced pairs, with a curve for each specialist, which is ours."""

STEPS = tuple(np.round(np.arange(0.025, 1.0, 0.025), 3).tolist())
GRIDS: Mapping[str, Mapping[str, Sequence[Any]]] = {
    "dbscan": {"epsilon": STEPS, "neighbours": (2, 3)},
    "average-link": {"threshold": STEPS},
}
FUZZINESS, PATIENCE = (1.2, 1.4, 1.6, 1.8), (1, 3)
FUZZY_GRIDS: Mapping[str, Mapping[str, Sequence[Any]]] = {
    "karc": {
        "gamma": (0.005, 0.015, 0.05, 0.15),
        "fuzziness": FUZZINESS,
        "norm": ("unit", "exact"),
        "patience": PATIENCE,
    },
    "frc": {"fuzziness": FUZZINESS, "patience": PATIENCE},
}
THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
"""What is tried on train."""

SHARED = (
    "Of each corpus its dev names; everything is learned and tuned on its train names, settings of clusterers for the "
    "highest F.5 on similarities by models that had not seen the name. Similarities are those of the papers' "
    "specialist exponentiated gradient over our specialists, one model a corpus; not theirs are the logistic curves "
    "through which specialists vote. The papers' own numbers are of other data, the three sets of WePS 2007 with 10 "
    "names each, and stand here to be looked at beside ours, not to be compared."
)


@dataclass(frozen=True)
class Part:
    """The names of one split of a corpus, and the votes of all specialists on them."""

    groups: Sequence[QueryGroup]
    blocks: Sequence[BlockVotes]


@dataclass(frozen=True)
class Matched:
    """Similarities of a corpus: of train names by models that learned from others, and of dev names."""

    taught: ScoredGroups
    tested: ScoredGroups


@cache
def part(data: Path, corpus: str, split: str) -> Part:
    """A split of a corpus; how usual names and words are is learned from the profiles of the split itself."""
    rows = list(read_rows(needs_data(data, "people", corpus, f"{split}.jsonl")))
    folder = os.environ.get(WORK)
    kept = Path(folder) / "people" / f"{corpus}-{split}.jsonl" if folder else None
    groups = query_groups(rows, jobs=cores(), work=kept)
    start = _start(groups, SEG)
    return Part(groups, [start.block_votes(group.profiles) for group in groups])


def _start(groups: Sequence[QueryGroup], settings: EnsembleSettings) -> Ensemble:
    return Ensemble.untrained(settings, Statistics.learn(profile for group in groups for profile in group.profiles))


def matched(train: Part, dev: Part, settings: EnsembleSettings, seed: int) -> Matched:
    """The similarities by an ensemble with these settings that learns from the train names."""
    start = _start(train.groups, settings)
    ensemble = start.fitted(train.blocks, [group.gold for group in train.groups], seed)
    tested = [(group, ensemble.mixed(block)) for group, block in zip(dev.groups, dev.blocks, strict=True)]
    return Matched(held_out_similarities(start, train.groups, train.blocks, seed), tested)


def people(data: Path | None, seed: int) -> dict[str, Matched]:
    """The similarities of all corpora by the papers' mixer."""
    needs_data(data, "people")
    assert data is not None
    return {name: matched(part(data, name, "train"), part(data, name, "dev"), SEG, seed) for name in CORPORA}


def by_words(train: Part, dev: Part) -> Matched:
    """TF-IDF cosines of whole texts: the plain similarity."""
    found = []
    for each in (train, dev):
        words = Words(Statistics.learn(profile for group in each.groups for profile in group.profiles))
        found.append([(group, words.compare(group.profiles)) for group in each.groups])
    return Matched(*found)


def best(taught: ScoredGroups, name: str, fixed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The settings of a hard clusterer that are best on these names."""
    return tune_clusterer(taught, name, GRIDS[name], fixed or {})[0]


def best_fuzzy(taught: ScoredGroups, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The settings of a fuzzy clusterer that are best on these names: of the soft one and of the hard one.

    Names are clustered once for all thresholds, which say only who is shown in a cluster.
    """
    grid = FUZZY_GRIDS[name]
    soft, hard = [], []
    for values in product(*grid.values()):
        chosen = dict(zip(grid, values, strict=True))
        found = clustered(taught, clusterer(name, chosen))
        hard.append((mean_scores([(group, each.hardened()) for group, each in found])["f05"], chosen))
        soft += [(mean_scores(at(found, each))["f05"], {**chosen, "threshold": each}) for each in THRESHOLDS]
    return max(soft, key=lambda trial: trial[0])[1], max(hard, key=lambda trial: trial[0])[1]


Found = Sequence[tuple[QueryGroup, Memberships]]


def clustered(looked: ScoredGroups, way: Clusterer) -> Found:
    """The clusters of each name."""
    return [(group, way.cluster(similarities)) for group, similarities in looked]


def at(found: Found, threshold: float) -> Found:
    """The same soft clusters with another threshold of membership."""
    return [(group, replace(each, threshold=threshold)) for group, each in found]


def mean_scores(found: Found) -> dict[str, float]:
    """The measures, each the mean over names."""
    each = [scores(group, memberships) for group, memberships in found]
    return {name: float(np.mean([one[name] for one in each])) for name in (*MEASURES, "identities", "clusters")}


def average(found: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The means over corpora, which count the same."""
    return {name: float(np.mean([one[name] for one in found])) for name in found[0]}


def one_in_one(looked: ScoredGroups) -> Found:
    """Everybody alone."""
    return [(group, Memberships(np.arange(len(group.gold)), np.ones(len(group.gold)))) for group, _ in looked]


def all_in_one(looked: ScoredGroups) -> Found:
    """Everybody together."""
    return [
        (group, Memberships(np.zeros(len(group.gold), dtype=np.int64), np.ones(len(group.gold)))) for group, _ in looked
    ]


def cells(found: Mapping[str, float], measures: Sequence[str] = MEASURES) -> list[str]:
    """The measures with three places."""
    return [f"{found[name]:.3f}" for name in measures]


def shown(settings: Mapping[str, Any]) -> str:
    """Settings in words."""
    return ", ".join(f"{name} {value}" for name, value in settings.items())
