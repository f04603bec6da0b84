"""Strings: a column of strings held as a small vocabulary and an index into it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

import numpy as np

from namesakes.arrays import Int32Array, UInt64Array
from namesakes.errors import DocumentError
from namesakes.text.vocabulary import codes


class Strings(Sequence[str]):
    """An immutable column of strings, dictionary-encoded as Arrow does it.

    `values` are the distinct strings in the order of their first appearance, `indices` say for each row which one it
    is, and `codes` are the rows' stable hashes, which are what kernels and models see. The encoding is made when it
    is first needed: a column that is only read or written back never pays for it.
    """

    __slots__ = ("_codes", "_index", "_rows", "_values")

    def __init__(self, rows: Iterable[str] = ()) -> None:
        self._rows: tuple[str, ...] | None = tuple(rows)
        self._values: tuple[str, ...] | None = None
        self._index: Int32Array | None = None
        self._codes: UInt64Array | None = None

    @classmethod
    def from_indices(cls, values: Sequence[str], index: Int32Array) -> "Strings":
        """The column whose row i is `values[index[i]]`."""
        column = cls.__new__(cls)
        frozen = np.array(index, dtype=np.int32)
        if len(frozen) and not 0 <= int(frozen.min()) <= int(frozen.max()) < len(values):
            raise DocumentError(f"a column's index points outside its {len(values)} values")
        frozen.flags.writeable = False
        column._rows, column._values, column._index, column._codes = None, tuple(values), frozen, None
        return column

    def _encode(self) -> None:
        rows = self.rows
        values = tuple(dict.fromkeys(rows))
        table = dict(zip(values, range(len(values)), strict=True))
        index = np.array(list(map(table.__getitem__, rows)), dtype=np.int32)
        index.flags.writeable = False
        self._values, self._index = values, index

    @property
    def rows(self) -> tuple[str, ...]:
        """The strings themselves, one a row."""
        if self._rows is None:
            assert self._values is not None
            assert self._index is not None
            values = self._values
            self._rows = tuple([values[place] for place in self._index.tolist()])
        return self._rows

    @property
    def values(self) -> tuple[str, ...]:
        """The distinct strings, in order of first appearance."""
        if self._values is None:
            self._encode()
        assert self._values is not None
        return self._values

    @property
    def indices(self) -> Int32Array:
        """For each row, the place of its string in `values`."""
        if self._index is None:
            self._encode()
        assert self._index is not None
        return self._index

    @property
    def codes(self) -> UInt64Array:
        """For each row, the stable 64-bit code of its string."""
        if self._codes is None:
            found = codes(self.values)[self.indices]
            found.flags.writeable = False
            self._codes = found
        return self._codes

    def __len__(self) -> int:
        return len(self._rows) if self._rows is not None else len(self.indices)

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        return self.rows[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Strings) and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(self.rows)

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self.rows[:4]))
        return f"Strings([{shown}{', …' if len(self) > 4 else ''}], {len(self)} rows)"

    def __reduce__(self) -> tuple[Any, ...]:
        return Strings.from_indices, (self.values, self.indices)
