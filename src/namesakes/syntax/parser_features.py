"""What the parser sees: the codes of a document's words and tags by sentence, and the templates over them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from namesakes.errors import DataError
from namesakes.text.document import Document
from namesakes.text.strings import Strings
from namesakes.text.vocabulary import code, codes
from namesakes.text.word_vectors import WordVectors, shortened

Codes = NDArray[np.uint64]
Templates = NDArray[np.uint8]

COARSE = 64
"""The coarse tags that can be told apart between two words."""

CLUSTER, GROUP = 10, 5
"""How many bits of a word's path in the tree of clusters make its cluster, and its group."""

_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_WORD = ("word", "tag", "coarse", "ending", "shape", "cluster", "group")
_AROUND = ("word-1", "tag-1", "coarse-1", "word+1", "tag+1", "coarse+1", "tag-2", "coarse-2", "tag+2", "coarse+2")

ARC_ATOMS = (
    "-",
    *(f"h.{name}" for name in (*_WORD, *_AROUND)),
    *(f"m.{name}" for name in (*_WORD, *_AROUND)),
    "between",
)
SIBLING_ATOMS = (
    "-",
    *(f"{role}.{name}" for role in "hsm" for name in _WORD),
    *(f"m.{name}" for name in _AROUND),
)
GRAND_ATOMS = ("-", *(f"{role}.{name}" for role in "ghm" for name in _WORD))

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


@cache
def templates(text: str, atoms: tuple[str, ...]) -> Templates:
    """One row for each template of a text like those above: five places in the atoms, and whether it has a star."""
    rows = [line.split() for line in text.replace("\n", "|").split("|") if line.strip()]
    table = np.zeros((len(rows), 6), dtype=np.uint8)
    for number, row in enumerate(rows):
        places = [atoms.index(atom) for atom in row if atom != "*"]
        table[number, : len(places)], table[number, 5] = places, "*" in row
    table.flags.writeable = False
    return table


@dataclass(frozen=True)
class Sentences:
    """The sentences of a document as the kernels take them: a row for the root, one a word, and one for the end.

    Parameters
    ----------
    codes : the codes of word, tag, coarse tag, ending, shape, cluster and group, seven a row.
    coarse : the coarse tag as a small number.
    bounds : the first row of each sentence, and the number of rows.
    tokens : the token of each row, -1 for roots and ends.
    """

    codes: Codes
    coarse: NDArray[np.uint8]
    bounds: NDArray[np.int64]
    tokens: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def rows(self, number: int) -> slice:
        """The rows of one sentence."""
        return slice(int(self.bounds[number]), int(self.bounds[number + 1]))

    def words(self, number: int) -> NDArray[np.int64]:
        """The tokens of one sentence, empty nodes left out."""
        rows = self.rows(number)
        return self.tokens[rows.start + 1 : rows.stop - 1]


def sentences(document: Document, inventory: Codes) -> Sentences:
    """What the parser sees of a document; `inventory` are the codes of the coarse tags that it tells apart, sorted."""
    real = np.arange(len(document.starts))
    if document.empty_nodes is not None:
        real = np.flatnonzero(document.empty_nodes == 0)
    starts = document.sentence_starts if len(document.sentence_starts) else np.zeros(min(len(real), 1), dtype=np.int32)
    firsts = np.searchsorted(real, starts)
    bounds = np.append(firsts, len(real)) + 2 * np.arange(len(firsts) + 1)
    rows = np.arange(len(real)) + 2 * np.searchsorted(firsts, np.arange(len(real)), side="right") - 1
    made = _codes(document)
    table = np.empty((int(bounds[-1]), made.shape[1]), dtype=np.uint64)
    table[bounds[:-1]], table[bounds[1:] - 1] = code("<root>"), code("<end>")
    table[rows] = made[real]
    tokens = np.full(len(table), -1, dtype=np.int64)
    tokens[rows] = real
    numbers = np.searchsorted(inventory, table[:, 2]) % COARSE
    return Sentences(table, numbers.astype(np.uint8), bounds, tokens)


def tag_columns(document: Document) -> tuple[Strings, Strings]:
    """The fine and the coarse tags of a document; each stands for the other where one of the two is absent."""
    fine, coarse = document.columns.get("xpos"), document.columns.get("upos")
    if fine is None and coarse is None:
        raise DataError(
            f"document {document.key} has no part-of-speech tags, which the parser needs",
            "Run the tagger on it first, or give it a column xpos or upos.",
        )
    return fine or coarse or Strings(), coarse or fine or Strings()


def coarse_inventory(documents: Sequence[Document]) -> Codes:
    """The sorted codes of all coarse tags in the documents."""
    return np.unique(codes(sorted({tag for document in documents for tag in tag_columns(document)[1].values})))


def _codes(document: Document) -> Codes:
    """The seven codes of each token."""
    fine, coarse = tag_columns(document)
    words = Strings(document.words)
    plain = [_plain(word) for word in words.values]
    table = np.empty((len(words), len(_WORD)), dtype=np.uint64)
    table[:, 0] = codes(plain)[words.indices]
    table[:, 1], table[:, 2] = fine.codes, coarse.codes
    table[:, 3] = codes([word[-3:] for word in plain])[words.indices]
    table[:, 4] = codes([_shape(word) for word in words.values])[words.indices]
    paths = WordVectors.shipped().paths(WordVectors.codes(words.values))
    for column, bits in ((5, CLUSTER), (6, GROUP)):
        table[:, column] = (shortened(paths, bits).astype(np.uint64) * _SPREAD)[words.indices]
    return table


@lru_cache(maxsize=65536)
def _plain(word: str) -> str:
    """The word in small letters, with zeros for digits."""
    return "".join(["0" if letter.isdigit() else letter for letter in word.lower()])


@lru_cache(maxsize=65536)
def _shape(word: str) -> str:
    """Whether a word has capitals, digits or no letters at all."""
    if word.islower():
        return "x"
    if word.isupper():
        return "XX" if len(word) > 1 else "X"
    if word.istitle() or word[:1].isupper():
        return "Xx"
    return "0" if any(letter.isdigit() for letter in word) else "xX" if any(map(str.isalpha, word)) else "."
