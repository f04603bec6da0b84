"""Named entities as labels of tokens, and back.

B-X begins an entity of type X, I-X goes on with it, E-X ends it, S-X is one of a single token, and O is outside all:
the beginning and the end of names have words of their own (Ratinov & Roth 2009).
"""

from collections.abc import Sequence

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, IndexArray, Int32Array
from namesakes.syntax.tagging.features import SurfaceTokens
from namesakes.text.document import Document
from namesakes.text.spans import Spans

OUTSIDE = "O"
MARKS = "BIES"

FORBIDDEN = -1e4
"""The score of an impossible pair of labels; it fits into 16 bits and no sum of weights comes near it."""


def label_names(types: Sequence[str]) -> list[str]:
    """The labels of these types of entities; the first is that of all other tokens."""
    return [OUTSIDE, *(f"{mark}-{kind}" for kind in types for mark in MARKS)]


def label_types(count: int) -> IndexArray:
    """The number of each label's type, given how many types there are; 0 for the label outside all."""
    return np.append(0, np.repeat(np.arange(1, count + 1), len(MARKS)))


def possible_pairs(names: Sequence[str]) -> BoolArray:
    """Which label may follow which; the last row and column are the edges of a sentence."""
    every = [*names, OUTSIDE]
    return np.array([[_follows(before, after) for after in every] for before in every])


def possible_scores(names: Sequence[str]) -> Float64Array:
    """The scores of neighbouring labels by which an invalid sequence cannot win: 0, or `FORBIDDEN`."""
    return np.where(possible_pairs(names), 0.0, FORBIDDEN)


def _follows(before: str, after: str) -> bool:
    if before[0] in "BI":
        return after[0] in "IE" and after[1:] == before[1:]
    return after[0] not in "IE"


def gold_labels(document: Document, part: SurfaceTokens, names: Sequence[str]) -> Int32Array:
    """The number of each token's label; of entities that nest or cross, the outermost and first count.

    An entity does not go on over the end of a sentence: what is left of it there begins another.
    """
    numbers = {name: number for number, name in enumerate(names)}
    inside = np.full(len(document.starts), -1)
    kinds: list[int] = []
    done = 0
    for entity in sorted(document.entities, key=lambda entity: (entity.token_start, -entity.token_end)):
        if entity.token_start >= done and entity.token_end > entity.token_start and f"B-{entity.label}" in numbers:
            inside[entity.token_start : entity.token_end] = len(kinds)
            kinds.append(numbers[f"B-{entity.label}"])
            done = entity.token_end
    of = inside[part.places]
    first, last = np.ones(len(of), dtype=np.bool_), np.ones(len(of), dtype=np.bool_)
    first[1:] = last[:-1] = of[1:] != of[:-1]
    edges = part.edges[1:-1]
    first[edges], last[edges - 1] = True, True
    marks = np.where(first, np.where(last, 3, 0), np.where(last, 2, 1))
    begins = np.array([*kinds, 0])[of]
    return np.where(of < 0, 0, begins + marks).astype(np.int32)


def entity_spans(part: SurfaceTokens, labels: Int32Array, names: Sequence[str]) -> Spans:
    """The entities of a document's labels."""
    rows: list[tuple[int, int, str]] = []
    first = 0
    for token in np.flatnonzero(labels).tolist():
        mark, kind = names[int(labels[token])].split("-", 1)
        if mark in "BS":
            first = int(part.places[token])
        if mark in "ES":
            rows.append((first, int(part.places[token]) + 1, kind))
    return Spans.build(rows)
