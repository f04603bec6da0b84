"""Trees without crossing arcs."""

import numpy as np

from namesakes.arrays import Int32Array


def lifted(heads: Int32Array) -> Int32Array:
    """The tree made projective: as long as arcs cross, the shortest such arc is moved to its head's head.

    `heads` are those of node 0, the root (-1), and of the words. Nivre & Nilsson (2005), without their labels.
    """
    result = heads.copy()
    while (word := _shortest_crossing(result)) > 0:
        result[word] = result[result[word]]
    return result


def _shortest_crossing(heads: Int32Array) -> int:
    """The dependent of the shortest arc whose span has a word that does not descend from its head; 0 for none."""
    best, found = len(heads), 0
    for word in range(1, len(heads)):
        head = int(heads[word])
        low, high = min(head, word), max(head, word)
        if high - low < best and not all(_descends(heads, inner, head) for inner in range(low + 1, high)):
            best, found = high - low, word
    return found


def _descends(heads: Int32Array, word: int, ancestor: int) -> bool:
    while word > 0 and word != ancestor:
        word = int(heads[word])
    return word == ancestor


def is_tree(heads: Int32Array) -> bool:
    """Whether every word leads to the root."""
    reached = np.maximum(heads, 0)
    for _ in range(len(heads).bit_length()):
        reached = reached[reached]
    return not reached.any()
