"""The features of named entities: the tagger's columns, with tags where there are any, and templates over them."""

from itertools import pairwise

import numpy as np

from namesakes.arrays import BoolArray, IndexArray, Int32Array, UInt32Array
from namesakes.learning.linear_chain import Template, Tokens
from namesakes.syntax.entities.likeness import Likeness
from namesakes.syntax.tagging.features import (
    CLASS,
    ELSEWHERE,
    STYLE,
    TAG,
    SurfaceTokens,
    token_columns,
    true_elsewhere,
    unigrams,
    written_elsewhere,
)
from namesakes.syntax.tagging.lexicon import Lexicon
from namesakes.syntax.tagging.word_forms import (
    CASE,
    LOWER,
    PREFIX,
    SHAPE,
    SHORT_SHAPE,
    SUFFIX,
    WORD,
    folded,
    word_forms,
)
from namesakes.text.strings import Strings

BLOCK = 20
"""How many sentences count as one document for the features of the same word elsewhere: some corpora have no marks
between documents, and a word of a long text says little of its likes a hundred pages on."""

NEIGHBOUR, COARSE, MIDDLE, FINE, BAND, DOMAIN, ALIKE, MOST, LEVEL = range(TAG + 1, TAG + 10)
"""Columns after those of the tagger: whether capitalised words stand beside the same word elsewhere; the word's cluster
in three grains, and how frequent it is; whose way of annotating is followed; the word's likeness to names of all types,
its greatest one, and (from `LEVEL` on) the one to each type."""


NAMES: list[Template] = [
    (),
    *unigrams(WORD, -1, 0, 1),
    *unigrams(LOWER, -2, -1, 0, 1, 2),
    *unigrams(CLASS, -2, -1, 0, 1, 2),
    *unigrams(SHAPE, -1, 0, 1),
    *unigrams(TAG, -2, -1, 0, 1, 2),
    *(template for length in range(1, 5) for template in unigrams(SUFFIX + length, 0)),
    *(template for length in range(1, 5) for template in unigrams(PREFIX + length, 0)),
    *unigrams(SUFFIX + 3, -1, 1),
    ((LOWER, -1), (LOWER, 0)),
    ((LOWER, 0), (LOWER, 1)),
    ((LOWER, -2), (LOWER, -1)),
    ((LOWER, 1), (LOWER, 2)),
    ((LOWER, -1), (LOWER, 1)),
    ((CLASS, -1), (CLASS, 0)),
    ((CLASS, 0), (CLASS, 1)),
    ((CLASS, -1), (CLASS, 0), (CLASS, 1)),
    ((LOWER, -1), (CASE, 0)),
    ((LOWER, 1), (CASE, 0)),
    ((LOWER, -1), (CASE, 0), (CASE, 1)),
    ((LOWER, -2), (CASE, -1), (CASE, 0)),
    ((LOWER, 2), (CASE, 0), (CASE, 1)),
    ((CASE, 0), (CASE, 1)),
    ((CASE, -1), (CASE, 0)),
    ((CASE, -1), (CASE, 0), (CASE, 1)),
    ((CASE, -2), (CASE, -1), (CASE, 0), (CASE, 1), (CASE, 2)),
    ((SHORT_SHAPE, -1), (SHORT_SHAPE, 0), (SHORT_SHAPE, 1)),
    ((SUFFIX + 3, 0), (CASE, 0), (CASE, 1)),
    ((SUFFIX + 3, 0), (CASE, 0), (CASE, -1)),
    ((SUFFIX + 3, 1), (CASE, 0), (CASE, 1)),
    ((TAG, -1), (TAG, 0)),
    ((TAG, 0), (TAG, 1)),
    ((TAG, -1), (TAG, 0), (TAG, 1)),
    ((TAG, 0), (CASE, 0)),
    ((TAG, 0), (SUFFIX + 3, 0)),
    ((LOWER, -1), (TAG, 0)),
    ((LOWER, 1), (TAG, 0)),
    ((CASE, 0), (STYLE, 0)),
    ((CASE, 0), (STYLE, 0), (CLASS, 0)),
    ((CASE, 0), (STYLE, 0), (TAG, 0)),
    ((CASE, 0), (ELSEWHERE, 0)),
    ((CASE, 0), (ELSEWHERE, 0), (STYLE, 0)),
    ((CASE, 0), (ELSEWHERE, 0), (CASE, 1), (ELSEWHERE, 1)),
    ((CASE, 0), (NEIGHBOUR, 0)),
    *(template for column in (COARSE, MIDDLE, FINE) for template in unigrams(column, -2, -1, 0, 1, 2)),
    *(
        template
        for column in (COARSE, MIDDLE)
        for template in (
            ((column, -1), (column, 0)),
            ((column, 0), (column, 1)),
            ((column, -1), (column, 1)),
            ((column, 0), (CASE, 0), (CASE, 1)),
            ((column, 0), (CASE, -1), (CASE, 0)),
            ((column, -1), (CASE, 0), (column, 1)),
        )
    ),
    *(((column, 0), (CASE, 0)) for column in (COARSE, MIDDLE, FINE, BAND)),
    ((COARSE, -1), (COARSE, 0), (COARSE, 1)),
    ((BAND, 0), (CASE, 0), (STYLE, 0)),
    *unigrams(ALIKE, -2, -1, 0, 1, 2),
    ((ALIKE, 0), (CASE, 0)),
    ((ALIKE, 0), (CASE, 0), (STYLE, 0)),
    ((ALIKE, 0), (CASE, 0), (CASE, 1)),
    ((ALIKE, 0), (CASE, 0), (CASE, -1)),
    ((MOST, -1), (MOST, 0)),
    ((MOST, 0), (MOST, 1)),
    ((MOST, -1), (CASE, -1), (MOST, 0), (CASE, 0)),
    ((MOST, 1), (CASE, 1), (MOST, 0), (CASE, 0)),
    ((MOST, -1), (MOST, 0), (MOST, 1)),
    ((MOST, 0), (LOWER, -1)),
    ((MOST, 0), (LOWER, 1)),
    ((MOST, 0), (CASE, 0), (LOWER, -1)),
    ((MOST, 0), (CASE, 0), (LOWER, 1)),
    ((MOST, 0), (CLASS, 0)),
    ((MOST, 0), (TAG, 0)),
    ((MOST, 0), (TAG, 0), (CASE, 0)),
    ((MOST, 0), (MIDDLE, -1)),
    ((MOST, 0), (MIDDLE, 1)),
    *unigrams(DOMAIN, 0),
    *(((column, 0), (DOMAIN, 0)) for column in (LOWER, CLASS, SHAPE, MIDDLE, ALIKE)),
    ((LOWER, -1), (DOMAIN, 0)),
    ((LOWER, 1), (DOMAIN, 0)),
    ((MOST, 0), (CASE, 0), (DOMAIN, 0)),
    ((TAG, 0), (CASE, 0), (DOMAIN, 0)),
    ((CASE, 0), (STYLE, 0), (DOMAIN, 0)),
    ((CASE, -1), (CASE, 0), (CASE, 1), (DOMAIN, 0)),
]
"""The templates: words, affixes, shapes, tags, clusters, likeness, and how the same word is written elsewhere in the
document; some of them once more for each domain (Daumé 2007), since the corpora do not agree on what a name is."""


