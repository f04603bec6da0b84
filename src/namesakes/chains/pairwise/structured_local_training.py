"""Structured local training: decisions about pairs are learned as clustering needs them (Choi & Cardie 2007).

A pair that clustering would put right by itself need not be learned: "she" and the first "Elizabeth" are one if both
are linked to the second. So the decisions h are hidden, chains y follow from them by single link, and EM maximises
p(y | x) = Σ_h p(y | h) p(h | x). An E-step finds one h from which single link gives back the gold chains, near to what
the model would decide now; the M-step fits the model to it. The first round fits the gold pairs themselves.

The two E-steps are the paper's figures 1 and 2, whose text is lost; they follow its description in section 2.4.
"""

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from namesakes.arrays import ByteArray, Float64Array, Int32Array
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.pairwise.biased_potentials import biased_pairs
from namesakes.chains.pairwise.blocks import PairBlocks, PairRows
from namesakes.chains.pairwise.crf import PairLikelihood, PairwiseSettings, fit, pair_model
from namesakes.chains.pairwise.measures import PairCounts, clustered, count_pairs, gold_pairs
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.checkpoints import fingerprint, read_checkpoint, write_checkpoint
from namesakes.chains.training.examples import Example
from namesakes.chains.training.progress import EpochCallback, silent
from namesakes.chains.training.trainer import Check
from namesakes.errors import DataError
from namesakes.learning.whole_files import is_there
from namesakes.structures.components import spanning_forest


def e_step(kind: str, scores: Float64Array, rows: PairRows, chains: Int32Array) -> ByteArray:
    """Labels of the pairs of a document from which single link gives back its gold chains.

    Both start from what the model decides and turn off the pairs that cross gold chains. Then "A", Viterbi training
    with the fewest changes, turns on the most probable pairs that bring the parts of each gold chain together: a
    maximum spanning forest. "B" stays nearer to the gold pairs and turns on every one that single link misses.
    """
    gold = gold_pairs(rows, chains)
    chosen = (scores > 0) & gold
    joined = clustered(rows, chosen, len(chains) - 1)
    missed = np.flatnonzero(gold & (joined[rows.mentions] != joined[rows.candidates]))
    if kind == "A":
        missed = missed[np.argsort(-scores[missed], kind="stable")]
        kept = spanning_forest(len(chains), rows.mentions[missed], rows.candidates[missed], joined)
        missed = missed[kept]
    chosen[missed] = True
    return chosen.astype(np.uint8)


@dataclass
class Rounds:
    """How far training has come: the numbers of each round, the weights now, and those of the best round."""

    history: list[Mapping[str, float]]
    weights: Float64Array
    best: Float64Array
    chosen: int = 0

    def add(self, found: Mapping[str, float], weights: Float64Array, choose: str) -> None:
        """Note a round; the first is kept only until there is another, since it knows nothing of clustering."""
        self.history.append(found)
        self.weights = weights
        sign = -1.0 if choose == "error" else 1.0
        if self.chosen <= 1 or sign * found[choose] > sign * self.history[self.chosen - 1][choose]:
            self.best, self.chosen = weights, len(self.history)


