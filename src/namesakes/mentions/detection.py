"""Detection: the noun phrases, pronouns and names of a document, its mentions."""

import warnings

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.errors import DataError, UnknownNameError
from namesakes.mentions.not_mentions import clipped, mentions_kept
from namesakes.syntax.constituency.phrases import constituent_phrases
from namesakes.syntax.phrases.constituents import Kind, NounPhrases, noun_phrases
from namesakes.text.document import Document
from namesakes.text.language import language_of
from namesakes.text.spans import Mentions, integers
from namesakes.text.strings import Strings

PHRASE = "phrase"
"""The column of `Mentions.extra` that says what kind of noun phrase a mention is."""

PHRASES, CONSTITUENTS = "phrases", "constituents"
"""The key in `Document.meta` that says what noun phrases are found in, where these are not dependency trees."""

PREDICTED, GOLD = "predicted", "gold"
SOURCES = (PREDICTED, GOLD)
"""Where mentions come from: detection, or the document itself."""

FORMER_SOURCES = {"found": PREDICTED, "given": GOLD}
"""What sources were called before."""


def mention_source(name: str) -> str:
    """The source of mentions of this name; a former name counts, with a warning."""
    if name in FORMER_SOURCES:
        message = f"mentions: '{name}' is now called '{FORMER_SOURCES[name]}'; the old name still works"
        warnings.warn(message, FutureWarning, stacklevel=3)
        return FORMER_SOURCES[name]
    if name not in SOURCES:
        raise UnknownNameError("source of mentions", name, SOURCES)
    return name


def with_mentions(document: Document) -> Document:
    """The document, which has tags and trees, with its noun phrases, pronouns and names as mentions in no chains."""
    phrases = phrases_of(document)
    count = len(phrases)
    kinds = Strings.from_indices([kind.name.lower() for kind in Kind], phrases.kind)
    mentions = Mentions(
        offsets=integers(np.arange(count + 1)),
        starts=phrases.first,
        ends=phrases.end,
        chains=integers(np.full(count, -1)),
        heads=phrases.head,
        extra={PHRASE: kinds},
    )
    return document.replace(mention_table=mentions)


def phrases_of(document: Document) -> NounPhrases:
    """The noun phrases that are mentions, of constituents where the document says so, else of dependency trees."""
    if document.meta.get(PHRASES) == CONSTITUENTS:
        return constituent_phrases(document, language_of(document))
    phrases = clipped(document, noun_phrases(document))
    return phrases.select(mentions_kept(document, phrases))


def with_heads(document: Document) -> Document:
    """The document with its own mentions, each with a head, and in no chains.

    A mention's head is its first token whose own head lies outside; of a mention in parts, that of its first part.
    """
    mentions = document.mention_table
    if mentions is None or document.heads is None:
        missing = "mentions" if mentions is None else "dependency trees"
        raise DataError(f"document {document.key} has no {missing}", "Parse it first, or let mentions be predicted.")
    first, end = mentions.first, mentions.ends[mentions.offsets[:-1]]
    count = len(first)
    return document.replace(
        mention_table=Mentions(
            offsets=integers(np.arange(count + 1)),
            starts=first,
            ends=end,
            chains=integers(np.full(count, -1)),
            heads=heads_of(document, first, end),
            extra={PHRASE: _phrases(document, first, end)},
        )
    )


def heads_of(document: Document, first: Int32Array, end: Int32Array) -> Int32Array:
    """The head of each span, from `first` to before `end`: its first token whose own head lies outside. O(words)."""
    assert document.heads is not None
    lengths = np.maximum(end - first, 1)
    rows = np.repeat(np.arange(len(first)), lengths)
    tokens = np.arange(len(rows)) - (np.cumsum(lengths) - lengths)[rows] + first[rows]
    above = document.heads[tokens]
    outside = (above < first[rows]) | (above >= end[rows])
    found = np.array(end - 1)
    rows, tokens = rows[outside], tokens[outside]
    found[rows[::-1]] = tokens[::-1]
    return integers(found)


def _phrases(document: Document, first: Int32Array, end: Int32Array) -> Strings:
    """The kinds of the noun phrases with the same spans."""
    phrases = phrases_of(document) if document.meta.get(PHRASES) == CONSTITUENTS else noun_phrases(document)
    spans = zip(phrases.first.tolist(), phrases.end.tolist(), phrases.kind.tolist(), strict=True)
    known = {(low, high): Kind(kind).name.lower() for low, high, kind in spans}
    return Strings([known.get(span, "") for span in zip(first.tolist(), end.tolist(), strict=True)])
