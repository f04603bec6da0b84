"""The log of a store: corrections, events, the runs that wrote into it, and the blocks that are up to date."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any, Final

from namesakes.errors import DataError, UnknownNameError
from namesakes.store.database import Table
from namesakes.store.records import CORRECTIONS, Anchor, ChainKey, Correction, Event, Run

SINCE: Final = 5
"""The version of stores from which on corrections may be about mentions."""
LEFT, RIGHT, AGAINST = range(3)
"""The sides of a correction."""


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Corrections(Table):
    """What users said about people; `namesakes.store.correct` records and applies it."""

    def all(self, *, undone: bool = False) -> list[Correction]:
        """The corrections that hold, in the order in which they were made; with `undone` also those taken back."""
        sides: defaultdict[tuple[int, int], list[ChainKey]] = defaultdict(list)
        for id, side, document, chain in self.database.execute(
            "SELECT correction, side, document, chain FROM correction_chains ORDER BY correction, side, place"
        ):
            sides[id, side].append(ChainKey(document, chain))
        where = "" if undone else "WHERE undone = ''"
        columns = "id, what, names, value, who, time, undone"
        rows = self.database.execute(f"SELECT {columns} FROM corrections {where} ORDER BY id")
        anchors = self._anchors()
        return [
            Correction(
                id, what, tuple(sides[id, LEFT]), tuple(sides[id, RIGHT]), tuple(json.loads(names)), value, who, time,
                gone, tuple(sides[id, AGAINST]), anchors.get(id, ()),
            )
            for id, what, names, value, who, time, gone in rows
        ]  # fmt: skip

    def of_mentions(self, *, undone: bool = False) -> dict[str, list[Correction]]:
        """The corrections about mentions that hold, the oldest first, by their documents, which may be gone."""
        found: dict[str, list[Correction]] = {}
        for correction in self.all(undone=undone) if self._anchors() else ():
            if correction.anchors:
                found.setdefault(correction.document, []).append(correction)
        return found

    def _anchors(self) -> dict[int, tuple[Anchor, ...]]:
        """The mentions that corrections are about."""
        if self.database.version() < SINCE:
            return {}
        rows = self.database.execute("SELECT correction, anchors FROM correction_anchors")
        return {id: tuple(Anchor(**each) for each in json.loads(text)) for id, text in rows}

    def bind(self, id: int, chains: Iterable[tuple[int, ChainKey | None]]) -> None:
        """Let sides of a correction about mentions be these chains of its document, or none."""
        delete = "DELETE FROM correction_chains WHERE correction = ? AND side = ? AND place = 0"
        insert = "INSERT INTO correction_chains (correction, side, place, document, chain) VALUES (?, ?, 0, ?, ?)"
        with self.database.transaction():
            for side, chain in chains:
                self.database.execute(delete, (id, side))
                if chain is not None:
                    self.database.execute(insert, (id, side, *chain))

    def before(self, id: int) -> str:
        """What was there before a correction about mentions, as `set_before` was given it."""
        rows = self.database.execute("SELECT before FROM correction_anchors WHERE correction = ?", (id,))
        return str(rows[0][0]) if rows else ""

    def set_before(self, id: int, before: str) -> None:
        """Keep what was there before a correction about mentions."""
        update = "UPDATE correction_anchors SET before = ?, checksum = NULL WHERE correction = ?"
        self.database.execute(update, (before, id))

    def add(self, correction: Correction) -> Correction:
        """Record a correction, without applying it; it comes back with its number and time."""
        if correction.what not in CORRECTIONS:
            raise UnknownNameError("correction", correction.what, CORRECTIONS)
        made = replace(correction, time=correction.time or now())
        with self.database.transaction():
            names = json.dumps(made.names, ensure_ascii=False)
            ((id,),) = self.database.execute(
                "INSERT INTO corrections (what, names, value, who, time, undone) VALUES (?, ?, ?, ?, ?, ?) "
                "RETURNING id",
                (made.what, names, made.value, made.who, made.time, made.undone),
            )
            self.database.executemany(
                "INSERT INTO correction_chains (correction, side, place, document, chain) VALUES (?, ?, ?, ?, ?)",
                (
                    (id, side, place, *chain)
                    for side, chains in enumerate((made.left, made.right, made.against))
                    for place, chain in enumerate(chains)
                ),
            )
            if made.anchors:
                anchors = json.dumps([asdict(each) for each in made.anchors], ensure_ascii=False)
                insert = "INSERT INTO correction_anchors (correction, anchors) VALUES (?, ?)"
                self.database.execute(insert, (id, anchors))
        return replace(made, id=id)

    def undo(self, id: int) -> Correction:
        """Mark a correction as taken back; a `DataError` where none of that number holds."""
        known = {one.id: one for one in self.all(undone=True)}
        if id not in known:
            raise DataError(f"there is no correction {id}", "See them with: namesakes correct list")
        if not known[id].holds:
            raise DataError(f"correction {id} was taken back already, at {known[id].undone}")
        undone = replace(known[id], undone=now())
        with self.database.transaction():
            set_undone = "UPDATE corrections SET undone = ?, checksum = NULL WHERE id = ?"
            self.database.execute(set_undone, (undone.undone, id))
        return undone


class Events(Table):
    """What happened to identities."""

    def all(self, identity: str | None = None) -> list[Event]:
        """All events, the oldest first; of one identity only, where it is given."""
        where, parameters = ("", ()) if identity is None else ("WHERE source = ? OR target = ?", (identity, identity))
        rows = self.database.execute(
            f"SELECT what, source, target, chains, why, id, time FROM events {where} ORDER BY id", parameters
        )
        return [Event(*row) for row in rows]

    def add(self, events: Iterable[Event]) -> None:
        """Write down what happened, in the transaction that does it."""
        time = now()
        with self.database.transaction():
            self.database.executemany(
                "INSERT INTO events (time, what, source, target, chains, why) VALUES (?, ?, ?, ?, ?, ?)",
                ((one.time or time, one.what, one.source, one.target, one.chains, one.why) for one in events),
            )


class Runs(Table):
    """The runs that wrote into the store."""

    def all(self) -> list[Run]:
        """All runs, the oldest first."""
        rows = self.database.execute("SELECT id, time, manifest FROM runs ORDER BY id")
        return [Run(id, time, json.loads(manifest)) for id, time, manifest in rows]

    def last(self) -> Run | None:
        """The newest run, or None."""
        rows = self.database.execute("SELECT id, time, manifest FROM runs ORDER BY id DESC LIMIT 1")
        return Run(rows[0][0], rows[0][1], json.loads(rows[0][2])) if rows else None

    def write(self, manifest: Mapping[str, Any], run: int | None = None) -> int:
        """Record a run, or write the manifest of a run again; its number comes back."""
        text = json.dumps(dict(manifest), ensure_ascii=False, sort_keys=True)
        insert = "INSERT INTO runs (time, manifest) VALUES (?, ?) RETURNING id"
        update = "UPDATE runs SET manifest = ?, checksum = NULL WHERE id = ? RETURNING id"
        with self.database.transaction():
            rows = (
                self.database.execute(insert, (now(), text))
                if run is None
                else (self.database.execute(update, (text, run)))
            )
        if not rows:
            raise DataError(f"the store has no run {run}")
        return int(rows[0][0])


class Blocks(Table):
    """The fingerprints of the blocks whose memberships are up to date.

    A fingerprint covers all that the outcome depends on: the chains with their profiles, the constraints that
    corrections lay on them, and the model.
    """

    def all(self) -> set[str]:
        """The fingerprints of all blocks that are up to date."""
        return {fingerprint for (fingerprint,) in self.database.execute("SELECT fingerprint FROM blocks")}

    def add(self, fingerprints: Iterable[str]) -> None:
        """Let these blocks count as up to date too, for runs that write some blocks at a time."""
        insert = "INSERT INTO blocks (fingerprint) VALUES (?) ON CONFLICT (fingerprint) DO NOTHING"
        self.database.executemany(insert, ((each,) for each in sorted(set(fingerprints))))

    def replace(self, fingerprints: Iterable[str]) -> None:
        """Let these blocks count as up to date and no others; only what differs is written."""
        wanted, known = set(fingerprints), self.all()
        delete = "DELETE FROM blocks WHERE fingerprint = ?"
        self.database.executemany(delete, ((each,) for each in sorted(known - wanted)))
        self.add(wanted - known)

    def clear(self) -> None:
        """Let no block count as up to date, so that the next run works on all of them."""
        self.database.execute("DELETE FROM blocks")
