"""The features of the tagger: the columns of codes that a document's tokens have, and the templates over them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, IndexArray, Int32Array, Int64Array, IntegerArray, UInt32Array
from namesakes.errors import DataError
from namesakes.learning.linear_chain import Template
from namesakes.syntax.tagging.lexicon import Lexicon
from namesakes.syntax.tagging.word_forms import (
    AFFIX,
    CASE,
    LOWER,
    PREFIX,
    SHAPE,
    SHORT_SHAPE,
    SUFFIX,
    WIDTH,
    WORD,
    folded,
)
from namesakes.text.document import Document
from namesakes.text.strings import Strings

CLASS, ELSEWHERE, STYLE, TAG = range(WIDTH, WIDTH + 4)
"""Columns after those of the word alone: its ambiguity class, how it is written elsewhere in the document, how its
sentence is written, and (for universal tags) the corpus's own tag."""


HIDDEN = (WORD, LOWER, CLASS)
"""The columns that are hidden at times in training, so that a rare word is learned as an unknown one too."""


@dataclass(frozen=True)
class SurfaceTokens:
    """The tokens of a document that are in its text: CoNLL-U's empty nodes are neither tagged nor seen.

    Parameters
    ----------
    places : of these tokens in the document.
    words : their words.
    edges : the first token of each sentence, counted in `places`, and the number of tokens.
    """

    places: IndexArray
    words: Strings
    edges: Int32Array

    @classmethod
    def of(cls, document: Document) -> "SurfaceTokens":
        """The part of a document that is tagged; a document without sentences is one sentence."""
        count = len(document.starts)
        words = document.word_column
        places = np.arange(count)
        starts: IntegerArray = document.sentence_starts
        if document.empty_nodes is not None and document.empty_nodes.any():
            places = np.flatnonzero(document.empty_nodes == 0)
            words = Strings([document.words[place] for place in places.tolist()])
            starts = np.searchsorted(places, starts)
        edges = np.unique(np.concatenate((starts, [0, len(places)])))
        return cls(places, words, edges.astype(np.int32))

    def between(self, first: int, end: int) -> "SurfaceTokens":
        """The sentences from `first` to before `end`."""
        here = slice(int(self.edges[first]), int(self.edges[end]))
        words = Strings.from_indices(self.words.values, self.words.indices[here])
        return SurfaceTokens(self.places[here], words, self.edges[first : end + 1] - here.start)

    def column(self, document: Document, name: str) -> Strings:
        """The rows of a document's column for these tokens, or the error that says that there is none."""
        rows = document.columns.get(name)
        if rows is None and len(self.places):
            raise DataError(f"document {document.key} has no {name}, which training needs")
        if rows is None:
            return Strings()
        return rows if len(rows) == len(self.places) else Strings([rows[place] for place in self.places.tolist()])

    def spread(self, document: Document, name: str, rows: Strings) -> Strings:
        """The rows as a column of the whole document; empty nodes keep what they had."""
        if len(self.places) == len(document.starts):
            return rows
        every = list(document.columns.get(name) or [""] * len(document.starts))
        for place, row in zip(self.places.tolist(), rows, strict=True):
            every[place] = row
        return Strings(every)


_LOWER, _UPPER, _TITLE, _MIXED_TITLE = folded(["lower", "upper", "title", "mixed title"])


def unigrams(column: int, *distances: int) -> list[Template]:
    """Templates of one column each, at these distances."""
    return [((column, distance),) for distance in distances]


WORDS: list[Template] = [
    (),
    *unigrams(WORD, 0),
    *unigrams(LOWER, -2, -1, 0, 1, 2),
    *unigrams(CLASS, -2, -1, 0, 1, 2),
    *unigrams(SHAPE, -1, 0, 1),
    *unigrams(CASE, 0),
    *(template for length in range(1, AFFIX + 1) for template in unigrams(SUFFIX + length, 0)),
    *(template for length in range(1, AFFIX + 1) for template in unigrams(PREFIX + length, 0)),
    *unigrams(SUFFIX + 3, -1, 1),
    *unigrams(SUFFIX + 2, -1, 1),
    ((LOWER, -1), (LOWER, 0)),
    ((LOWER, 0), (LOWER, 1)),
    ((LOWER, -1), (LOWER, 1)),
    ((LOWER, -2), (LOWER, -1)),
    ((LOWER, 1), (LOWER, 2)),
    ((CLASS, -1), (CLASS, 0)),
    ((CLASS, 0), (CLASS, 1)),
    ((CLASS, -1), (CLASS, 1)),
    ((CLASS, 1), (CLASS, 2)),
    ((CLASS, -1), (CLASS, 0), (CLASS, 1)),
    ((LOWER, 0), (CLASS, 1)),
    ((LOWER, 0), (CLASS, -1)),
    ((SUFFIX + 3, -1), (SUFFIX + 3, 0)),
    ((SUFFIX + 3, 0), (SUFFIX + 3, 1)),
    ((SUFFIX + 2, -1), (SUFFIX + 2, 0)),
    ((SUFFIX + 2, 0), (SUFFIX + 2, 1)),
    ((SUFFIX + 3, 0), (CLASS, -1), (CLASS, 1)),
    ((PREFIX + 2, 0), (SUFFIX + 2, 0)),
    ((PREFIX + 3, 0), (SUFFIX + 2, 0)),
    ((LOWER, -1), (SUFFIX + 3, 0)),
    ((LOWER, 1), (SUFFIX + 3, 0)),
    ((CLASS, -1), (SUFFIX + 2, 0)),
    ((CLASS, 1), (SUFFIX + 2, 0)),
    ((SHORT_SHAPE, -1), (SHORT_SHAPE, 0), (SHORT_SHAPE, 1)),
    ((SHORT_SHAPE, 0), (SUFFIX + 2, 0)),
    ((CASE, 0), (ELSEWHERE, 0)),
    ((CASE, 0), (STYLE, 0)),
    ((CASE, 0), (STYLE, 0), (CLASS, 0)),
    ((CASE, 0), (SUFFIX + 3, 0), (STYLE, 0)),
    ((CASE, 0), (ELSEWHERE, 0), (SUFFIX + 1, 0)),
]
"""The templates of the corpus's own tags."""

