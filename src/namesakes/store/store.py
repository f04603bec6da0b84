"""The store: documents, chains, identities, corrections and events, in SQLite or PostgreSQL.

`open_store("people.db")` opens one in SQLite, `open_store("postgresql://…")` one in PostgreSQL.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from namesakes.store.block_rows import BlockRows
from namesakes.store.chains import Chains
from namesakes.store.check import damage_behind
from namesakes.store.database import Database, open_database
from namesakes.store.documents import Documents
from namesakes.store.identities import Identities
from namesakes.store.log import Blocks, Corrections, Events, Runs
from namesakes.store.memberships import Memberships
from namesakes.store.records import Event, Identity, Membership


def open_store(place: str | Path, *, create: bool = True, write: bool = True, durable: bool = False) -> "Store":
    """The store at a path (SQLite) or a `postgresql://` address; a `StoreError` where there is none that can be used.

    Parameters
    ----------
    create : whether an empty store is made where there is none.
    write : whether it will be written. One that will not may lie where nothing can be.
    durable : whether the disk is waited for at the end of each write; without it a power cut may take the last writes
        away, each as a whole.
    """
    database = open_database(place, create=create, write=write)
    try:
        if durable:
            database.wait_for_disk()
    except BaseException:
        database.close()
        raise
    return Store(database)


class Store(AbstractContextManager["Store"]):
    """An open store: its tables, and what is written to several of them at once.

    Every call that writes, of the store and of its tables, is one transaction: it happens as a whole or not at all.
    Any number of threads may use one; each sees what others have written when it asks.

    Attributes
    ----------
    documents : texts with their mentions; `get`, `write`, `remove`, `search`.
    chains : the keys of chains and their profiles.
    identities : people across documents; `all`, `get`, `named`.
    memberships : which chain is in which identity.
    corrections : what users said about people; `namesakes.store.correct` adds to them.
    events : what happened to identities.
    runs : which runs wrote into the store.
    blocks : fingerprints of the blocks that are up to date.
    block_rows : what blocking needs of chains.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.documents = Documents(database)
        self.chains = Chains(database)
        self.identities = Identities(database)
        self.memberships = Memberships(database)
        self.corrections = Corrections(database)
        self.events = Events(database)
        self.runs = Runs(database)
        self.blocks = Blocks(database)
        self.block_rows = BlockRows(database)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store; an error that comes of what is damaged in it says so."""
        try:
            if damaged := damage_behind(self, error):
                raise damaged from error
        finally:
            self.close()

    def close(self) -> None:
        """Close the connections of all threads."""
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
        that these chains were in or that events tell of, those without chains are removed afterwards; of all
        identities where no memberships are given. Corrections that rename or hide hold over what is written.

        Parameters
        ----------
        blocks : fingerprints of the blocks that are up to date now; they replace those of the run before.
        """
        by_id, members, happened = {one.id: one for one in identities}, list(memberships), list(events)
        with self.transaction():
            self.identities.write(by_id)
            left = self.memberships.replace(members)
            self.events.add(happened)
            if blocks is not None:
                self.blocks.replace(blocks)
            filled = {one.identity for one in members if one.rank == 0}
            touched = {*by_id, *left, *(event.source for event in happened)} - filled
            self.identities.remove_empty(touched if members else None)
            self.apply_labels()

    def apply_labels(self) -> None:
        """Let the corrections that rename or hide hold over the identities that have their chains now."""
        self.identities.clear_labels()
        for correction in self.corrections.all():
            if correction.what == "rename":
                self.identities.rename(self.memberships.first_identity(correction.left), correction.value)
            elif correction.what == "not-a-person":
                self.identities.hide(self.memberships.first_identity(correction.left))
