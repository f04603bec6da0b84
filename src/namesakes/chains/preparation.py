"""Preparation: documents with the syntax and the names that chains are found on, gold or predicted."""

from namesakes.errors import UnknownNameError
from namesakes.syntax.evaluation import tokens_only
from namesakes.syntax.parts import Syntax
from namesakes.syntax.tagging.features import Part
from namesakes.text.document import Document

SYNTAX = ("gold", "predicted")


def prepared(document: Document, syntax: str, parts: Syntax | None = None) -> Document:
    """The document with tags, trees and names, ready for mentions to be found.

    With gold syntax, tags and dependency trees of the document are kept, and what it lacks is predicted: universal tags
    from the corpus's own ones, lemmas, trees by the parser (so for CoNLL-2012, which has constituents only),
    names. With predicted syntax the pipeline sees the tokens, the sentences and the speakers alone.
    """
    if syntax not in SYNTAX:
        raise UnknownNameError("kind of syntax", syntax, SYNTAX)
    parts = parts or Syntax.shipped()
    return completed(document, parts) if syntax == "gold" else parts.steps(tokenized=True)(words_only(document))


def words_only(document: Document) -> Document:
    """The document's tokens, sentences, speakers and metadata, and nothing else that anybody said of it."""
    bare = tokens_only(document).replace(meta=document.meta)
    speakers = document.columns.get("speaker")
    return bare if speakers is None else bare.with_columns(speaker=speakers)


def completed(document: Document, parts: Syntax | None = None) -> Document:
    """The document with the layers that it lacks, each predicted from those that it has."""
    parts, columns = parts or Syntax.shipped(), document.columns
    if "upos" not in columns:
        document = _universal(document, parts) if "xpos" in columns else parts.tagger(document)
    if "lemma" not in columns:
        document = parts.lemmatizer(document)
    if document.heads is None:
        document = parts.parser(document)
    return document if document.entity_table is not None else parts.entities(document)


def _universal(document: Document, parts: Syntax) -> Document:
    """The document with the universal tags that go with the tags it has."""
    tagger, part = parts.tagger, Part.of(document)
    assert tagger.universal is not None
    tags = tagger.universal.tags(tagger.tokens(part), part.column(document, "xpos"))
    return document.with_columns(upos=part.spread(document, "upos", tags))
