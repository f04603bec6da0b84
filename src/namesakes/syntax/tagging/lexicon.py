"""The lexicon of a tagger: which words it knows, the labels each may take, and how ambiguous it is."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from namesakes.arrays import AnyArray, BoolArray, IndexArray, Int32Array, IntegerArray, UInt32Array
from namesakes.syntax.tagging.word_forms import LOWER, WORD, folded, normal_form, word_forms
from namesakes.text.strings import Strings
from namesakes.text.word_cache import WordCache

Candidates = tuple[Int32Array, Int32Array]
"""Offsets and labels: item i may take `labels[offsets[i]:offsets[i + 1]]`."""

Seen = Mapping[str, Counter[int]]
"""How often each word was seen with each label."""

SHARE = 0.04
"""A label counts in a word's ambiguity class where the word takes it at least this often."""

OPEN = 0.001
"""A label is open where it has at least this share of the words seen once."""


@dataclass(frozen=True)
class Lexicon:
    """Words by their folded codes, each array of codes sorted.

    Parameters
    ----------
    words, lowers : the words, and their normal forms, that were seen often enough to be features of their own.
    class_words, classes : normal forms, and the code of the labels that each takes, most frequent first.
    closed, offsets, labels : the labels that a word may take, for words seen often, and for rarer ones that were seen
        with a label that is not open; all other words may take the open labels.
    open_labels : the labels of unknown words.
    """

    words: UInt32Array
    lowers: UInt32Array
    class_words: UInt32Array
    classes: UInt32Array
    closed: UInt32Array
    offsets: Int32Array
    labels: Int32Array
    open_labels: Int32Array

    @classmethod
    def build(
        cls, pairs: Iterable[tuple[str, int]], names: Sequence[str], *, known: int, classed: int, frequent: int
    ) -> "Lexicon":
        """The lexicon of a corpus, given each token's word and the number of its label.

        A word is a feature of its own from `known` occurrences on, has an ambiguity class from `classed` on, and from
        `frequent` on takes only the labels that it was seen with.
        """
        seen = _counted((word, label, 1) for word, label in pairs)
        lowers = _counted((normal_form(word), label, count) for word, label, count in _triples(seen))
        open_labels = _open_labels(seen)
        closed, offsets, labels = _closed(seen, open_labels, frequent)
        class_words, classes = _classes(lowers, names, classed)
        return cls(
            words=_often(seen, known),
            lowers=_often(lowers, known),
            class_words=class_words,
            classes=classes,
            closed=closed,
            offsets=offsets,
            labels=labels,
            open_labels=np.array(open_labels, dtype=np.int32),
        )

    def candidates(self, words: UInt32Array) -> Candidates:
        """The labels that each of these words may take."""
        return self.chosen(self.candidate_rows(words))

    def candidate_rows(self, words: UInt32Array) -> IndexArray:
        """The place of each word among those with labels of their own; the one after the last for all others."""
        known, place = found(self.closed, words)
        return np.where(known, place, len(self.closed))

    def chosen(self, rows: IntegerArray) -> Candidates:
        """The labels of the words with these rows."""
        return chosen_rows(*self._every, rows)

    @cached_property
    def _every(self) -> Candidates:
        """Offsets and labels of all words with labels of their own, and of the open ones."""
        table = np.append(self.labels, self.open_labels)
        return np.append(self.offsets, len(table)).astype(np.int32), table

    @cached_property
    def word_cache(self) -> WordCache:
        """What a tagger sees of words; see `_seen`."""
        return WordCache(self._seen)

    def _seen(self, words: Sequence[str]) -> UInt32Array:
        """The words' forms, their class, the code of the normal form, and their row among the candidates.

        The codes of words and normal forms that are no features of their own are 0.
        """
        forms = word_forms(words)
        own, lowers = forms[:, WORD].copy(), forms[:, LOWER].copy()
        forms[~found(self.words, own)[0], WORD] = 0
        forms[~found(self.lowers, lowers)[0], LOWER] = 0
        return np.column_stack((forms, self.ambiguity(lowers), lowers, self.candidate_rows(own))).astype(np.uint32)

    def ambiguity(self, lowers: UInt32Array) -> UInt32Array:
        """The code of each normal form's ambiguity class; 0 where it was seen too rarely to have one."""
        known, place = found(self.class_words, lowers)
        return np.where(known, np.append(self.classes, 0)[place], 0).astype(np.uint32)

    def arrays(self) -> dict[str, AnyArray]:
        """The lexicon as arrays by name, for a model's file."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def label_numbers(rows: Strings, names: Sequence[str]) -> Int32Array:
    """The place of each row's label among the names."""
    numbers = {name: number for number, name in enumerate(names)}
    return np.array([numbers[name] for name in rows.values], dtype=np.int32)[rows.indices]


