"""Pair blocks: all pairs of mentions of many documents as rows of places, for models that are fitted again and again.

A pair has as many features as there are templates, and most of them it shares with many others: a template that looks
at the kinds of two mentions and their distance has few values. Templates are therefore put into bins, so that each bin
has one cell for all pairs that agree in everything its templates look at. The value of a cell is the sum of its
weights, and the score of a pair is the sum over its few cells instead of its many features. That is exact, and some
seven million pairs of a corpus need a few dozen numbers of 32 bits each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from namesakes.arrays import Float64Array, Int32Array, Int64Array, UInt32Array, UInt64Array
from namesakes.chains.features.comparisons import COMPARISONS
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.chains.features.templates import Templates, atoms
from namesakes.chains.models.kernels import pairs as pairs_kernel
from namesakes.chains.pairwise.kernels import likelihood as kernel
from namesakes.mentions.attributes import COLUMNS
from namesakes.text.vocabulary import code

SAMPLE = 30_000
"""From so many pairs it is seen which templates go into one bin."""

AFAR = 10
"""What a cell costs beside its templates, in places: many cells are far apart in memory."""


@dataclass(frozen=True)
class Bin:
    """Templates with one cell for each value of what they look at together.

    Parameters
    ----------
    templates : their numbers.
    later, earlier, compared : the attributes of the mention and of the candidate, and the comparisons, by column.
    """

    templates: tuple[int, ...]
    later: frozenset[int]
    earlier: frozenset[int]
    compared: frozenset[int]

    @classmethod
    def of(cls, number: int, template: str) -> "Bin":
        """The bin of one template."""
        names = {kind: [name for own, name, _ in atoms(template) if own == kind] for kind in ("m", "a", "")}
        later, earlier = (frozenset(map(COLUMNS.index, names[kind])) for kind in ("m", "a"))
        return cls((number,), later, earlier, frozenset(map(COMPARISONS.index, names[""])))

    def __or__(self, other: "Bin") -> "Bin":
        return Bin(
            tuple(sorted(self.templates + other.templates)),
            self.later | other.later,
            self.earlier | other.earlier,
            self.compared | other.compared,
        )

    def keys(self, pairs: MentionPairs, rows: "PairRows") -> UInt64Array:
        """A number for each pair, the same for two pairs that agree in all that the bin looks at."""
        found = _hashed(pairs.attributes.codes, self.later, "m")[rows.mentions]
        found += _hashed(pairs.attributes.codes, self.earlier, "a")[rows.candidates]
        for column in sorted(self.compared):
            table = (np.arange(1, 257, dtype=np.uint64)) * _key("", column)
            found += table[pairs.comparisons[rows.rows, column]]
        return found


def _hashed(values: UInt64Array, columns: frozenset[int], side: str) -> UInt64Array:
    found = np.zeros(len(values), dtype=np.uint64)
    for column in sorted(columns):
        found += (values[:, column] + np.uint64(1)) * _key(side, column)
    return (found ^ (found >> np.uint64(29))) * _key(side, -1)


def _key(side: str, column: int) -> np.uint64:
    return np.uint64(code(f"pair block {side} {column}") | 1)


@dataclass(frozen=True)
class PairRows:
    """The rows of candidates of a document without the root's: each is a pair of a mention and an earlier one."""

    rows: Int64Array
    mentions: Int32Array
    candidates: Int32Array

    @classmethod
    def of(cls, pairs: MentionPairs) -> "PairRows":
        """The pairs of an pairs."""
        rows = np.flatnonzero(pairs.candidates.antecedents > 0)
        owners = pairs.candidates.owners.astype(np.int32)
        return cls(rows, owners[rows], pairs.candidates.antecedents[rows])

    def __len__(self) -> int:
        return len(self.rows)


