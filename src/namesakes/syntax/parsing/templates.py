"""Templates: which words, tags and other codes of a part of a tree make a feature of the parser."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np

from namesakes.arrays import ByteArray, Int32Array, UInt16Array, UInt64Array

TAGS = 64
"""The coarse tags that can be told apart between two words."""

STEP = 0x9E3779B97F4A7C15
KEYS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xA0761D6478BD642F, 0xE7037ED1A0B428DB, 0x8EBC6AF09C88C6E3)
"""The number of a template, and the codes at its first to fifth place, are multiplied with these."""

WORD = ("word", "tag", "coarse", "ending", "shape", "cluster", "group")
AROUND = ("word-1", "tag-1", "coarse-1", "word+1", "tag+1", "coarse+1", "tag-2", "coarse-2", "tag+2", "coarse+2")
"""The codes of a word, and those of the words around it."""

FILTER = """
h.tag m.tag * | h.coarse m.coarse * | h.word m.tag * | h.tag m.word * | h.word m.word * | h.word * | m.word *
h.tag * | m.tag * | h.tag h.tag+1 m.tag-1 m.tag * | h.tag-1 h.tag m.tag-1 m.tag * | h.tag h.tag+1 m.tag m.tag+1 *
h.tag-1 h.tag m.tag m.tag+1 * | h.tag m.tag-1 m.tag * | h.tag m.tag m.tag+1 * | h.tag-1 h.tag m.tag *
h.tag h.tag+1 m.tag * | h.ending m.tag * | h.tag m.ending * | h.coarse m.coarse m.coarse-1 m.coarse+1 h.coarse+1 *
"""
"""Templates of the arc filter, which scores all arcs."""

FILTER_BETWEEN = "h.coarse between m.coarse"
"""The filter's only template of what stands between."""

ARCS = """
h.word * | h.tag * | h.word h.tag * | m.word * | m.tag * | m.word m.tag * | h.coarse * | m.coarse *
h.word h.tag m.word m.tag | h.tag m.word m.tag * | h.word m.word m.tag | h.word h.tag m.tag * | h.word h.tag m.word
h.word m.word * | h.tag m.tag * | h.word m.tag * | h.tag m.word * | h.coarse m.coarse * | h.coarse m.word *
h.word m.coarse * | h.tag h.tag+1 m.tag-1 m.tag * | h.tag-1 h.tag m.tag-1 m.tag * | h.tag h.tag+1 m.tag m.tag+1 *
h.tag-1 h.tag m.tag m.tag+1 * | h.tag m.tag-1 m.tag * | h.tag m.tag m.tag+1 * | h.tag-1 h.tag m.tag *
h.tag h.tag+1 m.tag * | h.tag-1 h.tag h.tag+1 m.tag * | h.tag m.tag-1 m.tag m.tag+1 *
h.coarse h.coarse+1 m.coarse-1 m.coarse * | h.coarse-1 h.coarse m.coarse-1 m.coarse *
h.coarse h.coarse+1 m.coarse m.coarse+1 * | h.coarse-1 h.coarse m.coarse m.coarse+1 *
h.coarse m.coarse-1 m.coarse m.coarse+1 * | h.coarse-1 h.coarse h.coarse+1 m.coarse * | h.tag m.tag m.tag+1 m.tag+2 *
h.tag m.tag m.tag-1 m.tag-2 * | h.tag h.tag+1 h.tag+2 m.tag * | h.tag h.tag-1 h.tag-2 m.tag * | h.tag m.tag m.word-1 *
h.tag m.tag m.word+1 * | h.tag m.tag h.word-1 * | h.tag m.tag h.word+1 * | h.tag m.word m.tag-1 *
h.tag m.word m.tag+1 * | h.word m.tag h.tag-1 * | h.word m.tag h.tag+1 * | h.word m.tag m.tag+1 *
h.word m.tag m.tag-1 * | h.tag m.word h.tag+1 * | h.tag m.word h.tag-1 * | h.word m.word m.word-1
h.word m.word m.word+1 | h.word m.word-1 m.tag | h.word m.word+1 m.tag | h.ending m.ending * | h.ending m.tag *
h.tag m.ending * | h.ending m.coarse * | h.coarse m.ending * | h.word m.ending * | h.ending m.word *
h.shape m.shape h.tag m.tag * | h.tag m.shape * | h.shape m.tag * | m.word m.word-1 | m.word m.word+1
h.word h.word+1 | h.word h.word-1 | m.tag m.word-1 m.word+1 | h.tag-1 h.tag h.tag+1 * | m.tag-1 m.tag m.tag+1 *
h.coarse m.coarse m.word-1 * | h.coarse m.coarse h.word+1 *
"""
"""Templates of arcs: McDonald, Crammer & Pereira (2005), with coarse tags, endings, shapes and neighbouring words."""

