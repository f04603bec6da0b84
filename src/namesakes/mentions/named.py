"""Named: the names of a document gathered before anything is linked, and what is known of who bears each.

Forms of one person's name are one group (`names.grouping`); so are equal names of things. What a group says of its
given name, surname and gender is known at each of its mentions, whichever form stands there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import ByteArray, Int32Array, IntegerArray, UInt64Array
from namesakes.mentions.pronouns import FEMININE, MASCULINE
from namesakes.names.folding import fold
from namesakes.names.gender import given_gender
from namesakes.names.grouping import NameGroup, group_names
from namesakes.names.parsing import parse
from namesakes.names.person import PersonName
from namesakes.text.vocabulary import code

PERSON, THING = 1, 2
"""What a group of names is of."""

_GENDERS = {"male": MASCULINE, "female": FEMININE, "": 0}
_SPOKEN_OF, _VOTES, _MAJORITY = 2, 4, 0.75
"""How many pronouns of people make an unknown name somebody's, and how many, with which share, tell a gender."""

_LONGEST = 8
"""Runs of more proper nouns than this are headings, not somebody's name."""


@dataclass(frozen=True)
class Named:
    """What is known of the name of each mention; 0 where it has none.

    Parameters
    ----------
    group : the group of names, from 1.
    kind : whether it is of a person or a thing.
    given, family : the codes of the given name and of the surname of a person's group.
    gender : of a person, where title or given name tell it; `by_title` where a title does.
    count : how many mentions are of the group.
    """

    group: Int32Array
    kind: ByteArray
    given: UInt64Array
    family: UInt64Array
    gender: ByteArray
    by_title: ByteArray
    count: Int32Array

    @classmethod
    def none(cls, count: int) -> "Named":
        """Of so many mentions without a name."""
        numbers, small = np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.uint8)
        return cls(
            numbers, small, np.zeros(count, dtype=np.uint64), np.zeros(count, dtype=np.uint64), small, small, numbers
        )


@dataclass(frozen=True)
class _Form:
    """One form of a name: its text, how many of its mentions the tagger took for a person's or for a thing's, and how
    often *he* and *she* stand behind it where nobody else is named."""

    text: str
    people: int
    things: int
    men: int
    women: int

    @property
    def name(self) -> PersonName:
        return parse(self.text)

    @property
    def is_person(self) -> bool:
        """By its title, by most of its mentions, or else by a given name before another word."""
        if self.text.count(" ") >= _LONGEST:
            return False
        name = self.name
        if name.is_empty or name.couple:
            return False
        if name.honorifics and name.title_gender:
            return True
        if self.people or self.things:
            return self.people >= self.things
        if self.men + self.women >= _SPOKEN_OF:
            return True
        return bool(name.given and name.surnames and given_gender(name.first)[0])


def gather(forms: Sequence[str], numbers: Int32Array, labels: IntegerArray, pronouns: IntegerArray) -> Named:
    """What is known of each named mention.

    Parameters
    ----------
    forms : the different names of a document.
    numbers : the form of each mention, from 0; -1 where it has none.
    labels : how many mentions of each form the tagger took for a person's, and for anything else's: two columns.
    pronouns : how often *he* and *she* stand behind each form where nobody else is named: two columns.
    """
    rows = zip(forms, labels.tolist(), pronouns.tolist(), strict=True)
    known = [_Form(text, *label, *pronoun) for text, label, pronoun in rows]
    often = np.bincount(numbers[numbers >= 0], minlength=len(known))
    persons = _persons(known)
    found = group_names([known[place].name for place in persons], [int(often[place]) for place in persons])
    groups = [[persons[place] for place in group.places] for group in found]
    size = len(known) + 1
    group, kind = np.zeros(size, dtype=np.int32), np.zeros(size, dtype=np.uint8)
    given, family = np.zeros(size, dtype=np.uint64), np.zeros(size, dtype=np.uint64)
    gender, by_title = np.zeros(size, dtype=np.uint8), np.zeros(size, dtype=np.uint8)
    for number, (places, names) in enumerate(zip(groups, found, strict=True), start=1):
        group[places], kind[places] = number, PERSON
        given[places], family[places] = _parts(names)
        gender[places], by_title[places] = _gender(names, pronouns[places].sum(axis=0).tolist())
    others = np.setdiff1d(np.arange(len(known)), np.array(persons, dtype=np.int64))
    group[others], kind[others] = len(groups) + 1 + np.arange(len(others)), THING
    count = np.bincount(group[numbers[numbers >= 0]], minlength=size + 1)
    count[0] = 0
    own = np.where(numbers >= 0, numbers, size - 1)
    columns = (each[own] for each in (group, kind, given, family, gender, by_title))
    return Named(*columns, count[group[own]].astype(np.int32))


def _persons(forms: Sequence[_Form]) -> list[int]:
    """The forms that are a person's: by themselves, or as a word of somebody's name that *he* or *she* stands behind."""
    sure = [form.is_person for form in forms]
    names = [form.name for form, is_person in zip(forms, sure, strict=True) if is_person]
    words = {key for name in names if name.is_full or name.honorifics for key in (*name.given_keys, *name.surname_keys)}

    def meant(form: _Form) -> bool:
        return " " not in form.text and form.men + form.women >= _SPOKEN_OF and fold(form.text) in words

    return [place for place, form in enumerate(forms) if sure[place] or meant(form)]


def _parts(group: NameGroup) -> tuple[int, int]:
    """The codes of the given name and surname that the names of a group say; initials say no given name."""
    given = next((name.first for name in group.names if len(name.first) > 1), "")
    family = next((name.surname_keys[-1] for name in group.names if name.surname_keys and _says_surname(name)), "")
    return code(given) if given else 0, code(family) if family else 0


def _says_surname(name: PersonName) -> bool:
    return bool(name.given or name.honorifics or name.role == "surname")


def _gender(group: NameGroup, pronouns: Sequence[int]) -> tuple[int, int]:
    """The gender that the titles of a group say, its given names, or else pronouns, and the same where a title does."""
    titles = {name.title_gender for name in group.names} - {""}
    if len(titles) == 1:
        found = _GENDERS[titles.pop()]
        return found, found
    names = {name.gender for name in group.names if name.given} - {""}
    if len(names) == 1:
        return _GENDERS[names.pop()], 0
    men, women = pronouns
    if max(men, women) < max(_VOTES, _MAJORITY * (men + women)):
        return 0, 0
    return (MASCULINE if men > women else FEMININE), 0
