"""Evaluation of identities: the bearers of each name are linked, and the clusters compared with the gold identities."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from namesakes.arrays import Int64Array
from namesakes.identities.clustering.average_link import AverageLink
from namesakes.identities.clustering.memberships import Memberships
from namesakes.identities.linker import Linker
from namesakes.identities.rows import QueryGroup
from namesakes.identities.specialists.cosine import Words
from namesakes.identities.terms.statistics import Statistics
from namesakes.metrics.clustering import compare_labels, compare_sets
from namesakes.metrics.measure import ratio

MEASURES = ("purity", "inverse_purity", "f05", "f02", "b3")


def evaluate(groups: Sequence[QueryGroup], linker: Linker, baseline_threshold: float) -> dict[str, Any]:
    """The measures of the people that a linker finds, each the mean over names, beside those of three simple ones.

    `one_in_one` puts everybody alone, `all_in_one` all together, and `tfidf_baseline` joins documents with similar
    words by average link; of these F with α = 0.5 is given.
    """
    by_name = {group.name: scores(group, linker.memberships(group.profiles)) for group in groups}
    found: dict[str, Any] = {name: _mean(each[name] for each in by_name.values()) for name in MEASURES}
    simple = baselines(groups, baseline_threshold)
    return {**found, **simple, "names": len(groups), "documents": sum(len(g.gold) for g in groups), "by_name": by_name}


def scores(group: QueryGroup, found: Memberships) -> dict[str, float]:
    """The measures of the clusters of one name; B³ takes everybody where they belong most."""
    measured = compare_sets(group.gold, [each.tolist() for each in found.sets()])
    return {
        "purity": ratio(*measured["purity"].precision),
        "inverse_purity": ratio(*measured["purity"].recall),
        "f05": measured["purity"].f1,
        "f02": measured["f02"].f1,
        "b3": compare_labels(group.gold, found.labels.tolist())["b3"].f1,
        "identities": float(len(set(group.gold))),
        "clusters": float(found.count),
    }


def baselines(groups: Sequence[QueryGroup], threshold: float) -> dict[str, float]:
    """F with α = 0.5 of three simple ways, the means over names."""
    words = Words(Statistics.learn(profile for group in groups for profile in group.profiles))
    join = AverageLink(threshold=threshold)
    ways: dict[str, Callable[[QueryGroup], Memberships]] = {
        "one_in_one": lambda group: _labelled(np.arange(len(group.gold))),
        "all_in_one": lambda group: _labelled(np.zeros(len(group.gold), dtype=np.int64)),
        "tfidf_baseline": lambda group: join.cluster(words.compare(group.profiles)),
    }
    return {name: _mean(scores(group, way(group))["f05"] for group in groups) for name, way in ways.items()}


def _labelled(labels: Int64Array) -> Memberships:
    return Memberships(labels, np.ones(len(labels)))


def _mean(values: Any) -> float:
    found = list(values)
    return float(np.mean(found)) if found else 0.0
