"""Tokenizer: from raw text to tokens, sentences and paragraphs with exact places.

White space always ends a token; addresses, numbers and emoji are never cut (`cut_rules`); between two letters a cut
comes only before n't or in words that the training data cut, such as cannot; every other place inside a run of
characters is decided by a linear model over the characters and pieces around it. Sentences are decided in the same way
(`sentence_rules`, `sentences`). Tokens are words as Universal Dependencies has them for English: do and n't, Bush and
's.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import ClassVar, Self

import numpy as np

from namesakes.arrays import BoolArray, ByteArray, Int32Array, UInt32Array, UInt64Array
from namesakes.config import fill, generator
from namesakes.errors import DataError, ModelError
from namesakes.learning.binary import BinaryClassifier, BinarySettings
from namesakes.learning.model import Arrays, Model, load_model, save_model
from namesakes.syntax.tokenization import cut_rules
from namesakes.syntax.tokenization.abbreviations import examples
from namesakes.syntax.tokenization.characters import characters
from namesakes.syntax.tokenization.kernels import boundaries as kernel
from namesakes.syntax.tokenization.sentence_rules import ruled
from namesakes.syntax.tokenization.sentences import (
    Gaps,
    learn_sentences,
    paragraph_starts,
    ragged,
    sentence_starts,
    shortened,
)
from namesakes.syntax.tokenization.surface import surface
from namesakes.text.document import Document
from namesakes.text.segment import PROVISIONAL
from namesakes.text.spans import integers

_OPEN = 3
_BLOCK = 4096


@dataclass(frozen=True)
class TokenizerSettings:
    """How a tokenizer is trained.

    Parameters
    ----------
    seed : of the order of instances in training.
    tokens, sentences : how each of the two models is learned.
    split_count, split_share : a word is looked at for a cut between its letters where the training data cut it at least
        so often, and in at least this share of its occurrences.
    made_up : how many documents with abbreviations are added, see `abbreviations`.
    """

    seed: int = 1
    tokens: BinarySettings = field(default_factory=lambda: BinarySettings(rate=0.3))
    sentences: BinarySettings = field(default_factory=lambda: BinarySettings(rate=0.1, rarest=4))
    split_count: int = 3
    split_share: float = 0.05
    made_up: int = 12


LONGEST_RUN = 1000
"""What has more characters without white space is data, not words: it is cut once in so many, where it may be."""


class Chunks:
    """The characters of one text with their runs: what the decisions about tokens look at."""

    def __init__(self, text: str) -> None:
        count = len(text)
        self.characters = characters(text)
        self._verdicts = cut_rules.verdicts(text)
        self._chunks, self._pieces = (np.zeros((count, 2), dtype=np.int32) for _ in range(2))
        self._hashes = np.zeros((count, 4), dtype=np.uint32)
        _, kinds, folded = self.characters
        kernel.runs(kinds, folded, self._chunks, self._pieces, self._hashes)

    def verdicts(self, splits: UInt64Array) -> ByteArray:
        """For the place before each character: 1 a sure boundary, 0 none, 3 to be decided."""
        found = self._verdicts.copy()
        _, kinds, folded = self.characters
        kernel.candidates(kinds, folded, self._pieces, self._hashes, splits, found)
        return found

    def places(self, positions: Int32Array, mask: int) -> UInt32Array:
        """The hashed features of a boundary before each of these characters."""
        codes, kinds, _ = self.characters
        found = np.zeros((len(positions), kernel.TEMPLATES), dtype=np.uint32)
        kernel.features(codes, kinds, self._chunks, self._pieces, self._hashes, positions, mask, found)
        return found

    def inside_letters(self, positions: Int32Array) -> Int32Array:
        """Those of the positions that have a letter on both sides, in one piece."""
        return integers(positions[self._pieces[positions, 0] < positions])

    def keys(self, positions: Int32Array) -> UInt64Array:
        """For each position inside a piece, the hash of what is before it and of what is after it."""
        before, after = self._hashes[positions - 1, 0], self._hashes[positions, 1]
        keys: UInt64Array = (before.astype(np.uint64) << np.uint64(32)) | after.astype(np.uint64)
        return keys

    def without_long_runs(self, firsts: BoolArray) -> BoolArray:
        """Where tokens begin, in what has more than `LONGEST_RUN` characters without white space once in so many."""
        inside = np.concatenate(([False], self.characters[1] != 1, [False]))
        begins, ends = np.flatnonzero(np.diff(inside)).reshape(-1, 2).T
        for row in np.flatnonzero(ends - begins > LONGEST_RUN).tolist():
            run = firsts[begins[row] : ends[row]]
            places = np.flatnonzero(run)
            kept = places[np.unique(places // LONGEST_RUN, return_index=True)[1]]
            run[:], run[kept] = False, True
        return firsts

    def spans(self, firsts: BoolArray) -> tuple[Int32Array, Int32Array]:
        """The starts and ends of tokens that begin where `firsts` says; white space belongs to none."""
        kinds = self.characters[1]
        starts = np.flatnonzero(firsts)
        space = np.flatnonzero(np.append(kinds, 1) == 1)
        ends = np.minimum(np.append(starts[1:], len(kinds)), space[np.searchsorted(space, starts)])
        return integers(starts), integers(ends)


class Tokenizer:
    """The first component of the pipeline: it replaces a document's tokens, and all that refers to them, by its own."""

    KIND: ClassVar[str] = "tokenizer"

    def __init__(
        self, settings: TokenizerSettings, splits: UInt64Array, tokens: BinaryClassifier, sentences: BinaryClassifier
    ) -> None:
        self.settings = settings
        self._splits, self._tokens, self._sentences = splits, tokens, sentences

    def __call__(self, document: Document) -> Document:
        """The document with tokens, sentences and paragraphs; layers over older tokens are gone. O(characters)."""
        chunks = Chunks(document.text)
        starts, ends = chunks.spans(self._firsts(chunks))
        gaps = Gaps(chunks.characters, starts, ends)
        return Document(
            id=document.id,
            part=document.part,
            text=document.text,
            starts=starts,
            ends=ends,
            sentence_starts=shortened(
                ruled(document.text, starts, sentence_starts(gaps, self._sentences)), len(starts)
            ),
            paragraph_starts=paragraph_starts(gaps),
            origin=document.origin,
            meta={name: value for name, value in document.meta.items() if name != PROVISIONAL},
        )

    def _firsts(self, chunks: Chunks) -> BoolArray:
        """Whether a token begins with each character."""
        verdicts = chunks.verdicts(self._splits)
        positions = integers(np.flatnonzero(verdicts == _OPEN))
        for begin in range(0, len(positions), _BLOCK):
            block = positions[begin : begin + _BLOCK]
            verdicts[block] = self._tokens(chunks.places(block, self._tokens.mask))
        return chunks.without_long_runs(verdicts == 1)

    @classmethod
    def train(cls, documents: Iterable[Document], settings: TokenizerSettings | None = None) -> Self:
        """A tokenizer trained on annotated documents; the same documents and settings give the same one."""
        settings = settings or TokenizerSettings()
        gold = [surface(document) for document in documents if len(document.starts)]
        if not gold:
            raise DataError("there is nothing to train a tokenizer on", "Give it documents that have tokens.")
        gold += examples(settings.made_up, settings.seed)
        chunks = [Chunks(document.text) for document in gold]
        splits = _splits(chunks, gold, settings)
        tokens = _learn_tokens(chunks, gold, splits, settings)
        random = generator(settings.seed, "line breaks")
        texts = [*gold, *(ragged(document, random) for document in gold)]
        gaps = [Gaps(characters(each.text), each.starts, each.ends) for each in texts]
        firsts = [document.sentence_starts for document in texts]
        sentences = learn_sentences(list(zip(gaps, firsts, strict=True)), settings.sentences, settings.seed)
        return cls(settings, splits, tokens, sentences)

    def save(self, folder: Path) -> None:
        """Write the tokenizer's model into a folder."""
        arrays: Arrays = {"splits": self._splits, "tokens": self._tokens.weights, "sentences": self._sentences.weights}
        save_model(folder, Model(self.KIND, asdict(self.settings), arrays))

    @classmethod
    def load(cls, folder: Path | Traversable) -> Self:
        """The tokenizer whose model is in a folder."""
        model = load_model(folder, cls.KIND)
        settings = fill(TokenizerSettings, model.settings, place=str(folder))
        try:
            splits, tokens, sentences = (model.arrays[name] for name in ("splits", "tokens", "sentences"))
        except KeyError as error:
            raise ModelError(f"{folder}: this tokenizer lacks the array {error}.\nTrain it again.") from error
        return cls(settings, splits, BinaryClassifier(tokens), BinaryClassifier(sentences))

    @classmethod
    def shipped(cls) -> Self:
        """The tokenizer for English that comes with the package."""
        return cls.load(files("namesakes") / "models" / "en-tokenizer")