def bins(templates: Templates, instances: Sequence[MentionPairs]) -> list[Bin]:
    """The templates in bins, for few cells and few places a pair; which bins is seen from some of the pairs.

    A bin costs a place for each pair and a sum over its templates for each cell. Templates that look at the same things
    are together from the start; then each bin, those of few cells first, goes to where it saves most.
    """
    alike: dict[tuple[frozenset[int], ...], Bin] = {}
    for number, template in enumerate(templates.pairs):
        one = Bin.of(number, template)
        sides = (one.later, one.earlier, one.compared)
        alike[sides] = alike[sides] | one if sides in alike else one
    seen = list(_sampled(instances))
    count = sum(len(rows) for _, rows in seen)
    costs = {each: _cost(each, seen, count) for each in alike.values()}
    found: list[Bin] = []
    for each in sorted(alike.values(), key=lambda one: (costs[one], one.templates)):
        best, place = 0.0, -1
        for number, other in enumerate(found):
            joined = each | other
            if joined not in costs:
                costs[joined] = _cost(joined, seen, count)
            saved = costs[each] + costs[other] - costs[joined]
            if saved > best:
                best, place = saved, number
        if place < 0:
            found.append(each)
        else:
            found[place] = found[place] | each
    return found


def _sampled(instances: Sequence[MentionPairs]) -> Iterator[tuple[MentionPairs, PairRows]]:
    """The documents in the middle by length, up to `SAMPLE` pairs."""
    order = sorted(range(len(instances)), key=lambda number: (instances[number].count, number))
    middle, taken = len(order) // 2, 0
    for number in order[middle:] + order[:middle][::-1]:
        rows = PairRows.of(instances[number])
        taken += len(rows)
        yield instances[number], rows
        if taken >= SAMPLE:
            return


def _cost(one: Bin, seen: Sequence[tuple[MentionPairs, PairRows]], count: int) -> float:
    if len(one.templates) == 1:
        return float(count)
    keys = np.concatenate([one.keys(*each) for each in seen]) if seen else np.zeros(0, dtype=np.uint64)
    return float(count + len(np.unique(keys)) * (len(one.templates) + AFAR))


@dataclass(frozen=True)
class PairBlocks:
    """The pairs of documents, as places in one array of values: first the weights that are used, then the cells.

    Parameters
    ----------
    used : the places of the weights among all 2^bits, in order.
    cells : the weights of the cells, one array a bin with a row a cell; none for a bin of one template.
    places : the places of the pairs of each document, a row a bin and a column a pair.
    """

    used: Int64Array
    cells: Sequence[UInt32Array]
    places: Sequence[UInt32Array]

    @classmethod
    def build(cls, instances: Sequence[MentionPairs], templates: Templates, bits: int) -> "PairBlocks":
        """The pairs of these documents. O(pairs · (templates that share no cells + bins))."""
        tables = [_Cells(each, templates, bits) for each in bins(templates, instances)]
        blocks = []
        for pairs in instances:
            rows = PairRows.of(pairs)
            block = np.empty((len(tables), len(rows)), dtype=np.uint32)
            for number, table in enumerate(tables):
                block[number] = table.numbers(pairs, rows)
            blocks.append(block)
        return cls(*_compressed(tables, blocks, bits), blocks)

    @property
    def size(self) -> int:
        """The number of values: weights and cells."""
        return len(self.used) + sum(map(len, self.cells))

    @property
    def count(self) -> int:
        """The number of pairs."""
        return sum(block.shape[1] for block in self.places)

    def values(self, weights: Float64Array) -> Float64Array:
        """The values under these weights, which are those of `used`."""
        found, place = np.empty(self.size), len(weights)
        found[:place] = weights
        for cells in self.cells:
            kernel.gather(cells, found[: len(weights)], found[place : place + len(cells)])
            place += len(cells)
        return found

    def gathered(self, gradient: Float64Array) -> Float64Array:
        """The derivatives by the weights, from those by all values."""
        found, place = gradient[: len(self.used)].copy(), len(self.used)
        for cells in self.cells:
            kernel.spread(cells, gradient[place : place + len(cells)], found)
            place += len(cells)
        return found

    @cached_property
    def counts(self) -> Float64Array:
        """In how many pairs each weight has a part."""
        counts = np.zeros(self.size)
        for block in self.places:
            for places in block:
                kernel.spread(places[:, None], np.ones(len(places)), counts)
        return self.gathered(counts)

    def scores(self, weights: Float64Array) -> list[Float64Array]:
        """The scores of the pairs of each document."""
        values = self.values(weights)
        found = [np.empty(block.shape[1]) for block in self.places]
        for block, scores in zip(self.places, found, strict=True):
            kernel.score(block, values, scores)
        return found


