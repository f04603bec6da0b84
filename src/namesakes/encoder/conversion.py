"""From documents to examples: pieces, labels by number, trees without empty nodes, chains and entities."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from namesakes.arrays import AnyArray, Int16Array, Int32Array
from namesakes.encoder.examples import ABSENT, NO_HEAD, Example, Labels
from namesakes.encoder.pieces import Pieces
from namesakes.encoder.words import empty, pronoun_kinds, shapes
from namesakes.text.document import Document

FOREIGN = -3
"""The label of a word whose label no training document has: never learnt, and always counted as missed."""
_UNKNOWN_TAGS = frozenset({"", "_", "-"})
_UNKNOWN_SPEAKERS = frozenset({"", "-", "_"})


class Converter:
    """Turns documents into examples, and numbers their labels.

    Parameters
    ----------
    pieces : what cuts words into pieces.
    labels : the labels so far; those of `growing` calls are added to it.
    """

    def __init__(self, pieces: Pieces, labels: Labels | None = None) -> None:
        self.pieces, self.labels = pieces, labels or Labels()
        self._numbers: dict[int, dict[str, int]] = {}

    def numbers(self, names: Iterable[str], known: list[str], *, growing: bool) -> Int16Array:
        """The numbers of labels; an empty one is absent, and an unknown one joins the known if these are growing."""
        table = self._numbers.setdefault(id(known), {name: number for number, name in enumerate(known)})
        found = []
        for name in names:
            number = ABSENT if name in _UNKNOWN_TAGS else table.get(name, FOREIGN)
            if number == FOREIGN and growing:
                number = table[name] = len(known)
                known.append(name)
            found.append(number)
        return np.array(found, dtype=np.int16)

    def words(self, document: Document, corpus: str, *, growing: bool = True) -> tuple[Example, Int32Array]:
        """The example with nothing but words, and for each token its new place, -1 for empty nodes."""
        if growing:
            self.numbers([corpus], self.labels.corpora, growing=True)
        nodes = document.empty_nodes
        kept = np.ones(len(document.starts), dtype=bool) if nodes is None else np.asarray(nodes) == 0
        places = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)
        words = [word for word, keep in zip(document.words, kept.tolist(), strict=True) if keep]
        before = np.concatenate([[0], np.cumsum(kept)])
        starts = np.unique(np.append(0, before[document.sentence_starts]))
        pieces, first = self.pieces(words)
        known: dict[str, int] = {}
        numbers = [known.setdefault(word.lower(), len(known)) for word in words]
        example = Example(
            id=document.id,
            corpus=corpus,
            pieces=pieces,
            first=first,
            shapes=shapes(words),
            pronouns=pronoun_kinds(words),
            empty=empty(words),
            words=np.array(numbers, dtype=np.int32),
            speakers=_speakers(document)[kept],
            sentences=starts[starts < len(words)].astype(np.int32),
        )
        return example, places

    def example(self, document: Document, corpus: str, *, growing: bool = True) -> Example:
        """The example of a document with the tags and trees that it has."""
        made, places = self.words(document, corpus, growing=growing)
        kept = places >= 0
        for task in ("xpos", "upos", "feats"):
            if task in document.columns:
                self._tag(made, task, np.array(document.columns[task].rows, dtype=object)[kept], growing=growing)
        if document.heads is not None and "label" in document.columns:
            heads = np.asarray(document.heads)[kept]
            inside = np.where(heads >= 0, places[np.maximum(heads, 0)], heads)
            made.heads = np.where((heads >= 0) & (inside < 0), NO_HEAD, inside).astype(np.int32)
            names = np.array(document.columns["label"].rows, dtype=object)[kept].tolist()
            made.relations = self.numbers(names, self.labels.relations, growing=growing)
        return made

    def _tag(self, made: Example, task: str, names: AnyArray, *, growing: bool) -> None:
        found = ["None" if task == "feats" and name in _UNKNOWN_TAGS else name for name in names.tolist()]
        made.tags[task] = self.numbers(found, self.labels.tasks[task], growing=growing)

    def with_names(self, made: Example, spans: Iterable[tuple[int, int, str]], *, growing: bool = True) -> Example:
        """The example with the BIO tags of its names."""
        tags = ["O"] * len(made)
        for start, end, kind in spans:
            tags[start:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - start - 1)]
        made.tags["names"] = self.numbers(tags, self.labels.tasks["names"], growing=growing)
        return made


def _speakers(document: Document) -> Int16Array:
    if "speaker" not in document.columns:
        return np.zeros(len(document.starts), dtype=np.int16)
    known: dict[str, int] = {}
    rows = document.columns["speaker"].rows
    found = [0 if row in _UNKNOWN_SPEAKERS else known.setdefault(row, len(known) + 1) for row in rows]
    return np.array(found, dtype=np.int16)


def chain_rows(document: Document, places: Int32Array) -> Int32Array:
    """Rows of start, end and chain of the mentions of one part, in the places without empty nodes."""
    table = document.mention_table
    if table is None:
        return np.zeros((0, 3), dtype=np.int32)
    single = np.flatnonzero(np.diff(table.offsets) == 1)
    rows = table.offsets[single]
    start, last = places[table.starts[rows]], places[table.ends[rows] - 1]
    good = (start >= 0) & (last >= start) & (table.chains[single] >= 0)
    found = np.stack([start, last + 1, table.chains[single]], axis=1)[good].astype(np.int32)
    return found[np.unique(found[:, :2], axis=0, return_index=True)[1]] if len(found) else found


def without_singletons(rows: Int32Array) -> Int32Array:
    """The rows of chains that have two mentions or more."""
    _, inverse, counts = np.unique(rows[:, 2], return_inverse=True, return_counts=True)
    return rows[counts[inverse] > 1]


def segments(example: Example, size: int) -> list[Example]:
    """The example cut at ends of sentences into parts of about so many words; chains are cut with it."""
    edges = example.sentence_edges()
    cuts, begin = [0], 0
    for place in edges[1:-1].tolist():
        if place - begin >= size:
            cuts.append(place)
            begin = place
    cuts.append(len(example))
    if len(cuts) > 2 and cuts[-1] - cuts[-2] < size // 3:
        del cuts[-2]
    return [_part(example, low, high) for low, high in pairwise(cuts)] if len(cuts) > 2 else [example]


def _part(example: Example, low: int, high: int) -> Example:
    """The words from `low` to `high`, which are ends of sentences."""
    first = np.append(example.first, len(example.pieces))
    heads = None
    if example.heads is not None:
        heads = example.heads[low:high].copy()
        heads[heads >= 0] -= low
    chains = _inside(example.chains, low, high)
    return Example(
        id=f"{example.id}:{low}",
        corpus=example.corpus,
        pieces=example.pieces[first[low] : first[high]],
        first=(example.first[low:high] - first[low]).astype(np.int32),
        shapes=example.shapes[low:high],
        pronouns=example.pronouns[low:high],
        empty=example.empty[low:high],
        words=example.words[low:high],
        speakers=example.speakers[low:high],
        sentences=_sentences(example.sentences, low, high),
        tags={task: column[low:high] for task, column in example.tags.items()},
        heads=heads,
        relations=None if example.relations is None else example.relations[low:high],
        chains=None if chains is None else without_singletons(chains),
        entities=_inside(example.entities, low, high),
    )


def _sentences(starts: Int32Array, low: int, high: int) -> Int32Array:
    return (starts[(starts >= low) & (starts < high)] - low).astype(np.int32)


def _inside(rows: Int32Array | None, low: int, high: int) -> Int32Array | None:
    if rows is None:
        return None
    found = rows[(rows[:, 0] >= low) & (rows[:, 1] <= high)].copy()
    found[:, :2] -= low
    return found


def joined_sentences(
    document: Document, names: Sequence[tuple[int, int, str]]
) -> dict[tuple[str, ...], list[tuple[int, int, str]]]:
    """The names of each sentence, by its words, in places that count from its first; of equal ones the first counts."""
    edges = [*document.sentence_starts.tolist(), len(document.starts)]
    found: dict[tuple[str, ...], list[tuple[int, int, str]]] = {}
    for low, high in pairwise(edges):
        inside = [(start - low, end - low, kind) for start, end, kind in names if low <= start and end <= high]
        found.setdefault(tuple(document.words[low:high]), inside)
    return found
