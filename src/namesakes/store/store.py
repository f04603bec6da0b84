"""The store: documents, chains, identities, corrections and events behind the same calls, whatever database holds them.

`open_store("people.db")` gives one in SQLite, `open_store("postgresql://…")` one in PostgreSQL.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any

from namesakes.profiles.profile import Profile
from namesakes.store import documents, log, people, search
from namesakes.store.database import Database, open_database
from namesakes.store.profile_texts import ProfileTexts
from namesakes.store.records import (
    ChainKey,
    Correction,
    DocumentState,
    Event,
    Found,
    Identity,
    Membership,
    Run,
    StoredDocument,
)


def open_store(place: str | Path, *, create: bool = True) -> "Store":
    """The store at a path (SQLite) or a `postgresql://` address; a `StoreError` where there is none that can be used.

    Parameters
    ----------
    create : whether an empty store is made where there is none.
    """
    return Store(open_database(place, create=create))


class Store(AbstractContextManager["Store"]):
    """A store that is open; every call that writes is one transaction, which happens as a whole or not at all."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self.database.close()

    def lock(self, wait: float = 0.0) -> AbstractContextManager[None]:
        """Holds the store for this process while the context lasts: nobody else who asks for the lock gets it.

        A `StoreBusyError` where another process holds it still after `wait` seconds. A process that is killed lets go.
        Reading and single writes need no lock; a run that reads, computes and writes does.
        """
        return self.database.lock(wait)

    def transaction(self) -> AbstractContextManager[None]:
        """Several calls that happen as a whole or not at all; a transaction within another one is part of it."""
        return self.database.transaction()

    # Documents

    def documents(self) -> dict[str, DocumentState]:
        """The hash and the path of each document, by id in alphabetical order."""
        return documents.states(self.database)

    def document(self, id: str) -> StoredDocument | None:
        """The document with this id, or None."""
        return documents.document(self.database, id)

    def titles(self) -> dict[str, str]:
        """The title of each document, by id in alphabetical order."""
        return documents.titles(self.database)

    def write_documents(self, batch: Sequence[StoredDocument]) -> None:
        """Write documents, in the place of what was there of the same ids, in one transaction.

        Chains of a changed document that go by the same name as before stay in their identities until
        `write_identities` says otherwise; corrections follow them.
        """
        documents.write(self.database, batch)

    def remove_documents(self, ids: Iterable[str]) -> None:
        """Take documents out with all that was read in them, in one transaction; identities wait for the next write."""
        documents.remove(self.database, ids)

    # Chains and their profiles

    def chains(self, *, kinds: Sequence[str] | None = None) -> list[ChainKey]:
        """The keys of all chains, by document and number; of these kinds only, where kinds are given."""
        return documents.chains(self.database, kinds)

    def profiles(
        self, *, kinds: Sequence[str] | None = None, keys: Sequence[ChainKey] | None = None, whole: bool = True
    ) -> Iterator[tuple[ChainKey, Profile]]:
        """The profiles as they come, by document and number of the chain, never all of them in memory.

        Parameters
        ----------
        kinds : only profiles of these kinds.
        keys : only the profiles of these chains, in the order of the keys; chains that are not there are left out.
        whole : with the words and names of the whole document, where all profiles of it share them.
        """
        return documents.profiles(self.database, kinds, keys, whole)

    def profile_texts(self, keys: Sequence[ChainKey], *, whole: bool = True) -> ProfileTexts:
        """What `profiles` gives for keys, which is read where it is first asked for."""
        return documents.profile_texts(self.database, keys, whole)

    # Identities

    def identities(self, *, hidden: bool = True) -> dict[str, Identity]:
        """All identities by id, the oldest first; without those that are no people where `hidden` is false."""
        return people.identities(self.database, hidden)

    def identity(self, id: str) -> Identity | None:
        """The identity with this id, or None."""
        return people.identity(self.database, id)

    def memberships(self, *, ranks: bool = False) -> Iterator[Membership]:
        """The identity of each chain, by document and chain; with `ranks` also those it might be in instead."""
        return people.memberships(self.database, ranks)

    def members(self, id: str) -> list[Membership]:
        """The chains of an identity, the surest first, then by document and chain."""
        return people.members(self.database, id)

    def memberships_of(self, document: str) -> list[Membership]:
        """The memberships of the chains of a document, by chain and rank: where they are, and where they might be."""
        return people.memberships_of(self.database, document)

    def numbers(self) -> dict[str, int]:
        """For each slug of a name the highest number an id ever had; `assign_ids` needs it to use no id twice."""
        return people.numbers(self.database)

    def write_identities(
        self,
        identities: Iterable[Identity],
        memberships: Iterable[Membership],
        events: Iterable[Event] = (),
        *,
        blocks: Iterable[str] | None = None,
    ) -> None:
        """Write identities and memberships with the events that led to them, in one transaction.

        Identities with a known id are changed, others are new (`created` is filled in, in the order given). The
        memberships of each chain named replace the ones it had; other chains keep theirs. Of the identities
        that these chains were in or that events tell of, those that nobody is in afterwards are taken out; of all
        identities where no memberships are given. Corrections that rename or hide hold over what is written.

        Parameters
        ----------
        blocks : fingerprints of the blocks that are settled now; they replace those of the run before.
        """
        people.write(self.database, identities, memberships, events, blocks)

    def blocks(self) -> set[str]:
        """The fingerprints of the blocks whose memberships are settled, as `write_identities` got them last.

        A fingerprint is of all that the outcome depends on: the chains with their profiles, the constraints that
        corrections lay on them, and the model.
        """
        return people.blocks(self.database)

    def settle_blocks(self, fingerprints: Iterable[str]) -> None:
        """Let these blocks count as settled too, for runs that write some blocks at a time."""
        people.settle_blocks(self.database, fingerprints)

    def forget_blocks(self) -> None:
        """Let no block count as settled, so that the next run works on all of them."""
        people.forget_blocks(self.database)

    # Corrections

    def corrections(self, *, undone: bool = False) -> list[Correction]:
        """The corrections that hold, in the order in which they were made; with `undone` also those taken back."""
        return log.corrections(self.database, undone)

    def add_correction(self, correction: Correction) -> Correction:
        """Record a correction, without applying it (`namesakes.store.correcting` does both); it comes back numbered."""
        return log.add_correction(self.database, correction)

    def undo_correction(self, id: int) -> Correction:
        """Take a correction back; a `DataError` where there is none of that number that holds."""
        return log.undo_correction(self.database, id)

    # Events and runs

    def events(self, identity: str | None = None) -> list[Event]:
        """What happened to identities, the oldest first; of one identity only, where it is given."""
        return log.events(self.database, identity)

    def runs(self) -> list[Run]:
        """The runs that wrote into the store, the oldest first."""
        return log.runs(self.database)

    def write_run(self, manifest: Mapping[str, Any], run: int | None = None) -> int:
        """Record a run, or write the manifest of a run again; its number comes back."""
        return log.write_run(self.database, manifest, run)

    # Search

    def search(self, text: str) -> list[Found]:
        """The documents in which all words of a text stand, by id; without regard to case and accents."""
        return search.documents(self.database, text)

    def named(self, name: str) -> list[Identity]:
        """The identities that go by a name: all its words are in one name of one of their chains; oldest first."""
        return search.identities(self.database, name)
