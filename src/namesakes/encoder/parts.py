"""Parts of a pipeline that an encoder stands for: tags, trees and names of a document, all from one reading of it."""

import hashlib
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import RLock
from typing import Final, Self

import numpy as np

from namesakes.encoder.inference import EncoderModel
from namesakes.syntax.entities.particles import with_particles
from namesakes.syntax.tagging.features import SurfaceTokens
from namesakes.text.document import NO_HEAD, ROOT, Document
from namesakes.text.spans import Spans
from namesakes.text.strings import Strings

NAMED: Final = ("PER", "ORG", "LOC")
"""The types of names that a document is given, as the shipped name finder gives them."""

_kept: dict[str, tuple[str, EncoderModel]] = {}
_lock: Final = RLock()


def shared(folder: Path | Traversable) -> EncoderModel:
    """The encoder in a folder, loaded once a process as long as the folder is the same: all parts ask one."""
    place = Path(str(folder))
    code = hashlib.sha256((place / "model.json").read_bytes()).hexdigest() if (place / "model.json").is_file() else ""
    with _lock:
        known, model = _kept.get(str(place), ("", None))
        if model is None or known != code:
            model = EncoderModel.load(place)
            _kept[str(place)] = code, model
        return model


class EncodedPart:
    """A part of a pipeline that an encoder stands for.

    Parameters
    ----------
    encoder : the model, which other parts share.
    """

    def __init__(self, encoder: EncoderModel) -> None:
        self.encoder = encoder

    @classmethod
    def load(cls, folder: Path | Traversable) -> Self:
        """The part, by the encoder in a folder."""
        return cls(shared(folder))


class EncodedTagger(EncodedPart):
    """Gives documents `xpos` and `upos`."""

    def __call__(self, document: Document) -> Document:
        """The document with its tags."""
        part, reading = SurfaceTokens.of(document), self.encoder.reading(document)
        columns = {name: part.spread(document, name, Strings(reading.best(name))) for name in ("xpos", "upos")}
        return document.with_columns(**columns)


class EncodedParser(EncodedPart):
    """Gives documents trees: the best projective ones under the network's scores, by Eisner's algorithm."""

    def __call__(self, document: Document) -> Document:
        """The document with heads and relations; empty nodes have none."""
        places, reading = SurfaceTokens.of(document).places, self.encoder.reading(document)
        heads = np.full(len(document.starts), NO_HEAD, dtype=np.int32)
        if len(places):
            heads[places] = np.where(reading.heads >= 0, places[reading.heads], ROOT)
        labels = ["_"] * len(document.starts)
        for place, label in zip(places.tolist(), reading.relations, strict=True):
            labels[place] = label
        return document.with_columns(label=Strings(labels)).replace(heads=heads)


class EncodedNames(EncodedPart):
    """Finds the named entities of documents: the best sequence of the network's labels, by Viterbi's algorithm."""

    def __call__(self, document: Document) -> Document:
        """The document with its named entities."""
        places, reading = SurfaceTokens.of(document).places, self.encoder.reading(document)
        rows = [(int(places[start]), int(places[end - 1]) + 1, kind) for start, end, kind in reading.names(NAMED)]
        return document.replace(entity_table=with_particles(document, Spans.build(rows)))
