"""The mentions of a document by an encoder: the spans that it takes for mentions, and the phrases that trees show."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, Int64Array, IntegerArray
from namesakes.chains.features.opinions import Opinions, PairScores
from namesakes.encoder.inference import EncoderModel
from namesakes.encoder.readings import SpanReading
from namesakes.mentions.detection import with_mentions
from namesakes.mentions.nobody import nobody
from namesakes.mentions.quotes import quoted, quotes
from namesakes.mentions.speakers import Speech
from namesakes.mentions.transcripts import with_labels
from namesakes.syntax.tagging.features import SurfaceTokens
from namesakes.text.document import Document
from namesakes.text.spans import Mentions


@dataclass(frozen=True)
class EncodedMentions:
    """Finds the mentions of documents.

    Parameters
    ----------
    encoder : the model.
    least : the log odds from which on a span is a mention even if nothing is linked to it.
    shift : what is added to every score of an antecedent before it is a link.
    phrases : whether the phrases that trees show are mentions too.
    """

    encoder: EncoderModel
    least: float = -1.0
    shift: float = 0.0
    phrases: bool = True

    def __call__(self, document: Document, written: Sequence[Speech] = ()) -> tuple[SpanReading, Document]:
        """The spans that are mentions with the links among them, and the document with them as its mentions."""
        reading = self.encoder.reading(document)
        if not self.phrases:
            spans = reading.spans
            said = spans.only(self.likely(spans) & _possible(document, spans.starts, spans.ends))
            return said, _with_spans(document, said, None)
        shown = with_labels(with_mentions(document), written)
        phrases = _places(shown)
        own = np.stack([reading.starts, reading.ends], axis=1)[_possible(document, reading.starts, reading.ends)]
        spans = self.encoder.linked(document, *np.unique(np.concatenate([own, phrases]), axis=0).T)
        wanted = set(map(tuple, phrases.tolist()))
        ends = spans.starts.tolist(), spans.ends.tolist()
        phrase = np.array([span in wanted for span in zip(*ends, strict=True)], dtype=np.bool_)
        said = spans.only(self.likely(spans) | phrase)
        return said, _with_spans(document, said, shown)

    def likely(self, spans: SpanReading) -> BoolArray:
        """Which spans are mentions: those that are likely, those with an antecedent, and these."""
        kept = spans.mention > self.least
        if spans.scores.size:
            best = spans.scores.argmax(axis=1)
            linked = np.flatnonzero(spans.scores.max(axis=1) > -self.shift)
            kept[linked] = True
            kept[spans.chosen[linked, best[linked]]] = True
        return kept


def _possible(document: Document, starts: IntegerArray, ends: IntegerArray) -> BoolArray:
    """Which spans of words may be mentions.

    None has a word that names nobody, such as a label of a header, and none begins inside a quote and ends outside it,
    as `Mrs. Bell?" Ann` does, or the other way round.
    """
    places = SurfaceTokens.of(document).places
    silent = np.append(0, np.cumsum(nobody(document)[places]))
    inside = quoted(document, quotes(document))[places]
    return np.asarray((silent[ends] == silent[starts]) & (inside[starts] == inside[ends - 1]))


def said_of(encoder: EncoderModel, document: Document, seen: Document) -> SpanReading:
    """What an encoder says of the mentions that a document has been seen with."""
    return encoder.linked(document, *np.unique(_places(seen), axis=0).T)


def pair_scores(seen: Document, said: SpanReading) -> PairScores:
    """What is said of spans, as what is said of the mentions that they are."""
    number, count = _numbers(seen, said), len(_places(seen))
    there = np.isfinite(said.scores) & (number > 0)[:, None] & (number[said.chosen] > 0)
    later, column = np.nonzero(there)
    ends = number[later], number[said.chosen[later, column]]
    return PairScores.of(np.maximum(*ends), np.minimum(*ends), said.scores[later, column], count)


def opinions_of(encoder: EncoderModel, seen: Document) -> Opinions:
    """What an encoder says of the mentions that a document has been seen with, and of their pairs."""
    said = said_of(encoder, seen, seen)
    known = dict(zip(zip(said.starts.tolist(), said.ends.tolist(), strict=True), said.mention.tolist(), strict=True))
    mentions = np.array([0.0, *(known[place] for place in map(tuple, _places(seen).tolist()))])
    return Opinions(pair_scores(seen, said), mentions)


def _places(document: Document) -> Int64Array:
    """The first word of each mention and the one after its last, empty nodes left out."""
    table, words = document.mention_table, _words(document)
    assert table is not None
    return np.stack([words[table.first], words[table.end - 1] + 1], axis=1)


def _words(document: Document) -> Int64Array:
    """For each token its place without empty nodes; that of an empty node is the one before it."""
    kept = np.zeros(len(document.starts), dtype=np.int64)
    kept[SurfaceTokens.of(document).places] = 1
    return np.maximum(np.cumsum(kept) - 1, 0)


def _with_spans(document: Document, said: SpanReading, beside: Document | None) -> Document:
    """The document with these spans as mentions in no chains, in the order of mentions: of equal starts the longer.

    `beside` has other mentions, which are taken too.
    """
    places = SurfaceTokens.of(document).places
    ends = said.starts.tolist(), said.ends.tolist()
    found = {(int(places[start]), int(places[end - 1]) + 1) for start, end in zip(*ends, strict=True)}
    table = None if beside is None else beside.mention_table
    if table is not None:
        found.update(zip(table.first.tolist(), table.end.tolist(), strict=True))
    rows = [[span] for span in sorted(found, key=lambda span: (span[0], -span[1]))]
    return document.replace(mention_table=Mentions.build(rows, [None] * len(rows)))


def _numbers(seen: Document, said: SpanReading) -> Int64Array:
    """The number, from 1 on, of the mention that each span is; 0 for none."""
    known: dict[tuple[int, ...], int] = {}
    for number, span in enumerate(map(tuple, _places(seen).tolist()), start=1):
        known.setdefault(span, number)
    asked = zip(said.starts.tolist(), said.ends.tolist(), strict=True)
    return np.array([known.get(span, 0) for span in asked], dtype=np.int64)
