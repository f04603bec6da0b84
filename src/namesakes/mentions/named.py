"""Named: what the names of the whole document say of the bearer of each mention's name, before anything is linked.

People are told apart by the cast of the document (`mentions.cast`); other names are of one thing where they are equal.
Somebody's gender is known at each mention, whichever form of the name stands there.
"""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import ByteArray, Int32Array, IntegerArray, UInt64Array
from namesakes.mentions.cast import Cast
from namesakes.mentions.pronouns import FEMININE, MASCULINE

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
    gender : of a person, where it is known.
    """

    group: Int32Array
    kind: ByteArray
    gender: ByteArray


def gather(cast: Cast, heads: IntegerArray, names: UInt64Array) -> Named:
    """What is known of the names of mentions.

    Parameters
    ----------
    cast : the people of the document.
    heads : of the mentions, -1 for those that name nobody.
    names : the code of each mention's name, 0 where it has none.
    """
    person = cast.people[heads]
    gender = np.array([0, *(_GENDERS[each] for each in cast.genders)], dtype=np.uint8)
    numbers = np.unique(names, return_inverse=True)[1]
    thing = (person < 0) & (names > 0)
    group = np.where(person >= 0, person + 1, np.where(thing, len(cast.groups) + 1 + numbers, 0))
    kind = np.where(person >= 0, PERSON, np.where(thing, THING, 0))
    return Named(group.astype(np.int32), kind.astype(np.uint8), gender[person + 1])
