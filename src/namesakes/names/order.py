"""Order: where the surname stands, first as in Chinese or last, and how many words it has."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from namesakes.names.folding import fold
from namesakes.names.lists import NameLists
from namesakes.names.person import is_initial
from namesakes.names.words import words

_SYLLABLE: Final = (
    r"(?:[bpmfdtnlgkhjqxrzcsywv]|zh|ch|sh|ts|tz|hs|kh|ph|th|ngh?|nh|tr|gi|qu)?"
    r"[aeiouyw]{1,4}(?:ng|nh|n|m|p|t|k|l|r|c|ch|h)?"
)
_SYLLABLES: Final = re.compile(rf"(?:{_SYLLABLE}){{1,3}}")
_EASTERN: Final = re.compile(r"ng|eo|eu|ae|oo|ui|hy|y[aeou]|x|zh|^[jz]i")
_PINYIN: Final = re.compile(
    r"(?:(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh|ts|tz|hs)?[aeiouy]{1,3}(?:ng|n|r|h)?){1,3}(?<=.{5})k?|(?:(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh|ts|tz|hs)?[aeiouy]{1,3}(?:ng|n|r|h)?){1,3}"
)
_KANA: Final = re.compile(r"(?:(?:[kstnhmrgzdbpwyjf]|ch|sh|ts|[kgnmhbpr]y)?[aiueo]|n(?![aiueo])){2,}")
_UNITED: Final = re.compile(r"[\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]{2,5}")
"""Names in Chinese characters or Hangul, written as one word, the surname first."""
_DOUBLE: Final = frozenset({"欧阳", "司马", "诸葛", "上官", "歐陽", "司馬", "諸葛", "남궁", "황보", "선우", "제갈"})
_HYPHENS: Final = re.compile(r"[-‐‑–—]")
_PATRONYMIC: Final = re.compile(r".{2,}(?:[oe]vi(?:t?ch|c|cz)|[yi]i?ch|[oe]vna|ichna|inichna|yichna|d[oó]ttir)$")
_SURELY: Final = re.compile(r".{2,}(?:[oe]vna|ichna|d[oó]ttir)$")
_IBERIAN: Final = re.compile(r".{3,}(?:ez|[ñ]o|eira|eiro|inho|elho)$")


@dataclass(frozen=True, slots=True)
class Order:
    """The words of a name by their parts."""

    given: tuple[str, ...] = ()
    middle: tuple[str, ...] = ()
    particles: tuple[str, ...] = ()
    surnames: tuple[str, ...] = ()
    patronymic: str = ""
    family_first: bool = False


def order(tokens: Sequence[str]) -> Order:
    """The parts of a name of several words, without titles and suffixes."""
    if len(tokens) == 2 and tokens[0] == "X" and _UNITED.fullmatch(tokens[1]):
        cut = 2 if tokens[1][:2] in _DOUBLE and len(tokens[1]) > 2 else 1
        return Order((tokens[1][cut:],), surnames=(tokens[1][:cut],), family_first=True)
    return _family_first(tokens) or _family_last(tokens)


@lru_cache(maxsize=1 << 10)
def surnames_of(culture: str) -> frozenset[str]:
    """The surnames of a culture, folded."""
    return NameLists.shipped().of_culture.get(culture, frozenset()) | (
        words("first", culture) if culture != "iberian" else frozenset()
    )


def is_syllables(word: str) -> bool:
    """Whether a word may be one to three syllables of a Chinese, Korean or Vietnamese name."""
    return all(_SYLLABLES.fullmatch(fold(part)) for part in _HYPHENS.split(word) if part)


def _family_first(tokens: Sequence[str]) -> Order | None:
    """The parts of a name that begins with the surname; nothing where it does not seem to."""
    first, *rest = map(fold, tokens)
    if not 2 <= len(tokens) <= 4 or (any(map(is_initial, tokens)) and first != "nguyen"):
        return None
    if len(tokens) == 2 and (_japanese(first, rest[0]) or _hungarian(first, rest[0])):
        return Order((tokens[1],), surnames=(tokens[0],), family_first=True)
    if not all(map(is_syllables, tokens[1:])):
        return None
    if first in surnames_of("vietnamese") and _vietnamese(tokens):
        return Order((tokens[-1],), tuple(tokens[1:-1]), surnames=(tokens[0],), family_first=True)
    if len(tokens) > 3 or not (is_syllables(tokens[0]) or first in surnames_of("korean")):
        return None
    if _eastern(first, rest, tokens):
        return Order(tuple(tokens[1:]), surnames=(tokens[0],), family_first=True)
    return None


def _japanese(first: str, last: str) -> bool:
    """Whether a Japanese surname stands before a given name."""
    if first not in surnames_of("japanese") or last in surnames_of("japanese"):
        return False
    return not _is_given(first) or (_KANA.fullmatch(last) is not None and last not in NameLists.shipped().families)


def _hungarian(first: str, last: str) -> bool:
    """Whether a Hungarian surname stands before a given name."""
    return first in surnames_of("hungarian") and last in words("first", "hungarian_given") and not _is_given(first)


def _vietnamese(tokens: Sequence[str]) -> bool:
    first, last = fold(tokens[0]), fold(tokens[-1])
    if first == "nguyen" or len(tokens) == 4:
        return last != "nguyen"
    if len(tokens) == 2:
        return first in ("tran", "pham", "hoang", "vo", "bui", "ngo") and not _western(last)
    own = first in surnames_of("chinese") or first in surnames_of("korean")
    middle = fold(tokens[1])
    return not own or middle in ("van", "thi", "duc", "dinh", "chi", "xuan", "minh", "ngoc", "quang", "huu", "thanh")


def _eastern(first: str, rest: Sequence[str], tokens: Sequence[str]) -> bool:
    """Whether a Chinese or Korean name begins with its surname."""
    known = first in surnames_of("chinese") or first in surnames_of("korean")
    hyphen = len(tokens) == 2 and _HYPHENS.search(tokens[1]) is not None
    if hyphen:
        parts = _HYPHENS.split(tokens[1])
        short = all(re.fullmatch(_SYLLABLE, fold(part)) for part in parts)
        return short and (known or (len(parts) == 2 and len(first) < 6 and not _is_given(first)))
    if not known:
        return False
    last = rest[-1]
    if len(rest) == 1 and first not in surnames_of("korean") and _PINYIN.fullmatch(last) is None:
        return False
    if len(rest) == 1 and _is_given(first, 130) and _EASTERN.search(last) is None:
        return False  # Joe Biden, Kim Philby
    if len(rest) == 2:
        western = sum(map(_western, rest))
        return all(re.fullmatch(_SYLLABLE, word) for word in rest) and western < 1 + (first in words("first", "common"))
    if _western(last) or (
        _is_given(first) and last in NameLists.shipped().families and last not in words("first", "common")
    ):
        return False
    if last in words("first", "common") or (last in surnames_of("chinese") and last in NameLists.shipped().families):
        return first in words("first", "common") and last not in words("first", "common")
    return True


@lru_cache(maxsize=1 << 14)
def _western(word: str) -> bool:
    """Whether a word is a frequent given name or surname of the census, and no syllable of an Eastern name."""
    lists = NameLists.shipped()
    given, family = lists.genders.get(word, (0, 0))[1], lists.families.get(word, 0)
    eastern = word in surnames_of("chinese") or word in surnames_of("korean") or word in surnames_of("vietnamese")
    return not eastern and max(given, family) >= 110


def _is_given(word: str, least: int = 80) -> bool:
    return NameLists.shipped().genders.get(word, (0, 0))[1] >= least


def _family_last(tokens: Sequence[str]) -> Order:
    """The parts of a name that ends with the surname."""
    start = _family_start(tokens)
    names, family = list(tokens[:start]), list(tokens[start:])
    particles = [word for word in family if _is_particle(word)]
    surnames = [word for word in family if not _is_particle(word)]
    if not surnames:
        particles, surnames = [], family
    patronymic = ""
    places = [place for place, word in enumerate(names) if place and _PATRONYMIC.match(fold(word))]
    if places:
        patronymic = names.pop(places[-1])
    elif len(surnames) == 1 and names and _ends_in_patronymic(names[0], fold(surnames[0])):
        patronymic, surnames = surnames[0], []
    taken = 2 if len(names) > 1 and fold(names[0]) in words("particles", "compound") and len(names[0]) > 2 else 1
    extra, surnames = _unhyphened(surnames)
    return Order(tuple(names[:taken]), tuple(names[taken:]), (*particles, *extra), tuple(surnames), patronymic)


def _unhyphened(surnames: Sequence[str]) -> tuple[list[str], list[str]]:
    """Particles that a hyphen ties to a surname (al-Assad, Ben-Gurion), and the surnames without them."""
    particles, found = [], []
    for surname in surnames:
        head, *tail = _HYPHENS.split(surname, maxsplit=1)
        if tail and fold(head) in words("particles", "tied"):
            particles.append(head)
            found.append(tail[0])
        else:
            found.append(surname)
    return particles, found


def _ends_in_patronymic(given: str, last: str) -> bool:
    """Whether a name of a given name and a word that looks like a patronymic has no surname: Anna Pavlovna."""
    if _SURELY.match(last):
        return True
    if re.search(r"[oe]vitch$", last):
        return True
    russian = fold(given).endswith(("an", "on", "or", "ei", "ey", "iy", "ai", "il", "in", "im", "itri", "y", "r", "i"))
    return russian and re.match(r".{2,}[oey]vi?t?ch$", last) is not None


def _family_start(tokens: Sequence[str]) -> int:
    """The place of the first word of the surname: the last word, particles and a first surname before it."""
    last = len(tokens) - 1
    if _leads(tokens):
        return 0
    for place in range(1, last):
        if _is_particle(tokens[place]) and not (place == 1 and _is_compound(tokens[0])):
            if fold(tokens[place]) == "y" and (place > 1 or _iberian(tokens[0])):
                return place - 1
            return place
    if last >= 2 and _iberian(tokens[last - 1]) and not is_initial(tokens[last]):
        return last - 1
    if last == 1 and _iberian(tokens[0]) and not is_initial(tokens[1]) and not _is_given(fold(tokens[0])):
        return 0
    return last


def _leads(tokens: Sequence[str]) -> bool:
    """Whether a name begins with a particle: de Gaulle, van der Berg; but not Van Morrison or Al Gore."""
    first = fold(tokens[0])
    if len(tokens) < 2 or first not in words("particles", "first") or tokens[0].endswith("."):
        return False
    if len(tokens) > 2:
        return all(_is_particle(word) for word in tokens[1:-1])
    lists = NameLists.shipped()
    second = fold(tokens[1])
    return first in ("de", "du", "di", "bin") or lists.families.get(second, 0) < 95 or first + second in lists.families


@lru_cache(maxsize=1 << 14)
def _is_particle(word: str) -> bool:
    return fold(word) in words("particles", "words") and not word.endswith(".")


def _is_compound(word: str) -> bool:
    return fold(word) in words("particles", "compound")


@lru_cache(maxsize=1 << 14)
def _iberian(word: str) -> bool:
    """Whether a word is a surname of Spanish or Portuguese."""
    key = fold(word)
    if key in surnames_of("iberian"):
        return not NameLists.shipped().genders.get(key, (0, 0))[1] >= 130
    return _IBERIAN.match(word.casefold()) is not None
