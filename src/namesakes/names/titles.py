"""Titles: what stands before a name, and what it says of the word after it."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from namesakes.names.folding import plain
from namesakes.names.lists import NameLists
from namesakes.names.order import is_syllables
from namesakes.names.words import words

LONGEST: Final = 4
"""The words that a title may have."""
_GIVEN_TOO: Final = frozenset({"dean", "earl"})


@cache
def _known() -> frozenset[str]:
    return words("honorifics") | words("offices") | words("familiar")


@lru_cache(maxsize=1 << 15)
def is_title(word: str) -> bool:
    """Whether a word, or some words, are a form of address or an office that may stand before a name."""
    return plain(word) in _known()


def take_titles(tokens: Sequence[str]) -> tuple[list[str], list[str]]:
    """The titles in front of a name, one entry each, and the words after them.

    The last word of a name is a title only where it can be nothing else: after another one (`Mr. President`), with a
    full stop, or where nobody is called so.
    """
    found: list[str] = []
    rest = list(tokens)
    the = len(rest) > 1 and rest[0].casefold() == "the"
    rest = rest[the:]
    while rest:
        step = next((size for size in range(min(LONGEST, len(rest)), 0, -1) if is_title(" ".join(rest[:size]))), 0)
        if not step or rest[step - 1].endswith(",") or (step == len(rest) and not (the or _alone(rest, bool(found)))):
            break
        if _is_given(rest, step, bool(found)) or (found and plain(rest[0]) in ("st", "ste")):
            break
        found.append(" ".join(rest[:step]))
        rest = rest[step:]
        if len(rest) > 2 and rest[0].casefold() in ("and", "&") and is_title(rest[1]):
            found.append(rest[0])
            rest = rest[1:]
    return found, rest


def follows(titles: Sequence[str]) -> str:
    """What a single word after these titles is: "given", "surname", or nothing where it may be either."""
    if not titles:
        return ""
    last = plain(titles[-1])
    if last in words("before", "given"):
        return "given"
    return "surname" if last in words("before", "surname") else ""


def reigns(titles: Sequence[str]) -> bool:
    """Whether one of the titles is of somebody who reigns, or of a saint."""
    return any(plain(title) in words("peerage", "reigning") for title in titles)


def is_peer(title: str) -> bool:
    """Whether a title is one that "of" and a place may follow."""
    return plain(title) in words("peerage", "words")


def is_kin(title: str) -> bool:
    """Whether a title is one of families and convents: aunt, uncle, cousin, sister."""
    return plain(title) in words("kin") or plain(title) in words("familiar")


def is_weak(title: str) -> bool:
    """Whether a title is only a word before a name, which says nothing of it: young, poor, old."""
    return plain(title) in words("doubtful", "weak")


def _alone(rest: Sequence[str], after: bool) -> bool:
    """Whether a title that ends a name is one all the same."""
    word = plain(" ".join(rest))
    if after:
        return word not in words("doubtful", "names")
    return len(rest) > 1 or rest[0].endswith(".") or word not in words("doubtful", "names")


def _is_given(rest: Sequence[str], step: int, after: bool) -> bool:
    """Whether a word that may be a title is a given name here: Dean Martin, Earl Warren, Young Kim."""
    word = plain(rest[0])
    if step == 1 and word in _GIVEN_TOO:
        known = len(rest) != 2 or NameLists.shipped().families.get(plain(rest[1]), 0) >= 100
        return known and len(rest) > 1 and rest[1].casefold() != "of" and not rest[0].endswith(".")
    if word in ("don", "dom"):  # Don Johnson, but Don Pedro
        lists, follower = NameLists.shipped(), plain(rest[-1] if len(rest) == 2 else "".join(rest[1:2]))
        given, family = lists.genders.get(follower, (0, 0))[1], lists.families.get(follower, 0)
        return len(rest) > 1 and (family > given or not given)
    if step > 1 or after:
        return False
    if word in ("pak", "bu"):  # Pak Wayan, but Pak Se-ri and Pak Se Ri
        return "-" in "".join(rest[1:2]) or (len(rest) > 2 and all(map(is_syllables, rest[1:])))
    if word == "u":
        return len(rest) != 2 or rest[0].endswith(".")
    if word in words("doubtful", "weak"):
        return rest[0].endswith(".")
    return False
