"""Given and middle names of two names: the same, initials, nicknames, spellings, or different."""

from collections.abc import Sequence
from functools import lru_cache

from namesakes.names.agreement import Agreement
from namesakes.names.folding import eastern_key, same_spelling
from namesakes.names.nicknames import formal_names, is_usual, same_given
from namesakes.names.parsing import is_known_surname, word_role
from namesakes.names.person import PersonName
from namesakes.names.surnames import slip


def compare_forenames(one: PersonName, other: PersonName, found: Agreement) -> str:
    """How the first given names agree: "same", "none" where one has none, or "different"; notes are in `found`."""
    if not one.given_keys or not other.given_keys:
        for side, name in enumerate((one, other)):
            if name.given_keys:
                found.adds(side)
        return "none"
    mine, theirs = one.first, other.first
    if mine == theirs:
        return "same"
    for name, full, side in ((one, other, 0), (other, one, 1)):
        if name.first in full.particle_keys and not name.middle:  # al Assad, Ben Bella
            found.adds(1 - side)
            found.tied = True
            return "none"
    if mine in other.middle_keys or theirs in one.middle_keys:
        return _elsewhere(one, other, found)
    agreed = given_agreement(mine, theirs, eastern=one.family_first or other.family_first)
    if agreed:
        _note(agreed, mine, theirs, found)
        return "same"
    return _elsewhere(one, other, found)


def _note(agreed: str, mine: str, theirs: str, found: Agreement) -> None:
    """Note how two words agree: an initial is less than the word, all else is loose."""
    if agreed == "initial":
        found.adds(0 if len(mine) > len(theirs) else 1)
    elif agreed != "same":
        found.loosely(agreed)


@lru_cache(maxsize=1 << 16)
def given_agreement(one: str, other: str, *, eastern: bool = False) -> str:
    """How two folded given names agree: "same", "initial", a reason in words, or nothing."""
    if one == other:
        return "same"
    short, long = sorted((one, other), key=len)
    if len(short) == 1:
        if long.startswith(short):
            return "initial"
        return "an initial of what it is short for" if any(name[0] == short for name in formal_names(long)) else ""
    if same_given(one, other) or _begins(short, long):
        return f"{one.capitalize()} and {other.capitalize()} are forms of one name"
    if same_spelling(one, other, "given") or (eastern and eastern_key(one) == eastern_key(other)) or slip(one, other):
        return f"{one.capitalize()} and {other.capitalize()} are spellings of one name"
    return ""


def _begins(short: str, long: str) -> bool:
    """Whether a name may be cut from a longer one: Huck from Huckleberry; but Ann is not Annabel."""
    return len(short) > 2 and long.startswith(short) and len(long) > len(short) + 1 and not is_usual(long)


def _elsewhere(one: PersonName, other: PersonName, found: Agreement) -> str:
    """The answer where the first names differ: one may go by a middle name, a nickname, or joined initials."""
    for name, full, side in ((one, other, 0), (other, one, 1)):
        first = name.first
        if len(first) > 1 and (first in full.middle_keys) and not _skipped(name, full):
            found.adds(1 - side)
            return "same"
        others = (*full.nickname_keys, *full.middle_keys)
        if first in full.nickname_keys or (len(first) > 1 and any(same_given(first, word) for word in others)):
            found.loosely(f"{first.capitalize()} is a nickname")
            return "same"
        if _is_monsieur(name, full):
            found.adds(1 - side)
            return "same"
        if 1 < len(first) <= 4 and first == full.initials[: len(first)] and name.given[0].isupper():
            found.adds(1 - side)
            return "same"
        whole = "".join((*full.given_keys, *full.middle_keys))
        if first == whole:
            return "same"
        parts = name.given[0].replace("‐", "-").split("-")
        if len(parts) > 1 and full.first == parts[0].casefold():
            found.adds(side)
            return "same"
    return "different"


def _is_monsieur(name: PersonName, full: PersonName) -> bool:
    """Whether `M.` may stand for Monsieur: before a surname that is not usual in English, and a man's name."""
    if name.first != "m" or name.middle or len(full.first) < 2 or full.gender == "female":
        return False
    return "de" in name.particle_keys or (name.surname_keys[-1:] != () and not is_known_surname(name.surname_keys[-1]))


def _skipped(name: PersonName, full: PersonName) -> bool:
    """Whether middle names come after the one that somebody goes by, and the other has others."""
    after = full.middle_keys[full.middle_keys.index(name.first) + 1 :]
    return bool(name.middle_keys) and _aligned(name.middle_keys, after) is None


def middle_agreement(one: PersonName, other: PersonName, found: Agreement) -> str:
    """Why middle names and patronymics clash, or nothing; what one has more is noted."""
    clash = _patronymics(one, other, found)
    if clash:
        return clash
    mine, theirs = _after_first(one, other), _after_first(other, one)
    if one.patronymic_key and theirs and not other.patronymic_key:  # Anton Pavlovich, A. P.
        mine = (*mine, one.patronymic_key)
    elif other.patronymic_key and mine and not one.patronymic_key:
        theirs = (*theirs, other.patronymic_key)
    if "".join((*one.given_keys, *one.middle_keys)) == "".join((*other.given_keys, *other.middle_keys)):
        return ""
    if not mine or not theirs:
        if mine or theirs:
            found.adds(0 if mine else 1)
        return ""
    short, long, side = (mine, theirs, 0) if len(mine) <= len(theirs) else (theirs, mine, 1)
    aligned = _aligned(short, long)
    if aligned is None:
        if {word_role(mine[0]), word_role(theirs[0])} == {"given", "surname"}:
            found.loosely("one has a surname for a middle name")
            return ""
        return f"different middle names: {' '.join(one.middle)} and {' '.join(other.middle)}"
    if len(long) > len(short):
        found.adds(1 - side)
    for place, (word, match) in enumerate(zip(short, aligned, strict=True)):
        if len(word) == 1 and long[place] != match:
            found.loosely("a middle initial that may be of another name")
        _note(given_agreement(word, match) or "same", *((word, match) if side == 0 else (match, word)), found)
    return ""


def _after_first(name: PersonName, other: PersonName) -> Sequence[str]:
    """The middle names after the first name that both share, without surnames of the other."""
    middle = name.middle_keys
    if name.first != other.first and other.first in middle:
        middle = middle[middle.index(other.first) + 1 :]
    return tuple(word for word in middle if word not in other.surname_keys or len(word) == 1)


def _aligned(short: Sequence[str], long: Sequence[str]) -> list[str] | None:
    """For each word of the one the word of the other that agrees with it, in order; nothing where one has none."""
    found, place = [], 0
    for word in short:
        while place < len(long) and not given_agreement(word, long[place]):
            place += 1
        if place == len(long):
            return None
        found.append(long[place])
        place += 1
    return found


def _patronymics(one: PersonName, other: PersonName, found: Agreement) -> str:
    mine, theirs = one.patronymic_key, other.patronymic_key
    if mine == theirs:
        return ""
    if mine and theirs:
        if mine in other.surname_keys or theirs in one.surname_keys:
            found.adds(1 if mine in other.surname_keys else 0)
            return ""
        if not same_spelling(mine, theirs, "surname") and not slip(mine, theirs):
            return f"different patronymics: {one.patronymic} and {other.patronymic}"
        found.loosely("spellings of one patronymic")
    elif mine or theirs:
        known = {*one.surname_keys, *other.surname_keys, *one.middle_keys, *other.middle_keys}
        if (mine or theirs) not in known:
            found.adds(0 if mine else 1)
    return ""
