"""Parts of a pipeline that an encoder stands for: tags, trees and names of a document, all from one reading of it."""

import hashlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import RLock
from typing import Final, Self

import numpy as np

from namesakes.arrays import Float64Array, Int32Array
from namesakes.encoder.inference import EncoderModel
from namesakes.encoder.tagging import tag_chain, tag_lattice
from namesakes.encoder.trees import TreeSettings, scored_sentences
from namesakes.learning.linear_chain import Lattice, LinearChain
from namesakes.syntax.entities.particles import with_particles
from namesakes.syntax.parsing.features import Sentences, bare_sentences, sentences
from namesakes.syntax.parsing.forests import ScoredTrees
from namesakes.syntax.parsing.parser import Parser
from namesakes.syntax.parsing.scores import Scored
from namesakes.syntax.tagging.features import SurfaceTokens
from namesakes.text.document import NO_HEAD, ROOT, Document
from namesakes.text.spans import Spans
from namesakes.text.strings import Strings

NAMED: Final = ("PER", "ORG", "LOC")
"""The types of names that a document is given, as the shipped name finder gives them."""

_kept: dict[tuple[str, str], tuple[str, EncoderModel]] = {}
_lock: Final = RLock()


def shared(folder: Path | Traversable, corpus: str = "") -> EncoderModel:
    """The encoder in a folder, loaded once a process as long as the folder is the same: all parts ask one.

    `corpus` is the one whose conventions it follows; nothing for the first that it learned from.
    """
    place = Path(str(folder))
    code = hashlib.sha256((place / "model.json").read_bytes()).hexdigest() if (place / "model.json").is_file() else ""
    with _lock:
        known, model = _kept.get((str(place), corpus), ("", None))
        if model is None or known != code:
            model = EncoderModel.load(place, corpus or None)
            _kept[str(place), corpus] = code, model
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
    def load(cls, folder: Path | Traversable, *, corpus: str = "") -> Self:
        """The part, by the encoder in a folder, with the conventions of a corpus."""
        return cls(shared(folder, corpus))


class EncodedTagger(EncodedPart):
    """Gives documents `xpos` and `upos`: the best of each word, or the best sequence where there are transitions.

    Parameters
    ----------
    encoder : the model, which other parts share.
    transitions : scores of neighbouring `xpos`, as `tagging.transition_scores` counts them.
    """

    def __init__(self, encoder: EncoderModel, transitions: Float64Array | None = None) -> None:
        super().__init__(encoder)
        self.transitions = transitions

    def __call__(self, document: Document) -> Document:
        """The document with its tags."""
        if self.transitions is not None:
            return self.with_tags(document, self.lattice(document).best())
        part, reading = SurfaceTokens.of(document), self.encoder.reading(document)
        columns = {name: part.spread(document, name, Strings(reading.best(name))) for name in ("xpos", "upos")}
        return document.with_columns(**columns)

    @cached_property
    def chain(self) -> LinearChain:
        """The chain of pairs of tags."""
        tasks = self.encoder.labels.tasks
        return tag_chain(tasks["xpos"], tasks["upos"], self.transitions)

    def lattice(self, document: Document) -> Lattice:
        """The pairs of tags that compete at each word."""
        return tag_lattice(self.chain, self.encoder.reading(document))

    def with_tags(self, document: Document, chosen: Int32Array) -> Document:
        """The document with these labels of `chain` as its tags."""
        part, tasks = SurfaceTokens.of(document), self.encoder.labels.tasks
        rows = zip(("xpos", "upos"), np.divmod(chosen, len(tasks["upos"])), strict=True)
        columns = {name: Strings.from_indices(tasks[name], numbers.astype(np.int32)) for name, numbers in rows}
        return document.with_columns(**{name: part.spread(document, name, own) for name, own in columns.items()})

    def knows(self, word: str) -> bool:
        """Whether the pretrained vocabulary has the word as one piece: rare words are cut into several."""
        return self.encoder.is_one_piece(word)


class EncodedParser(EncodedPart):
    """Gives documents trees: the best projective ones under the network's scores, by Eisner's algorithm.

    Parameters
    ----------
    encoder : the model, which other parts share.
    settings : which trees, and what the linear parser's scores count.
    linear : that parser; the shipped one where it is None and counts.
    """

    def __init__(
        self, encoder: EncoderModel, settings: TreeSettings | None = None, linear: Parser | None = None
    ) -> None:
        super().__init__(encoder)
        self.settings = settings or TreeSettings()
        self.linear = (linear or Parser.shipped()) if self.settings.share else None

    @classmethod
    def load(cls, folder: Path | Traversable, settings: TreeSettings | None = None, *, corpus: str = "") -> Self:
        """The parser by the encoder in a folder, with the conventions of a corpus."""
        return cls(shared(folder, corpus), settings)

    def __call__(self, document: Document) -> Document:
        """The document with heads and relations; empty nodes have none."""
        reading = self.encoder.reading(document)
        if not self.settings.plain:
            heads = joined_trees([tree for _, (tree, _) in self._scored(document, self._sentences(document))])
            return _with_trees(document, heads, reading.relations_to(heads))
        return _with_trees(document, reading.heads, reading.relations)

    def scored_trees(self, document: Document) -> ScoredTrees:
        """The scored sentences of a document, each with its best tree."""
        seen = self._sentences(document)
        rows = list(self._scored(document, seen))
        kept = self.encoder.reading(document).of_relations()

        def finish(given: Document, trees: Sequence[Int32Array]) -> Document:
            heads = joined_trees(trees)
            return _with_trees(given, heads, kept.relations_to(heads))

        return ScoredTrees(seen, [scored for scored, _ in rows], [tree for _, tree in rows], finish)

    def _sentences(self, document: Document) -> Sentences:
        return bare_sentences(document) if self.linear is None else sentences(document, self.linear.inventory)

    def _scored(self, document: Document, seen: Sentences) -> Iterator[tuple[Scored | None, tuple[Int32Array, float]]]:
        """Sentence by sentence, so that the scores of one are forgotten before the next one's are made."""
        return scored_sentences(self.encoder.reading(document), seen, self.settings, self.linear)


def joined_trees(trees: Sequence[Int32Array]) -> Int32Array:
    """The heads of all words of several sentences, -1 for their roots."""
    found, low = [np.zeros(0, dtype=np.int32)], 0
    for tree in trees:
        found.append(np.where(tree[1:] > 0, tree[1:] - 1 + low, -1).astype(np.int32))
        low += len(tree) - 1
    return np.concatenate(found)


def _with_trees(document: Document, found: Int32Array, relations: Sequence[str]) -> Document:
    """The document with the heads and relations of the words that are in its text."""
    places = SurfaceTokens.of(document).places
    heads = np.full(len(document.starts), NO_HEAD, dtype=np.int32)
    if len(places):
        heads[places] = np.where(found >= 0, places[found], ROOT)
    labels = ["_"] * len(document.starts)
    for place, label in zip(places.tolist(), relations, strict=True):
        labels[place] = label
    return document.with_columns(label=Strings(labels)).replace(heads=heads)


class EncodedNames(EncodedPart):
    """Finds the named entities of documents: the best sequence of the network's labels, by Viterbi's algorithm."""

    def __call__(self, document: Document) -> Document:
        """The document with its named entities."""
        places, reading = SurfaceTokens.of(document).places, self.encoder.reading(document)
        rows = [(int(places[start]), int(places[end - 1]) + 1, kind) for start, end, kind in reading.names(NAMED)]
        return document.replace(entity_table=with_particles(document, Spans.build(rows)))
