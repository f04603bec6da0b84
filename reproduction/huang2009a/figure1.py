"""Figure 1 of Huang et al. (2009a): how well names are told apart, by how many people bear them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.evaluation import scores
from reproduction.figures import Figure, label
from reproduction.name_disambiguation import DATA, SETTINGS, SHARED, Settings, clustered
from reproduction.outcome import Experiment, Outcome

BANDS = ((1, 2), (3, 5), (6, 10), (11, 20), (21, 40), (41, 1000))
Points = Sequence[tuple[float, float]]


def run(data: Path | None, seed: int, settings: Settings = SETTINGS) -> Outcome:
    """F.5 of names in bands of so many identities."""
    found = {}
    for name, both in settings.similarities(data, seed).items():
        way = clusterer("dbscan", settings.tuned(both.train, "dbscan"))
        each = [scores(group, memberships) for group, memberships in clustered(both.dev, way)]
        found[name] = [(one["identities"], one["f05"]) for one in each]
    points = [point for each in found.values() for point in each]
    rows = []
    for low, high in BANDS:
        inside = [value for identities, value in points if low <= identities <= high]
        if inside:
            band = f"{low}–{high}" if high < BANDS[-1][1] else f"{low} or more"
            within = sum(0.6 <= value <= 0.8 for value in inside)
            figures = (f"{np.mean(inside):.3f}", f"{min(inside):.3f}", f"{max(inside):.3f}")
            rows.append([band, str(len(inside)), *figures, str(within)])
    rows.append(["paper, all", "30", "0.708", "–", "–", "in general"])
    sizes, values = np.array(points).T
    linked = float(np.corrcoef(sizes, values)[0, 1]) if np.ptp(sizes) > 0 and np.ptp(values) > 0 else 0.0
    notes = (
        f"{SHARED} DBSCAN, as in table 1. Over all names the correlation of F.5 with the number of identities is "
        f"{linked:.2f}. The paper finds F.5 stable, in general between 0.6 and 0.8 for 1 to about 100 identities."
    )
    columns = ["identities", "names", "F.5", "lowest", "highest", "between .6 and .8"]
    return Outcome(columns, rows, DATA, notes, Figure("F.5 by number of identities", lambda axes: draw(axes, found)))


def draw(axes: Any, found: Mapping[str, Points]) -> None:
    """Draw each name as a point."""
    for (name, points), marker in zip(found.items(), "os^Dv", strict=False):
        axes.scatter(*np.array(points).T, label=name, s=18, marker=marker)
    axes.set_ylim(0, 1.02)
    label(axes, "identities of the name", "F.5")


EXPERIMENT = Experiment(
    "Names with few and many bearers (Huang et al. 2009a, figure 1)",
    "F.5 of DBSCAN over profiles against the number of people who bear a name.",
    run,
)