def _splits(chunks: Sequence[Chunks], gold: Sequence[Document], settings: TokenizerSettings) -> UInt64Array:
    """The keys of the places between letters that are worth a look, sorted."""
    cut: Counter[int] = Counter()
    for text, document in zip(chunks, gold, strict=True):
        cut.update(text.keys(text.inside_letters(document.starts)).tolist())
    often = np.array(sorted(key for key, count in cut.items() if count >= settings.split_count), dtype=np.uint64)
    met: Counter[int] = Counter()
    for text in chunks:
        verdicts = text.verdicts(often)
        met.update(text.keys(text.inside_letters(integers(np.flatnonzero(verdicts == _OPEN)))).tolist())
    kept = [key for key in often.tolist() if cut[key] >= settings.split_share * met[key]]
    return np.array(kept, dtype=np.uint64)


def _learn_tokens(
    chunks: Sequence[Chunks], gold: Sequence[Document], splits: UInt64Array, settings: TokenizerSettings
) -> BinaryClassifier:
    places, targets = [], []
    for text, document in zip(chunks, gold, strict=True):
        firsts = np.zeros(len(document.text), dtype=np.bool_)
        firsts[document.starts] = True
        positions = integers(np.flatnonzero(text.verdicts(splits) == _OPEN))
        places.append(text.places(positions, (1 << settings.tokens.bits) - 1))
        targets.append(firsts[positions])
    return BinaryClassifier.train(
        np.concatenate(places), np.concatenate(targets), settings.tokens, settings.seed, "tokens"
    )
