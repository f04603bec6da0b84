"""Chained: a document with chains, found where it has none, and with the syntax that it lacks."""

from namesakes.pipeline.coreference import Coreference
from namesakes.text.document import PARTIAL, Document
from namesakes.text.line_breaks import LineBreaks
from namesakes.text.segment import token_span
from namesakes.text.spans import Mentions
from namesakes.workers import one_blas_thread


def with_chains(document: Document, coreference: Coreference) -> Document:
    """The document with tags, trees, names and chains; chains that it has are kept, those of an edition added to."""
    partial = document.mention_table is None or document.meta.get(PARTIAL)
    return coreference(document) if partial else _parsed(document, coreference)


def _parsed(document: Document, coreference: Coreference) -> Document:
    """A document that has chains already, with the tags, trees and names that it lacks."""
    breaks = LineBreaks(document)
    document, table = breaks.unix, document.mention_table
    assert table is not None
    spans = [[(part.start, part.end) for part in mention.parts] for mention in document.mentions]
    chains = [None if chain < 0 else table.chain_ids[chain] for chain in table.chains.tolist()]
    boundaries = sorted({place for mention in spans for span in mention for place in span})
    done = document
    with one_blas_thread():
        for _, step in coreference.parts.syntax.missing(document, boundaries):
            done = step(done)
    parts = [[token_span(done, *span) for span in mention] for mention in spans]
    return breaks.restored(done.replace(mention_table=Mentions.build(parts, chains)))
