"""Ensembles: specialists, what they know of the corpus, and the mixer that makes one similarity of their votes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray, Float32Array, Float64Array, FloatingArray, Int64Array
from namesakes.config import fill, generator
from namesakes.errors import ConfigError, DataError, ModelError, UsageError
from namesakes.identities.mixing.block_features import FEATURES, block_features, row_cosines
from namesakes.identities.mixing.contradictions import Contradictions
from namesakes.identities.mixing.name_prior import NamePrior, strangers
from namesakes.identities.mixing.sampling import Pairs, Sampling, pair_weights, sampled_pairs
from namesakes.identities.name_table import NameTable
from namesakes.identities.specialists import BUILT_IN, create_specialists
from namesakes.identities.terms.statistics import Statistics
from namesakes.identities.terms.term_matrix import CachedBlock
from namesakes.learning.evidence_mixer import odds_of, similarity_of
from namesakes.learning.mixer import MIXERS, Mixer, unpacked
from namesakes.learning.model import Model, load_model, save_model
from namesakes.profiles.profile import Profile

KIND = "identities"

FOLDS = 5
"""The folds of blocks: rescoring is learned from the similarities of blocks that the first mixer has not seen."""

LEAST = 3
"""A block of fewer profiles is not rescored: there is nobody else in it."""


@dataclass(frozen=True)
class EnsembleSettings:
    """What an ensemble is made of.

    Parameters
    ----------
    specialists : their names; none means all.
    mixer : the name of the mixer.
    learning : the settings of the mixer.
    sampling : which pairs it learns from.
    second : the name of a second mixer, which rescores each pair by features of its block (`block_features`); nothing
        for none. Then the mean of both scores is the similarity.
    second_learning : its settings.
    contrast : specialists that are asked only where they tell some of a block apart.
    company : what the same company adds to the log-odds of a pair: the cosine of the two rows of similarities, times
        this.
    prior : what names add to them.
    contradictions : what facts take from them that one person rarely has.
    """

    specialists: tuple[str, ...] = ()
    mixer: str = "seg"
    learning: Mapping[str, Any] = field(default_factory=dict)
    sampling: Sampling = field(default_factory=Sampling)
    second: str = ""
    second_learning: Mapping[str, Any] = field(default_factory=dict)
    contrast: tuple[str, ...] = ()
    company: float = 0.0
    prior: NamePrior = field(default_factory=NamePrior)
    contradictions: Contradictions = field(default_factory=Contradictions)

    @property
    def by_names(self) -> bool:
        """Whether names or facts add anything to what is learned."""
        return not (self.prior.silent and self.contradictions.silent)


@dataclass(frozen=True)
class Vote:
    """What one specialist says of a pair: its vote, None where it abstains; its weight; and what it changes."""

    specialist: str
    about: str
    vote: float | None
    weight: float
    effect: float


@dataclass(frozen=True)
class Instances:
    """What a mixer learns from: votes, NaN where one abstains, labels, how much each pair counts, its block."""

    votes: Float32Array
    labels: Float64Array
    weights: Float64Array
    blocks: Int64Array


@dataclass(frozen=True)
class BlockVotes:
    """The votes on the pairs of a block of so many profiles, in the order of the upper triangle of a matrix.

    Parameters
    ----------
    prior : what the names of each pair add to its log-odds; None where names and facts add nothing.
    contradictions : what facts take from them, by their names in `ABOUT`.
    names : what the names say of each other.
    """

    count: int
    votes: Float32Array
    prior: Float64Array | None = None
    contradictions: Mapping[str, Float64Array] = field(default_factory=dict)
    names: NameTable | None = None

    @property
    def pairs(self) -> Pairs:
        """The places of the pairs."""
        return np.triu_indices(self.count, 1)

    def matrix(self, values: FloatingArray) -> Float32Array:
        """The values of the pairs as a symmetric matrix with 1 on the diagonal."""
        found = np.ones((self.count, self.count), dtype=np.float32)
        pairs = self.pairs
        found[pairs] = values
        found[pairs[1], pairs[0]] = values
        return found


class Ensemble:
    """Similarities of profiles by specialists whose votes are mixed.

    Parameters
    ----------
    statistics : how usual names, words and phrases are.
    mixer : makes one similarity of the votes; its names say which specialists are asked.
    settings : what it was made by.
    rescorer : the mixer that rescores pairs by features of their block, if any.
    """

    def __init__(
        self,
        statistics: Statistics,
        mixer: Mixer,
        settings: EnsembleSettings | None = None,
        rescorer: Mixer | None = None,
    ) -> None:
        self.statistics, self.mixer, self.settings = statistics, mixer, settings or EnsembleSettings()
        self.rescorer = rescorer
        self.specialists = create_specialists(mixer.specialists, statistics)

    @classmethod
    def untrained(cls, settings: EnsembleSettings | None = None, statistics: Statistics | None = None) -> "Ensemble":
        """An ensemble whose mixer has its start weights."""
        settings = settings or EnsembleSettings()
        names = settings.specialists or BUILT_IN
        return cls(statistics or Statistics(), create_mixer(settings.mixer, names, settings.learning), settings)

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
        return ensemble.fitted([ensemble.block_votes(block) for block in blocks], labels, seed)

    def fitted(self, blocks: Sequence[BlockVotes], labels: Sequence[Sequence[str | None]], seed: int = 0) -> "Ensemble":
        """This ensemble with mixers that have learned from the votes on blocks, and who is who in them."""
        found = self.instances(blocks, labels, seed)
        first = create_mixer(self.settings.mixer, self.mixer.specialists, self.settings.learning)
        first.fit(found.votes, found.labels, found.weights, seed)
        rescorer = self._fitted_rescorer(found, blocks, labels, seed) if self.settings.second else None
        return Ensemble(self.statistics, first, self.settings, rescorer)

    def _fitted_rescorer(
        self, found: Instances, blocks: Sequence[BlockVotes], labels: Sequence[Sequence[str | None]], seed: int
    ) -> Mixer:
        """The second mixer, learned by cross-validation: from similarities of blocks that the first had not seen."""
        folds = min(FOLDS, len(blocks))
        if folds < 2:
            raise DataError("a second look is learned from several names; there is one", "Leave it out, or give more.")
        fold_of = np.empty(len(blocks), dtype=np.int64)
        fold_of[generator(seed, "folds of blocks").permutation(len(blocks))] = np.arange(len(blocks)) % folds
        features = [BlockVotes(block.count, np.empty((0, len(FEATURES)), np.float32)) for block in blocks]
        for fold in range(folds):
            first = create_mixer(self.settings.mixer, self.mixer.specialists, self.settings.learning)
            seen = fold_of[found.blocks] != fold
            first.fit(found.votes[seen], found.labels[seen], found.weights[seen], seed)
            for place in np.flatnonzero(fold_of == fold).tolist():
                block = blocks[place]
                scored = np.nan_to_num(block.matrix(first.predict(block.votes)))
                features[place] = BlockVotes(block.count, block_features(scored)[block.pairs])
        again = self.instances(features, labels, seed)
        mixer = create_mixer(self.settings.second, FEATURES, self.settings.second_learning)
        mixer.fit(again.votes, again.labels, again.weights, seed)
        return mixer

    def instances(
        self, blocks: Sequence[BlockVotes], labels: Sequence[Sequence[str | None]], seed: int = 0
    ) -> Instances:
        """The sampled pairs of blocks that were compared as a whole."""
        if len(blocks) != len(labels) or any(a.count != len(b) for a, b in zip(blocks, labels, strict=True)):
            raise UsageError("blocks and labels differ in length; give one label, or None, for each profile.")
        random, sampling = generator(seed, "pairs of profiles"), self.settings.sampling
        width = blocks[0].votes.shape[1] if blocks else len(self.specialists)
        votes, answers, weights = [np.empty((0, width), np.float32)], [np.empty(0)], [np.empty(0)]
        places = [np.empty(0, np.int64)]
        for number, (block, known) in enumerate(zip(blocks, labels, strict=True)):
            (some, others), same = sampled_pairs(known, sampling, random)
            if len(same) == 0:
                continue
            places.append(np.full(len(same), number))
            votes.append(block.votes[some * (2 * block.count - some - 1) // 2 + others - some - 1])
            answers.append(same.astype(np.float64))
            weights.append(pair_weights(same, sampling))
        found = np.concatenate(weights)
        even = found * (len(found) / max(found.sum(), 1e-300))
        return Instances(np.concatenate(votes), np.concatenate(answers), even, np.concatenate(places))

    def block_votes(self, profiles: Sequence[Profile]) -> BlockVotes:
        """The votes on all pairs of a block.

        Specialists that need contrast abstain where no pair of the block clashes: among bearers of one full name, that
        the given names agree is what brought them together, and tells nothing of who is who.
        """
        votes = self.votes_of(profiles, np.triu_indices(len(profiles), 1))
        for place, specialist in enumerate(self.specialists):
            if specialist.name in self.settings.contrast and not (votes[:, place] <= 0).any():
                votes[:, place] = np.nan
        return self.with_prior(BlockVotes(len(profiles), votes), profiles)

    def with_prior(self, block: BlockVotes, profiles: Sequence[Profile]) -> BlockVotes:
        """The votes with what the names and facts of these profiles add to the log-odds of each pair."""
        if not self.settings.by_names:
            return block
        names, pairs = NameTable.of(profiles), block.pairs
        against = self.settings.contradictions.amounts(profiles, names)
        prior = self.settings.prior.odds(names)[pairs]
        found = {name: each[pairs] for name, each in against.items()}
        return replace(block, prior=prior, contradictions=found, names=names)

    def votes_of(self, profiles: Sequence[Profile], pairs: Pairs) -> Float32Array:
        """The votes on these pairs of a block, pairs × specialists; NaN where one abstains."""
        found = np.empty((len(pairs[0]), len(self.specialists)), dtype=np.float32)
        together, places = CachedBlock(profiles), pairs[0] * len(profiles) + pairs[1]
        for place, specialist in enumerate(self.specialists):
            found[:, place] = specialist.compare(together).take(places)
        return found

    def similarities(self, profiles: Sequence[Profile]) -> Float32Array:
        """The mixed similarities of all pairs of a block; NaN where there is no evidence, 1 on the diagonal."""
        return self.mixed(self.block_votes(profiles))

    def mixed(self, block: BlockVotes) -> Float32Array:
        """The mixed similarities of a block, whose votes are known."""
        found = block.matrix(self.mixer.predict(block.votes))
        if self.rescorer is not None and block.count >= LEAST:
            again = self.rescorer.predict(block_features(np.nan_to_num(found))[block.pairs])
            found = block.matrix((found[block.pairs] + again) / 2)
        added = sum(self.added(block, found).values(), np.zeros(len(block.pairs[0])))
        if block.prior is not None:  # where nothing is compared, names alone decide
            found = np.where(np.isnan(found), np.float32(0.5), found)
        return block.matrix(similarity_of(odds_of(found[block.pairs]) + added)) if np.any(added) else found

    def added(self, block: BlockVotes, similarities: FloatingArray) -> dict[str, Float64Array]:
        """What is added to the log-odds of each pair of a block with these learned similarities, by what adds it.

        These are `company`, `prior`, contradictions by their names, and `strangers`, which cut off the sum.
        """
        found = {"company": self.company(block, similarities)}
        if block.prior is not None and block.names is not None:
            found |= {"prior": block.prior, **block.contradictions}
            known = odds_of(np.nan_to_num(similarities, nan=0.5)[block.pairs])
            found["strangers"] = strangers(sum(found.values(), known), block.names.kinds[block.pairs])
        return found

    def company(self, block: BlockVotes, similarities: FloatingArray) -> Float64Array:
        """What the company that both keep adds to the log-odds of each pair of a block with these similarities."""
        if not self.settings.company or block.count < LEAST:
            return np.zeros(block.count * (block.count - 1) // 2)
        odds = odds_of(np.nan_to_num(similarities, nan=0.5))
        return self.settings.company * row_cosines(1.0 / (1.0 + np.exp(-odds)))[block.pairs]

    def votes(self, a: Profile, b: Profile, block: Sequence[Profile] = ()) -> list[Vote]:
        """What each specialist says of a pair, the one that changes most first.

        Those that weigh terms by how usual they are in a block see the block, where it is given: other profiles that
        the two were compared among.
        """
        votes = self.among(a, b, block).votes[:1]
        effects, weights = self.mixer.effects(votes)[0], self.mixer.weights
        found = [
            Vote(one.name, one.about, None if np.isnan(vote) else float(vote), weights[one.name], float(effect))
            for one, vote, effect in zip(self.specialists, votes[0], effects, strict=True)
        ]
        return sorted(found, key=lambda vote: (vote.vote is None, -abs(vote.effect)))

    def among(self, a: Profile, b: Profile, block: Sequence[Profile] = ()) -> BlockVotes:
        """The votes on a pair, which is the first, and on all others of the block that the two were compared among."""
        return self.block_votes([a, b, *(profile for profile in block if profile is not a and profile is not b)])

    def with_statistics_of(self, profiles: Iterable[Profile]) -> "Ensemble":
        """The same ensemble with the document frequencies of these profiles."""
        return Ensemble(Statistics.learn(profiles), self.mixer, self.settings, self.rescorer)

    def save(self, folder: Path, more: Mapping[str, Any] | None = None) -> None:
        """Write the ensemble as a model, with more settings of whoever uses it."""
        mixing, mixer_arrays = self.mixer.packed()
        counting, statistic_arrays = self.statistics.packed()
        rescoring, second_arrays = ({}, {}) if self.rescorer is None else self.rescorer.packed()
        arrays = {f"mixer.{name}": array for name, array in mixer_arrays.items()}
        arrays |= {f"second.{name}": array for name, array in second_arrays.items()}
        arrays |= {f"statistics.{name}": array for name, array in statistic_arrays.items()}
        settings = {"ensemble": asdict(self.settings), "mixer": mixing, "statistics": counting}
        settings |= {"second": rescoring, "more": dict(more or {})}
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
            rescoring = model.settings.get("second")
            rescorer = unpacked(rescoring, _under("second.", model.arrays)) if rescoring else None
            return cls(statistics, mixer, settings, rescorer), model.settings.get("more", {})
        except KeyError as error:
            raise ModelError(f"{folder}: this model of identities lacks {error}.\nTrain it again.") from error


def create_mixer(name: str, specialists: Sequence[str], settings: Mapping[str, Any]) -> Mixer:
    """An untrained mixer of that name over these specialists."""
    kind = MIXERS[name]
    if kind.settings_type is None:
        if settings:
            raise ConfigError(f"the mixer '{name}' has no settings; found {', '.join(settings)}.")
        return kind(specialists)
    return kind(specialists, fill(kind.settings_type, settings, place=f"mixer {name}"))


def _under(prefix: str, arrays: Mapping[str, AnyArray]) -> dict[str, AnyArray]:
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}


def _listed(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {**settings, **{name: list(settings[name]) for name in ("specialists", "contrast") if name in settings}}
