"""English pronouns and determiners: what grammar says of each."""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import ByteArray, IndexArray, UInt64Array
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


def _pronouns() -> Pronouns:
    rows, forms = [], []
    for citation, line in enumerate(_PERSONAL.strip().splitlines(), start=1):
        _, person, number, gender, animacy, *words = line.split()
        for word in words:
            forms.append(word)
            known = (_NUMBERS.get(number, 0), _GENDERS.get(gender, 0), _ANIMACIES.get(animacy, 0))
            rows.append((citation, int(person), *known))
    hashed = codes(forms)
    order = np.argsort(hashed)
    columns = np.array(rows, dtype=np.uint8)[order]
    return Pronouns(hashed[order], *np.ascontiguousarray(columns.T))


ENGLISH = _pronouns()
CITATIONS = ("", *(line.split()[0] for line in _PERSONAL.strip().splitlines()))
"""The pronouns by the numbers of their citation forms."""

DETERMINERS = ("", *(line.split()[0] for line in _DETERMINERS.strip().splitlines()))
"""The kinds of determiners by their numbers."""


def _determiners() -> tuple[UInt64Array, ByteArray]:
    rows = [(word, kind) for kind, line in enumerate(_DETERMINERS.strip().splitlines(), 1) for word in line.split()[1:]]
    hashed = codes([word for word, _ in rows])
    order = np.argsort(hashed)
    return hashed[order], np.array([kind for _, kind in rows], dtype=np.uint8)[order]


_DETERMINER_WORDS, _DETERMINER_KINDS = _determiners()


def determiner_kinds(words: UInt64Array) -> ByteArray:
    """The kind of determiner that each word is; 0 for none."""
    places = _find(_DETERMINER_WORDS, words)
    return np.where(places >= 0, _DETERMINER_KINDS[places], 0).astype(np.uint8)
