"""Preparation: documents with the syntax and the names that chains are found on, gold or predicted."""

from namesakes.errors import UnknownNameError
from namesakes.syntax.evaluation import tokens_only
from namesakes.syntax.parts import Syntax
from namesakes.syntax.tagging.features import SurfaceTokens
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.text.document import Document

SYNTAX = ("gold", "predicted")


def prepared(document: Document, kind: str, syntax: Syntax | None = None) -> Document:
    """The document with tags, trees and names, ready for mention detection.

    With gold syntax, tags and dependency trees of the document are kept, and what it lacks is predicted: universal tags
    from the corpus's own ones, lemmas, trees (so for CoNLL-2012, which has constituents only), names. With predicted
    syntax the components see the tokens, the sentences and the speakers alone.

    Parameters
    ----------
    kind : of syntax, "gold" or "predicted".
    syntax : the components that predict; the shipped ones by default.
    """
    if kind not in SYNTAX:
        raise UnknownNameError("kind of syntax", kind, SYNTAX)
    syntax = syntax or Syntax.shipped()
    return completed(document, syntax) if kind == "gold" else predicted(words_only(document), syntax)


def words_only(document: Document) -> Document:
    """The document's tokens, sentences, speakers and metadata, and nothing else that anybody said of it."""
    bare = tokens_only(document).replace(meta=document.meta)
    speakers = document.columns.get("speaker")
    return bare if speakers is None else bare.with_columns(speaker=speakers)


def predicted(document: Document, syntax: Syntax) -> Document:
    """The tokenized document with all other layers predicted."""
    for step in (syntax.tagger, syntax.lemmatizer, syntax.parser, syntax.entities):
        document = step(document)
    return document


def completed(document: Document, syntax: Syntax) -> Document:
    """The document with the layers that it lacks, each predicted from those that it has."""
    columns = document.columns
    if "upos" not in columns:
        document = _universal(document, syntax) if "xpos" in columns else syntax.tagger(document)
    if "lemma" not in columns:
        document = syntax.lemmatizer(document)
    if document.heads is None:
        document = syntax.parser(document)
    return document if document.entity_table is not None else syntax.entities(document)


def _universal(document: Document, syntax: Syntax) -> Document:
    """The document with the universal tags that go with the tags it has; all tags anew from a tagger without those."""
    tagger, part = syntax.tagger, SurfaceTokens.of(document)
    if not isinstance(tagger, Tagger) or tagger.universal is None:
        return tagger(document)
    tags = tagger.universal.tags(tagger.tokens(part), part.column(document, "xpos"))
    return document.with_columns(upos=part.spread(document, "upos", tags))
