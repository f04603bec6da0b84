"""Surnames of two names: the same, a part, a spelling, a maiden name, or different."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from namesakes.names.agreement import Agreement
from namesakes.names.folding import eastern_key, same_spelling
from namesakes.names.lists import NameLists
from namesakes.names.person import PersonName

_SLIPS: Final = 7
"""Shorter words have too many others that differ from them in one letter."""
_FEMININE: Final = re.compile(r"(.+(?:[oe]v|in|yn|sk|n))(?:a|aya|aia|aja)")


def compare_surnames(one: PersonName, other: PersonName, found: Agreement) -> str:
    """How the surnames of two names agree: "same", "none" where one has none, or "different"; notes are in `found`.

    A patronymic stands for the surname that is missing.
    """
    mine, theirs = one.surname_keys, other.surname_keys
    if not mine or not theirs:
        return _missing(one, other, found)
    if mine == theirs:
        return "same"
    shared = set(mine) & set(theirs)
    if shared:
        if set(mine) - shared:
            found.adds(0)
        if set(theirs) - shared:
            found.adds(1)
        return "same"
    if (family := spelled_alike(mine[-1], theirs[-1], eastern=one.family_first or other.family_first)) or spelled_alike(
        mine[0], theirs[0]
    ):
        found.loosely(family or "spellings of one surname")
        return "same"
    return _joined(one, other, found) or _married(one, other, found) or "different"


def _missing(one: PersonName, other: PersonName, found: Agreement) -> str:
    for name, full, side in ((one, other, 0), (other, one, 1)):
        if not name.surname_keys and name.patronymic_key and name.patronymic_key in full.surname_keys:
            return "same"
        if not name.surname_keys and full.surname_keys:
            found.adds(1 - side)
    return "none"


def _joined(one: PersonName, other: PersonName, found: Agreement) -> str:
    """Surnames that are the same once particles are written as one with them: Vandenberg, van den Berg."""
    mine, theirs = ("".join((*name.particle_keys, *name.surname_keys)) for name in (one, other))
    if mine == theirs:
        found.tied = True
        return "same"
    return ""


def _married(one: PersonName, other: PersonName, found: Agreement) -> str:
    """A surname that the other name has as a middle or maiden name: Hillary Rodham, Hillary Rodham Clinton."""
    for name, full, side in ((one, other, 0), (other, one, 1)):
        surname = set(name.surname_keys)
        if surname <= set(full.maiden_keys) and full.maiden_keys:
            found.loosely(f"{' '.join(full.maiden)} is the name before marriage")
            return "same"
        if name.given_keys and surname <= set(full.middle_keys):
            found.adds(1 - side)
            return "same"
    return ""


@lru_cache(maxsize=1 << 16)
def spelled_alike(one: str, other: str, *, eastern: bool = False) -> str:
    """Why two folded surnames may be one, in words; nothing where they may not."""
    if min(len(one), len(other)) == 1 and one[:1] == other[:1]:
        return "an initial for the surname"
    if same_spelling(one, other, "surname") or (eastern and eastern_key(one) == eastern_key(other)):
        return "spellings of one surname"
    if feminine(one, other):
        return "the form of a surname for women"
    return "a slip in the surname" if slip(one, other) else ""


def feminine(one: str, other: str) -> bool:
    """Whether one surname is the form of the other for women: Karenina, Dostoevskaya."""
    for woman, man in ((one, other), (other, one)):
        match = _FEMININE.fullmatch(woman)
        if match is not None and man in _men(match[1]):
            return True
    return False


def _men(stem: str) -> Iterable[str]:
    return (stem, f"{stem}y", f"{stem}i", f"{stem}ii", f"{stem}iy") if stem.endswith("sk") else (stem,)


def slip(one: str, other: str) -> bool:
    """Whether two long words differ in one letter, and one of them is no surname that the lists know."""
    if min(len(one), len(other)) < _SLIPS or abs(len(one) - len(other)) > 1 or one[0] != other[0]:
        return False
    known = NameLists.shipped().families
    if one in known and other in known:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    rest = one[start:], other[start:]
    return (
        rest[0][1:] == rest[1][1:]
        or rest[0] == rest[1][1:]
        or rest[0][1:] == rest[1]
        or (rest[0][:2] == rest[1][:2][::-1] and rest[0][2:] == rest[1][2:])
    )


def slip_keys(word: str) -> frozenset[str]:
    """Keys of which two words have one in common wherever `slip` says that they differ by one: less one letter each."""
    if len(word) < _SLIPS:
        return frozenset()
    return frozenset((word, *(word[:place] + word[place + 1 :] for place in range(1, len(word)))))
