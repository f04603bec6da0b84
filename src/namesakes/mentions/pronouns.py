"""Pronouns and determiners of English, Chinese and Arabic: what grammar says of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from namesakes.arrays import ByteArray, IndexArray, UInt64Array
from namesakes.text.arabic import plain
from namesakes.text.language import ENGLISH as ENGLISH_LANGUAGE
from namesakes.text.vocabulary import codes

SINGULAR, PLURAL = 1, 2
"""Numbers; 0 is for what is not known."""

MASCULINE, FEMININE, NEUTER = 1, 2, 3
"""Genders: of he, she and it."""

ANIMATE, INANIMATE = 1, 2
"""Animacies: of who and what."""

_PERSONAL = """
i           1 s - a  i me my mine myself meself mself im
you         2 - - a  you your yours yourself yourselves ya yall y'all thee thou thy thine ye u ur
he          3 s m a  he him his himself hisself
she         3 s f a  she her hers herself
it          3 s n i  it its itself
we          1 p - a  we us our ours ourselves ourself 's let's
they        3 p - -  they them their theirs themselves themself 'em em
one         3 s - a  one oneself one's
this        3 s - i  this
that        3 s - i  that
these       3 p - -  these
those       3 p - -  those
who         3 - - a  who whom whose whoever
which       3 - - i  which what whatever whichever
each-other  3 p - -  other another
somebody    3 s - a  somebody someone anybody anyone everybody everyone nobody noone
something   3 s - i  something anything everything nothing
there       3 s - i  there here
both        3 p - -  both all some many most few several none any either neither half
"""

_DETERMINERS = """
definite       the
indefinite     a an another
demonstrative  this that these those such
possessive     my your his her its our their whose one's thy
quantified     some any every each all many few several both no most more less much either neither half enough
"""

_CHINESE = """
i           1 s - a  我 我自己 本人 俺
you         2 - - a  你 您 你们 您们 你自己
he          3 s m a  他 他自己
she         3 s f a  她 她自己
it          3 s n i  它
we          1 p - a  我们 咱们 咱 我们自己
they        3 p - -  他们 它们 她们
one         3 s - a  自己 本身 自身
he          3 - - -  其 之
this        3 s - i  这 此 这个
that        3 s - i  那 那个
these       3 p - -  这些
those       3 p - -  那些
who         3 - - a  谁
which       3 - - i  什么 哪 哪个
each-other  3 p - -  彼此 互相 相互
there       3 s - i  这里 这儿 那里 那儿
both        3 p - -  双方 两者 大家
"""

_ARABIC = """
i           1 s - a  أنا ي ني
you         2 - - a  أنت أنتم أنتما أنتن ك كم كما كن
he          3 s m -  هو ه
she         3 s f -  هي ها
we          1 p - a  نحن نا
they        3 p - -  هم هما هن
this        3 s - -  هذا هذه
that        3 s - -  ذلك تلك
these       3 p - -  هؤلاء هذان هذين هاتان هاتين
those       3 p - -  أولئك
who         3 - - -  من الذي التي الذين اللذان اللذين اللتان اللواتي
which       3 - - i  ما ماذا
"""
"""The suffixes stand alone, as the treebank cuts them off; a dual counts as a plural."""

_OTHER_DETERMINERS: Mapping[str, str] = {
    "zh": """
definite       该 此
indefinite     一
demonstrative  这 那 这些 那些 这个 那个
possessive     其
quantified     每 各 一些 所有 许多 多 几 某 全 任何
""",
    "ar": """
demonstrative  هذا هذه ذلك تلك هؤلاء أولئك
quantified     كل بعض جميع أي كلا كلتا
""",
}

_NUMBERS, _GENDERS, _ANIMACIES = (
    {"s": SINGULAR, "p": PLURAL},
    {"m": MASCULINE, "f": FEMININE, "n": NEUTER},
    {
        "a": ANIMATE,
        "i": INANIMATE,
    },
)


@dataclass(frozen=True)
class Pronouns:
    """A closed class of words, sorted by their codes, and what grammar says of them.

    Parameters
    ----------
    words : the sorted codes of the forms in small letters.
    citations : one number a pronoun, the same for all its cases, from 1 on.
    persons, numbers, genders, animacies : see above; 0 where the form alone does not say.
    """

    words: UInt64Array
    citations: ByteArray
    persons: ByteArray
    numbers: ByteArray
    genders: ByteArray
    animacies: ByteArray

    def find(self, words: UInt64Array) -> IndexArray:
        """The place of each word in the table, -1 where it is not a pronoun."""
        return _find(self.words, words)


def _find(table: UInt64Array, words: UInt64Array) -> IndexArray:
    places = np.minimum(np.searchsorted(table, words), len(table) - 1)
    return np.where(table[places] == words, places, -1)


def _pronouns(table: str) -> Pronouns:
    rows: dict[str, tuple[int, ...]] = {}
    for line in table.strip().splitlines():
        name, person, number, gender, animacy, *words = line.split()
        known = (_NUMBERS.get(number, 0), _GENDERS.get(gender, 0), _ANIMACIES.get(animacy, 0))
        rows |= {word: (CITATIONS.index(name), int(person), *known) for word in words}
    hashed = codes(list(rows))
    order = np.argsort(hashed)
    columns = np.array(list(rows.values()), dtype=np.uint8)[order]
    return Pronouns(hashed[order], *np.ascontiguousarray(columns.T))


CITATIONS = ("", *(line.split()[0] for line in _PERSONAL.strip().splitlines()))
"""The pronouns by the numbers of their citation forms; those of other languages have the same numbers."""
ENGLISH = _pronouns(_PERSONAL)

DETERMINERS = ("", *(line.split()[0] for line in _DETERMINERS.strip().splitlines()))
"""The kinds of determiners by their numbers."""


@cache
def pronouns_of(language: str) -> Pronouns:
    """The pronouns of a language."""
    if language == ENGLISH_LANGUAGE:
        return ENGLISH
    return _pronouns({"zh": _CHINESE, "ar": plain(_ARABIC)}[language])


@cache
def _determiners(language: str) -> tuple[UInt64Array, ByteArray]:
    table = _DETERMINERS if language == ENGLISH_LANGUAGE else plain(_OTHER_DETERMINERS[language])
    lines = (line.split() for line in table.strip().splitlines())
    kinds = {word: DETERMINERS.index(name) for name, *words in lines for word in words}
    hashed = codes(list(kinds))
    order = np.argsort(hashed)
    return hashed[order], np.array(list(kinds.values()), dtype=np.uint8)[order]


def determiner_kinds(words: UInt64Array, language: str = ENGLISH_LANGUAGE) -> ByteArray:
    """The kind of determiner that each word is; 0 for none."""
    table, kinds = _determiners(language)
    places = _find(table, words)
    return np.where(places >= 0, kinds[places], 0).astype(np.uint8)
