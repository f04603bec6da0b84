"""Named: what the names of the whole document say of the bearer of each mention's name, before anything is linked.

People are told apart by the cast of the document (`mentions.cast`), organisations and places by their forms
(`mentions.things`); other names are of one thing where they are equal.
Somebody's gender is known at each mention, whichever form of the name stands there.
"""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import ByteArray, Int32Array, IntegerArray, UInt64Array
from namesakes.mentions.cast import Cast
from namesakes.mentions.pronouns import FEMININE, MASCULINE
from namesakes.mentions.things import Things

PERSON, THING, KNOWN_THING = 1, 2, 3
"""What a name is of: a person, something, or an organisation or a place whose names are known."""

_GENDERS = {"male": MASCULINE, "female": FEMININE, "": 0}


@dataclass(frozen=True)
class Named:
    """What is known of the name of each mention; 0 where it has none.

    Parameters
    ----------
    group : the number of who or what has the name, from 1.
    kind : what that is.
    gender : of a person, where it is known.
    """

    group: Int32Array
    kind: ByteArray
    gender: ByteArray


def gather(cast: Cast, things: Things, heads: IntegerArray, names: UInt64Array) -> Named:
    """What is known of the names of mentions.

    Parameters
    ----------
    cast, things : the people, and the organisations and places, of the document.
    heads : of the mentions.
    names : the code of each mention's name, 0 where it has none.
    """
    person = np.array([cast.person_at(head) for head in heads.tolist()], dtype=np.int64)
    gender = np.array([0, *(_GENDERS[each] for each in cast.genders)], dtype=np.uint8)
    numbers = np.unique(names, return_inverse=True)[1]
    thing = (person < 0) & (names > 0)
    known = np.array([things.at.get(head, 0) for head in heads.tolist()], dtype=np.int64) * thing
    first = len(cast.groups)
    other = np.where(known > 0, first + known, np.where(thing, first + things.count + 1 + numbers, 0))
    group = np.where(person >= 0, person + 1, other)
    kind = np.where(person >= 0, PERSON, np.where(known > 0, KNOWN_THING, np.where(thing, THING, 0)))
    return Named(group.astype(np.int32), kind.astype(np.uint8), gender[person + 1])
