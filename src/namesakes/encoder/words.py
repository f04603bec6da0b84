"""What the network is told of words beside their pieces: their shape and their kind of pronoun."""

from collections.abc import Sequence

import numpy as np

from namesakes.arrays import Int8Array

SHAPES = ("lower", "capital", "capitals", "digit")
"""The shapes that an encoder without capitals is told of."""

_PRONOUNS = (
    "i me my mine myself",
    "you your yours yourself yourselves",
    "he him his himself",
    "she her hers herself",
    "it its itself",
    "we us our ours ourselves",
    "they them their theirs themselves themself",
    "this that these those",
    "who whom whose which",
)
PRONOUN_KINDS = 1 + len(_PRONOUNS)
"""How many kinds there are, with that of all other words, 0."""

_KIND = {word: kind for kind, row in enumerate(_PRONOUNS, start=1) for word in row.split()}
_ARTICLES, _TITLES = ("the", "a", "an", "this", "that", "these", "those"), ("mr", "mrs", "ms", "dr")
_EMPTY = frozenset((*_ARTICLES, "'s", "’s", *_TITLES, *(f"{title}." for title in _TITLES)))


def shapes(words: Sequence[str]) -> Int8Array:
    """The shape of each word, a place in `SHAPES`."""
    return np.fromiter((_shape(word) for word in words), dtype=np.int8, count=len(words))


def _shape(word: str) -> int:
    if any(character.isdigit() for character in word[:64]):
        return 3
    if word[:1].isupper():
        return 2 if len(word) > 1 and word.isupper() else 1
    return 0


def pronoun_kinds(words: Sequence[str]) -> Int8Array:
    """The kind of pronoun that each word is: by person and number, demonstrative, relative, or 0 for none."""
    return np.fromiter((_KIND.get(word.lower(), 0) for word in words), dtype=np.int8, count=len(words))


def empty(words: Sequence[str]) -> Int8Array:
    """1 for the words that do not count when two mentions are compared: articles, titles, the genitive."""
    return np.fromiter((word.lower() in _EMPTY for word in words), dtype=np.int8, count=len(words))
