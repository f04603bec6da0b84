"""The identity resolver: profiles that may be of one person go in, who is whom comes out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from namesakes.errors import ModelError
from namesakes.identities.clustering.clusterer import Clusterer, clusterer
from namesakes.identities.clustering.constraints import NONE, Constraints
from namesakes.identities.clustering.memberships import Memberships
from namesakes.identities.mixing.ensemble import Ensemble, EnsembleSettings
from namesakes.profiles.profile import Profile

ENOUGH = 50
"""So many profiles tell how usual names and words are; of fewer, what was learned in training tells it."""


@dataclass(frozen=True)
class IdentitySettings:
    """How identities are found.

    Parameters
    ----------
    ensemble : the specialists and how their votes are mixed.
    clusterer : the name of the clusterer.
    clusterers : settings of clusterers by name; training tunes those that it knows how to.
    baseline : the threshold of the TF-IDF baseline, tuned like the others.
    """

    ensemble: EnsembleSettings = field(default_factory=EnsembleSettings)
    clusterer: str = "average-link"
    clusterers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    baseline: float = 0.2


class IdentityResolver:
    """An ensemble of specialists with a clusterer.

    Parameters
    ----------
    ensemble : compares profiles.
    settings : how clusters are made of the similarities.
    """

    def __init__(self, ensemble: Ensemble, settings: IdentitySettings) -> None:
        self.ensemble, self.settings = ensemble, settings

    def clusterer(self, name: str | None = None, changes: Mapping[str, Any] | None = None) -> Clusterer:
        """The clusterer of this name, or the model's own, with the settings of the model and these changes."""
        name = name or self.settings.clusterer
        return clusterer(name, {**self.settings.clusterers.get(name, {}), **(changes or {})})

    def identities(
        self, profiles: Sequence[Profile], constraints: Constraints = NONE, *, by: Clusterer | None = None
    ) -> Memberships:
        """Which of these profiles are of one person; all of them are compared with each other. O(n²)."""
        return (by or self.clusterer()).cluster(self.ensemble.similarities(profiles), constraints)

    def knowing(self, profiles: Sequence[Profile]) -> "IdentityResolver":
        """The same resolver, which knows how usual names and words are among these profiles, if they are enough."""
        if len(profiles) < ENOUGH:
            return self
        return IdentityResolver(self.ensemble.knowing(profiles), self.settings)

    def save(self, folder: Path) -> None:
        """Write the model."""
        more = {
            "clusterer": self.settings.clusterer,
            "clusterers": {name: dict(each) for name, each in self.settings.clusterers.items()},
            "baseline": self.settings.baseline,
        }
        self.ensemble.save(folder, more)

    @classmethod
    def load(cls, folder: Path | Traversable) -> "IdentityResolver":
        """The resolver whose model is in a folder."""
        ensemble, more = Ensemble.load_with(folder)
        try:
            settings = IdentitySettings(ensemble.settings, more["clusterer"], more["clusterers"], more["baseline"])
        except KeyError as error:
            raise ModelError(f"{folder}: this model of identities lacks {error}.\nTrain it again.") from error
        return cls(ensemble, settings)

    @classmethod
    @cache
    def shipped(cls) -> "IdentityResolver":
        """The resolver that comes with the library."""
        return cls.load(files("namesakes") / "models" / "en-identities")