CLUSTER_ARCS = """
h.cluster * | m.cluster * | h.cluster m.cluster * | h.cluster m.tag * | h.tag m.cluster * | h.group m.group *
h.group h.tag m.group m.tag * | h.cluster m.word | h.word m.cluster | h.cluster m.group * | h.group m.cluster *
h.tag m.cluster m.tag+1 * | h.tag m.cluster m.tag-1 * | h.cluster m.tag h.tag+1 * | h.cluster m.tag h.tag-1 *
"""
CLUSTER_SIBLINGS = """
s.cluster m.cluster * | h.tag s.group m.group | h.group s.tag m.tag | h.tag s.tag m.cluster | h.tag s.cluster m.tag
h.cluster s.tag m.tag | h.group s.group m.group | h.tag s.cluster m.cluster
"""
CLUSTER_GRANDPARENTS = """
g.cluster m.cluster | g.tag h.tag m.cluster | g.cluster h.tag m.tag | g.tag h.cluster m.tag | g.group h.group m.group
g.cluster h.tag m.cluster
"""
"""Templates with clusters of words (Koo, Carreras & Collins 2008), in addition to the others."""

BETWEEN = """
h.tag between m.tag | h.coarse between m.coarse | h.word between m.coarse | h.coarse between m.word
"""
"""Templates of an arc and a coarse tag between its ends, or all of these as a set."""

SIBLINGS = """
h.tag s.tag m.tag * | h.coarse s.coarse m.coarse * | s.tag m.tag * | s.coarse m.coarse * | s.word m.word *
s.word m.tag * | s.tag m.word * | h.word s.tag m.tag | h.tag s.word m.tag | h.tag s.tag m.word | h.word s.word m.tag
h.word s.tag m.word | h.word s.coarse m.coarse | h.coarse s.word m.coarse | h.coarse s.coarse m.word
h.tag s.word m.word | h.word s.coarse * | h.word s.word m.word | s.ending m.ending | h.tag s.ending m.tag
h.tag s.tag m.ending | h.word s.word | h.tag s.tag m.tag m.tag+1 * | h.tag s.tag m.tag m.tag-1 *
h.coarse s.coarse m.coarse m.word-1 | h.coarse s.coarse m.coarse m.word+1 | h.ending s.tag m.tag
h.coarse s.shape m.shape m.coarse * | h.coarse s.coarse m.coarse m.coarse-1 m.coarse+1 *
"""
"""Templates of two neighbouring dependents: McDonald & Pereira (2006), with what was added to those of arcs."""

MCDONALD_ARCS = """
h.word * | h.tag * | h.word h.tag * | m.word * | m.tag * | m.word m.tag * | h.word h.tag m.word m.tag *
h.tag m.word m.tag * | h.word m.word m.tag * | h.word h.tag m.tag * | h.word h.tag m.word * | h.word m.word *
h.tag m.tag * | h.tag h.tag+1 m.tag-1 m.tag * | h.tag-1 h.tag m.tag-1 m.tag * | h.tag h.tag+1 m.tag m.tag+1 *
h.tag-1 h.tag m.tag m.tag+1 *
"""
MCDONALD_BETWEEN = "h.tag between m.tag"
MCDONALD_SIBLINGS = "h.tag s.tag m.tag * | s.tag m.tag * | s.word m.word * | s.word m.tag * | s.tag m.word *"
"""The templates of those papers and nothing else, for comparisons with parsers of their time."""

