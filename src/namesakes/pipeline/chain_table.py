"""Chain table: the chains of a store that are called by a name, as arrays, some dozens of bytes each.

All that a run has to know of every chain of a store is here; profiles are read of blocks that are worked on alone.
"""

import hashlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from namesakes.arrays import AnyArray, BoolArray, Int32Array, Int64Array, UInt32Array
from namesakes.identities.blocking.keys import BlockKey
from namesakes.identities.blocking.table import BlockTable, name_parts
from namesakes.store.block_rows import BlockRows
from namesakes.store.records import ChainKey, Correction
from namesakes.store.store import Store

_DIGEST = 16


@dataclass(frozen=True, eq=False)
class ChainTable:
    """The chains by document and number.

    Parameters
    ----------
    ids : the documents that have chains with names.
    records : of each chain what it is made of: its number, and the digest of its document's id and hash and of what
        corrections say of its mentions.
    starts : where the chains of each document begin, and the end.
    people : which of them are people.
    full_names : how many different names of people there are, as they are compared.
    names : what blocking needs of them.
    """

    ids: list[str]
    records: AnyArray
    starts: Int64Array
    people: BoolArray
    full_names: int
    names: BlockTable

    @classmethod
    def of(cls, store: Store, kinds: Sequence[str], *, keep: bool) -> "ChainTable":
        """The table of the chains of these kinds; with `keep` what had to be made of profiles is written."""
        told = {id: _code(each) for id, each in store.corrections.of_mentions().items()}
        rows = _Rows(store.block_rows, kinds, keep=keep, told=told)
        parts = name_parts(rows)
        records = np.empty(len(rows.numbers), dtype=[("document", f"V{_DIGEST}"), ("chain", "<i8")])
        starts = np.array([*rows.starts, len(rows.numbers)], dtype=np.int64)
        digests = np.frombuffer(b"".join(rows.digests), dtype=f"V{_DIGEST}")
        records["document"] = np.repeat(digests, np.diff(starts))
        records["chain"] = np.frombuffer(rows.numbers, dtype=np.int64) if rows.numbers else 0
        people = np.frombuffer(bytes(rows.people), dtype=np.bool_)
        return cls(rows.ids, records, starts, people, len(rows.full_names), BlockTable(*parts, rows.clues()))

    def __len__(self) -> int:
        return len(self.records)

    def key(self, place: int) -> ChainKey:
        """The key of the chain at a place."""
        document = int(np.searchsorted(self.starts, place, side="right")) - 1
        return ChainKey(self.ids[document], int(self.records["chain"][place]))

    def keys(self, places: Sequence[int] | Int32Array) -> list[ChainKey]:
        """The keys of the chains at these places."""
        documents = np.searchsorted(self.starts, places, side="right") - 1
        numbers = self.records["chain"][np.asarray(places, dtype=np.int64)]
        pairs = zip(documents.tolist(), numbers.tolist(), strict=True)
        return [ChainKey(self.ids[document], number) for document, number in pairs]

    def place(self, key: ChainKey) -> int | None:
        """The place of a chain; None for one without a name."""
        document = self._of_id.get(key.document)
        if document is None:
            return None
        start, end = self.starts[document : document + 2].tolist()
        place = start + int(np.searchsorted(self.records["chain"][start:end], key.chain))
        return place if place < end and self.records["chain"][place] == key.chain else None

    @cached_property
    def _of_id(self) -> dict[str, int]:
        return {id: place for place, id in enumerate(self.ids)}


def _code(corrections: Iterable[Correction]) -> str:
    """What corrections say of the mentions of a document, which decides what its chains are."""
    said = sorted(repr((one.what, one.value, one.names, one.anchors)) for one in corrections)
    return "\t" + hashlib.blake2b(repr(said).encode("utf-8", "surrogatepass"), digest_size=_DIGEST).hexdigest()


class _Rows:
    """The rows of a store as block keys, one after the other; what else they say is noted as they pass."""

    def __init__(self, rows: BlockRows, kinds: Sequence[str], *, keep: bool, told: Mapping[str, str]) -> None:
        self.rows, self.kinds, self.keep, self.told = rows, frozenset(kinds), keep, told
        self.ids: list[str] = []
        self.digests: list[bytes] = []
        self.starts, self.numbers, self.people = array("q"), array("q"), bytearray()
        self.full_names: set[str] = set()
        self.documents, self.first_clues, self.clue_counts = array("q"), array("q"), array("q")

    def __iter__(self) -> Iterator[BlockKey]:
        kinds, full_names = self.kinds, self.full_names
        for document in self.rows.all(keep=self.keep):
            start, said = len(self.numbers), 0
            for number, kind, family, given, name, clues in document.rows:
                if kind in kinds:
                    self.numbers.append(number)
                    self.people.append(kind == "person")
                    if kind == "person":
                        full_names.add(name)
                    self.first_clues.append(said)
                    self.clue_counts.append(clues)
                    yield BlockKey(kind, family, given)
                said += clues
            if len(self.numbers) > start:
                code = f"{document.id}\t{document.hash}{self.told.get(document.id, '')}".encode()
                self.ids.append(document.id)
                self.documents.append(document.number)
                self.digests.append(hashlib.blake2b(code, digest_size=_DIGEST).digest())
                self.starts.append(start)

    def clues(self) -> "StoredClues":
        """The clues of the rows that have passed."""
        starts, documents, firsts, counts = (
            np.array(each, dtype=np.int64) for each in (self.starts, self.documents, self.first_clues, self.clue_counts)
        )
        return StoredClues(self.rows, np.repeat(documents, np.diff([*starts, len(firsts)])), firsts, counts)


@dataclass(frozen=True, eq=False)
class StoredClues:
    """The clues of chains, which are read where a block is too large.

    Parameters
    ----------
    rows : where they are.
    documents, firsts, counts : of each chain its document, and where in the document's its own begin, and how many.
    """

    rows: BlockRows
    documents: Int64Array
    firsts: Int64Array
    counts: Int64Array

    def of(self, rows: Int32Array) -> tuple[Int32Array, UInt32Array]:
        """For each clue of these chains the place of its chain among them, and its code."""
        documents = self.documents[rows]
        known = dict(self.rows.clues(np.unique(documents).tolist()))
        spans = zip(documents.tolist(), self.firsts[rows].tolist(), self.counts[rows].tolist(), strict=True)
        found = [known[document][first : first + count] for document, first, count in spans]
        owners = np.repeat(np.arange(len(rows), dtype=np.int32), self.counts[rows])
        return owners, np.concatenate(found) if found else np.zeros(0, dtype=np.uint32)
