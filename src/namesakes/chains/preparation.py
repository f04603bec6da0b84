"""Preparation: documents with the syntax and the names that chains are found on, gold or predicted."""

from dataclasses import replace
from typing import Final

from namesakes.errors import DataError, UnknownNameError
from namesakes.mentions.detection import CONSTITUENTS, PHRASES
from namesakes.syntax.constituency.dependencies import OF_LANGUAGE, with_dependencies
from namesakes.syntax.constituency.treebank import check_tags
from namesakes.syntax.evaluation import tokens_only
from namesakes.syntax.parts import Syntax
from namesakes.syntax.tagging.features import SurfaceTokens
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.text.arabic import with_plain_words
from namesakes.text.document import Document
from namesakes.text.language import ENGLISH, check_script, language_of
from namesakes.text.strings import Strings

SYNTAX = ("gold", "predicted", CONSTITUENTS)
ENTITIES: Final = {"PERSON": "PER", "ORG": "ORG", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC"}
"""What the types of OntoNotes' names are called in English documents; others keep their names."""


def prepared(document: Document, kind: str, syntax: Syntax | None = None) -> Document:
    """The document with tags, trees and names, ready for mention detection.

    With gold syntax, tags and dependency trees of the document are kept, and what it lacks is predicted: universal tags
    from the corpus's own ones, lemmas, trees (so for CoNLL-2012, which has constituents only), names. With predicted
    syntax the components see the tokens, the sentences and the speakers alone. With constituents, mentions and heads
    are those of the document's phrases, and nothing is parsed; so for languages that have no models.

    Parameters
    ----------
    kind : of syntax, "gold", "predicted" or "constituents".
    syntax : the components that predict; the shipped ones by default.
    """
    if kind not in SYNTAX:
        raise UnknownNameError("kind of syntax", kind, SYNTAX)
    if kind == CONSTITUENTS:
        return of_constituents(document, syntax)
    if language_of(document) != ENGLISH:
        found = f"document {document.key} is in '{language_of(document)}', and the models of syntax know English only"
        raise DataError(found, "Use its constituents: --syntax constituents.")
    syntax = syntax or Syntax.shipped()
    return completed(document, syntax) if kind == "gold" else predicted(words_only(document), syntax)


def of_constituents(document: Document, syntax: Syntax | None = None) -> Document:
    """The document with the heads and tags of its constituents, ready for mentions to be found among these.

    English documents get lemmas and, where they have none, names from the components; Arabic words are compared as
    `text.arabic` says.
    """
    language = language_of(document)
    check_script(document, language)
    if language == "ar":
        document = with_plain_words(document)
    document = with_dependencies(document, OF_LANGUAGE[language])
    document = document.replace(meta={**document.meta, PHRASES: CONSTITUENTS})
    if language != ENGLISH:
        return document
    syntax = syntax or Syntax.shipped()
    if "lemma" not in document.columns:
        document = syntax.lemmatizer(document)
    table = document.entity_table
    if table is None:
        return syntax.entities(document)
    kinds = Strings(ENTITIES.get(label, label) for label in table.labels)
    return document.replace(entity_table=replace(table, labels=kinds))


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
        check_tags(document, ENGLISH)
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
