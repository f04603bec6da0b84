"""Gender: what given names, titles and kin words say of it, as "male", "female" or nothing."""

from collections.abc import Iterable
from functools import lru_cache

from namesakes.names.folding import fold, plain
from namesakes.names.lists import NameLists
from namesakes.names.words import shortened, words

SURE = 0.95
"""The share of one gender among the bearers from which on a given name has it."""


@lru_cache(maxsize=1 << 16)
def given_gender(name: str) -> tuple[str, float]:
    """The gender of a given name and the share of it among the bearers; ("", share) for a name of both.

    A name that is not in the lists gives ("", 0.5).
    """
    known = NameLists.shipped().genders
    key = fold(name)
    women, share = known.get(key) or known.get(shortened().get(key, "")) or known.get(fold(name.split("-")[0]), (50, 0))
    found = max(women, 100 - women) / 100
    if not share or found < SURE:
        return "", found
    return ("female" if women > 50 else "male"), found


@lru_cache(maxsize=1 << 12)
def title_gender(title: str) -> str:
    """The gender that an honorific or office has: Mr., Lady, king."""
    return _listed(plain(title), ("honorifics", "gendered", "familiar", "behind"))


@lru_cache(maxsize=1 << 12)
def kin_gender(word: str) -> str:
    """The gender that a kin word has: mother, uncle, brother-in-law."""
    return _listed(plain(word), ("kin",))


def titles_gender(titles: Iterable[str]) -> str:
    """The gender of the first title that has one."""
    return next(filter(None, map(title_gender, titles)), "")


def _listed(word: str, tables: tuple[str, ...]) -> str:
    for table in tables:
        for gender in ("male", "female"):
            if word in words(table, gender):
                return gender
    return ""