UNIVERSAL: list[Template] = [
    *unigrams(TAG, 0),
    ((TAG, 0), (LOWER, 0)),
    ((TAG, 0), (SUFFIX + 3, 0)),
    ((TAG, -1), (TAG, 0)),
    ((TAG, 0), (TAG, 1)),
    ((TAG, -1), (TAG, 0), (TAG, 1)),
    ((TAG, 0), (TAG, 1), (TAG, 2)),
    ((TAG, -2), (TAG, -1), (TAG, 0)),
    ((TAG, 1), (TAG, 2), (TAG, 3)),
    ((LOWER, 0), (TAG, -1)),
    ((LOWER, 0), (TAG, 1)),
    ((LOWER, 0), (TAG, 1), (TAG, 2)),
    ((LOWER, 0), (TAG, 1), (TAG, 2), (TAG, 3)),
    ((LOWER, 0), (TAG, -1), (TAG, 1)),
    ((LOWER, 0), (LOWER, 1)),
    ((LOWER, 0), (LOWER, -1)),
    ((LOWER, 0), (LOWER, 1), (TAG, 2)),
    ((TAG, 0), (LOWER, 1)),
    ((TAG, 0), (LOWER, -1)),
    ((LOWER, 0), (TAG, 2)),
    ((LOWER, 0), (TAG, 3)),
    ((LOWER, 0), (LOWER, 2)),
]
"""The templates of the universal tags, given the corpus's own."""


def token_columns(words: Strings, edges: Int32Array, lexicon: Lexicon) -> tuple[UInt32Array, Int32Array, Int32Array]:
    """The tokens' codes in the columns up to `STYLE`, and as offsets and labels what each token may be.

    Everything about a word alone is made once for each distinct word of the document.
    """
    seen = lexicon.word_cache.of(words.values)[words.indices]
    columns = np.zeros((len(words), STYLE + 1), dtype=np.uint32)
    columns[:, : CLASS + 1] = seen[:, : CLASS + 1]
    first = np.zeros(len(words), dtype=np.bool_)
    first[edges[:-1]] = True
    same_word = np.unique(seen[:, CLASS + 1], return_inverse=True)[1]
    columns[:, ELSEWHERE] = written_elsewhere(same_word, columns[:, CASE], first)
    columns[:, STYLE] = 2 * _style(columns[:, CASE], edges) + first
    return columns, *lexicon.chosen(seen[:, CLASS + 2])


def tag_columns(columns: UInt32Array, tags: Strings) -> UInt32Array:
    """The columns with one more: the code of each token's own tag."""
    return np.column_stack((columns, folded(tags.values)[tags.indices]))


def written_elsewhere(group: IndexArray, cases: UInt32Array, first: BoolArray) -> UInt32Array:
    """How the same word is written at other places: 1 lower, 2 capitalised within a sentence, 4 in capitals, summed."""
    return true_elsewhere(group, (cases == _LOWER, (cases == _TITLE) & ~first, cases == _UPPER))


def true_elsewhere(group: IndexArray, flags: Sequence[BoolArray]) -> UInt32Array:
    """By token, a bit for each flag that another token of its group has."""
    result = np.zeros(len(group), dtype=np.uint32)
    for bit, here in enumerate(flags):
        others = np.bincount(group, weights=here)[group] - here
        result += (others > 0).astype(np.uint32) << bit
    return result


def _style(cases: UInt32Array, edges: Int32Array) -> UInt32Array:
    """How each token's sentence is written: 0 plainly, 1 all in small letters, 2 like a title, 3 all in capitals."""
    small, title = cases == _LOWER, (cases == _TITLE) | (cases == _MIXED_TITLE)
    capitals = cases == _UPPER
    sizes = np.diff(edges)
    lower, titled, upper = (_sums(each, edges) for each in (small, title, capitals))
    letters = lower + titled + upper
    style = np.where(titled + upper == 0, 1, 0)
    style[(titled + upper > 0.6 * letters) & (letters > 1)] = 2
    style[upper > 0.7 * letters] = 3
    return np.repeat(style, sizes).astype(np.uint32)


def _sums(flags: BoolArray, edges: Int32Array) -> Int64Array:
    """How many flags are set in each sentence."""
    counts = np.append(0, np.cumsum(flags))
    return np.diff(counts[edges])
