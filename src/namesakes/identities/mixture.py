"""Ensembles: specialists, what they know of the corpus, and the mixer that makes one similarity of their votes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from namesakes.config import fill, generator
from namesakes.errors import ConfigError, ModelError, UsageError
from namesakes.identities.specialists import SPECIALISTS, chosen
from namesakes.identities.specialists.specialist import Similarities
from namesakes.identities.statistics import Statistics
from namesakes.learning.mixer import MIXERS, Mixer, unpacked
from namesakes.learning.model import Model, load_model, save_model
from namesakes.profiles.profile import Profile

KIND = "identities"

Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]
"""The places of the first and of the second profile of each pair."""


@dataclass(frozen=True)
class Sampling:
    """Which pairs of a block are learned from.

    Parameters
    ----------
    ratio : how many pairs of different people there are for each pair of the same; 1 balances them, as in the paper,
        and 0 takes all pairs.
    most : the most pairs of the same person from one block; 0 for all. Keeps one large block from being the corpus.
    even : whether every block counts the same in the end, however many pairs it gave.
    """

    ratio: float = 1.0
    most: int = 2000
    even: bool = False

    def __post_init__(self) -> None:
        if self.ratio < 0 or self.most < 0:
            raise ConfigError(f"ratio and most are 0 or more; found {self.ratio} and {self.most}.")


@dataclass(frozen=True)
class EnsembleSettings:
    """What an ensemble is made of.

    Parameters
    ----------
    specialists : their names; none means all.
    mixer : the name of the mixer.
    learning : the settings of the mixer.
    sampling : which pairs it learns from.
    """

    specialists: tuple[str, ...] = ()
    mixer: str = "seg"
    learning: Mapping[str, Any] = field(default_factory=dict)
    sampling: Sampling = field(default_factory=Sampling)


@dataclass(frozen=True)
class Vote:
    """What one specialist says of a pair: its vote, None where it sleeps; its weight; and what it changes."""

    specialist: str
    about: str
    vote: float | None
    weight: float
    effect: float


@dataclass(frozen=True)
class Instances:
    """What a mixer learns from: votes with NaN where a specialist sleeps, labels, and how much each pair counts."""

    votes: NDArray[np.float32]
    labels: NDArray[np.float64]
    weights: NDArray[np.float64]


class Ensemble:
    """Similarities of profiles by specialists whose votes are mixed.

    Parameters
    ----------
    statistics : how usual names, words and phrases are.
    mixer : makes one similarity of the votes; its names say which specialists are asked.
    settings : what it was made by.
    """

    def __init__(self, statistics: Statistics, mixer: Mixer, settings: EnsembleSettings | None = None) -> None:
        self.statistics, self.mixer, self.settings = statistics, mixer, settings or EnsembleSettings()
        self.specialists = chosen(mixer.specialists, statistics)

    @classmethod
    def untrained(cls, settings: EnsembleSettings | None = None, statistics: Statistics | None = None) -> "Ensemble":
        """An ensemble whose mixer has its start weights."""
        settings = settings or EnsembleSettings()
        names = settings.specialists or tuple(SPECIALISTS)
        return cls(statistics or Statistics(), made_mixer(settings.mixer, names, settings.learning), settings)

    @classmethod
    def train(
        cls,
        blocks: Sequence[Sequence[Profile]],
        labels: Sequence[Sequence[str | None]],
        settings: EnsembleSettings | None = None,
        seed: int = 0,
    ) -> "Ensemble":
        """An ensemble that has learned from blocks of profiles and who each of them is; None where that is unknown.

        Statistics are learned from all profiles, the mixer from a sample of the pairs inside blocks.
        """
        ensemble = cls.untrained(settings, Statistics.learn(profile for block in blocks for profile in block))
        found = ensemble.instances(blocks, labels, seed)
        ensemble.mixer.fit(found.votes, found.labels, found.weights, seed)
        return ensemble

    def instances(
        self, blocks: Sequence[Sequence[Profile]], labels: Sequence[Sequence[str | None]], seed: int = 0
    ) -> Instances:
        """The sampled pairs of the blocks, each block compared as a whole."""
        if len(blocks) != len(labels) or any(len(a) != len(b) for a, b in zip(blocks, labels, strict=True)):
            raise UsageError("blocks and labels differ in length; give one label, or None, for each profile.")
        random, sampling = generator(seed, "pairs of profiles"), self.settings.sampling
        votes, answers, weights = [np.empty((0, len(self.specialists)), np.float32)], [np.empty(0)], [np.empty(0)]
        for block, known in zip(blocks, labels, strict=True):
            pairs, same = sampled_pairs(known, sampling, random)
            if len(same) == 0:
                continue
            votes.append(self.votes_of(block, pairs))
            answers.append(same.astype(np.float64))
            weights.append(np.full(len(same), 1.0 / len(same) if sampling.even else 1.0))
        found = np.concatenate(weights)
        return Instances(
            np.concatenate(votes), np.concatenate(answers), found * (len(found) / max(found.sum(), 1e-300))
        )

    def votes_of(self, profiles: Sequence[Profile], pairs: Pairs) -> NDArray[np.float32]:
        """The votes on these pairs of a block, pairs × specialists; NaN where one sleeps."""
        found = np.empty((len(pairs[0]), len(self.specialists)), dtype=np.float32)
        for place, specialist in enumerate(self.specialists):
            found[:, place] = specialist.compare(profiles)[pairs]
        return found

    def similarities(self, profiles: Sequence[Profile]) -> Similarities:
        """The mixed similarities of all pairs of a block; NaN where there is no evidence, 1 on the diagonal."""
        count = len(profiles)
        found = np.ones((count, count), dtype=np.float32)
        pairs = np.triu_indices(count, 1)
        if len(pairs[0]):
            mixed = self.mixer.predict(self.votes_of(profiles, pairs)).astype(np.float32)
            found[pairs] = mixed
            found[pairs[1], pairs[0]] = mixed
        return found

    def votes(self, a: Profile, b: Profile, block: Sequence[Profile] = ()) -> list[Vote]:
        """What each specialist says of a pair, the one that changes most first.

        Those that weigh terms by how usual they are in a block see the block, where it is given: other profiles that
        the two were compared among.
        """
        others = [profile for profile in block if profile is not a and profile is not b]
        votes = self.votes_of([a, b, *others], (np.array([0]), np.array([1])))
        effects, weights = self.mixer.effects(votes)[0], self.mixer.weights
        found = [
            Vote(one.name, one.about, None if np.isnan(vote) else float(vote), weights[one.name], float(effect))
            for one, vote, effect in zip(self.specialists, votes[0], effects, strict=True)
        ]
        return sorted(found, key=lambda vote: (vote.vote is None, -abs(vote.effect)))

    def knowing(self, profiles: Iterable[Profile]) -> "Ensemble":
        """The same ensemble, which knows how usual names and words are among these profiles."""
        return Ensemble(Statistics.learn(profiles), self.mixer, self.settings)

    def save(self, folder: Path, more: Mapping[str, Any] | None = None) -> None:
        """Write the ensemble as a model, with more settings of whoever uses it."""
        mixing, mixer_arrays = self.mixer.packed()
        counting, statistic_arrays = self.statistics.packed()
        arrays = {f"mixer.{name}": array for name, array in mixer_arrays.items()}
        arrays |= {f"statistics.{name}": array for name, array in statistic_arrays.items()}
        settings = {
            "ensemble": asdict(self.settings),
            "mixer": mixing,
            "statistics": counting,
            "more": dict(more or {}),
        }
        save_model(folder, Model(KIND, settings, arrays))

    @classmethod
    def load(cls, folder: Path | Traversable) -> "Ensemble":
        """The ensemble in a folder."""
        return cls.load_with(folder)[0]

    @classmethod
    def load_with(cls, folder: Path | Traversable) -> tuple["Ensemble", Mapping[str, Any]]:
        """The ensemble in a folder, and what else was saved with it."""
        model = load_model(folder, KIND)
        try:
            mixer = unpacked(model.settings["mixer"], _under("mixer.", model.arrays))
            statistics = Statistics.unpacked(model.settings["statistics"], _under("statistics.", model.arrays))
            settings = fill(EnsembleSettings, _listed(model.settings["ensemble"]))
            return cls(statistics, mixer, settings), model.settings.get("more", {})
        except KeyError as error:
            raise ModelError(f"{folder}: this model of identities lacks {error}.\nTrain it again.") from error


def made_mixer(name: str, specialists: Sequence[str], settings: Mapping[str, Any]) -> Mixer:
    """An untrained mixer of that name over these specialists."""
    kind = MIXERS[name]
    if kind.settings_type is None:
        if settings:
            raise ConfigError(f"the mixer '{name}' has no settings; found {', '.join(settings)}.")
        return kind(specialists)
    return kind(specialists, fill(kind.settings_type, settings, place=f"mixer {name}"))


def sampled_pairs(
    labels: Sequence[str | None], sampling: Sampling, random: np.random.Generator
) -> tuple[Pairs, NDArray[np.bool_]]:
    """Pairs of a block with known labels, and whether each is of the same person."""
    names: dict[str, int] = {}
    codes = np.array([-1 if name is None else names.setdefault(name, len(names)) for name in labels], dtype=np.int64)
    some, others = np.triu_indices(len(codes), 1)
    known = (codes[some] >= 0) & (codes[others] >= 0)
    some, others = some[known], others[known]
    same = codes[some] == codes[others]
    if sampling.ratio == 0:
        return (some, others), same
    right, wrong = np.flatnonzero(same), np.flatnonzero(~same)
    if sampling.most and len(right) > sampling.most:
        right = random.choice(right, sampling.most, replace=False)
    wanted = round(max(len(right), 1) * sampling.ratio)
    if len(wrong) > wanted:
        wrong = random.choice(wrong, wanted, replace=False)
    kept = np.sort(np.concatenate((right, wrong)))
    return (some[kept], others[kept]), same[kept]


def _under(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}


def _listed(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {**settings, "specialists": list(settings["specialists"])}
