"""Evaluation of identities: the bearers of each name are linked, and the clusters compared with the gold identities."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from namesakes.arrays import Int64Array
from namesakes.identities.baselines import simple_ways
from namesakes.identities.certainty import expected_error, rightly_placed
from namesakes.identities.clustering.memberships import Memberships
from namesakes.identities.linker import Linker
from namesakes.identities.rows import QueryGroup
from namesakes.metrics.clustering import compare_labels, compare_sets
from namesakes.metrics.measure import ratio

MEASURES = ("purity", "inverse_purity", "f05", "f02", "b3")


def evaluate(groups: Sequence[QueryGroup], linker: Linker, baseline_threshold: float) -> dict[str, Any]:
    """The measures of the people that a linker finds, each the mean over names, beside those of four simple ways.

    `one_in_one` puts everybody alone, `all_in_one` all together, `full_name` together who is called the same, and
    `tfidf_baseline` joins documents with similar words by average link; of these F with α = 0.5 is given. `certainty`
    says how far the certainty of memberships is off, and how often those of each tenth are right.
    """
    by_name = {group.name: scores(group, linker.memberships(group.profiles)) for group in groups}
    found: dict[str, Any] = {name: _mean(each[name] for each in by_name.values()) for name in MEASURES}
    simple = baselines(groups, baseline_threshold)
    counts = {"names": len(groups), "documents": sum(len(group.gold) for group in groups)}
    return {**found, **simple, **counts, "certainty": calibration(groups, linker), "by_name": by_name}


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


def f05(gold: Int64Array, found: Memberships) -> float:
    """F with α = 0.5 of purity and inverse purity, as `scores` has it, by the codes of the gold identities: quickly."""
    if found.shares is not None:
        return compare_sets(gold.tolist(), [each.tolist() for each in found.sets()])["purity"].f1
    table = np.zeros((int(gold.max()) + 1, int(found.labels.max()) + 1))
    np.add.at(table, (gold, found.labels), 1)
    pure, whole = table.max(axis=0).sum(), table.max(axis=1).sum()
    return float(2 * pure * whole / (pure + whole) / len(gold))


def calibration(groups: Sequence[QueryGroup], linker: Linker) -> dict[str, Any]:
    """The expected error of certainties, and for each tenth: mean certainty, share that is right, how many."""
    sure, right = [np.empty(0)], [np.empty(0, dtype=np.bool_)]
    for group in groups:
        linked = linker(group.profiles)
        sure.append(np.array(linked.strengths))
        right.append(rightly_placed(linked.labels, group.gold))
    error, table = expected_error(np.concatenate(sure), np.concatenate(right))
    return {"expected_error": error, "table": table}


def baselines(groups: Sequence[QueryGroup], threshold: float) -> dict[str, float]:
    """F with α = 0.5 of the simple ways, the means over names."""
    ways = simple_ways(groups, threshold)
    return {name: _mean(scores(group, way(group))["f05"] for group in groups) for name, way in ways.items()}


def _mean(values: Any) -> float:
    found = list(values)
    return float(np.mean(found)) if found else 0.0
