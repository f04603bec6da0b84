"""Names of one word against other names: Smith, John, Mr. Darcy, Zorro."""

from namesakes.names.agreement import Agreement, Answer
from namesakes.names.forenames import given_agreement
from namesakes.names.person import PersonName
from namesakes.names.surnames import feminine, spelled_alike
from namesakes.names.titles import follows

__all__ = ["Answer", "compare_single"]


def compare_single(one: PersonName, other: PersonName) -> Answer | None:
    """The answer where one of two names is a single word, or of one who reigns; nothing where neither is."""
    if one.whole == other.whole:
        return _same_words(one, other)
    if one.role == "reign" or other.role == "reign":
        return _reigning(one, other)
    if one.is_mononym and other.is_mononym:
        return _two_words(one, other)
    if one.is_mononym:
        return _in_name(one, other, 1)
    return _in_name(other, one, 2) if other.is_mononym else None


def _same_words(one: PersonName, other: PersonName) -> Answer:
    if {_told(one), _told(other)} == {"given", "surname"} and one.is_mononym:
        return Answer("unknown", "a given name and a surname")
    found = Agreement(one, other, tied=True)
    found.add_rest()
    return found.answer()


def _told(name: PersonName) -> str:
    """What the title of a single word says that it is."""
    return follows(name.honorifics) and name.role if name.role != "reign" else "given"


def _word(name: PersonName) -> str:
    return name.first or "".join(name.surname_keys) or name.patronymic_key


def _reigning(one: PersonName, other: PersonName) -> Answer | None:
    """The answer for one who reigns: the number or the title goes with given names, and surnames tell nothing."""
    both = one.role == other.role
    if one.surname_keys or other.surname_keys:
        if one.first in other.surname_keys or other.first in one.surname_keys:
            return Answer("unknown", "the name of one who reigns has no surname")
        same = not one.first or not other.first or bool(given_agreement(one.first, other.first))
        if same or any(title.casefold() == "pope" for name in (one, other) for title in name.honorifics):
            return Answer("unknown", "the name of one who reigns has no surname")
        return Answer("different", "different given names")
    if both or one.is_mononym or other.is_mononym:
        mine, theirs = (*one.given_keys, *one.middle_keys), (*other.given_keys, *other.middle_keys)
        if mine[: len(theirs)] == theirs or theirs[: len(mine)] == mine:
            if both and one.generation and other.generation:
                return Answer("different", "different names of those who reign")
            shorter = 1 if len(mine) < len(theirs) else 2
            return Answer("short form", "the first of the names", shorter)
        agreed = given_agreement(one.first, other.first)
        if agreed:
            return Answer("compatible", agreed)
        return Answer("different", "different given names")
    return None


def _two_words(one: PersonName, other: PersonName) -> Answer:
    """The answer for two single words that differ."""
    mine, theirs = _word(one), _word(other)
    roles = one.role, other.role
    if "surname" not in roles:
        agreed = given_agreement(mine, theirs)
        if agreed:
            return Answer("compatible", agreed)
    if "given" not in roles:
        if feminine(mine, theirs):
            return Answer("different", "the one is a woman's form of the surname")
        agreed = spelled_alike(mine, theirs)
        if agreed:
            return Answer("compatible", agreed)
    if roles == ("given", "given"):
        return Answer("different", f"different given names: {one.text} and {other.text}")
    if roles == ("surname", "surname"):
        return Answer("different", f"different surnames: {one.text} and {other.text}")
    return Answer("unknown", "nothing is shared, and nothing contradicts")


def _in_name(single: PersonName, full: PersonName, side: int) -> Answer:
    """The answer for a single word and a name of several; `side` is which of the two it is."""
    word, told = _word(single), _told(single)
    if told != "given":
        if word in (*full.surname_keys, full.patronymic_key, *full.maiden_keys):
            return _short(single, full, side, "surname")
        if word == "".join((*full.particle_keys, *full.surname_keys)):
            return _short(single, full, side, "surname")
    if (told != "surname" or full.family_first) and (
        word in (full.first, *full.middle_keys, *full.given_keys, *full.nickname_keys)
    ):
        return _short(single, full, side, "given name")
    if len(word) == 1 and word in (full.initials[:1], *(key[0] for key in full.surname_keys)):
        return Answer("short form", f"{single.text} is an initial of {full.text}", side)
    if told != "given" and any(feminine(word, surname) for surname in full.surname_keys):
        return Answer("different", f"{single.text} and {full.surname} are forms for a man and for a woman")
    loose = _loosely(single, full, word, told)
    if loose:
        return Answer("compatible", loose)
    if single.role == "given" and full.given_keys:
        return Answer("different", f"{' '.join((*full.given, *full.middle))} is not {single.text}")
    if single.role == "surname" and full.surname_keys:
        return Answer("different", f"different surnames: {single.text} and {full.surname}")
    return Answer("unknown", "nothing is shared, and nothing contradicts")


def _short(single: PersonName, full: PersonName, side: int, part: str) -> Answer:
    """A short form, unless the single word has something that the name lacks."""
    mine = (single.generation, single.particles, single.nicknames, single.territory)
    theirs = (full.generation, full.particles, full.nicknames, full.territory)
    if any(more and not less for more, less in zip(mine, theirs, strict=True)):
        return Answer("compatible", f"both have the {part}")
    return Answer("short form", f"{single.text} is the {part} of {full.text}", side)


def _loosely(single: PersonName, full: PersonName, word: str, told: str) -> str:
    """Why a single word may be a nickname or a spelling of a part of a name."""
    if told != "surname" and single.role != "surname":
        for given in (*full.given_keys, full.first, *full.nickname_keys, *full.middle_keys):
            agreed = given_agreement(word, given)
            if agreed:
                return "an initial of it" if agreed == "initial" else agreed
    if told != "given" and single.role != "given":
        for surname in full.surname_keys:
            if len(word) > 1 and len(surname) > 1 and not feminine(word, surname):
                agreed = spelled_alike(word, surname)
                if agreed:
                    return agreed
    return ""
