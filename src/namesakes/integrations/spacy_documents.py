"""Documents of spaCy as documents of ours: what they have of tokens, tags, trees and names is taken over."""

from typing import TYPE_CHECKING, Final

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.integrations.spacy_trees import is_clear, universal
from namesakes.text.document import ROOT, Document
from namesakes.text.spans import Spans, integers

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

LAYERS: Final = ("tokens", "tags", "parse", "entities")
"""What can be taken over from a pipeline of spaCy; each needs those before it, but for entities."""

_ENTITIES: Final = {
    "PERSON": "PER", "PER": "PER", "ORG": "ORG", "NORP": "MISC", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC",
}  # fmt: skip
"""Kinds of names, as spaCy's models write them, and as ours do."""
_OURS: Final = frozenset({"PER", "ORG", "LOC"})


def document_of(doc: "Doc", layers: tuple[str, ...] = LAYERS, id: str = "text") -> Document:
    """The document with the text of a `Doc`, and of its layers those that it has and that are wanted.

    Without sentences there is only the text, since tokens are of use with sentences alone. White space that spaCy
    counts as tokens is left out.
    """
    if "tokens" not in layers or not len(doc) or not doc.has_annotation("SENT_START"):
        return Document(id=id, text=doc.text)
    tokens = [token for token in doc if not token.is_space]
    places = np.full(len(doc) + 1, -1, dtype=np.int32)
    places[[token.i for token in tokens]] = np.arange(len(tokens))
    document = Document(
        id=id,
        text=doc.text,
        starts=integers([token.idx for token in tokens]),
        ends=integers([token.idx + len(token) for token in tokens]),
        sentence_starts=integers(_sentences(doc, places)),
    )
    tagged = "tags" in layers and doc.has_annotation("TAG") and doc.has_annotation("POS")
    if tagged:
        document = _with_tags(document, doc, tokens)
    if tagged and "parse" in layers and doc.has_annotation("DEP"):
        document = _with_trees(document, tokens, places)
    if "entities" in layers and doc.has_annotation("ENT_IOB"):
        document = document.replace(entity_table=_entities(doc, places))
    return document


def _sentences(doc: "Doc", places: Int32Array) -> list[int]:
    """The first token of each sentence that has any."""
    found: list[int] = []
    for sentence in doc.sents:
        inside = [int(place) for place in places[sentence.start : sentence.end] if place >= 0]
        found += inside[:1]
    return found


def _with_tags(document: Document, doc: "Doc", tokens: "list[Token]") -> Document:
    columns = {"upos": [token.pos_ or "X" for token in tokens], "xpos": [token.tag_ for token in tokens]}
    if doc.has_annotation("LEMMA"):
        columns["lemma"] = [token.lemma_ for token in tokens]
    if doc.has_annotation("MORPH"):
        columns["feats"] = [str(token.morph) or "_" for token in tokens]
    return document.with_columns(**columns)


def _with_trees(document: Document, tokens: "list[Token]", places: Int32Array) -> Document:
    heads = [ROOT if token.head.i == token.i else int(places[token.head.i]) for token in tokens]
    labels = [token.dep_ or "dep" for token in tokens]
    if is_clear(labels):
        lemmas, tags = [token.lemma_ or token.lower_ for token in tokens], [token.pos_ for token in tokens]
        heads, labels = universal(heads, labels, lemmas, tags)
    labels = ["root" if label == "ROOT" else label for label in labels]
    return document.with_columns(label=labels).replace(heads=integers(heads))


def _entities(doc: "Doc", places: Int32Array) -> Spans:
    """The names of people, organizations and places; dates, amounts and the rest are none of ours."""
    rows = []
    for entity in doc.ents:
        inside = [int(place) for place in places[entity.start : entity.end] if place >= 0]
        label = _ENTITIES.get(entity.label_, "")
        if inside and label in _OURS:
            rows.append((inside[0], inside[-1] + 1, label))
    return Spans.build(rows)
