"""Scenes: where characters meet. A scene is a paragraph, or a conversation whose paragraphs follow each other."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from namesakes.arrays import Int32Array, Int64Array
from namesakes.characters.cast import Meeting
from namesakes.characters.character import NOBODY, Quote
from namesakes.mentions.speakers import Speech
from namesakes.text.document import Document

MOST = 300
"""Of so many characters, the most important ones, it is said whom they meet."""


def scene_starts(document: Document, spoken: Sequence[Speech]) -> Int64Array:
    """The first token of each scene; in a text without paragraphs sentences stand for them. O(paragraphs)."""
    edges = document.paragraph_starts if len(document.paragraph_starts) > 1 else document.sentence_starts
    edges = edges if len(edges) else np.zeros(1, dtype=np.int32)
    first = np.searchsorted(edges, [each.quote.first for each in spoken], side="right") - 1
    last = np.searchsorted(edges, [each.quote.end - 1 for each in spoken], side="right") - 1
    talking = np.zeros(len(edges), dtype=np.bool_)
    for begin, end in zip(first.tolist(), last.tolist(), strict=True):
        talking[begin : end + 1] = True
    opens = np.ones(len(edges), dtype=np.bool_)
    opens[1:] = ~(talking[1:] & talking[:-1])
    return np.asarray(edges[opens], dtype=np.int64)


def meetings(
    starts: Int64Array, present: Sequence[tuple[int, int]], quotes: Sequence[Quote], count: int
) -> tuple[Meeting, ...]:
    """Who meets whom, the most frequent first.

    Parameters
    ----------
    starts : the first token of each scene.
    present : tokens with the number of a character who is there.
    quotes : of which those count that say to whom they are said.
    count : how many characters there are.
    """
    most = min(count, MOST)
    scenes = _together(starts, present, most)
    said = Counter(
        (quote.speaker, quote.addressee) for quote in quotes if NOBODY not in (quote.speaker, quote.addressee)
    )
    found = []
    for one in range(most):
        for other in range(one + 1, most):
            number, mine, theirs = int(scenes[one, other]), said[one, other], said[other, one]
            if number or mine or theirs:
                found.append(Meeting(one, other, number, mine, theirs))
    found.sort(key=lambda each: (-each.scenes, -each.said - each.answered, each.one, each.other))
    return tuple(found)


def _together(starts: Int64Array, present: Sequence[tuple[int, int]], most: int) -> Int32Array:
    """How many scenes each two characters are in."""
    here = np.zeros((len(starts), most), dtype=np.float32)
    for token, number in present:
        if number < most:
            here[int(np.searchsorted(starts, token, side="right")) - 1, number] = 1.0
    return np.asarray((here.T @ here).round(), dtype=np.int32)
