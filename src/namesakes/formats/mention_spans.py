"""The spans of mentions as offsets of characters, for formats that mark mentions in running text."""

import warnings
from collections.abc import Iterable

import numpy as np

from namesakes.errors import LossWarning
from namesakes.structures.components import components
from namesakes.text.document import Document


def character_spans(document: Document, mention: int) -> list[tuple[int, int]]:
    """The character offsets of a mention's parts, in order; nothing where they hold no text (an empty node).

    Parts that overlap in the text, as words of one multi-word token do, come as one.
    """
    table = document.mention_table
    assert table is not None
    found: list[tuple[int, int]] = []
    for token_start, token_end in table.parts(mention):
        start, end = int(document.starts[token_start]), int(document.ends[token_start:token_end].max())
        if found and start < found[-1][1]:
            before = found.pop()
            start, end = before[0], max(end, before[1])
        if document.text[start:end].strip():
            found.append((start, end))
    return found


def warn_of_widening(document: Document, format: str) -> None:
    """Warn of mentions that cover some words of a multi-word token, since in the text they are all of it."""
    table = document.mention_table
    if table is None or document.multiwords is None or not len(table):
        return
    same = np.zeros(len(document.starts) + 1, dtype=np.bool_)  # whether a token stands where the one before it does
    same[1:-1] = (np.diff(document.starts) == 0) & (np.diff(document.ends) == 0)
    same[1:-1] &= document.ends[1:] > document.starts[1:]
    count = int((same[table.first] | same[table.end]).sum())
    if count:
        message = f"{document.key}: {count} mentions of a part of a token were widened to all of it, as {format} has it"
        warnings.warn(message, LossWarning, stacklevel=3)


def linked_groups(count: int, links: Iterable[tuple[int, int]]) -> list[int]:
    """For each of `count` things the first one that it is linked with, directly or through others."""
    pairs = np.array(list(links), dtype=np.int32).reshape(-1, 2)
    return [int(first) for first in components(count, pairs[:, 0], pairs[:, 1])]