GRANDPARENTS = """
g.tag h.tag m.tag | g.coarse h.coarse m.coarse | g.tag m.tag | g.coarse m.coarse | g.word m.word | g.word m.tag
g.tag m.word | g.word h.tag m.tag | g.tag h.word m.tag | g.tag h.tag m.word | g.word h.word m.tag | g.word h.tag m.word
g.tag h.word m.word | g.word h.coarse m.coarse | g.coarse h.word m.coarse | g.coarse h.coarse m.word
g.ending h.tag m.tag | g.tag h.ending m.tag | g.coarse h.word m.word | g.word h.word m.coarse
"""
"""Templates of a dependent, its head and that one's head: Koo & Collins (2010)."""


@dataclass(frozen=True)
class Table:
    """Templates of one shape of parts as the kernel takes them, those with a star first; see `kernels.arcs.Features`.

    Parameters
    ----------
    numbers, columns, keys, bounds : the terms of all roles one after the other, and where each role's begin.
    constants : of each template.
    order : the templates as the text has them.
    stars : how many templates have a star.
    tag_keys : what the coarse tag between two words is multiplied with.
    """

    numbers: UInt16Array
    columns: UInt16Array
    keys: UInt64Array
    bounds: Int32Array
    constants: UInt64Array
    order: UInt16Array
    stars: int
    tag_keys: UInt64Array

    @property
    def roles(self) -> int:
        """The number of roles."""
        return len(self.bounds) - 1

    def __len__(self) -> int:
        return len(self.order)

    @classmethod
    @cache
    def of(cls, text: str, roles: str, first: int) -> "Table":
        """The templates of a text, whose atoms begin with the letters of these roles, numbered from `first` on."""
        rows = _rows(text)
        places = sorted(range(len(rows)), key=lambda number: "*" not in rows[number])
        terms: list[list[tuple[int, int, int]]] = [[] for _ in roles]
        tag_keys = [0] * len(rows)
        for number, place in enumerate(places):
            for key, atom in zip(KEYS, [atom for atom in rows[place] if atom != "*"], strict=False):
                role, _, name = atom.partition(".")
                if name:
                    terms[roles.index(role)].append((number, (*WORD, *AROUND).index(name), key))
                else:
                    tag_keys[number] = key
        every = [term for some in terms for term in some]
        return cls(
            numbers=np.array([term[0] for term in every], dtype=np.uint16),
            columns=np.array([term[1] for term in every], dtype=np.uint16),
            keys=np.array([term[2] for term in every], dtype=np.uint64),
            bounds=np.cumsum([0, *map(len, terms)], dtype=np.int32),
            constants=_wrapped(STEP * (first + place) for place in places),
            order=np.argsort(places).astype(np.uint16),
            stars=sum("*" in row for row in rows),
            tag_keys=np.array(tag_keys, dtype=np.uint64),
        )

    def tag_rows(self) -> UInt64Array:
        """What each coarse tag between two words gives to each template, and a row for all of them as a set.

        A tag and a set that are the same number are other features: the numbers of templates differ by 100.
        """
        tags = [[STEP * (tag + 40) * int(key) + STEP * 100 for key in self.tag_keys] for tag in range(TAGS)]
        return np.array([_wrapped(row) for row in (*tags, [0] * len(self))], dtype=np.uint64).reshape(TAGS + 1, -1)


@cache
def templates(text: str, atoms: tuple[str, ...]) -> ByteArray:
    """One row for each template of a text: the places of up to five of the atoms."""
    table = np.zeros((len(_rows(text)), len(KEYS)), dtype=np.uint8)
    for number, row in enumerate(_rows(text)):
        table[number, : len(row)] = [atoms.index(atom) for atom in row]
    table.flags.writeable = False
    return table


def _rows(text: str) -> list[list[str]]:
    """The atoms of each template."""
    return [line.split() for line in text.replace("\n", "|").split("|") if line.strip()]


def _wrapped(values: Iterable[int]) -> UInt64Array:
    """The numbers modulo 2^64."""
    return np.array([value % (1 << 64) for value in values], dtype=np.uint64)


def _distance_class(distance: int) -> int:
    """A distance in words as one of eleven classes, 0 for none."""
    return distance if distance <= 5 else 6 + sum(distance > limit for limit in (7, 10, 15, 25))


DISTANCES = _wrapped(STEP * (_distance_class(distance) + 20) for distance in range(27))
"""What each distance in words gives to a template with a star; the last one is for all longer ones."""
