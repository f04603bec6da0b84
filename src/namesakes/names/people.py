"""Nouns that mean one person, so that a name behind them is a person's: the geologist, my cousin, her schoolfriend."""

from functools import lru_cache
from typing import Final

from namesakes.names.folding import plain
from namesakes.names.words import cut, tables, words

_SHORT: Final = 5
"""Offices that are no longer may be something else: brig, sec, count."""


@lru_cache(maxsize=1 << 14)
def is_person_noun(word: str) -> bool:
    """Whether a noun means one person: kin, an office or a trade."""
    key = plain(word)
    if key in words("people", "never"):
        return False
    if key in words("people", "nouns") or key in words("kin") or is_family_title(key):
        return True
    return (len(key) > _SHORT and key in words("offices")) or (len(key) > 4 and key.endswith(_endings()))


def is_family_title(word: str) -> bool:
    """Whether a word is said of kin and stands before their names: uncle, auntie, grandma."""
    return plain(word) in words("familiar", "male", "female")


@lru_cache(maxsize=1)
def _endings() -> tuple[str, ...]:
    return tuple(cut(tables()["people"]["endings"]))
