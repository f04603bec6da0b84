"""What tells that a name is a person's: nouns before it (the geologist, my cousin), and how usual its words are."""

from functools import lru_cache
from typing import Final

from namesakes.names.folding import fold, plain
from namesakes.names.lists import NameLists
from namesakes.names.words import cut, shortened, tables, words

_SHORT: Final = 5
"""Offices that are no longer may be something else: brig, sec, count."""


@lru_cache(maxsize=1 << 14)
def is_person_noun(word: str) -> bool:
    """Whether a noun means one person: kin, an office or a trade; with a capital, which surnames have, a usual one."""
    key = plain(word)
    if key in words("people", "never"):
        return False
    if key in words("people", "nouns") or key in words("kin") or is_family_title(key):
        return True
    return (len(key) > _SHORT and key in words("offices")) or (
        word.islower() and len(key) > 4 and key.endswith(_endings())
    )


def is_family_title(word: str) -> bool:
    """Whether a word is said of kin and stands before their names: uncle, auntie, grandma."""
    return plain(word) in words("familiar", "male", "female")


@lru_cache(maxsize=1 << 15)
def given_share(word: str) -> int:
    """How usual a word is as a given name, from 0 for none on; one that is shortened in writing counts as the whole."""
    known, key = NameLists.shipped().genders, fold(word)
    return (known.get(key) or known.get(shortened().get(key, ""), (0, 0)))[1]


@lru_cache(maxsize=1 << 15)
def surname_share(word: str) -> int:
    """How usual a word is as a surname, from 0 for none on."""
    return NameLists.shipped().families.get(fold(word), 0)


@lru_cache(maxsize=1)
def _endings() -> tuple[str, ...]:
    return tuple(cut(tables()["people"]["endings"]))
