"""The chains of a store: their keys and their profiles."""

import json
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from namesakes.profiles.profile import Profile
from namesakes.store.database import BATCH, Row, Table
from namesakes.store.encoding import LazyProfiles, profile_of
from namesakes.store.records import ChainKey


class Chains(Table):
    """The chains of all documents; they are written with their documents."""

    def keys(self, *, kinds: Sequence[str] | None = None) -> list[ChainKey]:
        """The keys of all chains, by document and number; of these kinds only, where kinds are given."""
        where, parameters = _of_kinds(kinds)
        rows = self.database.execute(
            f"SELECT d.id, c.chain FROM documents AS d JOIN chains AS c ON c.document = d.number WHERE {where} "
            "ORDER BY d.id, c.chain",
            parameters,
        )
        return [ChainKey(*row) for row in rows]

    def profiles(
        self, *, kinds: Sequence[str] | None = None, keys: Sequence[ChainKey] | None = None, whole: bool = True
    ) -> Iterator[tuple[ChainKey, Profile]]:
        """The profiles as a stream, by document and number of the chain; they are never all in memory.

        Parameters
        ----------
        kinds : only profiles of these kinds.
        keys : only the profiles of these chains, in the order of the keys; unknown chains are left out.
        whole : with the words and names of the whole document, where all its profiles share them.
        """
        pages = self._pages(kinds, whole) if keys is None else self._pages_of(keys, kinds, whole)
        seen, shared = None, {}
        for id, number, shared_json, own in chain.from_iterable(pages):
            if id != seen:
                seen, shared = id, json.loads(shared_json)
            yield ChainKey(id, number), profile_of(shared, own)

    def lazy_profiles(self, keys: Sequence[ChainKey], *, whole: bool = True) -> LazyProfiles:
        """What `profiles` gives for keys, parsed only when it is asked for."""
        pages = self._pages_of(keys, None, whole)
        return LazyProfiles((shared, own) for _, _, shared, own in chain.from_iterable(pages))

    def _pages(self, kinds: Sequence[str] | None, whole: bool) -> Iterator[list[Row]]:
        """The rows of all chains, a page of documents at a time; writes between two pages do no harm."""
        where, parameters = _of_kinds(kinds)
        for first, last in self.document_pages():
            yield self.database.execute(
                f"{_select(whole)} documents AS d JOIN chains AS c ON c.document = d.number "
                f"WHERE d.id >= ? AND d.id <= ? AND {where} ORDER BY d.id, c.chain",
                (first, last, *parameters),
            )

    def _pages_of(self, keys: Sequence[ChainKey], kinds: Sequence[str] | None, whole: bool) -> Iterator[list[Row]]:
        """The rows of some chains, `BATCH` at a time, in the order of the keys."""
        yield from self._selected(keys, _select(whole), *_of_kinds(kinds))

    def _selected(
        self, keys: Sequence[ChainKey], select: str, where: str, parameters: tuple[str, ...]
    ) -> Iterator[list[Row]]:
        """What is selected of some chains, `BATCH` at a time, in the order of the keys."""
        rest = iter(keys)
        while page := list(islice(rest, BATCH)):
            rows = self.database.execute(
                f"WITH wanted (id, chain) AS (VALUES {', '.join(['(?, ?)'] * len(page))}) {select} wanted "
                f"JOIN documents AS d ON d.id = wanted.id JOIN chains AS c ON c.document = d.number "
                f"AND c.chain = wanted.chain WHERE {where}",
                (*chain.from_iterable(page), *parameters),
            )
            by_key = {(row[0], row[1]): row for row in rows}
            yield [by_key[key] for key in page if key in by_key]


def _select(whole: bool) -> str:
    shared = "d.shared" if whole else "'{}'"
    return f"SELECT d.id, c.chain, {shared}, c.profile FROM"


def _of_kinds(kinds: Sequence[str] | None) -> tuple[str, tuple[str, ...]]:
    """The condition that a chain is of one of these kinds, and its parameters."""
    if kinds is None:
        return "1 = 1", ()
    return (f"c.kind IN ({', '.join('?' * len(kinds))})", tuple(kinds)) if kinds else ("1 = 0", ())
