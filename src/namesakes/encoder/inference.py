"""Inference without PyTorch: documents in, readings out, by ONNX Runtime on one thread."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import Float32Array, Int64Array
from namesakes.encoder.conversion import Converter
from namesakes.encoder.examples import Example, Labels
from namesakes.encoder.files import INPUTS, load_checked, session
from namesakes.encoder.linking import SpanLinker
from namesakes.encoder.pairing import RATIO, BestSpans, Spans, given_spans, sentence_spans
from namesakes.encoder.pieces import Pieces
from namesakes.encoder.readings import Reading, SpanReading, pieces
from namesakes.encoder.windows import CONTEXT, CORE, piece_shapes, windows
from namesakes.errors import UnknownNameError
from namesakes.learning.model import Model
from namesakes.text.document import Document
from namesakes.threads import PerThread

WORDS, PIECES, PART = 2000, 512, 2000
"""About how many words of several documents are read at once, how many pieces, and how many words at a time."""
LONG = 20_000
"""From so many words on, vectors are kept in half precision."""
READ = ("xpos", "upos", "names")
"""The tasks whose scores are kept."""
_HALF = ("label_heads", "label_dependents")
_KEPT = (*READ, *_HALF, "attention")


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
        self._last: PerThread[list[tuple[Document, Reading]]] = PerThread(list)

    @classmethod
    def load(cls, folder: Path | Traversable, corpus: str | None = None) -> "EncoderModel":
        """The encoder in a folder, whose files have been checked."""
        place = Path(str(folder))
        return cls(place, load_checked(place), corpus)

    @property
    def settings(self) -> Mapping[str, Any]:
        """What the model's description says."""
        return self._model.settings

    def __getstate__(self) -> dict[str, Any]:
        return {"folder": self.folder, "_model": self._model, "corpus": self.corpus}

    def __setstate__(self, state: dict[str, Any]) -> None:
        EncoderModel.__init__(self, state["folder"], state["_model"])
        self.corpus = state["corpus"]

    @cached_property
    def _sessions(self) -> dict[str, Any]:
        return {name: session(self.folder / f"{name}.onnx", inputs) for name, inputs in INPUTS.items()}

    @cached_property
    def _linker(self) -> SpanLinker:
        return SpanLinker(self._sessions, self._tables, self.corpus, len(self.labels.corpora))

    @cached_property
    def _converter(self) -> Converter:
        return Converter(Pieces(self.folder / "tokenizer.json"), self.labels)

    def reading(self, document: Document) -> Reading:
        """What is said of one document; a thread remembers the last one, for all parts of a pipeline that ask.

        Where nothing is new but who speaks, the text is not read again: only pairs depend on speakers.
        """
        last = self._last()
        if not last or not _same_words(last[0][0], document):
            last[:] = [(document, found) for found in self.read([document])]
        known, found = last[0]
        if known.columns.get("speaker") is not document.columns.get("speaker"):
            example, _ = self._converter.words(document, "", growing=False)
            last[:] = [(document, found.with_words(example))]
        return last[0][1]

    @property
    def size(self) -> int:
        """How many numbers the vector of a word has."""
        return int(self._tables["shapes.weight"].shape[1])

    def states(self, document: Document) -> Float32Array:
        """A vector for each word of one document, which is read by itself."""
        example, _ = self._converter.words(document, "", growing=False)
        return self._vectors([example])

    def is_one_piece(self, word: str) -> bool:
        """Whether the vocabulary has a word as one piece."""
        cut = self._converter.pieces
        found, _ = cut([word])
        return len(found) == 1 and int(found[0]) != cut.unknown

    def linked(self, document: Document, starts: Int64Array, ends: Int64Array) -> SpanReading:
        """What is said of spans that are given, each once and in order; their words count without empty nodes."""
        states = self.reading(document).states
        example, _ = self._converter.words(document, "", growing=False)
        attention = self._words(states, ("attention",))["attention"][:, 0]
        return self._linker(example, states, attention, self._given(states, starts, ends - 1))

    def _given(self, states: Float32Array, starts: Int64Array, ends: Int64Array) -> Spans:
        """Spans that are given, their ends inclusive, with their scores; some at a time, with the words they need."""
        scores = [np.zeros((2, 0), dtype=np.float32)]
        for place in range(0, len(starts), PART):
            some = slice(place, place + PART)
            low, high = int(starts[some].min()), int(ends[some].max()) + 1
            words = self._words(states[low:high], ("start_bias", "end_bias", "begin_0", "begin_1", "end"))
            widths = self._tables["spans.widths.weight"]
            scores.append(given_spans(words, widths, starts[some] - low, ends[some] - low)[2])
        return starts, ends, np.concatenate(scores, axis=1)

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
        settings = self._model.settings
        begin, end, fill = settings["marks"]
        pieces_of = [(each.pieces, each.first) for each in examples]
        cut = windows(pieces_of, (begin, end, fill), *settings.get("window", (CORE, CONTEXT)))
        width = cut.pieces.shape[1]
        size = self._tables["shapes.weight"].shape[1]
        found = np.zeros((len(cut.places), size), dtype=np.float16 if len(cut.places) > LONG else np.float32)
        rows, columns = np.divmod(cut.places, max(width, 1))
        shapes = np.concatenate([each.shapes for each in examples]) if examples else np.zeros(0, dtype=np.int8)
        shaped = piece_shapes(cut.owners, shapes)
        late = self._tables["shapes.weight"] + self._tables["corpora.weight"][self.corpus]
        for chosen in _alike(cut.lengths):
            longest = int(cut.lengths[chosen].max())
            given = {"pieces": cut.pieces[chosen, :longest], "lengths": cut.lengths[chosen]}
            given |= {"shapes": shaped[chosen, :longest], "corpus": np.array([self.corpus])}
            [states] = self._sessions["encoder"].run(None, given)
            for number, row in enumerate(chosen.tolist()):
                inside = rows == row
                found[inside] = states[number, columns[inside]] + late[shapes[inside]]
        return found

    def _reading(self, example: Example, states: Float32Array) -> Reading:
        edges = example.sentence_edges().astype(np.int64)
        kept = self._words(states[:0], _KEPT)
        kept = {name: _room(rows, len(states), len(states) > LONG and name in _HALF) for name, rows in kept.items()}
        arcs, best = [], BestSpans(int(RATIO * len(example)) + 5)
        for low, group in _groups(edges):
            high = group[-1][1]
            words = self._words(states[low:high])
            own = [(first - low, end - low) for first, end in group]
            arcs += [self._arcs(words, first, end) for first, end in own]
            begin, last, scores = sentence_spans(words, self._tables["spans.widths.weight"], own)
            best.add((begin + low, last + low, scores))
            for name, rows in kept.items():
                rows[low:high] = words[name]
        spans = best.taken()
        look = partial(self._linker, states=states, attention=kept["attention"][:, 0], spans=spans)
        heads = np.concatenate([kept["label_heads"], self._tables["arcs.label_root"][None].astype(states.dtype)])
        weight, tags = self._tables["arcs.label_weight"], {task: kept[task] for task in READ}
        labelled = heads, kept["label_dependents"], weight
        return Reading(self.labels, edges, tags, states, *labelled, arcs, spans[0], spans[1] + 1, example, look)

    def _words(self, states: Float32Array, wanted: Sequence[str] | None = None) -> dict[str, Float32Array]:
        """What is said of each word, by name."""
        run = self._sessions["words"]
        names = list(wanted or (each.name for each in run.get_outputs()))
        rows = states if len(states) else np.ones((1, states.shape[1]), dtype=np.float32)
        parts = [
            run.run(names, {"states": rows[low : low + PART].astype(np.float32)}) for low in range(0, len(rows), PART)
        ]
        return {
            name: np.concatenate([part[place] for part in parts])[: len(states)] for place, name in enumerate(names)
        }

    def _arcs(self, words: dict[str, Float32Array], low: int, high: int) -> Float32Array:
        """The scores of a sentence's arcs by head and dependent, the root first."""
        heads = np.concatenate([self._tables["arcs.root"][None], words["heads"][low:high]])
        found = np.zeros((len(heads), len(heads)), dtype=np.float32)
        found[:, 1:] = heads @ words["dependents"][low:high].T + (heads @ self._tables["arcs.bias"])[:, None]
        return found