class PairTrainer:
    """The pairs of training documents, and what is learned from them.

    Parameters
    ----------
    examples : the documents; what their mentions are alone, and the costs of arcs, are not looked at.
    settings : the features; its updates and steps are those of trees and are not used.
    pairwise : how the model is fitted.
    """

    def __init__(self, examples: Sequence[Example], settings: ChainSettings, pairwise: PairwiseSettings) -> None:
        if not any(example.pairs.count > 1 for example in examples):
            raise DataError("the documents have no two mentions to learn from")
        self.examples, self.settings, self.pairwise = examples, settings, pairwise
        features = settings.features
        instances = [example.pairs for example in examples]
        self.blocks = PairBlocks.build(instances, BeamModel(features).templates, features.bits)
        self.rows = [PairRows.of(pairs) for pairs in instances]
        self.gold = [gold_pairs(rows, each.chains) for rows, each in zip(self.rows, examples, strict=True)]

    def using(self, pairwise: PairwiseSettings) -> "PairTrainer":
        """The same pairs, to fit another model to."""
        found = copy(self)
        found.pairwise = pairwise
        return found

    def train(
        self, check: Check | None = None, on_epoch: EpochCallback = silent, checkpoint: Path | None = None
    ) -> BeamModel:
        """The model of the round that is best on the training documents.

        Parameters
        ----------
        check : scores a model on development documents; only for `on_epoch`.
        on_epoch : gets the numbers of each round.
        checkpoint : a file that is written after each round, and that training goes on from.
        """
        pairwise, blocks, features = self.pairwise, self.blocks, self.settings.features
        kept = None if checkpoint is None else _Checkpoint(checkpoint, self._mark())
        start = np.zeros(len(blocks.used))
        rounds = Rounds([], start, start) if kept is None else kept.restore(start)
        for found in rounds.history:
            on_epoch(found)
        biased = [
            biased_pairs(pairwise.bias.pairs, rows, example.chains)
            for rows, example in zip(self.rows, self.examples, strict=True)
        ]
        last = 1 if pairwise.e_step == "none" else pairwise.rounds
        for number in range(len(rounds.history) + 1, last + 1):
            began = time.monotonic()
            labels = self.labels(rounds.weights if number > 1 else None)
            weights, value = fit(PairLikelihood(blocks, labels, biased, pairwise), rounds.weights)
            seconds = time.monotonic() - began
            counts = self.measured(weights)
            figures = {"error": counts.error, "f1": counts.f1, "muc": counts.muc}
            scores = {} if check is None else check(pair_model(features, blocks, weights))
            rounds.add(
                {"epoch": number, "seconds": seconds, "loss": value, **figures, **scores}, weights, pairwise.choose
            )
            if kept is not None:
                kept.save(rounds)
            on_epoch(rounds.history[-1])
        return pair_model(features, blocks, rounds.best)

    def labels(self, weights: Float64Array | None) -> list[ByteArray]:
        """What the pairs of each document are learned as, given weights: the E-step; the gold pairs without."""
        if weights is None:
            return [gold.astype(np.uint8) for gold in self.gold]
        return [
            e_step(self.pairwise.e_step, scores, rows, example.chains)
            for scores, rows, example in zip(self.blocks.scores(weights), self.rows, self.examples, strict=True)
        ]

    def measured(self, weights: Float64Array, link: float = 0.0) -> PairCounts:
        """The counts of the training documents after single-link clustering of pairs from these log odds on."""
        total = PairCounts()
        for scores, rows, example in zip(self.blocks.scores(weights), self.rows, self.examples, strict=True):
            clusters = clustered(rows, scores > link, example.pairs.count)
            same = clusters[rows.mentions] == clusters[rows.candidates]
            total += count_pairs(rows, example.chains, same, clusters)
        return total

    def _mark(self) -> str:
        learning = {name: value for name, value in asdict(self.pairwise).items() if name != "rounds"}
        text = json.dumps([learning, fingerprint(self.settings, self.examples)], sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@dataclass(frozen=True)
class _Checkpoint:
    """A file that is written after each round, and that the same training goes on from."""

    path: Path
    mark: str

    def save(self, rounds: Rounds) -> None:
        """Write where training stands."""
        record = {"mark": self.mark, "history": rounds.history, "chosen": rounds.chosen}
        write_checkpoint(self.path, record, {"weights": rounds.weights, "best": rounds.best})

    def restore(self, start: Float64Array) -> Rounds:
        """Where training stood, or its start."""
        if not is_there(self.path):
            return Rounds([], start, start)
        record, found = read_checkpoint(self.path, self.mark)
        return Rounds(record["history"], found["weights"], found["best"], record["chosen"])
