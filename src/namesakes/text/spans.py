"""Spans and mentions as arrays of token places, end-exclusive."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from namesakes.arrays import BoolArray, IndexArray, Int32Array
from namesakes.errors import DocumentError
from namesakes.text.strings import Strings


def integers(values: ArrayLike) -> Int32Array:
    """The values as an int32 array that nobody can write to."""
    found = np.array(values, dtype=np.int32, ndmin=1)
    found.flags.writeable = False
    return found


class Frozen(dict[str, Any]):
    """A mapping that cannot be changed once it is made."""

    def _refuse(self, *arguments: object, **named: object) -> Any:
        raise TypeError("a document does not change; make another with document.replace(...)")

    __setitem__ = __delitem__ = _refuse
    clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return Frozen, (dict(self),)


class Table:
    """Equality by content, and arrays that stay read-only across pickling, for dataclasses of arrays."""

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(_same(getattr(self, item.name), getattr(other, item.name)) for item in fields(self))  # type: ignore[arg-type]

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, Any]:
        return {item.name: getattr(self, item.name) for item in fields(self)}  # type: ignore[arg-type]

    def __setstate__(self, state: dict[str, Any]) -> None:
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
        self.__dict__.update(state)


def _same(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return isinstance(one, np.ndarray) and isinstance(other, np.ndarray) and np.array_equal(one, other)
    return one == other


@dataclass(frozen=True, eq=False)
class Spans(Table):
    """Labelled spans of tokens: named entities, constituents, multi-word tokens.

    Constituents over the same tokens stand outermost first, so that the order of the rows gives the tree back.
    """

    starts: Int32Array = field(default_factory=lambda: integers(()))
    ends: Int32Array = field(default_factory=lambda: integers(()))
    labels: Strings = field(default_factory=Strings)
    extra: Mapping[str, Strings] = field(default_factory=Frozen)

    def __post_init__(self) -> None:
        object.__setattr__(self, "starts", integers(self.starts))
        object.__setattr__(self, "ends", integers(self.ends))
        object.__setattr__(self, "extra", Frozen(self.extra))
        if len({len(self.starts), len(self.ends), len(self.labels), *map(len, self.extra.values())}) > 1:
            raise DocumentError("spans need as many starts as ends and labels")
        if np.any(self.starts > self.ends) or np.any(self.starts < 0):
            raise DocumentError("a span ends before it starts")

    @classmethod
    def build(cls, rows: Sequence[tuple[int, int, str]]) -> "Spans":
        """Spans from `(start, end, label)` rows, kept in their order."""
        starts, ends, labels = zip(*rows, strict=True) if rows else ((), (), ())
        return cls(integers(starts), integers(ends), Strings(labels))

    def __len__(self) -> int:
        return len(self.starts)


@dataclass(frozen=True, eq=False)
class Mentions(Table):
    """The mentions of a document and the chains they belong to.

    A mention has one part, or several when it is discontinuous: the parts of mention i are rows `offsets[i]` to
    `offsets[i + 1]` of `starts` and `ends`. Mentions stand in document order: earlier start first, and of two that
    start together the longer first. `chains[i]` is a place in `chain_ids`, or -1; `heads[i]` is a token, or -1.
    Nested, crossing and equal spans are all allowed. What a format says beyond that is kept by name in `extra`.
    """

    offsets: Int32Array = field(default_factory=lambda: integers((0,)))
    starts: Int32Array = field(default_factory=lambda: integers(()))
    ends: Int32Array = field(default_factory=lambda: integers(()))
    chains: Int32Array = field(default_factory=lambda: integers(()))
    chain_ids: tuple[str, ...] = ()
    heads: Int32Array | None = None
    labels: Strings | None = None
    extra: Mapping[str, Strings] = field(default_factory=Frozen)

    def __post_init__(self) -> None:
        for name in ("offsets", "starts", "ends", "chains"):
            object.__setattr__(self, name, integers(getattr(self, name)))
        if self.heads is not None:
            object.__setattr__(self, "heads", integers(self.heads))
        object.__setattr__(self, "chain_ids", tuple(self.chain_ids))
        object.__setattr__(self, "extra", Frozen(self.extra))
        self._check()

    def _check(self) -> None:
        count = len(self.chains)
        columns = [self.heads, self.labels, *self.extra.values()]
        if len(self.offsets) != count + 1 or any(column is not None and len(column) != count for column in columns):
            raise DocumentError("every column of the mentions needs one row a mention")
        if self.offsets[0] != 0 or self.offsets[-1] != len(self.starts) or np.any(np.diff(self.offsets) < 1):
            raise DocumentError("every mention needs at least one part")
        if len(self.starts) != len(self.ends) or np.any(self.starts >= self.ends) or np.any(self.starts < 0):
            raise DocumentError("a part of a mention ends before it starts, or is empty")
        if len(self.starts) > count:
            later = np.ones(len(self.starts), dtype=np.bool_)
            later[self.offsets[:-1]] = False
            if np.any(self.starts[later] < self.ends[np.flatnonzero(later) - 1]):
                raise DocumentError("the parts of a mention overlap, or do not stand in order")
        if count and not -1 <= int(self.chains.min()) <= int(self.chains.max()) < len(self.chain_ids):
            raise DocumentError("a mention belongs to a chain that is not there")

    @classmethod
    def build(
        cls,
        parts: Sequence[Sequence[tuple[int, int]]],
        chains: Sequence[str | None],
        *,
        heads: Sequence[int] | None = None,
        labels: Sequence[str] | None = None,
        extra: Mapping[str, Sequence[str]] | None = None,
    ) -> "Mentions":
        """Mentions put into document order, with the chains numbered by their first mention.

        Of mentions with equal spans, those of a chain with a lower number come first, and those outside chains last.

        Parameters
        ----------
        parts : one sequence of `(start, end)` token places per mention.
        chains : the chain's id for each mention, or None for a mention outside any chain.
        """
        ordered = [sorted(spans) for spans in parts]
        order = sorted(range(len(ordered)), key=lambda row: (ordered[row][0][0], -ordered[row][-1][1], ordered[row]))
        numbers: dict[str, int] = {}
        for row in order:
            if chains[row] is not None:
                numbers.setdefault(str(chains[row]), len(numbers))
        code = [len(numbers) if name is None else numbers[str(name)] for name in chains]
        order.sort(key=lambda row: (ordered[row][0][0], -ordered[row][-1][1], ordered[row], code[row]))
        flat = [span for row in order for span in ordered[row]]
        return cls(
            offsets=integers(np.cumsum([0, *(len(ordered[row]) for row in order)])),
            starts=integers([start for start, _ in flat]),
            ends=integers([end for _, end in flat]),
            chains=integers([-1 if chains[row] is None else code[row] for row in order]),
            chain_ids=tuple(numbers),
            heads=None if heads is None else integers([heads[row] for row in order]),
            labels=None if labels is None else Strings(labels[row] for row in order),
            extra={name: Strings(column[row] for row in order) for name, column in (extra or {}).items()},
        )

    @classmethod
    def of_chains(
        cls, starts: Int32Array, ends: Int32Array, chains: Int32Array, chain_ids: Sequence[str]
    ) -> "Mentions":
        """The same for continuous mentions that are all in chains: quick where they are in document order already.

        Chains must be numbered in the order of the mentions as they are given.
        """
        keys = (starts.astype(np.int64) << 32) - ends  # earlier start first, longer first
        steps = np.diff(keys)
        if bool((steps < 0).any()) or bool(((steps == 0) & (np.diff(chains) < 0)).any()):
            parts = [[span] for span in zip(starts.tolist(), ends.tolist(), strict=True)]
            return cls.build(parts, [chain_ids[chain] for chain in chains.tolist()])
        offsets = np.arange(len(starts) + 1)
        return cls(offsets=integers(offsets), starts=starts, ends=ends, chains=chains, chain_ids=tuple(chain_ids))

    def __len__(self) -> int:
        return len(self.chains)

    @property
    def first(self) -> Int32Array:
        """Each mention's first token."""
        return self.starts[self.offsets[:-1]]

    @property
    def end(self) -> Int32Array:
        """The place after each mention's last token."""
        return self.ends[self.offsets[1:] - 1]

    def parts(self, mention: int) -> tuple[tuple[int, int], ...]:
        """The `(start, end)` token places of one mention's parts."""
        begin, end = int(self.offsets[mention]), int(self.offsets[mention + 1])
        return tuple(zip(self.starts[begin:end].tolist(), self.ends[begin:end].tolist(), strict=True))

    def members(self, chain: int) -> IndexArray:
        """The mentions of one chain, in document order."""
        return np.flatnonzero(self.chains == chain)

    @property
    def sizes(self) -> IndexArray:
        """The number of mentions of each chain."""
        return np.bincount(self.chains[self.chains >= 0], minlength=len(self.chain_ids))

    def select(self, keep: BoolArray) -> "Mentions":
        """Only the mentions where `keep` is true; chains that lose all of theirs are gone."""
        rows = np.flatnonzero(keep).tolist()
        return Mentions.build(
            [self.parts(row) for row in rows],
            [None if self.chains[row] < 0 else self.chain_ids[self.chains[row]] for row in rows],
            heads=None if self.heads is None else [int(self.heads[row]) for row in rows],
            labels=None if self.labels is None else [self.labels[row] for row in rows],
            extra={name: [column[row] for row in rows] for name, column in self.extra.items()},
        )

    def without_singletons(self) -> "Mentions":
        """Only the mentions of chains that have at least two."""
        inside = self.chains >= 0
        keep = np.zeros(len(self), dtype=np.bool_)
        keep[inside] = self.sizes[self.chains[inside]] > 1
        return self if bool(keep.all()) else self.select(keep)
