"""Vectors of texts: a pretrained encoder of sentences as it comes, by ONNX Runtime on one thread.

Reimers and Gurevych (2019), Sentence-BERT: the mean of the vectors of a text's pieces is what the text is about.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.encoder.files import VECTORS, load_checked, session
from namesakes.encoder.parts import EncodedPart
from namesakes.encoder.pieces import Pieces
from namesakes.learning.model import Model
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.document import Document

_LETTERS = 40
"""How many characters are looked at for each piece that is read: no usual piece has as many."""


class TextVectors:
    """A vector of length 1 for each text. Texts are read one by one, so that none depends on what is beside it.

    Parameters
    ----------
    folder : where its files are.
    model : its description.
    """

    def __init__(self, folder: Path, model: Model) -> None:
        self.folder, self._model = folder, model
        self.size: int = model.settings["shape"]["size"]
        self._longest: int = model.settings["longest"]

    @classmethod
    def load(cls, folder: Path | Traversable) -> "TextVectors":
        """The model in a folder, whose files have been checked."""
        place = Path(str(folder))
        return cls(place, load_checked(place, VECTORS, (VECTORS,), ()))

    def __getstate__(self) -> dict[str, Any]:
        return {"folder": self.folder, "_model": self._model}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["folder"], state["_model"])  # type: ignore[misc]

    @cached_property
    def _session(self) -> Any:
        return session(self.folder / f"{VECTORS}.onnx", ("pieces",))

    @cached_property
    def _pieces(self) -> Pieces:
        return Pieces(self.folder / "tokenizer.json")

    def __call__(self, texts: Sequence[str]) -> Float32Array:
        """The vectors of texts, a row each; of one without words it is 0."""
        found = np.zeros((len(texts), self.size), dtype=np.float32)
        for row, text in enumerate(texts):
            pieces = self._pieces.of_text(text[: self._longest * _LETTERS], self._longest - 2)
            if pieces:
                begin, end, _ = self._pieces.marks
                given = np.array([[begin, *pieces, end]], dtype=np.int64)
                [mean] = self._session.run(None, {"pieces": given})
                found[row] = mean[0] / max(float(np.linalg.norm(mean[0])), 1e-9)
        return found


class StateVectors(EncodedPart):
    """The same by an encoder that was trained for something else: the mean of its words' vectors."""

    def __call__(self, texts: Sequence[str]) -> Float32Array:
        """The vectors of texts, a row each, of length 1; of one without words it is 0."""
        states = [self.encoder.states(_tokenizer()(Document(id="text", text=text))) for text in texts]
        found = np.zeros((len(texts), self.encoder.size), dtype=np.float32)
        for row, words in enumerate(states):
            if len(words):
                mean = words.mean(axis=0, dtype=np.float32)
                found[row] = mean / max(float(np.linalg.norm(mean)), 1e-9)
        return found


@cache
def _tokenizer() -> Tokenizer:
    return Tokenizer.shipped()
