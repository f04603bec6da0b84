"""Folding: names as they are compared, without case, marks, hyphens and apostrophes; and keys that spellings share."""

import re
import tomllib
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from namesakes.names.transliteration import transliterated

_PLAIN: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "æ": "ae", "œ": "oe", "ə": "a"}
)
_DROPPED: Final = re.compile(r"[\s.'’‘`ʼʻ´\-‐‑–—,·・]+")
_RULES: Final = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(.)\1+", r"\1"),
        (r"^tch|^tsch", "ch"),
        (r"sch|sh", "s"),
        (r"tch", "ch"),
        (r"ph", "f"),
        (r"kh|ck|q", "k"),
        (r"gh", "g"),
        (r"th", "t"),
        (r"dh", "d"),
        (r"x", "ks"),
        (r"c(?=[aouklr]|$)", "k"),
        (r"w", "v"),
        (r"(?:of|ov|ow|ev|ef)$", "ov"),
        (r"(?:sky|skij|skiy|ski|skyj|skii|skyi)$", "ski"),
        (r"ooy|ooij", "oi"),
        (r"uij|uy", "ui"),
        (r"ij", "i"),
        (r"ou|oo|ue", "u"),
        (r"oe", "o"),
        (r"ae", "a"),
        (r"ee|ea", "i"),
        (r"[yj]", "i"),
        (r"ie|ii|ei", "e"),
        (r"(?<=.{4})e$", ""),
        (r"(.)\1+", r"\1"),
    )
)
_FINAL: Final = re.compile(r"(?:eh|ah)$")
_VOWELS: Final = str.maketrans("oe", "ui")
_EASTERN: Final = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"eo", "o"),
        (r"eu", "u"),
        (r"oo", "u"),
        (r"hs|x", "s"),
        (r"sh", "s"),
        (r"zh|ch|j|q", "J"),
        (r"ts|tz|z|c", "Z"),
        (r"d", "t"),
        (r"g(?!$)(?<!ng)", "k"),
        (r"b", "p"),
        (r"ong", "ung"),
        (r"ien|yen", "ian"),
        (r"ih|eh", "e"),
        (r"(?<=[JZs])[ei]$", "e"),
        (r"r(?=[aeiou])", "l"),
        (r"[yw]", "i"),
    )
)


@lru_cache(maxsize=1 << 16)
def fold(text: str) -> str:
    """A word or name as it is compared: small letters without marks, spaces, hyphens, apostrophes and full stops."""
    if not text.isascii():
        text = unmarked(text)
        if not text.isascii():
            text = transliterated(text)
    return _DROPPED.sub("", text.casefold())


@lru_cache(maxsize=1 << 16)
def unmarked(text: str) -> str:
    """The text in small letters without marks: `Ångström` is `angstrom`, `Løvås` is `lovas`."""
    text = text.casefold().translate(_PLAIN)
    kept = (letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return "".join(kept).casefold().translate(_PLAIN)


@lru_cache(maxsize=1 << 16)
def plain(text: str) -> str:
    """Words in small letters, without marks, full stops and commas, with single spaces."""
    if not text.isascii():
        text = unmarked(text).replace("’", "'")
    return " ".join(text.casefold().replace(".", " ").replace(",", " ").split())


@lru_cache(maxsize=1 << 16)
def spelling_key(folded: str) -> str:
    """What spellings of one name share: `smyth` and `smith`, `schroeder` and `schroder`, `chekhov` and `chekov`."""
    for pattern, replacement in _RULES:
        folded = pattern.sub(replacement, folded)
    return folded


@lru_cache(maxsize=1 << 16)
def foreign_key(folded: str) -> str:
    """What romanisations of a name share that writers take different vowels for: `mursi` and `morsi`."""
    return spelling_key(_FINAL.sub("a", folded)).translate(_VOWELS)


@lru_cache(maxsize=1 << 16)
def eastern_key(folded: str) -> str:
    """What romanisations of one Chinese or Korean name share: `zedong` and `tsetung`, `daejung` and `taechung`."""
    for pattern, replacement in _EASTERN:
        folded = pattern.sub(replacement, folded)
    return folded


@cache
def _variants(kind: str) -> dict[str, frozenset[int]]:
    """For each spelling the numbers of the lines of `variants.toml` that it stands in."""
    text = (files("namesakes") / "names" / "variants.toml").read_text(encoding="utf-8")
    found: dict[str, set[int]] = {}
    lines = "\n".join(tomllib.loads(text)[kind].values()).splitlines()
    for number, line in enumerate(lines):
        for word in line.split():
            found.setdefault(word, set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


@lru_cache(maxsize=1 << 16)
def same_spelling(one: str, other: str, kind: str) -> bool:
    """Whether two folded words are spellings of one name; `kind` is "given" or "surname"."""
    if one == other:
        return True
    if min(len(one), len(other)) < 2:
        return False
    known = _variants(kind)
    mine, theirs = known.get(one), known.get(other)
    if mine and theirs:
        return not mine.isdisjoint(theirs)
    if min(len(one), len(other)) > 3 and spelling_key(one) == spelling_key(other):
        return True
    return (
        min(len(one), len(other)) > 4
        and not (_listed(one) and _listed(other))
        and foreign_key(one) == foreign_key(other)
    )


def spelling_keys(word: str, kind: str) -> frozenset[str]:
    """Keys of which two folded words have one in common wherever `same_spelling` says that they are one name."""
    lines = _variants(kind).get(word, ())
    return frozenset((word, spelling_key(word), foreign_key(word), *(f"{kind} {line}" for line in lines)))


def _listed(word: str) -> bool:
    from namesakes.names.lists import NameLists

    lists = NameLists.shipped()
    return word in lists.families or word in lists.genders
