"""Documents of Haponchyk & Moschitti (2017): those that are trained on, held out and scored, with their mentions."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from namesakes.chains.preparation import prepared
from namesakes.formats import read
from namesakes.mentions.detection import with_mentions
from namesakes.text.document import Document
from reproduction.corpora import Pair, sample
from reproduction.haponchyk2017 import norwegian

ENGLISH, SHORT, NORWEGIAN = "ontogum", "ontogum, cut", "narc"


@dataclass(frozen=True)
class Corpus:
    """Which documents are used.

    Parameters
    ----------
    name : one of the corpora above.
    training, held_out : how many documents are drawn to train on, 0 for all that are left, and to choose settings by.
    mentions : how many mentions each training document of `SHORT` is cut to.
    """

    name: str
    training: int
    held_out: int
    mentions: int


@cache
def pairs(data: Path, corpus: Corpus, part: str) -> list[Pair]:
    """The documents to train on, held out ("tuned") or scored, with mentions, beside the same with gold chains."""
    folder, training, scored = {
        NORWEGIAN: ("narc/bokmaal", "train.conll", "dev.conll"),
    }.get(corpus.name, ("ontogum/conllu", "train", "dev"))
    documents = list(read(data / folder / (scored if part == "scored" else training)))
    if part != "scored":
        left = len(documents) - corpus.held_out
        count, start = (corpus.training or left, corpus.held_out) if part == "training" else (corpus.held_out, 0)
        documents = sample(documents, count, 0, "haponchyk & moschitti", corpus.name, start=start)
    found = [(unlinked(document, corpus.name), document) for document in documents]
    if corpus.name == SHORT and part == "training":
        return [cut(*pair, corpus.mentions) for pair in found]
    return found


def cut(document: Document, gold: Document, mentions: int) -> Pair:
    """The first mentions of a document, beside the gold ones that end before the next."""
    found, known = document.mention_table, gold.mention_table
    assert found is not None
    assert known is not None
    if len(found) <= mentions:
        return document, gold
    first = np.arange(len(found)) < mentions
    inside = known.end <= found.first[mentions]
    return document.replace(mention_table=found.select(first)), gold.replace(mention_table=known.select(inside))


def unlinked(document: Document, corpus: str) -> Document:
    """The document with all its mentions, in no chains."""
    return (
        norwegian.with_tagged_mentions(document) if corpus == NORWEGIAN else with_mentions(prepared(document, "gold"))
    )
