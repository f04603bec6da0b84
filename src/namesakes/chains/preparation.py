"""Preparation: documents with the syntax and the names that chains are found on, gold or predicted."""

from functools import cache

from namesakes.errors import UnknownNameError
from namesakes.syntax.english import english
from namesakes.syntax.entities.name_finder import NameFinder
from namesakes.syntax.evaluation import tokens_only
from namesakes.syntax.parsing.parser import Parser
from namesakes.syntax.tagging.features import SurfaceTokens
from namesakes.syntax.tagging.lemmatizer import Lemmatizer
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.text.document import Document
from namesakes.text.steps import Step

SYNTAX = ("gold", "predicted")


def prepared(document: Document, syntax: str) -> Document:
    """The document with tags, trees and names, ready for mentions to be found.

    With gold syntax, tags and dependency trees of the document are kept, and what it lacks is predicted: universal tags
    from the corpus's own ones, lemmas, trees by the shipped parser (so for CoNLL-2012, which has constituents only),
    names. With predicted syntax the shipped pipeline sees the tokens, the sentences and the speakers alone.
    """
    if syntax not in SYNTAX:
        raise UnknownNameError("kind of syntax", syntax, SYNTAX)
    return completed(document) if syntax == "gold" else english(tokenized=True)(words_only(document))


def words_only(document: Document) -> Document:
    """The document's tokens, sentences, speakers and metadata, and nothing else that anybody said of it."""
    bare = tokens_only(document).replace(meta=document.meta)
    speakers = document.columns.get("speaker")
    return bare if speakers is None else bare.with_columns(speaker=speakers)


def completed(document: Document) -> Document:
    """The document with the layers that it lacks, each predicted from those that it has."""
    columns = document.columns
    if "upos" not in columns:
        document = _universal(document) if "xpos" in columns else _part("tagger")(document)
    if "lemma" not in columns:
        document = _part("lemmas")(document)
    if document.heads is None:
        document = _part("parser")(document)
    return document if document.entity_table is not None else _part("names")(document)


def _universal(document: Document) -> Document:
    """The document with the universal tags that go with the tags it has."""
    tagger, part = _part("tagger"), SurfaceTokens.of(document)
    assert isinstance(tagger, Tagger)
    assert tagger.universal is not None
    tags = tagger.universal.tags(tagger.tokens(part), part.column(document, "xpos"))
    return document.with_columns(upos=part.spread(document, "upos", tags))


@cache
def _part(name: str) -> Step:
    parts: dict[str, type[Tagger] | type[Lemmatizer] | type[Parser] | type[NameFinder]] = {
        "tagger": Tagger,
        "lemmas": Lemmatizer,
        "parser": Parser,
        "names": NameFinder,
    }
    return parts[name].shipped()
