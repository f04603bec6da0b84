"""Named entities as labels of tokens (B-X begins one, I-X goes on with it, O is outside), and back."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from namesakes.syntax.lexicon import Integers
from namesakes.syntax.tag_features import Part
from namesakes.text.document import Document
from namesakes.text.spans import Spans

OUTSIDE = "O"

FORBIDDEN = -1e4
"""The score of an impossible pair of labels; it fits into 16 bits and no sum of weights comes near it."""


def label_names(types: Sequence[str]) -> list[str]:
    """The labels of these types of entities; the first is that of all other tokens."""
    return [OUTSIDE, *(f"{mark}-{kind}" for kind in types for mark in "BI")]


def forbid(names: Sequence[str], pairs: NDArray[np.float64]) -> None:
    """Make an I-X after anything but B-X and I-X impossible; the last row of the pairs is the sentence's edge."""
    for place, name in enumerate(names):
        if name.startswith("I-"):
            allowed = {names.index(f"B-{name[2:]}"), place}
            pairs[[row for row in range(len(pairs)) if row not in allowed], place] = FORBIDDEN


def gold_labels(document: Document, part: Part, names: Sequence[str]) -> Integers:
    """The number of each token's label; of entities that nest or cross, the outermost and first count.

    An entity does not go on over the end of a sentence: what is left of it there begins another.
    """
    numbers = {name: number for number, name in enumerate(names)}
    labels = np.zeros(len(document.starts), dtype=np.int32)
    done = 0
    for entity in sorted(document.entities, key=lambda entity: (entity.first, -entity.last)):
        if entity.first >= done and entity.last > entity.first and f"B-{entity.label}" in numbers:
            labels[entity.first : entity.last] = numbers[f"I-{entity.label}"]
            labels[entity.first] = numbers[f"B-{entity.label}"]
            done = entity.last
    chosen: Integers = labels[part.places]
    firsts = part.edges[:-1][part.edges[:-1] < len(chosen)]
    chosen[firsts] -= (chosen[firsts] > 0) & (chosen[firsts] % 2 == 0)
    return chosen


def entity_spans(part: Part, labels: Integers, names: Sequence[str]) -> Spans:
    """The entities of a document's labels."""
    rows: list[tuple[int, int, str]] = []
    for token in np.flatnonzero(labels).tolist():
        name, place = names[int(labels[token])], int(part.places[token])
        if name.startswith("I-") and rows:
            rows[-1] = (rows[-1][0], place + 1, rows[-1][2])
        else:
            rows.append((place, place + 1, name[2:]))
    return Spans.build(rows)
