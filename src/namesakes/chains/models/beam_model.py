"""The beam model: trees with features of the clusters built so far (Björkelund & Kuhn 2014, section 5)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from namesakes.arrays import ByteArray, Float32Array, Float64Array, Int32Array, Int64Array, UInt64Array
from namesakes.chains.features.comparisons import COMPARISONS
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.chains.features.templates import ClusterTemplates
from namesakes.chains.models.kernels import beam as kernel
from namesakes.chains.models.tree_model import FeatureSettings, TreeModel
from namesakes.learning.steps import Direction

_VALUES = ("kind", "number", "gender", "animacy", "person")
FACTS = 8
"""How many numbers a cluster and the mention that begins it are described by; see `kernels.beam`."""


@dataclass(frozen=True)
class ClusterFeatures:
    """What features of clusters need of a document beyond its `MentionPairs`."""

    values: Int32Array
    similar: ByteArray
    earlier: UInt64Array
    later: UInt64Array
    previous: UInt64Array
    grandparents: UInt64Array


class BeamModel(TreeModel):
    """A tree model with features of clusters, whose weights share one array with those of arcs."""

    def __init__(self, features: FeatureSettings, weights: Float32Array | None = None) -> None:
        super().__init__(features, weights)
        self.cluster_templates = ClusterTemplates.build(features.clusters)

    def clusters(self, pairs: MentionPairs) -> ClusterFeatures:
        """The document made ready for features of clusters."""
        known, templates = pairs.attributes, self.cluster_templates
        column = {name: pairs.comparisons[:, COMPARISONS.index(name)] for name in ("same_content", "same_head")}
        return ClusterFeatures(
            np.stack([known.column(name).astype(np.int32) for name in _VALUES], axis=1),
            np.where(column["same_content"] > 0, 3, column["same_head"]).astype(np.uint8),
            *(templates.hashed(known.codes, kind) for kind in ("a", "m", "p", "g")),
        )

    def add_clusters(
        self,
        pairs: MentionPairs,
        clusters: ClusterFeatures,
        tree: Int64Array,
        span: tuple[int, int],
        amount: float,
        to: Direction,
    ) -> None:
        """Add the features of a tree's clusters at the mentions of a span, so much of each, to a direction."""
        given = (pairs.candidates.starts, pairs.candidates.antecedents, *self.parts(clusters))
        shift, state = 64 - self.features.bits, State(pairs.count)
        to.count = kernel.accumulate(tree, *given, shift, *span, amount, *state.arrays, *to.arrays)

    def roll_in(
        self,
        pairs: MentionPairs,
        clusters: ClusterFeatures,
        state: "State",
        scores: Float64Array,
        span: tuple[int, int],
    ) -> Int64Array:
        """Add what clusters say to the scores of a span of mentions, each put where it fits best; their rows."""
        chosen = np.full(pairs.count + 1, -1, dtype=np.int64)
        given = (pairs.candidates.starts, pairs.candidates.antecedents, *self.parts(clusters))
        shift = 64 - self.features.bits
        kernel.roll_in(*span, *given, self.weights, shift, *state.arrays, scores, chosen)
        return chosen

    def add_rows(
        self,
        pairs: MentionPairs,
        clusters: ClusterFeatures,
        state: "State",
        chosen: Int64Array,
        amounts: Float64Array,
        span: tuple[int, int],
        to: Direction,
    ) -> None:
        """Add the features of clusters of all rows of a span of mentions, as much as their amounts, to a direction."""
        given = (pairs.candidates.starts, pairs.candidates.antecedents, *self.parts(clusters))
        shift = 64 - self.features.bits
        to.count = kernel.accumulate_rows(*span, chosen, amounts, *given, shift, *state.arrays, *to.arrays)

    def parts(self, clusters: ClusterFeatures) -> tuple[NDArray[np.generic], ...]:
        """What kernels take of a document and the templates of clusters."""
        templates = self.cluster_templates
        return (
            clusters.similar,
            clusters.values,
            clusters.earlier,
            clusters.later,
            clusters.previous,
            clusters.grandparents,
            templates.slots,
            templates.columns,
            templates.keys,
        )


class State:
    """The clusters of one partial tree; see `kernels.beam`."""

    def __init__(self, mentions: int) -> None:
        self.clusters = np.zeros(mentions + 1, dtype=np.int32)
        self.facts = np.zeros((mentions + 1, FACTS), dtype=np.int32)
        self.matches = np.zeros(mentions + 1, dtype=np.uint8)
        self.atoms = np.zeros(16, dtype=np.int32)

    @property
    def arrays(self) -> tuple[Int32Array, Int32Array, ByteArray, Int32Array]:
        """What kernels change."""
        return self.clusters, self.facts, self.matches, self.atoms
