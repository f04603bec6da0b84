"""People who share names: how similar the bearers of a name are, and how well they are clustered.

Both papers of Huang et al. (2009) and the experiments on mixers share this. Profiles take most of the time; with the
environment variable `NAMESAKES_WORK` they are kept in that folder, and further runs start from them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import Int64Array
from namesakes.identities.clustering.clusterer import Clusterer, clusterer
from namesakes.identities.clustering.memberships import Memberships
from namesakes.identities.evaluation import scores
from namesakes.identities.mixing.ensemble import BlockVotes, Ensemble, EnsembleSettings
from namesakes.identities.rows import QueryGroup, QueryRow, read_rows
from namesakes.identities.specialists import BUILT_IN
from namesakes.identities.specialists.cosine import Words
from namesakes.identities.terms.statistics import Statistics
from namesakes.identities.training import ScoredGroups, held_out_similarities, tune_clusterer
from namesakes.pipeline.pipeline import load
from namesakes.pipeline.query_profiles import query_groups
from namesakes.resources import cores
from reproduction.corpora import corpora_with, corpus_path
from reproduction.environment import work_folder

CORPORA = ("frus_personx", "frus_names", "acl_names")
DATA = "people (frus_personx, frus_names, acl_names; train and dev)"
MEASURES = ("purity", "inverse_purity", "f02", "f05")

SEG = EnsembleSettings(mixer="seg", learning={"curves": True})
"""The papers' mixer on balanced pairs, with a curve for each specialist, which is ours."""

CONCEPTS = ("descriptions", "affiliations")
"""Jiang and Conrath's likeness beyond titles and occupations, as the papers have it; not among the built-in ones."""
ALL = (*BUILT_IN, *CONCEPTS)

STEPS = tuple(np.round(np.arange(0.025, 1.0, 0.025), 3).tolist())
FINE_STEPS = tuple(round(step / 100, 2) for step in range(1, 50))
"""Thresholds for TF-IDF cosines, which are low."""
Grids = Mapping[str, Mapping[str, Sequence[Any]]]
GRIDS: Grids = {
    "dbscan": {"epsilon": STEPS, "neighbours": (2, 3)},
    "average-link": {"threshold": STEPS},
}
FUZZINESS, PATIENCE = (1.1, 1.2, 1.4, 1.6, 1.8, 2.0), (1, 3)
FUZZY_GRIDS: Grids = {
    "karc": {
        "gamma": (0.005, 0.015, 0.05, 0.15, 0.5),
        "fuzziness": FUZZINESS,
        "norm": ("unit", "exact"),
        "patience": PATIENCE,
    },
    "frc": {"fuzziness": FUZZINESS, "patience": PATIENCE},
}
THRESHOLDS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
"""What is tried on train."""

SHARED = (
    "Of each corpus its dev names; weights and settings are learned and tuned on its train names, settings of "
    "clusterers for the highest F.5 on similarities by models that had not seen the name. How rare words and names "
    "are is counted in the texts that are put into clusters, those of dev included, without their answers. "
    "Similarities are those of the papers' specialist exponentiated gradient over our specialists, one model a "
    "corpus; not theirs are the logistic curves through which specialists vote. The papers' own numbers are of other "
    "data, the three sets of WePS 2007 with 10 names each, and stand here to be looked at beside ours, not to be "
    "compared."
)


Profiles = Callable[[Sequence[QueryRow], str, str], list[QueryGroup]]
"""How rows of a corpus and a split become the profiles of the bearers of each name."""


def kept_profiles(
    rows: Sequence[QueryRow], corpus: str, split: str, vectors: str | Path | None = None
) -> list[QueryGroup]:
    """The profiles of the bearers of each name, read from the work folder as far as they are kept there.

    `vectors` is a model that gives them vectors.
    """
    folder = work_folder()
    pipeline = load() if vectors is None else load().with_(vectors=vectors)
    own = "people" if vectors is None else f"people-{pipeline.parts['vectors'].fingerprint[:12]}"
    path = None if folder is None else folder / own / f"{corpus}-{split}.jsonl"
    return query_groups(rows, jobs=cores(), work=path, pipeline=pipeline)


