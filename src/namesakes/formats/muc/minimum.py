"""Minimum: where the words of a MIN stand in a mention, the least that a response must cover (MUC-6, MUC-7)."""

import re
from collections.abc import Iterator

_LONGEST = 500
"""Characters of a MIN that is still looked for: the shortest part of a mention that says who it is has no more."""


def minima(text: str, words: str) -> Iterator[tuple[int, int]]:
    """The characters of each alternative of a MIN (they are separated by |) that is in a mention's text.

    Whole words are tried first, so that the MIN "Al" of "Alan and Al" is the second name.
    """
    for choice in words.split("|"):
        if len(choice) > _LONGEST:
            continue
        pattern = r"\s+".join(map(re.escape, choice.split()))
        match = re.search(rf"(?<!\w){pattern}(?!\w)", text) or re.search(pattern, text)
        if pattern and match:
            yield match.span()


def last_word(text: str, words: str) -> int:
    """The place in a mention's text where the last word of its MIN ends, or -1: that word is the head."""
    start, end = next(minima(text, words), (-1, -1))
    if start < 0:
        return -1
    last = re.search(r"\w(?=\W*\Z)", text[start:end])
    return start + last.start() if last else end - 1
