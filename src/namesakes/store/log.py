"""The log of a store: corrections, what happened to identities, and the runs that wrote into it."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from namesakes.errors import DataError, UnknownNameError
from namesakes.store.database import Database
from namesakes.store.records import CORRECTIONS, ChainKey, Correction, Event, Run


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def corrections(database: Database, undone: bool) -> list[Correction]:
    """The corrections that hold, in the order in which they were made; with `undone` also those taken back."""
    sides: defaultdict[tuple[int, int], list[ChainKey]] = defaultdict(list)
    for id, side, document, chain in database.execute(
        "SELECT correction, side, document, chain FROM correction_chains ORDER BY correction, side, place"
    ):
        sides[id, side].append(ChainKey(document, chain))
    where = "" if undone else "WHERE undone = ''"
    rows = database.execute(f"SELECT id, what, names, value, who, time, undone FROM corrections {where} ORDER BY id")
    return [
        Correction(id, what, tuple(sides[id, 0]), tuple(sides[id, 1]), tuple(json.loads(names)), *rest)
        for id, what, names, *rest in rows
    ]


def add_correction(database: Database, correction: Correction) -> Correction:
    """Record a correction; it comes back with its number and time."""
    if correction.what not in CORRECTIONS:
        raise UnknownNameError("correction", correction.what, CORRECTIONS)
    made = replace(correction, time=correction.time or now())
    with database.transaction():
        ((id,),) = database.execute(
            "INSERT INTO corrections (what, names, value, who, time, undone) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
            (made.what, json.dumps(made.names, ensure_ascii=False), made.value, made.who, made.time, made.undone),
        )
        database.many(
            "INSERT INTO correction_chains (correction, side, place, document, chain) VALUES (?, ?, ?, ?, ?)",
            (
                (id, side, place, *chain)
                for side, chains in enumerate((made.left, made.right))
                for place, chain in enumerate(chains)
            ),
        )
    return replace(made, id=id)


def undo_correction(database: Database, id: int) -> Correction:
    """Take a correction back."""
    found = {one.id: one for one in corrections(database, undone=True)}
    if id not in found:
        raise DataError(f"there is no correction {id}", "See them with: namesakes correct list")
    if not found[id].holds:
        raise DataError(f"correction {id} was taken back already, at {found[id].undone}")
    undone = replace(found[id], undone=now())
    database.execute("UPDATE corrections SET undone = ? WHERE id = ?", (undone.undone, id))
    return undone


def add_events(database: Database, events: Iterable[Event]) -> None:
    """Write down what happened, in the transaction that does it."""
    time = now()
    database.many(
        "INSERT INTO events (time, what, source, target, chains, why) VALUES (?, ?, ?, ?, ?, ?)",
        ((one.time or time, one.what, one.source, one.target, one.chains, one.why) for one in events),
    )


def events(database: Database, identity: str | None) -> list[Event]:
    """What happened to identities, the oldest first."""
    where, asked = ("", ()) if identity is None else ("WHERE source = ? OR target = ?", (identity, identity))
    rows = database.execute(
        f"SELECT what, source, target, chains, why, id, time FROM events {where} ORDER BY id", asked
    )
    return [Event(*row) for row in rows]


def runs(database: Database) -> list[Run]:
    """The runs that wrote into the store, the oldest first."""
    rows = database.execute("SELECT id, time, manifest FROM runs ORDER BY id")
    return [Run(id, time, json.loads(manifest)) for id, time, manifest in rows]


def write_run(database: Database, manifest: Mapping[str, Any], run: int | None) -> int:
    """Record a run, or write the manifest of a run again; its number comes back."""
    written = json.dumps(dict(manifest), ensure_ascii=False, sort_keys=True)
    if run is None:
        rows = database.execute("INSERT INTO runs (time, manifest) VALUES (?, ?) RETURNING id", (now(), written))
    else:
        rows = database.execute("UPDATE runs SET manifest = ? WHERE id = ? RETURNING id", (written, run))
        if not rows:
            raise DataError(f"the store has no run {run}")
    return int(rows[0][0])