@dataclass(frozen=True)
class Settings:
    """What is measured: corpora, the grids of fuzzy clusterers, and how rows of a corpus become profiles."""

    corpora: tuple[str, ...] = CORPORA
    fuzzy_grids: Grids = field(default_factory=lambda: FUZZY_GRIDS)
    profiles: Profiles = kept_profiles

    def split(self, data: Path, corpus: str, split: str) -> "Split":
        """A split of a corpus; how usual names and words are is learned from the profiles of the split itself."""
        return _split(data, corpus, split, self.profiles).by(BUILT_IN)

    def similarities(self, data: Path | None, seed: int) -> "dict[str, Mixed]":
        """The similarities of all corpora by the papers' mixer."""
        folder = corpora_with(data, "people")
        return {name: _similarities(folder, name, self.profiles, seed) for name in self.corpora}

    def by(self, data: Path, corpus: str, specialists: Collection[str], seed: int) -> "Mixed":
        """The similarities of a corpus by the papers' mixer over some of the specialists."""
        train, dev = (_split(data, corpus, split, self.profiles).by(specialists) for split in ("train", "dev"))
        return mixed(train, dev, replace(SEG, specialists=tuple(specialists)), seed)

    def tuned(self, names: ScoredGroups, clustering: str, **fixed: Any) -> dict[str, Any]:
        """The settings of a clusterer, if fuzzy the soft one, that are best on these names; some may be given."""
        if clustering in self.fuzzy_grids:
            return tuned_fuzzy_settings(names, clustering, self.fuzzy_grids)[0]
        grid = {name: values for name, values in GRIDS[clustering].items() if name not in fixed}
        return tune_clusterer(names, clustering, grid, fixed)[0]


SETTINGS = Settings()


@dataclass(frozen=True)
class Split:
    """The names of one split of a corpus, and the votes of specialists on them: of `ALL`, or of some."""

    groups: Sequence[QueryGroup]
    blocks: Sequence[BlockVotes]

    def by(self, specialists: Collection[str]) -> "Split":
        """The same names with the votes of some of all specialists alone, in this order."""
        places = [ALL.index(name) for name in specialists]
        return Split(self.groups, [replace(block, votes=block.votes[:, places]) for block in self.blocks])


@dataclass(frozen=True)
class Mixed:
    """Similarities of a corpus: of train names by models that learned from others, and of dev names."""

    train: ScoredGroups
    dev: ScoredGroups


@cache
def _split(data: Path, corpus: str, split: str, profiles: Profiles) -> Split:
    groups = profiles(list(read_rows(corpus_path(data, "people", corpus, f"{split}.jsonl"))), corpus, split)
    untrained = _untrained(groups, replace(SEG, specialists=ALL))
    return Split(groups, [untrained.block_votes(group.profiles) for group in groups])


@cache
def _similarities(data: Path, corpus: str, profiles: Profiles, seed: int) -> Mixed:
    train, dev = (_split(data, corpus, split, profiles).by(BUILT_IN) for split in ("train", "dev"))
    return mixed(train, dev, SEG, seed)


def _untrained(groups: Sequence[QueryGroup], settings: EnsembleSettings) -> Ensemble:
    return Ensemble.untrained(settings, Statistics.learn(profile for group in groups for profile in group.profiles))


def mixed(train: Split, dev: Split, settings: EnsembleSettings, seed: int) -> Mixed:
    """The similarities by an ensemble with these settings that learns from the train names."""
    untrained = _untrained(train.groups, settings)
    ensemble = untrained.fitted(train.blocks, [group.gold for group in train.groups], seed)
    tested = [(group, ensemble.mixed(block)) for group, block in zip(dev.groups, dev.blocks, strict=True)]
    return Mixed(held_out(train, settings, seed), tested)


def held_out(train: Split, settings: EnsembleSettings, seed: int) -> ScoredGroups:
    """The similarities of the train names by ensembles that had not seen the name."""
    return held_out_similarities(_untrained(train.groups, settings), train.groups, train.blocks, seed)


