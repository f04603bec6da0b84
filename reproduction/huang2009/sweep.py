"""Sweeps: what a setting of a clusterer does to purity, inverse purity and F, as the figures of Huang et al. (2009)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.training import ScoredGroups
from reproduction.figures import figure
from reproduction.huang2009.common import average, cells, clustered, mean_scores

TITLES = {"purity": "purity", "inverse_purity": "inverse purity", "f02": "F.2", "f05": "F.5"}


@dataclass(frozen=True)
class Sweep:
    """The values of a setting, and for each corpus the measures at each value and the value tuned on train."""

    values: Sequence[float]
    measured: Mapping[str, Sequence[Mapping[str, float]]]
    tuned: Mapping[str, float]

    def averages(self) -> list[dict[str, float]]:
        """The means over corpora at each value."""
        return [average([each[place] for each in self.measured.values()]) for place in range(len(self.values))]

    def rows(self, measures: Sequence[str]) -> list[list[str]]:
        """A line of the table for each value: means over corpora, F of each corpus, and who was tuned to it."""
        found = []
        for place, (value, mean) in enumerate(zip(self.values, self.averages(), strict=True)):
            each = [f"{points[place][measures[-1]]:.3f}" for points in self.measured.values()]
            here = ", ".join(name for name, at in self.tuned.items() if np.isclose(at, value))
            found.append([f"{value:g}", *cells(mean, measures), *each, here])
        return found

    def columns(self, setting: str, measures: Sequence[str]) -> list[str]:
        """The columns of these rows."""
        each = [f"{TITLES[measures[-1]]}, {name}" for name in self.measured]
        return [setting, *(TITLES[name] for name in measures), *each, "tuned to it on train"]

    def draw(self, path: Path, setting: str, measures: Sequence[str]) -> None:
        """Draw the means over corpora, and F of each corpus with its tuned value, into an SVG file."""
        with figure(path) as axes:
            for name in measures:
                mean = [one[name] for one in self.averages()]
                axes.plot(self.values, mean, label=f"{TITLES[name]}, mean", linewidth=1.6)
            for name, points in self.measured.items():
                curve = [point[measures[-1]] for point in points]
                (line,) = axes.plot(self.values, curve, label=f"{TITLES[measures[-1]]}, {name}", linewidth=0.7)
                at = int(np.argmin(np.abs(np.array(self.values) - self.tuned[name])))
                axes.plot(self.values[at], curve[at], "o", color=line.get_color(), markersize=4)
            axes.set_xlabel(setting)
            axes.set_ylim(0, 1.02)
            axes.legend(frameon=False, fontsize=7)


def swept(
    looked: ScoredGroups, name: str, settings: Mapping[str, Any], setting: str, values: Sequence[float]
) -> list[dict[str, float]]:
    """The measures of one corpus at each value of a clusterer's setting, the others as they are given."""
    ways = [clusterer(name, {**settings, setting: value}) for value in values]
    return [mean_scores(clustered(looked, way)) for way in ways]
