"""The beam model: trees with features of the clusters built so far, searched for with a beam.

Björkelund & Kuhn (2014), section 5. A partial tree over the first mentions is a state; each step expands the states of
the agenda by one mention's candidates and keeps the `width` best. With features of clusters the best tree can no longer
be found mention by mention, and a wider beam keeps more options open.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from namesakes.chains.features.comparisons import COMPARISONS
from namesakes.chains.features.instances import Instance, Kept
from namesakes.chains.features.templates import ClusterTemplates
from namesakes.chains.models.kernels import beam as kernel
from namesakes.chains.models.tree_model import FeatureSettings, Rows, Scores, TreeModel, Values
from namesakes.learning.steps import Direction

_VALUES = ("kind", "number", "gender", "animacy", "person")
_FACTS = 7


@dataclass(frozen=True)
class ClusterInstance:
    """What features of clusters need of a document beyond its `Instance`."""

    values: NDArray[np.int32]
    similar: Kept
    earlier: NDArray[np.uint64]
    later: NDArray[np.uint64]
    previous: NDArray[np.uint64]


class BeamModel(TreeModel):
    """A tree model with features of clusters, whose weights share one array with those of arcs."""

    def __init__(self, features: FeatureSettings, weights: Values | None = None) -> None:
        super().__init__(features, weights)
        self.cluster_templates = ClusterTemplates.build(features.clusters)

    def clusters(self, instance: Instance) -> ClusterInstance:
        """The document made ready for features of clusters."""
        known, templates = instance.known, self.cluster_templates
        column = {name: instance.comparisons[:, COMPARISONS.index(name)] for name in ("same_content", "same_head")}
        return ClusterInstance(
            np.stack([known.column(name).astype(np.int32) for name in _VALUES], axis=1),
            np.where(column["same_content"] > 0, 3, column["same_head"]).astype(np.uint8),
            *(templates.hashed(known.codes, kind) for kind in ("a", "m", "p")),
        )

    def add_clusters(
        self,
        instance: Instance,
        clusters: ClusterInstance,
        tree: Rows,
        span: tuple[int, int],
        amount: float,
        to: Direction,
    ) -> None:
        """Add the features of a tree's clusters at the mentions of a span, so much of each, to a direction."""
        given = (instance.candidates.starts, instance.candidates.mentions, *self._parts(clusters))
        shift, state = 64 - self.features.bits, State(instance.count)
        to.count = kernel.accumulate(tree, *given, shift, *span, amount, *state.arrays, *to.arrays)

    def roll_in(
        self, instance: Instance, clusters: ClusterInstance, state: "State", scores: Scores, span: tuple[int, int]
    ) -> Rows:
        """Add what clusters say to the scores of a span of mentions, each put where it fits best; their rows."""
        chosen = np.full(instance.count + 1, -1, dtype=np.int64)
        given = (instance.candidates.starts, instance.candidates.mentions, *self._parts(clusters))
        shift = 64 - self.features.bits
        kernel.roll_in(*span, *given, self.weights, shift, *state.arrays, scores, chosen)
        return chosen

    def add_rows(
        self,
        instance: Instance,
        clusters: ClusterInstance,
        state: "State",
        chosen: Rows,
        amounts: Scores,
        span: tuple[int, int],
        to: Direction,
    ) -> None:
        """Add the features of clusters of all rows of a span of mentions, as much as their amounts, to a direction."""
        given = (instance.candidates.starts, instance.candidates.mentions, *self._parts(clusters))
        shift = 64 - self.features.bits
        to.count = kernel.accumulate_rows(*span, chosen, amounts, *given, shift, *state.arrays, *to.arrays)

    def _parts(self, clusters: ClusterInstance) -> tuple[NDArray[np.generic], ...]:
        templates = self.cluster_templates
        return (
            clusters.similar,
            clusters.values,
            clusters.earlier,
            clusters.later,
            clusters.previous,
            templates.slots,
            templates.columns,
            templates.keys,
        )


