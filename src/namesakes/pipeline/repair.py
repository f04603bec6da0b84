"""Repairing a store: what is damaged is read again from its files, and its people are found again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from namesakes.errors import DataError, StoreError
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.resolve import ResolveSettings, linking_of, resolve_into
from namesakes.store.check import Damage, check
from namesakes.store.checksums import SEALED
from namesakes.store.ids import split_id
from namesakes.store.store import Store

_IRREPLACEABLE = ("corrections", "correction_chains", "correction_anchors", "events", "runs")
"""Tables of what users said and of what happened, which no run makes again."""


@dataclass
class Repair:
    """What was repaired, and what could not be.

    Parameters
    ----------
    read : the files that were read again.
    lost : what was taken out and nothing can make again.
    left : what is damaged still.
    """

    read: list[str] = field(default_factory=list)
    lost: list[Damage] = field(default_factory=list)
    left: list[Damage] = field(default_factory=list)


def repair(
    store: Store, damages: Sequence[Damage], *, pipeline: Pipeline | None = None, jobs: int | None = None
) -> Repair:
    """What was done about damages that `check` found: files are read again, and all people are found again.

    A document whose file is gone stays as it is. Corrections, events and runs that are damaged are taken out. A
    `StoreError` says where the structure itself cannot be repaired; then nothing was changed.
    """
    done = Repair()
    with store.lock(), store.transaction():
        done.lost = [each for each in damages if each.table in _IRREPLACEABLE]
        _rows(store, damages)
        done.read = _documents(store, [each for each in damages if each.table == "documents"])
        _mend(store)
        store.blocks.clear()
    linking = linking_of(store)
    settings = ResolveSettings() if linking is None else ResolveSettings(identities=linking)
    resolve_into(store, [Path(path) for path in done.read], settings, pipeline=pipeline, jobs=jobs)
    with store.lock(), store.transaction():
        _mend(store)  # words of damaged texts are still in the index
    done.left = list(check(store))
    return done


def _mend(store: Store) -> None:
    """Build the indexes anew, and refuse a store whose structure is damaged beyond them."""
    database = store.database
    try:
        for statement in database.mending:
            database.execute(statement)
        faults = list(database.faults())
    except (DataError, StoreError) as error:
        faults = [str(error).splitlines()[0]]
    if faults:
        raise StoreError(
            f"{database.place}: the structure of this store is damaged ({faults[0]}); nothing was repaired.\n"
            "Take a copy of it from before, or name another file and resolve again."
        )


def _rows(store: Store, damages: Sequence[Damage]) -> None:
    """Take out rows that are damaged; identities that others speak of, and numbers of ids, are made again."""
    database = store.database
    for each in damages:
        if each.table == "memberships":  # the run writes them anew; till then they tell who had which id
            where = f"{SEALED[each.table].where} AND identity"
            database.execute(f"DELETE FROM memberships WHERE {where} NOT IN (SELECT id FROM identities)", each.key)
            database.execute(f"UPDATE memberships SET checksum = NULL WHERE {where} <> ''", each.key)
        elif each.table == "correction_anchors":  # without its mentions it says nothing
            database.execute("DELETE FROM corrections WHERE id = ?", each.key)
        elif each.table in SEALED and each.table != "identities":
            database.execute(f"DELETE FROM {each.table} WHERE {SEALED[each.table].where}", each.key)
    gone = "NOT EXISTS (SELECT 1 FROM chains AS c WHERE c.document = m.document AND c.chain = m.chain)"
    database.execute(f"DELETE FROM memberships AS m WHERE {gone}")
    spoken_of = {id for (id,) in database.execute("SELECT DISTINCT identity FROM memberships")}
    for (id,) in (each.key for each in damages if each.table == "identities"):
        if id in spoken_of:
            database.execute(
                "UPDATE identities SET name = id, given = '', hidden = 0, checksum = NULL WHERE id = ?", (id,)
            )
        else:
            database.execute("DELETE FROM identities WHERE id = ?", (id,))
    known = {id for (id,) in database.execute("SELECT id FROM identities")}
    ((newest,),) = database.execute("SELECT COALESCE(MAX(created), 0) FROM identities")
    database.executemany(
        "INSERT INTO identities (id, name, kind, created) VALUES (?, ?, 'person', ?)",
        ((id, id, newest + place) for place, id in enumerate(sorted(spoken_of - known), 1)),
    )
    _numbers(store)


def _numbers(store: Store) -> None:
    """Let no number of an id that there is, or was, be used again."""
    highest: dict[str, int] = {}
    past = [id for event in store.events.all() for id in (event.source, event.target) if id]
    for slug, number in map(split_id, (*store.identities.all(), *past)):
        highest[slug] = max(number, highest.get(slug, 0))
    store.database.executemany(
        "INSERT INTO numbers (slug, last) VALUES (?, ?) "
        "ON CONFLICT (slug) DO UPDATE SET last = excluded.last, checksum = NULL WHERE excluded.last > numbers.last",
        highest.items(),
    )


def _documents(store: Store, damages: Iterable[Damage]) -> list[str]:
    """The files of damaged documents, which the next run reads again: the documents are new, or have changed, to it."""
    database = store.database
    files: list[str] = []
    for each in damages:
        database.execute(
            "DELETE FROM document_checksums WHERE document = ? "
            "AND NOT EXISTS (SELECT 1 FROM documents WHERE number = document)",
            each.key,
        )
        if each.place and Path(each.place).is_file():
            files.append(each.place)
            if each.readable and Path(each.place).as_posix().endswith(each.id.partition("#")[0]):
                database.execute("UPDATE documents SET hash = '' WHERE number = ?", each.key)
            else:  # what is called wrongly, or cannot even be read, has nothing to hand on
                database.execute("DELETE FROM documents WHERE number = ?", each.key)
    return sorted(set(files))
