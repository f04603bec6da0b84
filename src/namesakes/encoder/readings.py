"""Readings: what an encoder says of a document, and the tags, trees and names that decoders make of it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from namesakes.arrays import AnyArray, BoolArray, Float32Array, Float64Array, Int32Array, Int64Array
from namesakes.encoder.examples import Example, Labels
from namesakes.structures.eisner import projective_tree
from namesakes.structures.viterbi import best_sequences
from namesakes.syntax.entities.labels import FORBIDDEN

LONGEST = 240
"""Sentences of more words are parsed, and looked through for mentions, in pieces of so many."""


@dataclass(frozen=True)
class SpanReading:
    """The candidates for mentions, and the antecedents that were looked at.

    Parameters
    ----------
    starts, ends : their words, the end exclusive; in order.
    mention, entity : the log odds that each is in a chain, and that it is an entity, alone or not.
    types : the number of the most probable type of each.
    chosen, scores : by candidate the numbers of earlier ones, and their scores; a column that is not there has -inf.
        No antecedent at all has the score 0.
    """

    starts: Int64Array
    ends: Int64Array
    mention: Float32Array
    entity: Float32Array
    types: Int64Array
    chosen: Int64Array
    scores: Float32Array

    def only(self, kept: BoolArray) -> "SpanReading":
        """The same of some candidates; antecedents that are not among them are not there."""
        number = np.where(kept, np.cumsum(kept) - 1, -1)
        chosen = number[self.chosen[kept]]
        scores = np.where(chosen >= 0, self.scores[kept], np.float32(-np.inf))
        return SpanReading(
            self.starts[kept],
            self.ends[kept],
            self.mention[kept],
            self.entity[kept],
            self.types[kept],
            np.maximum(chosen, 0),
            scores,
        )

    @classmethod
    def nothing(cls) -> "SpanReading":
        """The reading of a document without words."""
        none, floats = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        return cls(none, none, floats, floats, none, none.reshape(0, 0), floats.reshape(0, 0))


@dataclass(frozen=True)
class Reading:
    """What an encoder says of one document, empty nodes left out.

    Parameters
    ----------
    labels : by number, the labels of all tasks.
    edges : the first word of each sentence, and the number of words.
    tags : the scores of each task, a row a word.
    states : a vector for each word.
    label_heads, label_dependents, label_weight : what relations are scored with; the root's row of the first is last.
    arcs : by sentence, or piece of a long one, the scores of arcs by head and dependent, the root first.
    starts, ends : the candidates for mentions, the end exclusive.
    words : what else is known of the words, such as who speaks them; pairs depend on it, and nothing else.
    look : what looks at the pairs of these candidates, once it is asked, given `words`.
    """

    labels: Labels
    edges: Int64Array
    tags: dict[str, Float32Array]
    states: Float32Array
    label_heads: Float32Array
    label_dependents: Float32Array
    label_weight: Float32Array
    arcs: list[Float32Array] = field(default_factory=list)
    starts: Int64Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    ends: Int64Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    words: Example | None = None
    look: Callable[[Example], SpanReading] | None = None

    @cached_property
    def spans(self) -> SpanReading:
        """The candidates for mentions, and the antecedents of each."""
        return SpanReading.nothing() if self.look is None or self.words is None else self.look(self.words)

    def with_words(self, words: Example) -> "Reading":
        """The same with something else known of the same words."""
        return replace(self, words=words)

    def best(self, task: str) -> list[str]:
        """The best label of each word for a task."""
        names = self.labels.tasks[task]
        return [names[number] for number in self.tags[task].argmax(axis=1).tolist()]

    @cached_property
    def heads(self) -> Int32Array:
        """The head of each word in the best projective tree of its sentence; -1 for the root."""
        heads = np.full(len(self.states), -1, dtype=np.int32)
        whole = np.zeros(len(self.states), dtype=np.bool_)
        whole[self.edges[:-1][self.edges[:-1] < len(whole)]] = True
        root = -1
        for (low, high), scores in zip(pieces(self.edges), self.arcs, strict=True):
            tree, _ = projective_tree(scores.astype(np.float64))
            own = tree[1:] - 1
            heads[low:high] = np.where(own >= 0, own + low, -1)
            top = low + int(np.flatnonzero(own < 0)[0])
            if whole[low]:
                root = top
            else:
                heads[top] = root  # the pieces of a long sentence hang from the first
        return heads

    @cached_property
    def relations(self) -> list[str]:
        """The relation of each word to its head."""
        return self.relations_to(self.heads)

    def relations_to(self, heads: Int32Array) -> list[str]:
        """The relation of each word to one head, -1 for the root."""
        names = self.labels.relations
        found: list[str] = []
        for low in range(0, len(heads), 256):
            rows = heads[low : low + 256]
            below = _with_one(self.label_dependents[low : low + 256])
            above = _with_one(self.label_heads[rows])
            left = below @ self.label_weight.reshape(len(self.label_weight), -1)
            scores = np.einsum("wrk,wk->wr", left.reshape(len(rows), len(names), -1), above)
            best = _rooted(scores, rows, names).argmax(axis=1)
            found += [names[number] for number in best.tolist()]
        return found

    def of_relations(self) -> "Reading":
        """No more of the reading than `relations_to` needs."""
        nothing = np.zeros((len(self.states), 0), dtype=np.float32)
        vectors = self.label_heads, self.label_dependents, self.label_weight
        return Reading(self.labels, self.edges, {}, nothing, *vectors)

    def names(self, types: Sequence[str]) -> list[tuple[int, int, str]]:
        """The names of these types, by the best sequence of tags in which each goes on with what was begun."""
        labels, scores = self.labels.tasks["names"], self.tags["names"].astype(np.float64)
        count, every = len(scores), np.arange(len(labels), dtype=np.int32)
        path, _ = best_sequences(
            self.edges.astype(np.int32),
            np.arange(0, (count + 1) * len(labels), len(labels), dtype=np.int32),
            np.tile(every, count),
            scores.ravel(),
            possible(labels),
        )
        return [row for row in _runs([labels[number] for number in path.tolist()]) if row[2] in types]


def pieces(edges: Int64Array) -> Iterator[tuple[int, int]]:
    """The sentences, long ones in pieces."""
    for low, high in pairwise(edges.tolist()):
        for start in range(low, high, LONGEST):
            yield start, min(start + LONGEST, high)


def _with_one(rows: Float32Array) -> Float32Array:
    return np.concatenate([rows, np.ones((len(rows), 1), dtype=np.float32)], axis=1)


def _rooted(scores: Float32Array, heads: Int32Array, names: Sequence[str]) -> AnyArray:
    """The scores, in which a word is `root` where it has no head, and nowhere else."""
    if "root" not in names:
        return scores
    column = names.index("root")
    scores[:, column] = np.where(heads < 0, np.inf, -np.inf)
    return scores


def possible(labels: Sequence[str]) -> Float64Array:
    """The scores of neighbouring labels, and of the edges last: what goes on with nothing is forbidden."""
    found = np.zeros((len(labels) + 1, len(labels) + 1))
    for number, label in enumerate(labels):
        if label.startswith("I-"):
            kind = label[2:]
            good = [other in (f"B-{kind}", f"I-{kind}") for other in labels]
            found[:-1, number] = np.where(good, 0.0, FORBIDDEN)
            found[-1, number] = FORBIDDEN
    return found


def _runs(tags: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    start, kind = -1, ""
    for place, tag in enumerate([*tags, "O"]):
        if start >= 0 and not tag.startswith("I-"):
            yield start, place, kind
            start = -1
        if tag.startswith("B-"):
            start, kind = place, tag[2:]
