"""What a tagger sees of a word by itself: its affixes, its shape and its case, as integer codes."""

import re
from collections.abc import Sequence

from namesakes.arrays import UInt32Array
from namesakes.text.vocabulary import folded as folded
from namesakes.text.vocabulary import normal_form as normal_form
from namesakes.text.word_cache import WordCache

WORD, LOWER, SHAPE, SHORT_SHAPE, CASE = range(5)
"""The columns of `word_forms`; the suffixes and then the prefixes of 1 to `AFFIX` letters follow."""

AFFIX = 5
SUFFIX = CASE
"""The suffix of n letters stands in column SUFFIX + n."""
PREFIX = CASE + AFFIX
"""The prefix of n letters stands in column PREFIX + n."""
WIDTH = PREFIX + AFFIX + 1

_RUN = re.compile(r"(.)\1+")


class _Kinds(dict[int, str]):
    """The kind of each character: X upper case, x other letters, 0 digits; what is none of these is itself."""

    def __missing__(self, ordinal: int) -> str:
        letter = chr(ordinal)
        kind = "X" if letter.isupper() else "x" if letter.isalpha() else "0" if letter.isdigit() else letter
        self[ordinal] = kind
        return kind


_KINDS = _Kinds()


def _made(words: Sequence[str]) -> UInt32Array:
    return folded([string for word in words for string in _forms(word)]).reshape(-1, WIDTH)


def word_forms(words: Sequence[str]) -> UInt32Array:
    """One row of codes a word, in the columns above. O(characters)."""
    return _CACHE.of(words)


def _forms(word: str) -> list[str]:
    """The strings whose codes make the word's row."""
    lower = normal_form(word)
    lengths = range(1, AFFIX + 1)
    suffixes = [lower[-length:] if length <= len(lower) else "" for length in lengths]
    return [word, lower, *_shapes(word), _case(word), *suffixes, *(lower[:length] for length in lengths)]


def _shapes(word: str) -> tuple[str, str]:
    """The kinds of the word's characters with runs cut to two, and with runs cut to one."""
    kinds = word.translate(_KINDS)
    return _RUN.sub(r"\1\1", kinds), _RUN.sub(r"\1", kinds)


def _case(word: str) -> str:
    """How the word is written: lower, upper, title, mixed, a single capital, or without letters."""
    if word.islower():
        return "lower"
    if word.isupper():
        return "upper" if len(word) > 1 else "capital"
    if word[:1].isupper():
        return "title" if word[1:].islower() else "mixed title"
    return "mixed" if any(map(str.isalpha, word)) else "none"


_CACHE = WordCache(_made)