def found(sorted_codes: UInt32Array, codes: UInt32Array) -> tuple[BoolArray, IndexArray]:
    """Which codes are among the sorted ones, and where each one would stand."""
    place = np.searchsorted(sorted_codes, codes)
    padded = np.append(sorted_codes, np.uint32(0))
    return (padded[place] == codes) & (place < len(sorted_codes)), place


def chosen_rows(offsets: Int32Array, table: Int32Array, rows: IntegerArray) -> Candidates:
    """The candidates of the items that take these rows of another table of candidates. O(candidates)."""
    starts = offsets[:-1][rows]
    widths = offsets[1:][rows] - starts
    ends = np.append(0, np.cumsum(widths)).astype(np.int32)
    places = np.arange(ends[-1]) + np.repeat(starts - ends[:-1], widths)
    return ends, table[places].astype(np.int32)


def _counted(triples: Iterable[tuple[str, int, int]]) -> Seen:
    seen: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for word, label, count in triples:
        seen[word][label] += count
    return seen


def _triples(seen: Seen) -> Iterator[tuple[str, int, int]]:
    for word, labels in seen.items():
        for label, count in labels.items():
            yield word, label, count


def _often(seen: Seen, least: int) -> UInt32Array:
    """The sorted codes of the words seen at least so often."""
    return np.unique(folded([word for word, labels in seen.items() if labels.total() >= least]))


def _open_labels(seen: Seen) -> list[int]:
    """The labels of the words seen once; all labels where no word was seen once."""
    once = Counter(label for labels in seen.values() if labels.total() == 1 for label in labels)
    least = OPEN * once.total()
    every = once or Counter(label for labels in seen.values() for label in labels)
    return sorted(label for label, count in every.items() if count >= least)


def _closed(seen: Seen, open_labels: Sequence[int], frequent: int) -> tuple[UInt32Array, Int32Array, Int32Array]:
    """The codes of the words that may not simply take the open labels, and the labels that they may take."""
    rows: dict[str, list[int]] = {}
    for word, labels in seen.items():
        if labels.total() >= frequent:
            rows[word] = sorted(labels)
        elif not labels.keys() <= set(open_labels):
            rows[word] = sorted({*labels, *open_labels})
    codes, order = np.unique(folded(list(rows)), return_index=True)
    lists = list(rows.values())
    chosen = [lists[place] for place in order.tolist()]
    offsets = np.cumsum([0, *map(len, chosen)], dtype=np.int32)
    return codes, offsets, np.array([label for row in chosen for label in row], dtype=np.int32)


def _classes(lowers: Seen, names: Sequence[str], least: int) -> tuple[UInt32Array, UInt32Array]:
    """The codes of the normal forms seen at least so often, and of the labels that they usually take, in order."""
    rows = {word: labels for word, labels in lowers.items() if labels.total() >= least}
    classes = [_class(labels, names) for labels in rows.values()]
    codes, order = np.unique(folded(list(rows)), return_index=True)
    return codes, folded(classes)[order]


def _class(labels: Counter[int], names: Sequence[str]) -> str:
    usual = [label for label, count in labels.items() if count >= SHARE * labels.total()]
    return " ".join(names[label] for label in sorted(usual, key=lambda label: (-labels[label], label)))