def _room(like: Float32Array, count: int, half: bool) -> Float32Array:
    """Room for so many rows of a width, in half precision or not."""
    return np.empty((count, like.shape[1]), dtype=np.float16 if half else np.float32)


def _groups(edges: Int64Array) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """The sentences, long ones in pieces, in groups of no more than so many words, each with its first word."""
    group: list[tuple[int, int]] = []
    for low, high in pieces(edges):
        if group and high - group[0][0] > PART:
            yield group[0][0], group
            group = []
        group.append((low, high))
    if group:
        yield group[0][0], group


def _alike(lengths: Int64Array) -> Iterator[Int64Array]:
    """The windows in groups of like lengths, of no more than so many pieces together, or one."""
    order = np.argsort(lengths, kind="stable")
    start = 0
    for end in range(1, len(order) + 1):
        if end == len(order) or (end + 1 - start) * lengths[order[end]] > PIECES:
            yield order[start:end]
            start = end


def _same_words(one: Document, other: Document) -> bool:
    """Whether two documents have the same words and sentences, so that the same is said of their words."""
    return one is other or (
        one.text == other.text
        and np.array_equal(one.starts, other.starts)
        and np.array_equal(one.ends, other.ends)
        and np.array_equal(one.sentence_starts, other.sentence_starts)
    )
