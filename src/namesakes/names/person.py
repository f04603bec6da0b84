"""A person's name in its parts, with the forms in which parts are compared."""

import re
from dataclasses import dataclass, field
from typing import Final

from namesakes.names.folding import fold

_HYPHENS: Final = re.compile(r"[-‐‑–—]")
_INITIAL: Final = re.compile(r"[^\W\d_]\.?(?:-[^\W\d_]\.?)?")
_GENERATIONS: Final = {
    **dict.fromkeys(("sr", "senior", "snr", "pere", "theelder"), "1"),
    **dict.fromkeys(("jr", "junior", "jun", "jnr", "2nd", "thesecond", "fils", "theyounger"), "2"),
    **dict.fromkeys(("3rd", "thethird"), "3"),
    "4th": "4",
}
_ROMAN: Final = {"i": 1, "v": 5, "x": 10}


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name in its parts, each a tuple of words as they were written.

    Parameters
    ----------
    text : the name as it was given, without a possessive ending.
    honorifics : what stands before it: `Dr.`, `Lady`, `Vice President`.
    given : the first given name, an initial as it stands; several words for `Abdel Fattah`.
    middle : given names and initials after it.
    particles : `van der`, `de la`, `al`, `bin`.
    surnames : one, or two as in Spanish and in `Smith-Jones`.
    patronymic : `Ivanovich`, `Jakobsdóttir`.
    generation : `Jr.`, `III`, `the Elder`; the number of one who reigns.
    degrees : what else stands after it: `MP`, `PhD`.
    nicknames : what stands in quotation marks or brackets, after `known as`, or as in `the Great`.
    maiden : the surname before marriage, after `née` or `formerly`.
    territory : what stands after `of` in a title: Wellington, Upholland.
    family_first : whether the surname was written first.
    couple : whether it names two, as `Mr. and Mrs. Smith`.
    gender : "male", "female" or nothing, by the title or else the given name.
    title_gender : the same by the title alone.
    role : of a name of one word what that is: "given", "surname" or nothing where it may be either; "reign" for one
        who bears a number or reigns; "full" for names of several words.

    What follows is computed: `given_keys`, `middle_keys`, `surname_keys`, `particle_keys`, `maiden_keys` and
    `nickname_keys` are the parts folded, `whole` all of them in one, and `generation_key` a number as text.
    """

    text: str
    honorifics: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    middle: tuple[str, ...] = ()
    particles: tuple[str, ...] = ()
    surnames: tuple[str, ...] = ()
    patronymic: str = ""
    generation: str = ""
    degrees: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()
    maiden: tuple[str, ...] = ()
    territory: str = ""
    family_first: bool = False
    couple: bool = False
    gender: str = ""
    title_gender: str = ""
    role: str = "full"
    given_keys: tuple[str, ...] = field(init=False, repr=False, compare=False)
    middle_keys: tuple[str, ...] = field(init=False, repr=False, compare=False)
    surname_keys: tuple[str, ...] = field(init=False, repr=False, compare=False)
    particle_keys: tuple[str, ...] = field(init=False, repr=False, compare=False)
    maiden_keys: tuple[str, ...] = field(init=False, repr=False, compare=False)
    nickname_keys: tuple[str, ...] = field(init=False, repr=False, compare=False)
    patronymic_key: str = field(init=False, repr=False, compare=False)
    generation_key: str = field(init=False, repr=False, compare=False)
    whole: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "given_keys", _keys(self.given))
        put(self, "middle_keys", _keys(self.middle))
        put(self, "surname_keys", _split_keys(self.surnames))
        put(self, "particle_keys", _keys(self.particles))
        put(self, "maiden_keys", _split_keys(self.maiden))
        put(self, "nickname_keys", _keys(self.nicknames))
        put(self, "patronymic_key", fold(self.patronymic))
        put(self, "generation_key", generation_number(self.generation))
        words = (*self.given_keys, *self.middle_keys, self.patronymic_key, *self.particle_keys, *self.surname_keys)
        put(self, "whole", "".join(words))

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def first(self) -> str:
        """The first given name as it is compared, all its words in one; nothing where there is none."""
        return "".join(self.given_keys)

    @property
    def surname(self) -> str:
        """The surnames with their particles, as they are written."""
        return " ".join((*self.particles, *self.surnames))

    @property
    def is_mononym(self) -> bool:
        """Whether the name is one word, apart from titles."""
        return len(self.given) + len(self.middle) + len(self.surnames) + bool(self.patronymic) == 1

    @property
    def is_full(self) -> bool:
        """Whether there are a given name, or its initial, and a surname."""
        return bool(self.given and self.surnames)

    @property
    def is_empty(self) -> bool:
        """Whether nothing names anybody: a title alone, or no words."""
        return not self.whole and not self.territory and not self.nicknames

    @property
    def initials(self) -> str:
        """The first letters of given and middle names."""
        return "".join(key[0] for key in _split_keys((*self.given, *self.middle)))


def is_initial(word: str) -> bool:
    """Whether a word is a letter alone, with a full stop or without, or two with a hyphen."""
    return _INITIAL.fullmatch(word) is not None


def generation_number(text: str) -> str:
    """A generation as a number: 1 for Sr., 2 for Jr. and II, 3 for III; what is none of these as it stands."""
    key = fold(text)
    if key in _GENERATIONS:
        return _GENERATIONS[key]
    return str(roman(key)) if key and set(key) <= set(_ROMAN) else key


def roman(numeral: str) -> int:
    """The number that small roman letters up to x stand for."""
    values = [_ROMAN[letter] for letter in numeral]
    return sum(-value if value < max(values[place:]) else value for place, value in enumerate(values))


def _keys(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(key for word in words if (key := fold(word)))


def _split_keys(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words folded, those with a hyphen as two."""
    return tuple(key for word in words for part in _HYPHENS.split(word) if (key := fold(part)))
