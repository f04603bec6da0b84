"""All dependency trees of a few words, and their scores by definition."""

from collections.abc import Iterator
from itertools import product

import numpy as np


def trees(words: int, *, projective: bool = True, single_root: bool = True) -> Iterator[tuple[int, ...]]:
    """The heads of words 1 to n in every tree; head 0 is the root."""
    for heads in product(range(words + 1), repeat=words):
        if single_root and heads.count(0) != 1:
            continue
        if is_tree(heads) and (not projective or is_projective(heads)):
            yield heads


def is_tree(heads: tuple[int, ...]) -> bool:
    """Whether every word leads to the root."""
    for word in range(1, len(heads) + 1):
        seen = set()
        while word:
            if word in seen:
                return False
            seen.add(word)
            word = heads[word - 1]
    return True


def is_projective(heads: tuple[int, ...]) -> bool:
    """Whether no two arcs cross, the root standing before the first word."""
    arcs = [(min(head, word), max(head, word)) for word, head in enumerate(heads, start=1)]
    return not any(one[0] < other[0] < one[1] < other[1] for one in arcs for other in arcs)


def score(heads: tuple[int, ...], arcs: np.ndarray, siblings: np.ndarray | None = None) -> float:
    """The sum of arc scores, and of sibling scores where there are any."""
    total = sum(arcs[head, word] for word, head in enumerate(heads, start=1))
    if siblings is not None:
        for head in range(len(heads) + 1):
            dependents = [word for word, each in enumerate(heads, start=1) if each == head]
            right, left = [word for word in dependents if word > head], [word for word in dependents if word < head]
            for side in (right, left[::-1]):
                nearer = [head, *side[:-1]]
                total += sum(siblings[head, before, word] for before, word in zip(nearer, side, strict=False))
    return float(total)
