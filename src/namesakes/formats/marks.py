"""Marks: what the formats that mark mentions in running text share."""

from collections.abc import Iterable

import numpy as np

from namesakes.structures.components import components
from namesakes.text.document import Document


def characters(document: Document, mention: int) -> list[tuple[int, int]]:
    """The character offsets of a mention's parts, in order; nothing where they hold no text (an empty node).

    Parts that overlap in the text, as words of one multi-word token do, come as one.
    """
    table = document.mention_table
    assert table is not None
    found: list[tuple[int, int]] = []
    for first, last in table.parts(mention):
        start, end = int(document.starts[first]), int(document.ends[first:last].max())
        if found and start < found[-1][1]:
            before = found.pop()
            start, end = before[0], max(end, before[1])
        if document.text[start:end].strip():
            found.append((start, end))
    return found


def connected(count: int, links: Iterable[tuple[int, int]]) -> list[int]:
    """For each of `count` things the first one that it is linked with, directly or through others."""
    pairs = np.array(list(links), dtype=np.int32).reshape(-1, 2)
    return [int(first) for first in components(count, pairs[:, 0], pairs[:, 1])]
