"""Transliteration: names of any script in plain letters."""

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[a-z0-9]+")
_APOSTROPHES = re.compile(r"['’‘`ʼ]")


def plain_words(text: str) -> list[str]:
    """The words of a text in plain small letters a to z and digits, whatever script it was in."""
    if not text.isascii():
        text = transliterated(text)
    return _WORD.findall(_APOSTROPHES.sub("", text).lower())


@lru_cache(maxsize=1 << 16)
def transliterated(text: str) -> str:
    """The text in ASCII; without emoji, and with a space for what controls or separates."""
    from anyascii import anyascii

    kept = []
    for letter in unicodedata.normalize("NFKC", text):
        category = unicodedata.category(letter)
        if category[0] in "LMN" or letter in "'’‘ʼ":
            kept.append(letter)
        elif category != "Cf":
            kept.append(" ")
    return str(anyascii("".join(kept)))
