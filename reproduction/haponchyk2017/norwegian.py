"""Norwegian documents with mentions: noun phrases told from tags alone, since NARC's files have no trees."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from namesakes.text.document import Document
from namesakes.text.spans import Mentions, integers

PAIRS = (
    "sentences",
    "sentences m.tag a.tag",
    "mentions m.tag",
    "same_string",
    "same_string m.tag a.tag",
    "same_content m.tag a.tag",
    "same_head",
    "same_head m.tag a.tag",
    "same_head sentences m.tag",
    "words m.tag a.tag",
    "words same_head",
    "nesting m.tag",
    "rank m.tag a.tag",
    "m.tag a.tag m.length a.length",
    "m.head m.tag",
    "a.head a.tag",
    "m.head a.head",
    "m.head a.tag sentences",
    "m.first a.first",
    "m.last a.last",
    "m.tag a.entity",
    "m.entity a.entity same_head",
    "m.head a.entity",
    "a.repeated m.tag a.tag",
    "m.match same_head words m.tag",
    "m.before_tag m.after_tag m.tag a.tag",
)
"""Templates of pairs that need neither trees nor anything that is known of words."""

ALONE = (
    "m.tag",
    "m.head",
    "m.string",
    "m.first m.tag",
    "m.length m.tag",
    "m.repeated m.tag",
    "m.head_repeated m.tag",
    "m.order m.tag",
    "m.entity m.tag",
    "m.before_tag m.tag",
    "m.after_tag m.tag",
    "m.match m.tag",
    "m.match m.entity m.length",
    "m.nested m.tag",
)
"""Templates of mentions that begin a chain."""

_BEFORE, _NOUNS, _HEADS = ("DET", "ADJ", "NUM"), ("NOUN", "PROPN"), ("NOUN", "PROPN", "PRON")


def with_tagged_mentions(document: Document) -> Document:
    """The document with mentions in no chains: pronouns, and nouns with what stands before them."""
    tags = list(document.columns["xpos"])
    spans = sorted(set(phrases(tags, document.sentence_starts.tolist())), key=lambda span: (span[0], -span[1]))
    heads = [max((at for at in range(first, last) if tags[at] in _HEADS), default=last - 1) for first, last in spans]
    count = len(spans)
    table = Mentions(
        offsets=integers(np.arange(count + 1)),
        starts=integers(np.array([first for first, _ in spans])),
        ends=integers(np.array([last for _, last in spans])),
        chains=integers(np.full(count, -1)),
        heads=integers(np.array(heads)),
    )
    return document.with_columns(upos=document.columns["xpos"]).replace(mention_table=table)


def phrases(tags: Sequence[str], sentences: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Spans of pronouns, of nouns with determiners, adjectives and numbers, and of names at their ends."""
    edges = [*sentences, len(tags)]
    for start, end in pairwise(edges):
        place = start
        while place < end:
            first = place
            while place < end and tags[place] in _BEFORE:
                place += 1
            last = place
            while last < end and tags[last] in _NOUNS:
                last += 1
            if last > place:
                yield first, last
                name = last
                while name > place and tags[name - 1] == "PROPN":
                    name -= 1
                if first < name < last:
                    yield name, last
            elif place > first and tags[first] == "DET":
                yield first, first + 1
            elif place < end and tags[place] == "PRON":
                yield place, place + 1
            place = max(last, place + 1)