def tfidf(train: Split, dev: Split) -> Mixed:
    """TF-IDF cosines of whole texts: the plain similarity."""
    found = []
    for each in (train, dev):
        words = Words(Statistics.learn(profile for group in each.groups for profile in group.profiles))
        found.append([(group, words.compare(group.profiles)) for group in each.groups])
    return Mixed(*found)


def tuned_tfidf(both: Mixed) -> tuple["Clusters", dict[str, Any]]:
    """The clusters of the dev names by average-link of TF-IDF cosines, and the threshold tuned on train."""
    settings = tune_clusterer(both.train, "average-link", {"threshold": FINE_STEPS}, {})[0]
    return clustered(both.dev, clusterer("average-link", settings)), settings


def tuned_fuzzy_settings(
    names: ScoredGroups, clustering: str, grids: Grids = FUZZY_GRIDS
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The settings of a fuzzy clusterer with the best F.5 on these names: of the soft one and of the hard one."""
    found = fuzzy_trials(names, clustering, grids)
    return found.best("f05"), found.best("f05", hard=True)


@dataclass(frozen=True)
class FuzzyTrials:
    """The measures of a fuzzy clusterer under all settings of a grid: of the soft clusters and of the hard ones."""

    soft: Sequence[tuple[Mapping[str, float], dict[str, Any]]]
    hard: Sequence[tuple[Mapping[str, float], dict[str, Any]]]

    def best(self, measure: str, *, hard: bool = False) -> dict[str, Any]:
        """The settings under which a measure is highest."""
        return max(self.hard if hard else self.soft, key=lambda trial: trial[0][measure])[1]


def fuzzy_trials(names: ScoredGroups, clustering: str, grids: Grids = FUZZY_GRIDS) -> FuzzyTrials:
    """The measures of every setting on these names.

    Names are clustered once for all thresholds, which say only who is shown in a cluster.
    """
    grid = grids[clustering]
    soft, hard = [], []
    for values in product(*grid.values()):
        chosen = dict(zip(grid, values, strict=True))
        found = clustered(names, clusterer(clustering, chosen))
        hard.append((mean_scores([(group, each.hardened()) for group, each in found]), chosen))
        soft += [(mean_scores(with_threshold(found, each)), {**chosen, "threshold": each}) for each in THRESHOLDS]
    return FuzzyTrials(soft, hard)


Clusters = Sequence[tuple[QueryGroup, Memberships]]


def clustered(names: ScoredGroups, way: Clusterer) -> Clusters:
    """The clusters of each name."""
    return [(group, way.cluster(similarities)) for group, similarities in names]


def with_threshold(found: Clusters, threshold: float) -> Clusters:
    """The same soft clusters with another threshold of membership."""
    return [(group, replace(each, threshold=threshold)) for group, each in found]


def one_in_one(names: ScoredGroups) -> Clusters:
    """Everybody alone."""
    return _labelled(names, np.arange)


def all_in_one(names: ScoredGroups) -> Clusters:
    """Everybody together."""
    return _labelled(names, lambda count: np.zeros(count, dtype=np.int64))


def _labelled(names: ScoredGroups, labels: Callable[[int], Int64Array]) -> Clusters:
    sizes = [(group, len(group.gold)) for group, _ in names]
    return [(group, Memberships(labels(size), np.ones(size))) for group, size in sizes]


def mean_scores(found: Clusters) -> dict[str, float]:
    """The measures, each the mean over names."""
    return mean_over(
        [scores(group, memberships) for group, memberships in found], (*MEASURES, "identities", "clusters")
    )


def mean_over(found: Sequence[Mapping[str, float]], measures: Sequence[str] = ()) -> dict[str, float]:
    """The means of these measures, or of all, over names or corpora, which count the same."""
    return {name: float(np.mean([one[name] for one in found])) for name in measures or found[0]}


def cells(found: Mapping[str, float], measures: Sequence[str] = MEASURES) -> list[str]:
    """The measures with three places."""
    return [f"{found[name]:.3f}" for name in measures]


def in_words(settings: Mapping[str, Any]) -> str:
    """Settings in words."""
    return ", ".join(f"{name} {value}" for name, value in settings.items())
