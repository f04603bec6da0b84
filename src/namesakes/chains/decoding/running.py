"""Running entities: what is known of each one while a long document is decoded a stretch of mentions at a time."""

import numpy as np

from namesakes.arrays import Float64Array, Int32Array, Int64Array, UInt64Array
from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.decoding.entities import FACTS, entity_places
from namesakes.chains.decoding.kernels import entities as kernel
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.mentions.attributes import Attributes


class RunningEntities:
    """The entities of the mentions so far; see `Entities.consistent`, which does the same at once.

    `antecedents` and `entities` have the antecedent of each mention (0 for none) and the first mention of its entity.
    """

    def __init__(self, known: Attributes, facts: UInt64Array) -> None:
        count = known.count + 1
        self.facts, self.places = facts, entity_places(known)
        self.antecedents: Int32Array = np.zeros(count, dtype=np.int32)
        self.entities: Int32Array = np.arange(count, dtype=np.int32)
        self._known = np.zeros((count, len(FACTS)), dtype=np.uint64)
        self._closed = np.zeros(count, dtype=np.int32)
        self._named = np.zeros(int(facts[:, FACTS.index("name")].max(initial=0)) + 1, dtype=np.int32)
        self._no_foes = (np.zeros(count + 1, dtype=np.int32), np.zeros(0, dtype=np.int32))
        self._free = np.full(count, -1, dtype=np.int32)

    def decode(self, pairs: MentionPairs, scores: Float64Array, first: int, end: int) -> Int64Array:
        """The best rows of the mentions from `first` to before `end`, those that contradict something chosen anew.

        Parameters
        ----------
        pairs, scores : the rows of these mentions that names and quotes leave open.
        """
        found, allowed = best_first(scores, pairs), np.ones(len(scores), dtype=np.uint8)
        given = (pairs.candidates.starts, pairs.candidates.antecedents, self.facts, self.places, *self._no_foes)
        room = (self._free, self._known, self._closed, self.entities, self._named)
        kernel.consistent(scores, allowed, *given, *room, found, self.antecedents, first, end)
        return found
