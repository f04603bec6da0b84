"""Beam search: trees over the first mentions are states, and each step keeps the best of their expansions.

Björkelund & Kuhn (2014), section 5. A step expands the states of the agenda by one mention's candidates and keeps the
`width` best. With features of clusters the best tree can no longer be found mention by mention, and a wider beam keeps
more options open.
"""

from dataclasses import dataclass, field

import numpy as np

from namesakes.arrays import ByteArray, Float64Array, Int32Array, Int64Array
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.chains.models.beam_model import FACTS, BeamModel, ClusterFeatures
from namesakes.chains.models.kernels import beam as kernel


@dataclass
class Agenda:
    """The states of a beam over the first `done` mentions.

    Parameters
    ----------
    totals, right : the score of each state, best first, and whether its tree is right so far.
    clusters, facts : see `kernels.beam`.
    parents, rows : for each mention done, the state that each state came from, and the row that it took.
    """

    model: BeamModel
    pairs: MentionPairs
    cluster_features: ClusterFeatures
    width: int
    done: int = 0
    totals: Float64Array = field(default_factory=lambda: np.zeros(1))
    right: ByteArray = field(default_factory=lambda: np.ones(1, dtype=np.uint8))
    clusters: Int32Array = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int32))
    facts: Int32Array = field(default_factory=lambda: np.zeros((0, 0, 0), dtype=np.int32))
    parents: list[Int32Array] = field(default_factory=list)
    rows: list[Int64Array] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.clusters.size:
            size = self.pairs.count + 1
            self.clusters = np.zeros((self.width, size), dtype=np.int32)
            self.facts = np.zeros((self.width, size, FACTS), dtype=np.int32)

    def expand(self, local: Float64Array, allowed: ByteArray, right: ByteArray) -> None:
        """Take the next mention into every state, and keep the best ones.

        Parameters
        ----------
        local : the scores of all rows; only those of the next mention are looked at.
        allowed, right : which rows may be taken, and which are right.
        """
        model, pairs, mention = self.model, self.pairs, self.done + 1
        rows = pairs.candidates
        best, parents = np.empty(self.width), np.empty(self.width, dtype=np.int32)
        chosen = np.empty(self.width, dtype=np.int64)
        size = int(rows.starts[mention + 1] - rows.starts[mention])
        scratch = (np.zeros(pairs.count + 1, dtype=np.uint8), np.zeros(16, dtype=np.int32))
        room = (np.empty(size, dtype=np.uint64), np.empty(size))
        given = (rows.starts, rows.antecedents, allowed, local, *model.parts(self.cluster_features))
        states = (len(self.totals), self.clusters, self.facts, self.totals)
        shift = 64 - model.features.bits
        count = kernel.expand(mention, *given, model.weights, shift, *states, *scratch, *room, best, parents, chosen)
        clusters, facts = np.empty_like(self.clusters), np.empty_like(self.facts)
        values = self.cluster_features.values
        kernel.advance(
            mention, rows.antecedents, values, count, parents, chosen, self.clusters, self.facts, clusters, facts
        )
        self.totals, self.clusters, self.facts = best[:count], clusters, facts
        self.right = self.right[parents[:count]] & right[chosen[:count]]
        self.parents.append(parents[:count])
        self.rows.append(chosen[:count])
        self.done = mention

    def tree(self) -> Int64Array:
        """The rows of the best state, by mention; -1 for the root and for mentions to come."""
        found = np.full(self.pairs.count + 1, -1, dtype=np.int64)
        state = 0
        for mention in range(self.done, 0, -1):
            found[mention] = self.rows[mention - 1][state]
            state = int(self.parents[mention - 1][state])
        return found

    def copy(self) -> "Agenda":
        """The same states, to go on from."""
        return Agenda(
            self.model,
            self.pairs,
            self.cluster_features,
            self.width,
            self.done,
            self.totals,
            self.right,
            self.clusters,
            self.facts,
            list(self.parents),
            list(self.rows),
        )


def beam_search(model: BeamModel, pairs: MentionPairs, width: int, scores: Float64Array | None = None) -> Int64Array:
    """The rows of the best tree that a beam of this width finds. O(mentions² · width)."""
    scores = model.scores(pairs) if scores is None else scores
    agenda = Agenda(model, pairs, model.clusters(pairs), width)
    every = np.ones(len(scores), dtype=np.uint8)
    for _ in range(pairs.count):
        agenda.expand(scores, every, every)
    return agenda.tree()
