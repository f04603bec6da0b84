"""Names in their parts: honorific, given, middle, family, suffix and nickname.

A parser of our own. The two that are in use do not fit: one takes a surname that stands alone for a given name, and is
under a copyleft licence; the other, a trained one, takes `President` and `Lord` for given names and refuses some names
altogether. What is read here is data: the words of `words.toml`.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from namesakes.profiles.profile import PersonName, Profile
from namesakes.profiles.transliteration import plain_words
from namesakes.profiles.words import words

_MARKS: Final = re.compile(r"[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\ufeff]")
_NICKNAME: Final = re.compile(r"""["“„”«»]([^"“„”«»]+)["“„”«»]|(?<!\w)['‘’]([^'‘’]+)['‘’](?!\w)|\(([^()]+)\)""")
_INITIALS: Final = re.compile(r"(?<=\b[^\W\d_]\.)(?=[^\W\d_])")
_INITIAL: Final = re.compile(r"[^\W\d_]\.?(?:-[^\W\d_]\.)?")
_LONGEST: Final = 4
"""The words that an honorific may have."""


@lru_cache(maxsize=1 << 16)
def split_name(text: str) -> PersonName:
    """The parts of a person's name.

    A name of one word is a family name, as is the last word of any other; particles (`van`, `de la`) go with it. In
    `Smith, John` the family name comes first. Never fails: what is not understood is the family name.
    """
    full = " ".join(_MARKS.sub(" ", text).split())
    full = _without_possessive(full)
    rest, nickname = _without_nickname(full)
    tokens = _INITIALS.sub(" ", rest).split()
    honorific, tokens = _honorific(tokens)
    family_first, tokens = _reordered(tokens)
    tokens, suffix = _suffix(tokens)
    if not tokens:  # nothing but honorifics, as in "the Lord Mayor"
        return PersonName(full=full, honorific=honorific, suffix=suffix, nickname=nickname)
    cut = family_first if family_first is not None else _family_start(tokens)
    given, family = tokens[:cut], tokens[cut:]
    return PersonName(
        full=full,
        honorific=honorific,
        given=" ".join(given[:1]),
        middle=" ".join(given[1:]),
        family=" ".join(family),
        suffix=suffix,
        nickname=nickname,
    )


def chain_name(profile: Profile) -> str:
    """The name of a chain: its fullest name, or the first of its descriptions."""
    return profile.name.full or next(iter(profile.forms), "")


def fullest_name(profiles: Iterable[Profile]) -> str:
    """The fullest name of profiles: the one of the most parts, of equals the most frequent, then the longest.

    Only names that as many as a tenth of them bear count, so that one slip in many documents names nobody.
    """
    counts = Counter(map(chain_name, profiles))
    counts.pop("", None)
    usual = [name for name, count in counts.items() if 10 * count >= counts.total()] or list(counts)
    return min(usual, key=lambda name: (-_fullness(name), -counts[name], -len(name), name), default="")


def _fullness(name: str) -> int:
    """How many words a name has, initials counting half."""
    return sum(1 + (len(word) > 1) for word in plain_words(name))


@lru_cache(maxsize=1 << 15)
def is_honorific(word: str) -> bool:
    """Whether a word is a form of address or an office that may stand before a name."""
    return plain(word) in _honorifics()


def is_initial(word: str) -> bool:
    """Whether a word is a letter alone, with a full stop or without."""
    return _INITIAL.fullmatch(word) is not None


def gender_of(honorific: str) -> str:
    """What an honorific says of the gender: "male", "female" or nothing."""
    said = {plain(word) for word in honorific.split()}
    for gender in ("male", "female"):
        if said & words("honorifics", gender):
            return gender
    return ""


@lru_cache(maxsize=1 << 15)
def plain(text: str) -> str:
    """A name as it is compared: small letters, no accents, no full stops or commas, single spaces."""
    if not text.isascii():
        kept = (letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
        text = "".join(kept).replace("’", "'")
    return " ".join(text.casefold().replace(".", " ").replace(",", " ").split())


@cache
def _honorifics() -> frozenset[str]:
    """All that may stand before a name, as it is compared; those of several words by their last word too."""
    return frozenset(map(plain, words("honorifics") | words("offices")))


@cache
def _particles() -> frozenset[str]:
    return frozenset(map(plain, words("particles")))


@cache
def _suffixes() -> frozenset[str]:
    return frozenset(map(plain, words("suffixes")))


def _without_possessive(name: str) -> str:
    for ending in ("'s", "’s"):
        name = name.removesuffix(ending)
    return name.strip(" ,;:")


def _without_nickname(name: str) -> tuple[str, str]:
    """The name without what stands in quotation marks or brackets inside it, and that."""
    found = _NICKNAME.search(name)
    rest = name if found is None else f"{name[: found.start()]} {name[found.end() :]}".strip()
    if found is None or not rest:
        return name, ""
    return rest, next(group for group in found.groups() if group).strip()


def _honorific(tokens: list[str]) -> tuple[str, list[str]]:
    """The honorifics in front, and the words after them; the last word of a name is never one."""
    known, taken = _honorifics(), 0
    if tokens and tokens[0].lower() == "the" and len(tokens) > 1:
        tokens = tokens[1:]
    while taken < len(tokens):
        step = next(
            (
                length
                for length in range(min(_LONGEST, len(tokens) - taken), 0, -1)
                if plain(" ".join(tokens[taken : taken + length])) in known
            ),
            0,
        )
        last = tokens[taken + step - 1] if step else ""
        if not step or last.endswith(",") or (taken + step == len(tokens) and not _always(tokens[taken:])):
            break
        taken += step
    return " ".join(tokens[:taken]), tokens[taken:]


def _always(last: list[str]) -> bool:
    """Whether an honorific that ends a name is one all the same: `Mr. President`, but not the surname in `Ann King`."""
    return len(last) > 1 or last[0].endswith(".")


def _reordered(tokens: list[str]) -> tuple[int | None, list[str]]:
    """Where the family name begins if a comma tells, and the words with the given names first."""
    for place, token in enumerate(tokens[:-1]):
        if token.endswith(","):
            family, given = tokens[: place + 1], tokens[place + 1 :]
            if plain(" ".join(given)) in _suffixes():
                break
            family[-1] = family[-1].rstrip(",")
            ordered, suffix = _suffix([word.rstrip(",") for word in given])
            tail = suffix.split()
            return (len(ordered), [*ordered, *family, *tail]) if ordered else (0, [*family, *tail])
    return None, [token.rstrip(",") for token in tokens]


def _suffix(tokens: list[str]) -> tuple[list[str], str]:
    """The words before the suffixes at the end, and those; the first word is never one."""
    count = len(tokens)
    while count > 1:
        if count > 2 and plain(" ".join(tokens[count - 2 : count])) in _suffixes():
            count -= 2
        elif plain(tokens[count - 1]).replace(" ", "") in _suffixes() and not is_initial(tokens[count - 1]):
            count -= 1
        else:
            break
    return tokens[:count], " ".join(token.strip(",") for token in tokens[count:])


def _family_start(tokens: list[str]) -> int:
    """The place of the first word of the family name: the last word, and the particles before it."""
    start = len(tokens) - 1
    while start > 1 and plain(tokens[start - 1]) in _particles() and not tokens[start - 1].endswith("."):
        start -= 1
    if start == 1 and len(tokens) > 1 and plain(tokens[0]) in _particles() and tokens[0] == tokens[0].lower():
        return 0  # "de Gaulle", "van der Berg"
    return start
