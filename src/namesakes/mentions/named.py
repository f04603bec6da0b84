"""Named: what the names of the whole document say of the bearer of each mention's name, before anything is linked.

People are told apart by the cast of the document (`mentions.cast`); other names are of one thing where they are equal.
What is known of somebody's given name, surname and gender is known at each mention, whichever form stands there.
"""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import ByteArray, Int32Array, IntegerArray, UInt64Array
from namesakes.mentions.cast import Cast
from namesakes.mentions.pronouns import FEMININE, MASCULINE
from namesakes.names.grouping import NameGroup
from namesakes.names.person import PersonName
from namesakes.text.vocabulary import code

PERSON, THING = 1, 2
"""What a name is of."""

_GENDERS = {"male": MASCULINE, "female": FEMININE, "": 0}


@dataclass(frozen=True)
class Named:
    """What is known of the name of each mention; 0 where it has none.

    Parameters
    ----------
    group : the number of who or what has the name, from 1.
    kind : whether that is a person or a thing.
    given, family : the codes of a person's given name and surname.
    gender : of a person, where it is known.
    count : how many names in the document are the same person's, or how many mentions the thing's.
    """

    group: Int32Array
    kind: ByteArray
    given: UInt64Array
    family: UInt64Array
    gender: ByteArray
    count: Int32Array


def gather(cast: Cast, heads: IntegerArray, names: UInt64Array) -> Named:
    """What is known of the names of mentions.

    Parameters
    ----------
    cast : the people of the document.
    heads : of the mentions.
    names : the code of each mention's name, 0 where it has none.
    """
    person = np.array([cast.person_at(head) for head in heads.tolist()], dtype=np.int64)
    known = [_parts(group) for group in cast.groups]
    given, family = (np.array([0, *column], dtype=np.uint64) for column in (zip(*known, strict=True) if known else ((), ())))
    gender = np.array([0, *(_GENDERS[each] for each in cast.genders)], dtype=np.uint8)
    things, numbers, counts = np.unique(names, return_inverse=True, return_counts=True)
    thing = (person < 0) & (names > 0)
    group = np.where(person >= 0, person + 1, np.where(thing, len(known) + 1 + numbers, 0))
    often = np.array([0, *cast.counts], dtype=np.int64)[person + 1]
    return Named(
        group.astype(np.int32),
        np.where(person >= 0, PERSON, np.where(thing, THING, 0)).astype(np.uint8),
        given[person + 1],
        family[person + 1],
        gender[person + 1],
        np.where(person >= 0, often, np.where(thing, counts[numbers], 0)).astype(np.int32),
    )


def _parts(group: NameGroup) -> tuple[int, int]:
    """The codes of the given name and surname that the names of a group say; initials say no given name."""
    given = next((name.first for name in group.names if len(name.first) > 1), "")
    family = next((name.surname_keys[-1] for name in group.names if name.surname_keys and _says_surname(name)), "")
    return code(given) if given else 0, code(family) if family else 0


def _says_surname(name: PersonName) -> bool:
    return bool(name.given or name.honorifics or name.role == "surname")
