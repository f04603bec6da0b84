"""Block keys: the parts of a profile's name and their phonetic keys, which variants of the name share.

Names are transliterated, folded to plain letters and coded by Metaphone, so that spellings and transliterations meet;
nicknames become the names that they are short for; an initial is kept as an initial.
"""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from namesakes.identities.name_table import aliases, written_name
from namesakes.names.nicknames import formal_names
from namesakes.names.parsing import parse, word_role
from namesakes.names.transliteration import plain_words, transliterated
from namesakes.names.words import words
from namesakes.profiles.names import split_name
from namesakes.profiles.profile import Profile

_SYLLABLES = re.compile(r"[A-Z][a-z']*")
_UNITED = re.compile(r"[\u1100-\u11ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]{2,}")
"""Names in Chinese characters or Hangul, written as one word, the family name first."""
_UNSAID = """
ag and bv co company corp corporation gmbh inc incorporated limited llc llp ltd nv of plc sa spa the
"""
_LEGAL = frozenset(_UNSAID.split())
"""What names of institutions have or lack as it happens."""
_RUN = re.compile(r"(.)\1+")
_VOWELS = str.maketrans({"e": "i", "y": "i", "o": "u"})
_ACRONYM = 6
"""The letters that an acronym may have."""
SHORT = 2
"""Codes of so few consonants say little; the vowels join them."""


class BlockKey(NamedTuple):
    """What a profile is blocked by.

    Parameters
    ----------
    kind : of the profile.
    family : the last word of the family name in small plain letters; nothing where there is none. Of organisations and
        places the initials of their words in alphabetical order, which acronyms share, or their only word. After it,
        each behind a slash, the other family names that somebody goes by: the first of two, a patronymic, or that of
        another name in the document, with the given name where that is another.
    given : the first given name likewise, an initial where there is no more, or nothing. Of organisations and places of
        several words all their words.
    """

    kind: str
    family: str
    given: str


def block_key(profile: Profile) -> BlockKey:
    """The key of a profile."""
    if profile.kind != "person":
        return BlockKey(profile.kind, *_institution(profile.name.full or next(iter(profile.forms), "")))
    name = profile.name
    if not (name.family or name.given or name.nickname):
        name = split_name(name.full or next(iter(profile.forms), ""))
    own = _person(name.family, name.given, name.nickname)
    others = _others(written_name(profile), tuple(aliases(profile)), own)
    return BlockKey(own.kind, "/".join((own.family, *others)), own.given) if others else own


@lru_cache(maxsize=1 << 16)
def _others(name: str, called: tuple[str, ...], own: BlockKey) -> tuple[str, ...]:
    """The other family names of somebody, by the name that counts and the others."""
    if not own.family or not own.given:
        return ()
    parts = parse(name)
    found = [word for surname in (*parts.surnames, *parts.maiden) for word in plain_words(surname.replace("-", " "))]
    found += plain_words(parts.patronymic) if parts.surnames else []
    for other in called:
        key = _person((split := split_name(other)).family, split.given, split.nickname)
        same = given_root(key.given) == given_root(own.given)
        if key.family and key.given:
            found.append(key.family if same else f"{key.family} {key.given}")
    return tuple(word for word in dict.fromkeys(found) if word != own.family and word not in _particles())


@cache
def _particles() -> frozenset[str]:
    return frozenset(word for entry in words("particles", "words") for word in plain_words(entry))


@lru_cache(maxsize=1 << 18)
def _person(family: str, given: str, nickname: str) -> BlockKey:
    if _UNITED.fullmatch(family.strip()) and not given:
        syllables = _SYLLABLES.findall(transliterated(family))
        family, given = syllables[0] if syllables else family, "".join(syllables[1:])
    if not given and "-" in family and all(word_role(part) == "given" for part in family.split("-")[:1]):
        family = family.replace("-", "")  # Inger-Marie meets Inger-Marie Toft
    written = plain_words(family)
    own = [word for word in written if word not in _particles()] or written
    first = "".join(plain_words(given.replace("-", ""))[:1])
    if len(first) < 2 and nickname:  # Robert "Bob" Smith, B. "Bob" Smith
        first = first or "".join(plain_words(nickname)[:1])
    return BlockKey("person", own[-1] if own else "", first)


@lru_cache(maxsize=1 << 16)
def _institution(name: str) -> tuple[str, str]:
    written = plain_words(name)
    own = [word for word in written if word not in _LEGAL] or written
    if len(own) > 1:
        return "".join(sorted(word[0] for word in own)), "".join(sorted(own))
    (word,) = own or ("",)
    acronym = 1 < len(word) <= _ACRONYM and name.replace(".", "").strip().isupper()
    return "".join(sorted(word)) if acronym else word, ""


@lru_cache(maxsize=1 << 18)
def phonetic_key(word: str) -> str:
    """The phonetic key of a word: its Metaphone code (Philips 1990), with its vowels where it has few consonants.

    `Li` and `Lee` are `L:i`, `Liu` is `L:iu`, `Smith` and `Smyth` are `SM0`.
    """
    from jellyfish import metaphone

    code = str(metaphone(word)).replace(" ", "")
    if len(code) > SHORT:
        return code
    vowels = re.sub(r"[^aeiouy]", "", word[:-1] if len(word) > SHORT and word[-1] == "e" else word)
    melody = _RUN.sub(r"\1", vowels.translate(_VOWELS))
    return f"{code or word}:{melody}"


@lru_cache(maxsize=1 << 16)
def given_root(given: str) -> str:
    """The root of a given name: its phonetic key, or that of what it is short for, where that is one name only.

    A nickname of several names (`Alex`, `Jack`) says as little as an initial: that is its root where all of them begin
    alike, else nothing is.
    """
    if len(given) < SHORT:
        return given
    formal = formal_names(given)
    if given in formal:
        return f"{given[0]}{phonetic_key(given)}"
    if len(formal) == 1:
        (name,) = formal
        return f"{name[0]}{phonetic_key(name)}"
    first = {name[0] for name in formal}
    return first.pop() if len(first) == 1 else ""
