"""Examples: documents as the arrays that the network is trained on, with masks for what a corpus does not annotate."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray, Int8Array, Int16Array, Int32Array

ABSENT = -1
"""The label of a word for which a corpus has none."""
NO_HEAD = -2
"""The head of a word for which a corpus has none; the root has -1."""

RAW = "raw"
"""The corpus of examples that nobody has annotated."""

TASKS = ("xpos", "upos", "feats", "names")
"""What is labelled word by word."""


def _nothing(width: int) -> Int32Array:
    return np.zeros((0, width), dtype=np.int32)


@dataclass
class Example:
    """A document, or some sentences, as arrays.

    Parameters
    ----------
    pieces, first : the pieces' numbers, and for each word the place of its first piece.
    shapes, pronouns, empty : what `encoder.words` says of each word.
    words : a number for each word, the same for those that differ in case only.
    speakers : a number for each speaker, 0 where none is known.
    sentences : the first word of each sentence.
    tags : for each task a label a word, `ABSENT` where there is none; a task that is not annotated is not in it.
    heads, relations : the tree, or nothing.
    chains : rows of start, end (exclusive) and chain; None where chains are not annotated.
    entities : rows of start, end (exclusive) and type, or `ABSENT`; singletons are among them. None likewise.
    pairs : rows of a pronoun's span, two names' spans, and which of the names it stands for (0, 1; 2 for neither).
    """

    id: str
    corpus: str
    pieces: Int32Array
    first: Int32Array
    shapes: Int8Array
    pronouns: Int8Array
    empty: Int8Array
    words: Int32Array
    speakers: Int16Array
    sentences: Int32Array
    tags: dict[str, Int16Array] = field(default_factory=dict)
    heads: Int32Array | None = None
    relations: Int16Array | None = None
    chains: Int32Array | None = None
    entities: Int32Array | None = None
    pairs: Int32Array = field(default_factory=lambda: _nothing(7))

    def __len__(self) -> int:
        return len(self.first)

    def sentence_edges(self) -> AnyArray:
        """The first word of each sentence, and the number of words."""
        return np.append(self.sentences, len(self.first))


@dataclass
class Labels:
    """The labels of each task, of relations and of mention types, and the corpora, each by its place."""

    tasks: dict[str, list[str]] = field(default_factory=lambda: {task: [] for task in TASKS})
    relations: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    corpora: list[str] = field(default_factory=list)

    def corpus_numbers(self) -> dict[str, int]:
        """The number of each corpus; raw text counts as the first one, whose conventions are the pipeline's."""
        return {RAW: 0} | {name: number for number, name in enumerate(self.corpora)}

    def as_json(self) -> dict[str, Any]:
        """The labels as JSON can hold them."""
        return {item.name: getattr(self, item.name) for item in fields(self)}


def save_examples(path: Path, examples: Sequence[Example], labels: Labels) -> None:
    """Write examples and labels into one compressed file of arrays; nothing in it is pickled."""
    arrays: dict[str, AnyArray] = {}
    index: list[dict[str, Any]] = [{"id": each.id, "corpus": each.corpus} for each in examples]
    for name in _FIELDS:
        _put(arrays, index, name, [getattr(each, name) for each in examples])
    for task in TASKS:
        _put(arrays, index, f"tags.{task}", [each.tags.get(task) for each in examples])
    about = json.dumps({"labels": labels.as_json(), "examples": index})
    arrays["about"] = np.frombuffer(about.encode(), dtype=np.uint8)
    np.savez_compressed(path, allow_pickle=False, **arrays)


_FIELDS = tuple(item.name for item in fields(Example) if item.name not in ("id", "corpus", "tags"))


def _put(arrays: dict[str, AnyArray], index: list[dict[str, Any]], name: str, columns: Iterable[Any]) -> None:
    """Lay the arrays of one field end to end, and note how long each is; None is not noted."""
    kept = []
    for row, column in zip(index, columns, strict=True):
        if column is not None:
            row[name] = len(column)
            kept.append(column)
    if kept:
        arrays[name] = np.concatenate(kept)


def load_examples(path: Path) -> tuple[list[Example], Labels]:
    """The examples and labels of a file that `save_examples` has written."""
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    about = json.loads(arrays.pop("about").tobytes().decode())
    places = dict.fromkeys(arrays, 0)
    examples = []
    for row in about["examples"]:
        taken: dict[str, Any] = {name: row[name] for name in ("id", "corpus")}
        for name, column in arrays.items():
            if name in row:
                taken[name] = column[places[name] : places[name] + row[name]]
                places[name] += row[name]
        tags = {name.removeprefix("tags."): taken.pop(name) for name in list(taken) if name.startswith("tags.")}
        examples.append(Example(tags=tags, **taken))
    return examples, Labels(**about["labels"])
