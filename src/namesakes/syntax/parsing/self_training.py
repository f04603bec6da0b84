"""Self-training: a parser that also learns from what it says itself of texts without trees.

One round, as Reichart & Rappoport (2007) and the baseline of Rush et al. (2012, section 8): the parser of the training
data parses the texts, and a new one is trained on both.
"""

from collections.abc import Iterable, Sequence

from namesakes.errors import DataError
from namesakes.syntax.parsing.parser import Parser, ParserSettings
from namesakes.syntax.parsing.training import train, with_predicted_tags
from namesakes.text.document import Document
from namesakes.text.steps import Step


def self_trained(
    documents: Sequence[Document], raw: Sequence[Document], settings: ParserSettings | None = None
) -> Parser:
    """The parser of documents with trees and of others, whose trees the first parser gives.

    Parameters
    ----------
    documents : with tags, heads and relations.
    raw : with tags; their own trees, if they have any, are not looked at.
    """
    if not any(len(document.sentence_starts) for document in raw):
        raise DataError("there is nothing for self-training to parse", "Give documents with words.")
    settings = settings or ParserSettings()
    gold = with_predicted_tags(documents, settings)
    first = train(gold, settings)
    return train([*gold, *(first(without_trees(document)) for document in raw)], settings)


def tagged(documents: Iterable[Document], tokenizer: Step, tagger: Step) -> list[Document]:
    """The documents with words and tags, found where they have none."""
    found = []
    for document in documents:
        given = document if len(document.sentence_starts) else tokenizer(document)
        found.append(given if {"upos", "xpos"} & set(given.columns) else tagger(given))
    return found


def without_trees(document: Document) -> Document:
    """The document without heads and relations."""
    return document.with_columns(label=None).replace(heads=None)
