"""The model of identities: how similar two profiles are, and the clusterer that makes people of the similarities."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from namesakes.arrays import BoolArray, Float32Array
from namesakes.errors import ModelError, UnknownNameError
from namesakes.identities.certainty import Certainty
from namesakes.identities.clustering.clusterer import CLUSTERERS, clusterer
from namesakes.identities.mixing.ensemble import Ensemble, EnsembleSettings
from namesakes.identities.name_table import NameTable
from namesakes.profiles.profile import Profile

MODEL: Final = "en-identities"
"""The shipped model."""

ENOUGH = 50
"""Document frequencies are estimated from so many profiles or more; with fewer, those of the training corpus hold."""


@dataclass(frozen=True)
class IdentitySettings:
    """What a model of identities is made of.

    Parameters
    ----------
    ensemble : the specialists and how their votes are mixed.
    clusterer : the name of the clusterer.
    clusterers : settings of clusterers by name; training tunes those that it knows how to.
    baseline : the threshold of the TF-IDF baseline, tuned like the others.
    certainty : the curves of certainty by name, which training finds.
    """

    ensemble: EnsembleSettings = field(default_factory=EnsembleSettings)
    clusterer: str = "average-link"
    clusterers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    baseline: float = 0.2
    certainty: Mapping[str, Sequence[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.clusterer not in CLUSTERERS:
            raise UnknownNameError("clusterer", self.clusterer, CLUSTERERS)


class IdentityModel:
    """An ensemble of specialists with a clusterer.

    Parameters
    ----------
    ensemble : compares profiles.
    settings : how clusters are made of the similarities.
    """

    def __init__(self, ensemble: Ensemble, settings: IdentitySettings) -> None:
        self.ensemble, self.settings = ensemble, settings
        self.clusterer = clusterer(settings.clusterer, settings.clusterers.get(settings.clusterer, {}))
        self.certainty = Certainty.from_json(settings.certainty) if settings.certainty else None

    @property
    def decides_at(self) -> float | None:
        """The strength at which a membership might as well be another one: ½ where strengths are probabilities."""
        return 0.5 if self.certainty is not None else getattr(self.clusterer, "threshold", None)

    def similarities(self, profiles: Sequence[Profile]) -> Float32Array:
        """The similarities of all pairs of profiles; NaN where there is no evidence. O(n²)."""
        return self.ensemble.similarities(profiles)

    def apart(self, profiles: Sequence[Profile], names: NameTable) -> BoolArray:
        """Which two of the profiles, of which the names are known, contradict each other too much to be one person."""
        return self.settings.ensemble.contradictions.apart(profiles, names)

    def with_clusterer(self, name: str) -> "IdentityModel":
        """The same model with another clusterer, which has the settings that training found for it.

        Curves of certainty are those of one clusterer; another has none.
        """
        if name == self.settings.clusterer:
            return self
        return IdentityModel(self.ensemble, replace(self.settings, clusterer=name, certainty={}))

    def with_statistics_of(self, profiles: Iterable[Profile]) -> "IdentityModel":
        """The same model with the document frequencies of these profiles, if they are enough to estimate them."""
        known = list(profiles)
        if len(known) < ENOUGH:
            return self
        return IdentityModel(self.ensemble.with_statistics_of(known), self.settings)

    def save(self, folder: Path) -> None:
        """Write the model."""
        more = {
            "clusterer": self.settings.clusterer,
            "clusterers": {name: dict(each) for name, each in self.settings.clusterers.items()},
            "baseline": self.settings.baseline,
            "certainty": {name: list(each) for name, each in self.settings.certainty.items()},
        }
        self.ensemble.save(folder, more)

    @classmethod
    def load(cls, folder: Path | Traversable) -> "IdentityModel":
        """The model in a folder."""
        ensemble, more = Ensemble.load_with(folder)
        try:
            settings = IdentitySettings(
                ensemble.settings, more["clusterer"], more["clusterers"], more["baseline"], more.get("certainty", {})
            )
        except KeyError as error:
            raise ModelError(f"{folder}: this model of identities lacks {error}.\nTrain it again.") from error
        return cls(ensemble, settings)

    @classmethod
    @cache
    def shipped(cls) -> "IdentityModel":
        """The model that comes with the library, loaded once."""
        return cls.load(files("namesakes") / "models" / MODEL)
