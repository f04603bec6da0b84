"""Inference without PyTorch: documents in, readings out, by ONNX Runtime on one thread."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray, Float32Array, Int64Array
from namesakes.encoder.conversion import Converter
from namesakes.encoder.examples import Example, Labels
from namesakes.encoder.files import INPUTS, load_checked, session
from namesakes.encoder.pairing import (
    BLOCK,
    RATIO,
    WIDTHS,
    PairFacts,
    WordFacts,
    best_spans,
    bucket,
    given_spans,
    nearest,
)
from namesakes.encoder.pieces import Pieces
from namesakes.encoder.readings import Reading, SpanReading, pieces
from namesakes.encoder.windows import windows
from namesakes.errors import UnknownNameError
from namesakes.learning.model import Model
from namesakes.text.document import Document

WORDS, PIECES, PART = 2000, 512, 4096
"""About how many words of several documents are read at once, how many pieces, and how many words at a time."""


class EncoderModel:
    """A trained encoder: give it documents with words and sentences, and it says what it makes of them.

    Parameters
    ----------
    folder : where its files are.
    model : its description and tables.
    corpus : whose conventions it follows; without it, those of the first that it learnt from.
    """

    def __init__(self, folder: Path, model: Model, corpus: str | None = None) -> None:
        self.folder, self._model = folder, model
        self.labels = Labels(**model.settings["labels"])
        self._tables = {name: array.astype(np.float32) for name, array in model.arrays.items()}
        if corpus is not None and corpus not in self.labels.corpora:
            raise UnknownNameError("corpus", corpus, self.labels.corpora)
        self.corpus = self.labels.corpora.index(corpus) if corpus is not None else 0
        self._last: tuple[Document, Reading] | None = None

    @classmethod
    def load(cls, folder: Path | Traversable, corpus: str | None = None) -> "EncoderModel":
        """The encoder in a folder, whose files have been checked."""
        place = Path(str(folder))
        return cls(place, load_checked(place), corpus)

    def __getstate__(self) -> dict[str, Any]:
        return {"folder": self.folder, "_model": self._model, "corpus": self.corpus}

    def __setstate__(self, state: dict[str, Any]) -> None:
        EncoderModel.__init__(self, state["folder"], state["_model"])
        self.corpus = state["corpus"]

    @cached_property
    def _sessions(self) -> dict[str, Any]:
        return {name: session(self.folder / f"{name}.onnx", inputs) for name, inputs in INPUTS.items()}

    @cached_property
    def _converter(self) -> Converter:
        return Converter(Pieces(self.folder / "tokenizer.json"), self.labels)

    def reading(self, document: Document) -> Reading:
        """What is said of one document; the last one is remembered, for all parts of a pipeline that ask."""
        known = self._last
        if known is None or not _same_words(known[0], document):
            [found] = self.read([document])
            self._last = known = document, found
        return known[1]

    def linked(self, document: Document, starts: Int64Array, ends: Int64Array) -> SpanReading:
        """What is said of spans that are given, each once and in order; their words count without empty nodes."""
        if not len(starts):
            return SpanReading.nothing()
        states = self.reading(document).states
        example, _ = self._converter.words(document, "", growing=False)
        words = self._words(states)
        widths = self._tables["spans.widths.weight"]
        return self._scored(example, states, words, *given_spans(words, widths, starts, ends - 1))

    def read(self, documents: Iterable[Document]) -> Iterator[Reading]:
        """What is said of documents, in their order; small ones are read together."""
        some: list[Example] = []
        for document in documents:
            example, _ = self._converter.words(document, "", growing=False)
            if some and sum(map(len, some)) + len(example) > WORDS:
                yield from self._together(some)
                some = []
            some.append(example)
        yield from self._together(some)

    def _together(self, examples: Sequence[Example]) -> Iterator[Reading]:
        vectors = self._vectors(examples)
        place = 0
        for example in examples:
            yield self._reading(example, vectors[place : place + len(example)])
            place += len(example)

    def _vectors(self, examples: Sequence[Example]) -> Float32Array:
        """A vector for each word of several documents; windows of like lengths are read together."""
        cut = windows([(each.pieces, each.first) for each in examples], tuple(self._model.settings["marks"]))
        width = cut.pieces.shape[1]
        size = self._tables["shapes.weight"].shape[1]
        found = np.zeros((len(cut.places), size), dtype=np.float32)
        rows, columns = np.divmod(cut.places, max(width, 1))
        for chosen in _alike(cut.lengths):
            longest = int(cut.lengths[chosen].max())
            given = {"pieces": cut.pieces[chosen, :longest], "lengths": cut.lengths[chosen]}
            [states] = self._sessions["encoder"].run(None, given)
            for number, row in enumerate(chosen.tolist()):
                inside = rows == row
                found[inside] = states[number, columns[inside]]
        shapes = np.concatenate([each.shapes for each in examples]) if examples else np.zeros(0, dtype=np.int8)
        return found + self._tables["shapes.weight"][shapes] + self._tables["corpora.weight"][self.corpus]

    def _reading(self, example: Example, states: Float32Array) -> Reading:
        words = self._words(states)
        edges = example.sentence_edges().astype(np.int64)
        label_heads = np.concatenate([words["label_heads"], self._tables["arcs.label_root"][None]])
        tags = {task: words[task] for task in self.labels.tasks}
        arcs = [self._arcs(words, low, high) for low, high in pieces(edges)]
        spans = self._spans(example, states, words, edges) if len(example) else SpanReading.nothing()
        weight = self._tables["arcs.label_weight"]
        return Reading(self.labels, edges, tags, states, label_heads, words["label_dependents"], weight, arcs, spans)

    def _words(self, states: Float32Array) -> dict[str, Float32Array]:
        """What is said of each word, by name."""
        run = self._sessions["words"]
        names = [each.name for each in run.get_outputs()]
        rows = states if len(states) else np.ones((1, states.shape[1]), dtype=np.float32)
        parts = [run.run(None, {"states": rows[low : low + PART]}) for low in range(0, len(rows), PART)]
        return {
            name: np.concatenate([part[place] for part in parts])[: len(states)] for place, name in enumerate(names)
        }

    def _arcs(self, words: dict[str, Float32Array], low: int, high: int) -> Float32Array:
        """The scores of a sentence's arcs by head and dependent, the root first."""
        heads = np.concatenate([self._tables["arcs.root"][None], words["heads"][low:high]])
        found = np.zeros((len(heads), len(heads)), dtype=np.float32)
        found[:, 1:] = heads @ words["dependents"][low:high].T + (heads @ self._tables["arcs.bias"])[:, None]
        return found

    def _spans(
        self, example: Example, states: Float32Array, words: dict[str, Float32Array], edges: Int64Array
    ) -> SpanReading:
        count = int(RATIO * len(example)) + 5
        found = best_spans(words, self._tables["spans.widths.weight"], pieces(edges), count)
        return self._scored(example, states, words, *found)

    def _scored(
        self,
        example: Example,
        states: Float32Array,
        words: dict[str, Float32Array],
        starts: Int64Array,
        ends: Int64Array,
        scores: Float32Array,
    ) -> SpanReading:
        """What is said of spans whose ends are inclusive, and of their pairs."""
        given = self._span_inputs(states, words["attention"][:, 0], starts, ends)
        names = [each.name for each in self._sessions["spans"].get_outputs()]
        found = dict(zip(names, self._sessions["spans"].run(None, {"spans": given}), strict=True))
        facts = PairFacts(WordFacts.of(example), starts, ends, self.corpus, len(self.labels.corpora))
        blocks = [self._linked(low, found, scores[0], facts) for low in range(0, len(starts), BLOCK)]
        chosen, linked = _padded([block[0] for block in blocks], 0), _padded([block[1] for block in blocks], -np.inf)
        return SpanReading(starts, ends + 1, scores[0], scores[1], found["types"].argmax(axis=1), chosen, linked)

    def _linked(
        self, low: int, found: dict[str, Float32Array], mention: Float32Array, facts: PairFacts
    ) -> tuple[Int64Array, Float32Array]:
        """For a block of candidates the antecedents that are looked at, and their scores."""
        high, vectors, said = min(low + BLOCK, len(mention)), found["vectors"], np.tanh(mention / 4)
        near, scores = nearest(found["coarse"], vectors, mention, low, high)
        there = np.isfinite(scores)
        later, earlier = np.repeat(np.arange(low, high), there.sum(axis=1)), near[there]
        if len(later):
            features, kind = facts(later, earlier)
            given = {
                "product": vectors[later] * vectors[earlier],
                "sum": found["anaphor"][later] + found["antecedent"][earlier],
                "features": features,
                "known": np.stack([said[later], said[earlier]], axis=1),
                "kind": kind,
            }
            scores[there] += self._sessions["pairs"].run(None, given)[0]
        return near, scores

    def _span_inputs(
        self, states: Float32Array, attention: Float32Array, starts: Int64Array, ends: Int64Array
    ) -> Float32Array:
        """The first and last words of spans, all of their words by attention, and their widths."""
        weights = np.exp(attention - attention.max(initial=0.0)).astype(np.float64)
        seen = np.stack(
            [
                weights[start : end + 1] @ states[start : end + 1] / weights[start : end + 1].sum()
                for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
            ]
        )
        widths = self._tables["antecedents.widths.weight"][bucket(ends - starts, WIDTHS)]
        return np.concatenate([states[starts], states[ends], seen, widths], axis=1).astype(np.float32)


def _alike(lengths: Int64Array) -> Iterator[Int64Array]:
    """The windows in groups of like lengths, of no more than so many pieces together, or one."""
    order = np.argsort(lengths, kind="stable")
    start = 0
    for end in range(1, len(order) + 1):
        if end == len(order) or (end + 1 - start) * lengths[order[end]] > PIECES:
            yield order[start:end]
            start = end


def _padded(rows: Sequence[AnyArray], value: float) -> Any:
    """Tables of several widths as one."""
    width = max(each.shape[1] for each in rows)
    return np.concatenate([np.pad(each, ((0, 0), (0, width - each.shape[1])), constant_values=value) for each in rows])


def _same_words(one: Document, other: Document) -> bool:
    """Whether two documents have the same words and sentences, so that the same is said of both."""
    return one is other or (
        one.text == other.text
        and np.array_equal(one.starts, other.starts)
        and np.array_equal(one.ends, other.ends)
        and np.array_equal(one.sentence_starts, other.sentence_starts)
        and one.columns.get("speaker") is other.columns.get("speaker")
    )
