"""Sweeps: what a setting of a clusterer does to purity, inverse purity and F, as the figures of Huang et al. (2009)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.training import ScoredGroups
from reproduction.figures import Figure, label
from reproduction.name_disambiguation import DATA, Mixed, cells, clustered, mean_over, mean_scores, with_threshold
from reproduction.outcome import Outcome

TITLES = {"purity": "purity", "inverse_purity": "inverse purity", "f02": "F.2", "f05": "F.5"}


@dataclass(frozen=True)
class Sweep:
    """The values of a setting, and for each corpus the measures at each value and the value tuned on train.

    Parameters
    ----------
    symbol : the setting in the paper.
    shown : the measures with a column; the last one is shown for each corpus too.
    """

    symbol: str
    shown: Sequence[str]
    values: Sequence[float]
    measured: Mapping[str, Sequence[Mapping[str, float]]]
    tuned: Mapping[str, float]

    def outcome(self, notes: str) -> Outcome:
        """The table and the figure."""
        return Outcome(self.columns(), self.rows(), DATA, notes, Figure(f"Measures by {self.symbol}", self.draw))

    def means(self) -> list[dict[str, float]]:
        """The means over corpora at each value."""
        return [mean_over([each[place] for each in self.measured.values()]) for place in range(len(self.values))]

    def rows(self) -> list[list[str]]:
        """A line of the table for each value: means over corpora, F of each corpus, and who was tuned to it."""
        found = []
        for place, (value, mean) in enumerate(zip(self.values, self.means(), strict=True)):
            each = [f"{points[place][self.shown[-1]]:.3f}" for points in self.measured.values()]
            here = ", ".join(name for name, at in self.tuned.items() if np.isclose(at, value))
            found.append([f"{value:g}", *cells(mean, self.shown), *each, here])
        return found

    def columns(self) -> list[str]:
        """The columns of these rows."""
        each = [f"{TITLES[self.shown[-1]]}, {name}" for name in self.measured]
        return [self.symbol, *(TITLES[name] for name in self.shown), *each, "tuned to it on train"]

    def draw(self, axes: Any) -> None:
        """Draw the means over corpora, and F of each corpus with its tuned value."""
        for name in self.shown:
            mean = [one[name] for one in self.means()]
            axes.plot(self.values, mean, label=f"{TITLES[name]}, mean", linewidth=1.6)
        for name, points in self.measured.items():
            curve = [point[self.shown[-1]] for point in points]
            (line,) = axes.plot(self.values, curve, label=f"{TITLES[self.shown[-1]]}, {name}", linewidth=0.7)
            at = int(np.argmin(np.abs(np.array(self.values) - self.tuned[name])))
            axes.plot(self.values[at], curve[at], "o", color=line.get_color(), markersize=4)
        axes.set_ylim(0, 1.02)
        label(axes, self.symbol, fontsize=7)


def sweep(
    corpora: Mapping[str, Mixed],
    clustering: str,
    setting: str,
    symbol: str,
    values: Sequence[float],
    shown: Sequence[str],
    tune: Callable[[ScoredGroups, str], Mapping[str, Any]],
) -> Sweep:
    """The measures on dev at each value of a setting of a clusterer, the others as tuned on train."""
    best = {corpus: tune(both.train, clustering) for corpus, both in corpora.items()}
    measure = _at_thresholds if setting == "threshold" else _reclustered
    measured = {
        corpus: measure(both.dev, clustering, best[corpus], setting, values) for corpus, both in corpora.items()
    }
    return Sweep(symbol, shown, values, measured, {corpus: chosen[setting] for corpus, chosen in best.items()})


def _reclustered(
    names: ScoredGroups, clustering: str, settings: Mapping[str, Any], setting: str, values: Sequence[float]
) -> list[dict[str, float]]:
    """The measures of names that are clustered anew at each value."""
    return [mean_scores(clustered(names, clusterer(clustering, {**settings, setting: value}))) for value in values]


def _at_thresholds(
    names: ScoredGroups, clustering: str, settings: Mapping[str, Any], setting: str, values: Sequence[float]
) -> list[dict[str, float]]:
    """The measures at each threshold of one soft clustering, since thresholds say only who is shown in a cluster."""
    found = clustered(names, clusterer(clustering, settings))
    return [mean_scores(with_threshold(found, value)) for value in values]
