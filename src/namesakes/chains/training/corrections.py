"""Learning chains from corrections: the weights that are there move a little towards the links that users corrected.

Any earlier mention of the corrected chain is right (the latent antecedent of Björkelund & Kuhn 2014). What is learned
from is the whole of a corrected document: links that nobody corrected there count as right, since mistakes alone would
teach that all was wrong. Steps are small, so that a few documents do not undo what a corpus taught; how small, or that
none is taken, is chosen by cross-validation over documents.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from namesakes.arrays import ByteArray, Float64Array, Int32Array, Int64Array
from namesakes.chains.decoding.entities import Entities
from namesakes.chains.features.mention_pairs import MentionPairs, gold_chains
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.probabilities import softmax
from namesakes.chains.resolver import Resolver
from namesakes.chains.training.update import Learner
from namesakes.config import generator
from namesakes.errors import DataError
from namesakes.learning.gains import Gain, gain
from namesakes.learning.steps import Stepper, StepSettings
from namesakes.learning.weights import Weights
from namesakes.text.document import Document
from namesakes.text.spans import Mentions

RATES: Final = (0.0, 0.001, 0.003, 0.01)
"""What is tried; the first one learns nothing."""
EPOCHS: Final = 2
FOLDS: Final = 4
LEAST: Final = 4
"""So many documents with corrected links are needed."""


@dataclass(frozen=True)
class CorrectedLinks:
    """The links of a document that was corrected.

    Parameters
    ----------
    pairs : all mentions of the document, ready for scoring.
    mentions : those whose links are learned.
    right : of each row of candidates whether it is right; of other mentions it says nothing.
    """

    pairs: MentionPairs
    mentions: Int32Array
    right: ByteArray


@dataclass(frozen=True)
class Trial:
    """How a rate did on documents that were left out.

    Parameters
    ----------
    right : the share of links that come out right.
    gain : what that is better by than nothing.
    """

    rate: float
    right: float
    gain: Gain = field(default_factory=Gain)


@dataclass(frozen=True)
class LearnedChains:
    """What was learned: the resolver, what was tried, and the rate that is best on documents left out."""

    resolver: Resolver
    trials: tuple[Trial, ...]
    chosen: Trial

    @property
    def helps(self) -> bool:
        """Whether learning is better than not on documents that were left out."""
        return self.chosen.rate > 0


def corrected_links(resolver: Resolver, document: Document, before: Mentions, after: Mentions) -> CorrectedLinks | None:
    """What corrections teach of a document with tags, trees and names; None where they teach nothing.

    Parameters
    ----------
    before, after : its chains without and with the corrections.
    """
    seen = resolver.seen(document)
    assert seen.mention_table is not None
    pairs = resolver.pairs(seen)
    if resolver.settings.entities:
        pairs = Entities(pairs).open_pairs()
    old, new = (gold_chains(seen.mention_table, table) for table in (before, after))
    earlier = [_earlier(chains) for chains in (old, new)]
    if earlier[0] == earlier[1]:
        return None
    known = [place for place in range(1, pairs.count + 1) if max(old[place], new[place]) >= 0]
    starts, candidates = pairs.candidates.starts, pairs.candidates.antecedents
    right, kept = np.zeros(len(candidates), dtype=np.uint8), []
    for mention in known:
        rows = slice(int(starts[mention]), int(starts[mention + 1]))
        fellows = earlier[1][mention] or (0,)
        right[rows] = np.isin(candidates[rows], fellows)
        if right[rows].any() and not right[rows].all():
            kept.append(mention)
    return CorrectedLinks(pairs, np.array(kept, dtype=np.int32), right) if kept else None


def _earlier(chains: Int32Array) -> list[tuple[int, ...]]:
    """For each mention those before it in its chain."""
    seen: dict[int, list[int]] = {}
    found: list[tuple[int, ...]] = [()]
    for place, chain in enumerate(chains.tolist()[1:], 1):
        found.append(tuple(seen.get(chain, ())) if chain >= 0 else ())
        if chain >= 0:
            seen.setdefault(chain, []).append(place)
    return found


def learned_chains(resolver: Resolver, documents: Sequence[CorrectedLinks], seed: int = 0) -> LearnedChains:
    """What corrected documents teach a resolver, as far as that helps with others; a `DataError` for too few."""
    if len(documents) < LEAST:
        raise DataError(
            f"{len(documents)} documents with corrected links are too few to learn from",
            f"Learning needs corrections of mentions in {LEAST} documents or more.",
        )
    if resolver.settings.features.clusters:
        raise DataError("chains that are found with a beam are not learned from corrections", "Train them anew.")
    shares = _left_out(resolver, documents, seed)
    trials = tuple(
        Trial(rate, float(own.mean()), gain(own - shares[0], len(RATES) - 1))
        for rate, own in zip(RATES, shares, strict=True)
    )
    better = [trial for trial in trials[1:] if trial.gain.sure]
    chosen = max(better, key=lambda trial: (round(trial.right, 4), -trial.rate), default=trials[0])
    return LearnedChains(continued(resolver, documents, chosen.rate, seed), trials, chosen)


def continued(resolver: Resolver, documents: Sequence[CorrectedLinks], rate: float, seed: int = 0) -> Resolver:
    """The resolver after some small steps towards corrected links; itself for a rate of 0."""
    if not rate:
        return resolver
    features = resolver.settings.features
    weights = Weights(features.bits)
    weights.values[:] = resolver.model.weights
    stepper = Stepper(weights, StepSettings("adagrad", rate=rate))
    learner = Learner(BeamModel(features, weights.values), stepper)
    for epoch in range(EPOCHS):
        for number in generator(seed, "corrected documents", str(epoch)).permutation(len(documents)).tolist():
            _update(learner, documents[number])
            weights.tick()
    found = copy(resolver)
    found.model = BeamModel(features, weights.values)
    return found


def _update(learner: Learner, links: CorrectedLinks) -> None:
    """Raise the probability of the right antecedents of the corrected mentions."""
    rows, owners, starts = _rows(links)
    own = learner.model.scores(links.pairs)[rows]
    sizes = np.diff([*starts.tolist(), len(rows)])
    guess, _ = softmax(own, starts, sizes)
    truth, _ = softmax(np.where(links.right[rows] > 0, own, -np.inf), starts, sizes)
    learner.model.add(links.pairs, rows, owners, truth - guess, learner.direction)
    learner.stepper.step(learner.direction, 0.0)


def _rows(links: CorrectedLinks) -> tuple[Int64Array, Int32Array, Int64Array]:
    """The rows of the corrected mentions, whose each is, and where those of each begin among them."""
    starts = links.pairs.candidates.starts
    each = [np.arange(int(starts[mention]), int(starts[mention + 1])) for mention in links.mentions.tolist()]
    sizes = [len(rows) for rows in each]
    return np.concatenate(each), np.repeat(links.mentions, sizes), np.cumsum([0, *sizes[:-1]])


def share_right(resolver: Resolver, links: CorrectedLinks) -> float:
    """The share of the links of a document that a resolver has right, each by itself."""
    rows, _, starts = _rows(links)
    own = resolver.model.scores(links.pairs)[rows]
    sizes = np.diff([*starts.tolist(), len(rows)])
    best = [start + int(np.argmax(own[start : start + size])) for start, size in zip(starts, sizes, strict=True)]
    return float(links.right[rows][best].mean())


def _left_out(resolver: Resolver, documents: Sequence[CorrectedLinks], seed: int) -> list[Float64Array]:
    """For each rate how the documents came out that had been left out."""
    order = generator(seed, "folds of corrected documents").permutation(len(documents))
    folds = (order % min(FOLDS, len(documents))).tolist()
    found = [np.empty(len(documents)) for _ in RATES]
    for fold in sorted(set(folds)):
        seen = [each for each, number in zip(documents, folds, strict=True) if number != fold]
        for place, rate in enumerate(RATES):
            own = continued(resolver, seen, rate, seed)
            for row, number in enumerate(folds):
                if number == fold:
                    found[place][row] = share_right(own, documents[row])
    return found
