"""Batches: several examples laid end to end, as the arrays that the network and its losses take."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from namesakes.arrays import AnyArray, Int64Array
from namesakes.encoder.examples import ABSENT, NO_HEAD, TASKS, Example
from namesakes.encoder.windows import CONTEXT, CORE, piece_shapes, windows

WIDEST = 40
"""How many words a mention may have."""
_BASE = 0x9E3779B97F4A7C15
_INVERSE = pow(_BASE, -1, 2**64)
_SPREAD = 0xD6E8FEB86659FD93


@dataclass(frozen=True)
class Batch:
    """Examples laid end to end.

    Parameters
    ----------
    examples : what the batch was made of.
    arrays : by name, all that the network takes; what they hold is said in `collate`.
    documents : for each example, its first word and the one after its last.
    chained : the examples with chains, by number.
    scored : the examples whose spans are among the arrays, by number.
    """

    examples: tuple[Example, ...]
    arrays: dict[str, AnyArray]
    documents: list[tuple[int, int]]
    chained: list[int] = field(default_factory=list)
    scored: list[int] = field(default_factory=list)


def collate(
    examples: Sequence[Example],
    marks: tuple[int, int, int],
    corpora: dict[str, int],
    size: tuple[int, int] = (CORE, CONTEXT),
    *,
    everything: bool = False,
) -> Batch:
    """The batch of examples; with `everything`, sentences and spans of those too that have no trees and no mentions.

    `pieces`, `lengths`, `places`, `piece_shapes` and `window_corpus` are windows; `shapes`, `pronouns`, `speakers`,
    `sentence`, `corpus` have a row a word; `hashes`, `scales`, `core_hashes`, `core_scales` give each span's string by
    two lookups; `tree_rows` and `span_rows` are sentences with trees, and with mentions, padded with -1; `tree_words`
    the words of the former; what is said of spans is in `_bands`.
    """
    cut = windows([(each.pieces, each.first) for each in examples], marks, *size)
    offsets = np.cumsum([0, *(len(each) for each in examples)])
    arrays: dict[str, AnyArray] = {"pieces": cut.pieces, "lengths": cut.lengths, "places": cut.places}
    for name in ("shapes", "pronouns", "speakers"):
        arrays[name] = np.concatenate([getattr(each, name) for each in examples]).astype(np.int64)
    arrays["piece_shapes"] = piece_shapes(cut.owners, arrays["shapes"])
    arrays["corpus"] = np.repeat([corpora[each.corpus] for each in examples], np.diff(offsets)).astype(np.int64)
    arrays["window_corpus"] = arrays["corpus"][np.maximum(cut.owners[:, 1:2], 0)]
    arrays["sentence"] = np.concatenate([_sentence(each) for each in examples])
    arrays |= span_hashes(examples)
    arrays |= _labels(examples, offsets)
    trees = [number for number, each in enumerate(examples) if everything or each.heads is not None]
    spans = [
        number
        for number, each in enumerate(examples)
        if everything or each.chains is not None or each.entities is not None
    ]
    arrays["tree_rows"] = _rows(examples, offsets, trees)
    arrays["tree_words"] = _words(offsets, trees)
    arrays["span_rows"] = _rows(examples, offsets, spans)
    arrays |= _bands(arrays["span_rows"], examples, offsets)
    chained = [number for number, each in enumerate(examples) if each.chains is not None]
    return Batch(tuple(examples), arrays, list(pairwise(offsets.tolist())), chained, spans)


def _sentence(example: Example) -> Int64Array:
    return np.searchsorted(example.sentences, np.arange(len(example)), side="right").astype(np.int64)


def _labels(examples: Sequence[Example], offsets: AnyArray) -> dict[str, AnyArray]:
    """The labels of words, and of heads as places in the batch: -1 for roots, `NO_HEAD` for unknown."""
    made: dict[str, AnyArray] = {}
    for task in TASKS:
        rows = [each.tags.get(task, np.full(len(each), ABSENT)) for each in examples]
        made[task] = np.concatenate(rows).astype(np.int64)
    heads, relations = [], []
    for each, offset in zip(examples, offsets, strict=False):
        known = np.full(len(each), NO_HEAD) if each.heads is None else each.heads
        heads.append(np.where(known >= 0, known + offset, known))
        relations.append(np.full(len(each), ABSENT) if each.relations is None else each.relations)
    made["heads"] = np.concatenate(heads).astype(np.int64)
    made["relations"] = np.concatenate(relations).astype(np.int64)
    return made


def span_hashes(examples: Sequence[Example]) -> dict[str, AnyArray]:
    """Sums from which the code of a span's words is `(hashes[end] - hashes[start]) * scales[start]`, modulo 2^64.

    The word at place i counts with the base to the power of i; the scale takes the powers before the span away. For
    the `core_` ones, articles and titles do not count.
    """
    words = np.concatenate([each.words for each in examples]).astype(np.uint64)
    dull = np.concatenate([each.empty for each in examples]).astype(bool)
    codes = (words + np.uint64(1)) * np.uint64(_SPREAD)
    codes ^= codes >> np.uint64(29)
    made: dict[str, AnyArray] = {}
    for prefix, counted in (("", np.ones(len(words), dtype=bool)), ("core_", ~dull)):
        power, inverse = _powers(_BASE, len(words) + 1), _powers(_INVERSE, len(words) + 1)
        before = np.concatenate([[0], np.cumsum(counted)])
        terms = np.where(counted, codes * power[before[:-1]], np.uint64(0))
        made[f"{prefix}hashes"] = np.concatenate([[np.uint64(0)], np.cumsum(terms, dtype=np.uint64)]).view(np.int64)
        made[f"{prefix}scales"] = inverse[before].view(np.int64)
    return made


def _powers(base: int, count: int) -> AnyArray:
    found = np.full(count, base, dtype=np.uint64)
    found[0] = 1
    return np.multiply.accumulate(found, dtype=np.uint64)


def _words(offsets: AnyArray, chosen: Sequence[int]) -> Int64Array:
    """The words of the chosen examples."""
    ranges = [np.arange(offsets[number], offsets[number + 1], dtype=np.int64) for number in chosen]
    return np.concatenate(ranges) if ranges else np.zeros(0, dtype=np.int64)


def _rows(examples: Sequence[Example], offsets: AnyArray, chosen: Iterable[int]) -> Int64Array:
    """The words of each sentence of the chosen examples, a row a sentence, filled up with -1."""
    edges = [
        (low + offsets[number], high + offsets[number])
        for number in chosen
        for low, high in pairwise(examples[number].sentence_edges().tolist())
    ]
    width = max((high - low for low, high in edges), default=0)
    lows = np.array([low for low, _ in edges], dtype=np.int64).reshape(-1, 1)
    highs = np.array([high for _, high in edges], dtype=np.int64).reshape(-1, 1)
    places = lows + np.arange(width, dtype=np.int64)
    return np.where(places < highs, places, -1)


def _bands(rows: Int64Array, examples: Sequence[Example], offsets: AnyArray) -> dict[str, AnyArray]:
    """The spans of up to `WIDEST` words within sentences: where each begins and ends, and its place in the scores.

    Spans stand in the order of their first words, the shorter first. `chain` is the chain of each, -1 for none, and -2
    where chains are not annotated; `entity` its type plus 1, 0 where it is no entity, -1 where the type is not known,
    and -2 where entities are not annotated. `spans_from` has the first span of each word of the batch.
    """
    sentences, width = rows.shape
    begin, ahead = np.meshgrid(np.arange(width), np.arange(min(WIDEST, max(width, 1))), indexing="ij")
    inside = (begin + ahead < width).ravel()
    begin, end = begin.ravel()[inside], (begin + ahead).ravel()[inside]
    good = (rows[:, begin] >= 0) & (rows[:, end] >= 0) if width else np.zeros((sentences, 0), dtype=bool)
    sentence, pair = np.nonzero(good)
    starts, ends = rows[sentence, begin[pair]], rows[sentence, end[pair]]
    made = {
        "span_starts": starts,
        "span_ends": ends,
        "span_cells": (sentence * width + begin[pair]) * width + end[pair],
    }
    made["spans_from"] = np.searchsorted(starts, np.arange(offsets[-1] + 1))
    made["chain"], made["entity"] = _span_labels(made, examples, offsets)
    return made


def _span_labels(
    made: dict[str, AnyArray], examples: Sequence[Example], offsets: AnyArray
) -> tuple[AnyArray, AnyArray]:
    total = len(made["span_starts"])
    chain, entity = np.full(total, -2, dtype=np.int64), np.full(total, -2, dtype=np.int64)
    chains = 0
    for each, offset in zip(examples, offsets.tolist(), strict=False):
        low, high = made["spans_from"][offset], made["spans_from"][offset + len(each)]
        if each.chains is not None:
            chain[low:high] = -1
            rows, places = _places(made, each.chains, offset)
            chain[places] = rows[:, 2] + chains
            chains += int(each.chains[:, 2].max(initial=-1)) + 1
        if each.entities is not None:
            entity[low:high] = 0
            rows, places = _places(made, each.entities, offset)
            entity[places] = np.where(rows[:, 2] >= 0, rows[:, 2] + 1, -1)
    return chain, entity


def _places(made: dict[str, AnyArray], rows: AnyArray, offset: int) -> tuple[AnyArray, AnyArray]:
    """The rows whose span is among the spans, and its place there."""
    wanted = made["spans_from"][rows[:, 0] + offset] + rows[:, 1] - 1 - rows[:, 0]
    within = wanted < np.append(made["spans_from"], 0)[rows[:, 0] + offset + 1]
    return rows[within], wanted[within]
