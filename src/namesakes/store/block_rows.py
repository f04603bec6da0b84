"""Block rows: what blocking needs of the chains of each document, kept so that no profile is read for it again.

They are made of profiles when they are first asked for, and made anew where they are missing, damaged, or of another
release, whose rules may be others. They go with their documents.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

import numpy as np

from namesakes import __version__
from namesakes.arrays import UInt32Array
from namesakes.identities.baselines import name_key
from namesakes.identities.blocking.keys import block_key
from namesakes.identities.blocking.table import clues
from namesakes.profiles.profile import Profile
from namesakes.store.database import Table, among
from namesakes.store.encoding import plain_json, profile_of

SINCE: Final = 4
"""The version of stores from which on there is a table for them."""
_CODES: Final = np.dtype("<u4")

ChainRow = tuple[int, str, str, str, str, int]
"""Of a chain its number, the block key, its name as it is compared, and how many clues there are of it."""


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """The chains of a document that are called by a name: the document's number, id and hash, and a row each."""

    number: int
    id: str
    hash: str
    rows: Sequence[ChainRow]


class BlockRows(Table):
    """The rows of all documents."""

    def all(self, *, keep: bool) -> Iterator[DocumentRows]:
        """The rows of all documents, by id; with `keep` those that had to be made are written."""
        there = self.database.version() >= SINCE
        joined = "LEFT JOIN block_rows AS b ON b.document = d.number" if there else ""
        columns = "b.names" if there else "NULL"
        for first, last in self.document_pages():
            found = self.database.execute(
                f"SELECT d.number, d.id, d.hash, {columns} FROM documents AS d {joined} "
                "WHERE d.id >= ? AND d.id <= ? ORDER BY d.id",
                (first, last),
            )
            known = {number: _opened(number, sealed) for number, _, _, sealed in found}
            lacking = [number for number, content in known.items() if content is None]
            made = self._made(lacking, write=keep and there) if lacking else {}
            for number, id, hash, _ in found:
                content = known[number]
                yield DocumentRows(number, id, hash, made[number][0] if content is None else json.loads(content))

    def clues(self, documents: Sequence[int]) -> Iterator[tuple[int, UInt32Array]]:
        """The codes of the clues of the chains of documents with these numbers, one chain after the other."""
        seen: set[int] = set()
        there = self.database.version() >= SINCE
        if there:
            select = "SELECT document, clues FROM block_rows WHERE document IN ({})"
            for number, sealed in among(self.database, select, documents):
                content = _opened(number, sealed)
                if content is not None:
                    seen.add(number)
                    yield number, np.frombuffer(content, dtype=_CODES).astype(np.uint32)
        lacking = [number for number in documents if number not in seen]
        for number, (_, codes) in self._made(lacking, write=False).items():
            yield number, codes

    def _made(self, documents: Sequence[int], *, write: bool) -> dict[int, tuple[list[ChainRow], UInt32Array]]:
        """The rows and the clues of documents, made of their profiles."""
        rows: dict[int, list[ChainRow]] = {number: [] for number in documents}
        codes: dict[int, list[int]] = {number: [] for number in documents}
        select = "SELECT document, profile FROM chains WHERE document IN ({}) ORDER BY document, chain"
        for number, own in among(self.database, select, documents):
            profile = profile_of({}, own)
            if profile.name.full:
                said = sorted(clues(profile))
                rows[number].append(_row(profile, len(said)))
                codes[number] += said
        made = {number: (rows[number], np.array(codes[number], dtype=np.uint32)) for number in documents}
        if write:
            with self.database.transaction():
                self.database.executemany(
                    "INSERT INTO block_rows (document, names, clues) VALUES (?, ?, ?) ON CONFLICT (document) "
                    "DO UPDATE SET names = excluded.names, clues = excluded.clues",
                    (
                        (
                            number,
                            _sealed(number, plain_json(each).encode()),
                            _sealed(number, said.astype(_CODES).tobytes()),
                        )
                        for number, (each, said) in made.items()
                    ),
                )
        return made


def _row(profile: Profile, said: int) -> ChainRow:
    return (profile.chain, *block_key(profile), name_key(profile) if profile.kind == "person" else "", said)


def _sealed(number: int, content: bytes) -> bytes:
    """The content with a checksum of it, of its document and of the release that made it."""
    return _checksum(number, content) + content


def _opened(number: int, sealed: bytes | None) -> bytes | None:
    """The content, where it is as it was written for this document and by this release."""
    if sealed is None:
        return None
    content = bytes(sealed[4:])
    return content if bytes(sealed[:4]) == _checksum(number, content) else None


def _checksum(number: int, content: bytes) -> bytes:
    return crc32(content, crc32(f"{__version__} {number}".encode())).to_bytes(4, "little")
