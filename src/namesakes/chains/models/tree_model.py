"""The tree model: every mention goes back to an earlier one or to the root; the subtrees of the root are the chains.

Björkelund & Kuhn (2014), after Fernandes, dos Santos & Milidiú (2012): the score of a tree is the sum of its arcs'
scores w·Φ(antecedent, mention). All arcs point from left to right, so that the best antecedent of each mention by
itself makes the best tree (their section 4).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from namesakes.arrays import ByteArray, Float32Array, Float64Array, Int32Array, Int64Array
from namesakes.chains.features.factors import Factors
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.chains.features.template_sets import expanded, template_set
from namesakes.chains.features.templates import (
    ALONE,
    ENCODER_ALONE,
    ENCODER_PAIRS,
    LOCAL,
    REGISTER_ALONE,
    REGISTER_PAIRS,
    Templates,
)
from namesakes.chains.models.kernels import pairs as kernel
from namesakes.config import bounded
from namesakes.learning.steps import Direction


@dataclass(frozen=True)
class FeatureSettings:
    """What a model looks at.

    Parameters
    ----------
    pairs, alone : the templates of pairs and of mentions that begin a chain; see `features.templates`. `@NAME` stands
        for those of a set; see `features.template_sets`.
    clusters : the templates of clusters, which only a beam can use; none for a local model.
    registers : whether some templates are learned for each register of texts too; see `templates.REGISTER_PAIRS`.
    encoder : whether templates over what an encoder says are added; see `chains.joint`.
    bits : there are 2^bits weights.
    window : the nearest mentions that are candidates, with those that share a word; 0 for all earlier ones.
    """

    pairs: Sequence[str] = LOCAL
    alone: Sequence[str] = ALONE
    clusters: Sequence[str] = ()
    registers: bool = False
    encoder: bool = False
    bits: int = bounded(20, 1, 30)
    window: int = 0

    def __post_init__(self) -> None:
        for kind in ("pairs", "alone", "clusters"):
            object.__setattr__(self, kind, expanded(getattr(self, kind), kind))

    def with_set(self, name: str) -> "FeatureSettings":
        """The same with the templates of a set, such as "local" or "non-local"; see `features.template_sets`."""
        chosen = template_set(name)
        return replace(self, pairs=chosen.pairs, alone=chosen.alone, clusters=chosen.clusters)


class TreeModel:
    """Scores of arcs between mentions by hashed weights."""

    def __init__(self, features: FeatureSettings, weights: Float32Array | None = None) -> None:
        self.features = features
        more = [(REGISTER_PAIRS, REGISTER_ALONE)] if features.registers else []
        more += [(ENCODER_PAIRS, ENCODER_ALONE)] if features.encoder else []
        pairs, alone = ([template for each in more for template in each[place]] for place in (0, 1))
        self.templates = Templates.build((*features.pairs, *pairs), (*features.alone, *alone))
        self.factors = Factors.build(self.templates.pairs)
        self.weights = np.zeros(1 << features.bits, dtype=np.float32) if weights is None else weights

    def scores(
        self,
        pairs: MentionPairs,
        first: int = 1,
        end: int | None = None,
        wanted: ByteArray | None = None,
        pruning_margin: float = math.inf,
    ) -> Float64Array:
        """The score of every row of candidates, or those wanted, of the mentions from `first` to before `end`.

        Parameters
        ----------
        pruning_margin : rows whose `coarse` score is so much below the best of their mention are minus infinity.
        """
        return self._scores(pairs, self.factors.full, first, end, wanted, pruning_margin)

    def coarse(self, pairs: MentionPairs) -> Float64Array:
        """What templates that can be summed once for many rows add to their scores; see `Factors`."""
        return self._scores(pairs, self.factors.full[:0])

    def _scores(
        self,
        pairs: MentionPairs,
        full: Int32Array,
        first: int = 1,
        end: int | None = None,
        wanted: ByteArray | None = None,
        pruning_margin: float = math.inf,
    ) -> Float64Array:
        found = np.zeros(len(pairs.candidates.antecedents))
        end = pairs.count + 1 if end is None else end
        rows, factors, groups = pairs.candidates, self.factors, pairs.groups
        wanted = np.ones(len(found), dtype=np.uint8) if wanted is None else wanted
        order = first + np.argsort(groups[first:end], kind="stable")
        strides, places, cells = factors.layout(pairs.sizes, int(groups.max()) + 1)
        given = (*self._hashes(pairs), self.weights, 64 - self.features.bits, rows.starts, rows.antecedents, wanted)
        parts = (full, pruning_margin, factors.by_earlier, factors.by_later, factors.set_templates, factors.places)
        kept = (np.empty((2, len(groups))), np.zeros((2, len(groups)), dtype=np.int32))
        room = (np.empty(cells), *kept, np.empty(len(self.templates.pairs), dtype=np.uint32))
        kernel.score(*given, order, groups, *parts, strides, places, *room, found)
        return found

    def add(
        self, pairs: MentionPairs, rows: Int64Array, mentions: Int32Array, amounts: Float64Array, to: Direction
    ) -> None:
        """Add the features of these rows of candidates of these mentions, so much of each, to a direction."""
        shift = 64 - self.features.bits
        given = (*self._hashes(pairs), shift, pairs.candidates.antecedents, rows, mentions, amounts)
        to.count = kernel.accumulate(*given, *to.arrays)

    def contributions(self, pairs: MentionPairs, row: int, mention: int) -> Float64Array:
        """What each template adds to the score of one row of a mention: those of pairs, or of mentions alone."""
        alone = int(pairs.candidates.antecedents[row]) == 0
        found = np.zeros(len(self.templates.alone if alone else self.templates.pairs))
        given = (*self._hashes(pairs), self.weights, 64 - self.features.bits, pairs.candidates.antecedents)
        kernel.contributions(*given, row, mention, found)
        return found

    def _hashes(self, pairs: MentionPairs) -> tuple[NDArray[np.generic], ...]:
        templates = self.templates
        return (
            pairs.hashes.earlier,
            pairs.hashes.later,
            pairs.hashes.alone,
            pairs.comparisons,
            templates.slots,
            templates.columns,
            templates.keys,
        )