def entity_templates(types: int) -> list[Template]:
    """All templates, where there are so many types of entities."""
    levels = range(LEVEL, LEVEL + types)
    single = [template for column in levels for template in unigrams(column, -1, 0, 1)]
    return [*NAMES, *single, *(((column, 0), (CASE, 0)) for column in levels)]


def entity_tokens(
    part: SurfaceTokens, tags: Strings | None, lexicon: Lexicon, likeness: Likeness, domain: str
) -> Tokens:
    """The tokens' codes in all columns, and their candidates: all labels, or that outside all entities alone."""
    columns, offsets, labels = token_columns(part.words, part.edges, lexicon)
    seen = likeness.word_cache.of(part.words.values)[part.words.indices]
    every = np.zeros((len(columns), DOMAIN + 1 + seen.shape[1] - (DOMAIN - COARSE)), dtype=np.uint32)
    every[:, : columns.shape[1]] = columns
    every[:, COARSE:DOMAIN] = seen[:, : DOMAIN - COARSE]
    every[:, ALIKE:] = seen[:, DOMAIN - COARSE :]
    if tags is not None and len(tags):
        every[:, TAG] = folded(tags.values)[tags.indices]
    every[:, DOMAIN] = folded([domain])
    lowers = word_forms(part.words.values)[:, LOWER][part.words.indices]
    first = np.zeros(len(columns), dtype=np.bool_)
    first[part.edges[:-1][np.diff(part.edges) > 0]] = True
    for begin, end in blocks(part.edges):
        group = np.unique(lowers[begin:end], return_inverse=True)[1]
        every[begin:end, ELSEWHERE] = written_elsewhere(group, every[begin:end, CASE], first[begin:end])
        every[begin:end, NEIGHBOUR] = _neighbours(group, every[begin:end, CASE], first[begin:end])
    return Tokens(every, part.edges, offsets, labels)


def blocks(edges: Int32Array) -> list[tuple[int, int]]:
    """The first token of each run of `BLOCK` sentences, and the one after its last."""
    return list(pairwise([*edges[:-1][::BLOCK].tolist(), int(edges[-1])]))


(_TITLE,) = folded(["title"])


def _neighbours(group: IndexArray, cases: UInt32Array, first: BoolArray) -> UInt32Array:
    """Whether the same capitalised word elsewhere follows (1) or precedes (2) another one, summed."""
    title = cases == _TITLE
    before = np.append(False, title[:-1]) & title & ~first
    return true_elsewhere(group, (before, np.append(before[1:], False)))