class State:
    """The clusters of one partial tree; see `kernels.beam`."""

    def __init__(self, mentions: int) -> None:
        self.clusters = np.zeros(mentions + 1, dtype=np.int32)
        self.facts = np.zeros((mentions + 1, _FACTS), dtype=np.int32)
        self.matches = np.zeros(mentions + 1, dtype=np.uint8)
        self.atoms = np.zeros(16, dtype=np.int32)

    @property
    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8], NDArray[np.int32]]:
        """What kernels change."""
        return self.clusters, self.facts, self.matches, self.atoms


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
    instance: Instance
    cluster_instance: ClusterInstance
    width: int
    done: int = 0
    totals: Scores = field(default_factory=lambda: np.zeros(1))
    right: Kept = field(default_factory=lambda: np.ones(1, dtype=np.uint8))
    clusters: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int32))
    facts: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, 0, 0), dtype=np.int32))
    parents: list[NDArray[np.int32]] = field(default_factory=list)
    rows: list[Rows] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.clusters.size:
            size = self.instance.count + 1
            self.clusters = np.zeros((self.width, size), dtype=np.int32)
            self.facts = np.zeros((self.width, size, _FACTS), dtype=np.int32)

    def expand(self, local: Scores, allowed: Kept, right: Kept) -> None:
        """Take the next mention into every state, and keep the best ones.

        Parameters
        ----------
        local : the scores of all rows; only those of the next mention are looked at.
        allowed, right : which rows may be taken, and which are right.
        """
        model, instance, mention = self.model, self.instance, self.done + 1
        rows = instance.candidates
        best, parents = np.empty(self.width), np.empty(self.width, dtype=np.int32)
        chosen = np.empty(self.width, dtype=np.int64)
        scratch = (np.zeros(instance.count + 1, dtype=np.uint8), np.zeros(16, dtype=np.int32))
        given = (rows.starts, rows.mentions, allowed, local, *model._parts(self.cluster_instance))
        states = (len(self.totals), self.clusters, self.facts, self.totals)
        shift = 64 - model.features.bits
        count = kernel.expand(mention, *given, model.weights, shift, *states, *scratch, best, parents, chosen)
        clusters, facts = np.zeros_like(self.clusters), np.zeros_like(self.facts)
        values = self.cluster_instance.values
        kernel.advance(
            mention, rows.mentions, values, count, parents, chosen, self.clusters, self.facts, clusters, facts
        )
        self.totals, self.clusters, self.facts = best[:count], clusters, facts
        self.right = self.right[parents[:count]] & right[chosen[:count]]
        self.parents.append(parents[:count])
        self.rows.append(chosen[:count])
        self.done = mention

    def tree(self) -> Rows:
        """The rows of the best state, by mention; -1 for the root and for mentions to come."""
        found = np.full(self.instance.count + 1, -1, dtype=np.int64)
        state = 0
        for mention in range(self.done, 0, -1):
            found[mention] = self.rows[mention - 1][state]
            state = int(self.parents[mention - 1][state])
        return found

    def copy(self) -> "Agenda":
        """The same states, to go on from."""
        return Agenda(
            self.model,
            self.instance,
            self.cluster_instance,
            self.width,
            self.done,
            self.totals,
            self.right,
            self.clusters,
            self.facts,
            list(self.parents),
            list(self.rows),
        )


def beam_search(model: BeamModel, instance: Instance, width: int, scores: Scores | None = None) -> Rows:
    """The rows of the best tree that a beam of this width finds. O(mentions² · width)."""
    scores = model.scores(instance) if scores is None else scores
    agenda = Agenda(model, instance, model.clusters(instance), width)
    every = np.ones(len(scores), dtype=np.uint8)
    for _ in range(instance.count):
        agenda.expand(scores, every, every)
    return agenda.tree()
