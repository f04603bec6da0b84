"""The protocol of a clusterer, and all clusterers by name."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from namesakes.arrays import Float64Array, FloatingArray
from namesakes.config import Registry, fill
from namesakes.errors import ConfigError, DataError
from namesakes.identities.clustering.constraints import NONE, Constraints, Groups
from namesakes.identities.clustering.memberships import Memberships

_LEEWAY = 1e-6
"""How far float32 similarities may lie outside [0, 1], or off symmetry."""

SHIFT = 0.6
"""How far the threshold moves between no caution and all."""


@dataclass(frozen=True)
class Clusterer(ABC):
    """Finds clusters among items by their similarities.

    Parameters
    ----------
    unknown : the similarity of a pair for which there is no evidence (NaN in the matrix).
    """

    unknown: float = 0.0
    cut: ClassVar[bool] = False
    """Whether its threshold is one of similarities, at which merging ends."""

    def __post_init__(self) -> None:
        self.require(0 <= self.unknown <= 1, "unknown", "between 0 and 1")

    def require(self, holds: bool, setting: str, wanted: str) -> None:
        """A `ConfigError` where a setting is not as it must be."""
        if not holds:
            raise ConfigError(f"the setting '{setting}' must be {wanted}; it is {getattr(self, setting)!r}.")

    def cluster(self, similarities: FloatingArray, constraints: Constraints = NONE) -> Memberships:
        """The clusters of items with these similarities, N × N in [0, 1], NaN where there is no evidence.

        Every constraint holds: in the labels, and in the sets of a soft clustering.
        """
        matrix = completed(similarities, self.unknown)
        groups = constraints.groups(len(matrix))
        if not len(matrix):
            return Memberships(np.zeros(0, dtype=np.int64), np.zeros(0))
        found = self.partition(groups.contracted(matrix), groups)
        place = groups.labels
        shares = None if found.shares is None else found.shares[place]
        return Memberships(found.labels[place], found.strengths[place], shares, found.threshold)

    def cluster_at(
        self, thresholds: Sequence[float], similarities: FloatingArray, constraints: Constraints = NONE
    ) -> list[Memberships]:
        """The clusters at each of these thresholds."""
        ways = [replace(self, threshold=threshold) for threshold in thresholds]  # type: ignore[call-arg]
        return [way.cluster(similarities, constraints) for way in ways]

    def cautious(self, caution: float) -> "Clusterer":
        """The same clusterer, which merges the less the higher the caution is; 0.5 changes nothing.

        The threshold of similarities moves by up to ±0.3; clusterers without one stay as they are.
        """
        shift = SHIFT * (caution - 0.5)
        threshold = getattr(self, "threshold", None)
        if threshold is None or not self.cut or not shift:
            return self
        return replace(self, threshold=min(max(threshold + shift, 0.0), 1.0))  # type: ignore[call-arg]

    @abstractmethod
    def partition(self, matrix: Float64Array, groups: Groups) -> Memberships:
        """The clusters of groups of items, at least one, with these complete similarities."""


def completed(similarities: FloatingArray, unknown: float) -> Float64Array:
    """The similarities with `unknown` for NaN and 1 on the diagonal; a `DataError` where they are none."""
    matrix = np.array(similarities, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        shape = " × ".join(map(str, matrix.shape))
        raise DataError(f"similarities are a square matrix, items × items; this is {shape}")
    np.fill_diagonal(matrix, 1.0)
    missing = np.isnan(matrix)
    if not np.array_equal(missing, missing.T) or np.abs(np.where(missing, 0.0, matrix - matrix.T)).max(initial=0) > (
        _LEEWAY
    ):
        raise DataError("similarities are symmetric; these are not", "Average the matrix with its transpose.")
    matrix[missing] = unknown
    if len(matrix) and not -_LEEWAY <= matrix.min() <= matrix.max() <= 1 + _LEEWAY:
        raise DataError(f"similarities lie between 0 and 1; these between {matrix.min():.3g} and {matrix.max():.3g}")
    matrix = np.clip(matrix, 0.0, 1.0)
    return (matrix + matrix.T) / 2


CLUSTERERS: Registry[type[Clusterer]] = Registry("clusterer", "namesakes.clusterers")
CLUSTERERS.register("dbscan", "namesakes.identities.clustering.dbscan:Dbscan")
CLUSTERERS.register("karc", "namesakes.identities.clustering.karc:Karc")
CLUSTERERS.register("karc-hard", "namesakes.identities.clustering.karc:KarcHard")
CLUSTERERS.register("frc", "namesakes.identities.clustering.frc:Frc")
CLUSTERERS.register("frc-hard", "namesakes.identities.clustering.frc:FrcHard")
CLUSTERERS.register("average-link", "namesakes.identities.clustering.average_link:AverageLink")
CLUSTERERS.register("mixed-link", "namesakes.identities.clustering.mixed_link:MixedLink")
CLUSTERERS.register("connected", "namesakes.identities.clustering.connected:Connected")


def clusterer(name: str, settings: Mapping[str, Any] | None = None) -> Clusterer:
    """The clusterer of this name with these settings; unknown names and settings are errors that list the known."""
    return fill(CLUSTERERS[name], settings or {}, place=f"clusterer {name}")