class _Cells:
    """The cells of one bin, numbered as they are met."""

    def __init__(self, one: Bin, templates: Templates, bits: int) -> None:
        self.bin, self.templates, self.shift = one, templates, 64 - bits
        self.count, self.room = 0, 16
        self._clear()
        self.places: list[UInt32Array] = []

    @property
    def shared(self) -> bool:
        """Whether pairs have a cell here, or the weight itself."""
        return len(self.bin.templates) > 1

    def numbers(self, pairs: MentionPairs, rows: PairRows) -> UInt32Array:
        """The number of the cell of each pair; of a bin of one template the place of the weight."""
        if not self.shared:
            return self._places(pairs, rows, np.arange(len(rows)))[:, 0]
        keys = np.maximum(self.bin.keys(pairs, rows), np.uint64(1))
        self._make_room(len(keys))
        found, first = np.empty(len(keys), dtype=np.uint32), np.empty(len(keys), dtype=np.int64)
        before, self.count = self.count, self._number(keys, self.count, found, first)
        self.places.append(self._places(pairs, rows, first[: self.count - before]))
        return found

    def _number(self, keys: UInt64Array, count: int, found: UInt32Array, first: Int64Array) -> int:
        return int(kernel.number(keys, self.table, self.ids, 64 - self.room, count, found, first))

    def _clear(self) -> None:
        self.table = np.zeros(1 << self.room, dtype=np.uint64)
        self.ids = np.zeros(1 << self.room, dtype=np.uint32)

    def _make_room(self, more: int) -> None:
        """Make the table twice as large as all keys need, with those it has under their numbers."""
        if 2 * (self.count + more) <= len(self.table):
            return
        filled = self.table > 0
        keys = self.table[filled][np.argsort(self.ids[filled], kind="stable")]
        self.room = int(2 * (self.count + more)).bit_length()
        self._clear()
        self._number(keys, 0, np.empty(len(keys), dtype=np.uint32), np.empty(len(keys), dtype=np.int64))

    def _places(self, pairs: MentionPairs, rows: PairRows, chosen: Int64Array) -> UInt32Array:
        found = np.empty((len(chosen), len(self.bin.templates)), dtype=np.uint32)
        pairs_kernel.places(
            pairs.hashes.earlier,
            pairs.hashes.later,
            pairs.comparisons,
            self.templates.slots,
            self.templates.columns,
            self.templates.keys,
            self.shift,
            pairs.candidates.antecedents,
            rows.rows[chosen],
            rows.mentions[chosen],
            np.array(self.bin.templates, dtype=np.int32),
            found,
        )
        return found


def _compressed(
    tables: Sequence[_Cells], blocks: Sequence[UInt32Array], bits: int
) -> tuple[Int64Array, Sequence[UInt32Array]]:
    """The weights that are used, and the cells with places among them; the blocks are changed to match."""
    marks = np.zeros(1 << bits, dtype=np.bool_)
    for row, table in enumerate(tables):
        for part in table.places if table.shared else [block[row] for block in blocks]:
            marks[part] = True
    used = np.flatnonzero(marks)
    number = np.zeros(1 << bits, dtype=np.uint32)
    number[used] = np.arange(len(used), dtype=np.uint32)
    cells, base = [], len(used)
    for row, table in enumerate(tables):
        for block in blocks:
            block[row] = block[row] + np.uint32(base) if table.shared else number[block[row]]
        if table.shared:
            empty = np.zeros((0, len(table.bin.templates)), dtype=np.uint32)
            cells.append(np.ascontiguousarray(number[np.concatenate([empty, *table.places])]))
            base += len(cells[-1])
    return used, cells
