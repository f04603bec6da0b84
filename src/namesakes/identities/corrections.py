"""Learning from corrections: what users say of some names moves the amounts of evidence and the threshold, a little.

A correction is about a mistake, and mistakes alone would teach that all was wrong. What is learned from is therefore
who is who in the blocks that were corrected, with the corrections: what nobody corrected there counts as right. The
amounts θ are those that make it most probable with a Gaussian prior around the model that is there (the method PRIOR of
Daumé 2007, after Chelba & Acero 2004):

    Σ w log(1 + exp(−y (z(θ) + c))) + s/2 ‖θ − θ₀‖²

with y = 1 for one person and −1 for two, z the log-odds of a pair, and c free; the threshold is the one near the old
one that gives the corrected blocks best. How strong the prior s is, or that nothing is learned at all, is chosen by
cross-validation over blocks: people are found in those that were left out, without their corrections, and compared
with who is who there.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from namesakes.arrays import Float32Array, Float64Array, Int64Array
from namesakes.config import generator
from namesakes.errors import DataError
from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.evaluation import f05
from namesakes.identities.mixing.ensemble import BlockVotes, Ensemble
from namesakes.identities.model import IdentityModel
from namesakes.identities.name_table import name_constraints
from namesakes.learning.evidence_mixer import EvidenceMixer
from namesakes.learning.gains import Gain, gain
from namesakes.profiles.profile import Profile

FOLDS: Final = 5
LEAST: Final = 8
"""So many corrections are needed."""
LEAST_BLOCKS: Final = 3
"""In so many blocks of names."""
STEPS: Final = (0.0, 0.02, -0.02, 0.04, -0.04, 0.06, -0.06)
"""How far the threshold may move; the first that is best is taken."""


@dataclass(frozen=True)
class CorrectedBlock:
    """A block of names in which users have corrected who is who.

    Parameters
    ----------
    profiles : of the block.
    labels : who each of them is, with the corrections.
    judged : the pairs that the corrections are about, by their places, and whether they are one.
    corrections : how many these are.
    """

    profiles: Sequence[Profile]
    labels: Sequence[int]
    judged: Sequence[tuple[int, int, bool]] = ()
    corrections: int = 0


@dataclass(frozen=True)
class Way:
    """A way to learn: the strength of the prior, None for amounts that stay; whether the threshold may move."""

    strength: float | None = None
    threshold: bool = False

    def __str__(self) -> str:
        if self.strength is None:
            return "threshold alone" if self.threshold else "nothing"
        return f"prior {self.strength:g}"


WAYS: Final = (Way(), Way(None, True), *(Way(strength, True) for strength in (300.0, 100.0, 30.0, 10.0)))
"""What is tried; the first one learns nothing."""


@dataclass(frozen=True)
class Trial:
    """How a way did on blocks that were left out: the mean F.5, and what it is better by than nothing."""

    way: Way
    score: float
    gain: Gain = field(default_factory=Gain)


@dataclass(frozen=True)
class Learned:
    """What was learned.

    Parameters
    ----------
    model : the new one; the old one where no way is surely better.
    trials : what was tried; the first one is the old model.
    chosen : the one that was taken.
    before, after : the share of corrected pairs that come out right without the corrections.
    """

    model: IdentityModel
    trials: tuple[Trial, ...]
    chosen: Trial
    before: float
    after: float

    @property
    def helps(self) -> bool:
        """Whether learning is better than not in blocks that were left out."""
        return self.chosen.way != WAYS[0]


def learned(model: IdentityModel, blocks: Sequence[CorrectedBlock], seed: int = 0) -> Learned:
    """What corrected blocks teach a model, as far as that helps with others; a `DataError` for too little."""
    check_enough(blocks)
    known = [_Votes.of(model, block) for block in blocks]
    scores = _left_out(model, known, seed)
    trials = tuple(
        Trial(way, float(own.mean()), gain(own - scores[0], len(WAYS) - 1))
        for way, own in zip(WAYS, scores, strict=True)
    )
    better = [trial for trial in trials[1:] if trial.gain.sure]
    chosen = max(better, key=lambda trial: round(trial.score, 4), default=trials[0])
    found = adapted(model, known, chosen.way)
    return Learned(found, trials, chosen, _agreement(model, known), _agreement(found, known))


def taught(model: IdentityModel, blocks: Sequence[CorrectedBlock], way: Way) -> IdentityModel:
    """The model that has learned from corrected blocks in this way, whether that helps or not."""
    return adapted(model, [_Votes.of(model, block) for block in blocks], way)


def check_enough(blocks: Sequence[CorrectedBlock]) -> None:
    """A `DataError` where there is too little to learn from."""
    count = sum(block.corrections for block in blocks)
    if count < LEAST or len(blocks) < LEAST_BLOCKS:
        raise DataError(
            f"{count} corrections about people, of {len(blocks)} names, are too little to learn from",
            f"Learning needs {LEAST} or more, of {LEAST_BLOCKS} names or more.",
        )


@dataclass(frozen=True)
class _Votes:
    """A corrected block with the votes of the specialists on all its pairs, and what names and company add."""

    block: CorrectedBlock
    votes: BlockVotes
    rest: Float64Array

    @classmethod
    def of(cls, model: IdentityModel, block: CorrectedBlock) -> "_Votes":
        ensemble, votes = model.ensemble, model.ensemble.block_votes(block.profiles)
        mixed = ensemble.mixer.predict(votes.votes)
        added = ensemble.added(votes, votes.matrix(mixed)).values()
        return cls(block, votes, np.nan_to_num(sum(added, np.zeros(len(mixed)))))

    @property
    def labels(self) -> Int64Array:
        """Who is who, numbered."""
        return np.unique(np.asarray(self.block.labels), return_inverse=True)[1]

    def similarities(self, model: IdentityModel) -> Float32Array:
        """Those of a model."""
        return model.ensemble.mixed(self.votes)


def adapted(model: IdentityModel, known: Sequence[_Votes], way: Way) -> IdentityModel:
    """The model that has learned from corrected blocks in this way."""
    mixer = model.ensemble.mixer
    if way.strength is not None and isinstance(mixer, EvidenceMixer):
        ensemble = model.ensemble
        moved = _moved(mixer, known, way.strength)
        model = IdentityModel(
            Ensemble(ensemble.statistics, moved, ensemble.settings, ensemble.rescorer), model.settings
        )
    return _with_threshold(model, known) if way.threshold and hasattr(model.clusterer, "threshold") else model


def _moved(mixer: EvidenceMixer, known: Sequence[_Votes], strength: float) -> EvidenceMixer:
    """The mixer with the amounts of greatest posterior probability."""
    from scipy.optimize import minimize

    usual = _usual(mixer)
    inputs = np.concatenate([_inputs(each.votes, usual) for each in known])
    rest = np.concatenate([each.rest for each in known])
    signs = np.concatenate([_signs(each) for each in known])
    weights = np.concatenate([_weights(_signs(each), len(each.block.profiles)) for each in known])
    start = np.append(mixer.amounts.ravel(), 0.0)

    def loss(point: Float64Array) -> tuple[float, Float64Array]:
        margin = signs * (inputs @ point[:-1] + rest + point[-1])
        slope = -weights * signs / (1.0 + np.exp(np.clip(margin, -500.0, 500.0)))
        away = (point - start)[:-1]
        cost = weights @ np.logaddexp(0.0, -margin) + strength / 2 * (away @ away)
        return float(cost), np.append(inputs.T @ slope + strength * away, slope.sum())

    bounds = [(0.0, None)] * (len(start) - 1) + [(None, None)]
    found = np.round(minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x, 6)
    new = copy(mixer)
    new.amounts = found[:-1].reshape(2, -1)
    new.neutral = new.amounts[0] * usual - new.amounts[1] * (1.0 - usual)
    return new


def _usual(mixer: EvidenceMixer) -> Float64Array:
    """The mean root of the votes of each specialist where the mixer learned: of m = a e − b (1 − e)."""
    both = mixer.amounts.sum(axis=0)
    found: Float64Array = np.divide(mixer.neutral + mixer.amounts[1], both, out=np.zeros_like(both), where=both > 0)
    return found


def _inputs(block: BlockVotes, usual: Float64Array) -> Float64Array:
    """By how much each amount counts in the log-odds of each pair, what is usual taken off."""
    awake = ~np.isnan(block.votes)
    roots = np.sqrt(np.where(awake, block.votes, 0.0), dtype=np.float64)
    more = np.where(awake, roots - usual, 0.0)
    return np.hstack((more, more))


def _signs(each: _Votes) -> Float64Array:
    """1 for pairs that are one person, −1 for others."""
    one, other = each.votes.pairs
    return np.where(each.labels[one] == each.labels[other], 1.0, -1.0).astype(np.float64)


def _weights(signs: Float64Array, size: int) -> Float64Array:
    """How much each pair counts: a block as much as it has profiles, and half of that for pairs of one person."""
    same = signs > 0
    counts = [max(int((same == kind).sum()), 1) for kind in (True, False)]
    return np.where(same, size / 2 / counts[0], size / 2 / counts[1]).astype(np.float64)


def _with_threshold(model: IdentityModel, known: Sequence[_Votes]) -> IdentityModel:
    """The model with the threshold near its own that gives these blocks best."""
    at = float(getattr(model.clusterer, "threshold", 0.5))
    models = [_at(model, at + step) for step in STEPS]
    means = [np.mean([_score(each, own) for own in known]) for each in models]
    return models[int(np.argmax(np.round(means, 4)))]


def _at(model: IdentityModel, threshold: float) -> IdentityModel:
    settings = model.settings
    own = {**settings.clusterers.get(settings.clusterer, {}), "threshold": round(min(max(threshold, 0.0), 1.0), 6)}
    return IdentityModel(model.ensemble, replace(settings, clusterers={**settings.clusterers, settings.clusterer: own}))


def _score(model: IdentityModel, known: _Votes) -> float:
    """F.5 of the people of a block without its corrections, against who is who there."""
    if known.votes.count < 2:
        return 1.0
    way = clusterer(model.settings.clusterer, model.settings.clusterers.get(model.settings.clusterer, {}))
    found = way.cluster(known.similarities(model), name_constraints(known.block.profiles))
    return f05(known.labels, found)


def _agreement(model: IdentityModel, known: Sequence[_Votes]) -> float:
    """The share of corrected pairs that come out right without the corrections."""
    right = []
    for each in known:
        found = model.clusterer.cluster(each.similarities(model), name_constraints(each.block.profiles)).labels
        right += [(found[one] == found[other]) == same for one, other, same in each.block.judged]
    return float(np.mean(right)) if right else 1.0


def _left_out(model: IdentityModel, known: Sequence[_Votes], seed: int) -> list[Float64Array]:
    """For each way the scores of all blocks by models that had not seen them."""
    order = generator(seed, "folds of corrections").permutation(len(known))
    folds = order % min(FOLDS, len(known))
    found = [np.empty(len(known)) for _ in WAYS]
    for fold in sorted(set(folds.tolist())):
        seen = [each for each, number in zip(known, folds, strict=True) if number != fold]
        for place, way in enumerate(WAYS):
            own = adapted(model, seen, way)
            for row in np.flatnonzero(folds == fold).tolist():
                found[place][row] = _score(own, known[row])
    return found
