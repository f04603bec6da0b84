"""Rereading: a document of a store is read again under other corrections, and who is who follows.

What was there before a correction is kept with it: the document, the ids and the homes of chains that it changed, and
the chains that other corrections were about. Where nothing else has happened to the document since, taking the
correction back puts exactly this there; else the document is read again, and ids are those that most chains had.
"""

import base64
import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from namesakes.errors import DataError, NamesakesError
from namesakes.formats.read_options import ReadOptions
from namesakes.pipeline.changes import Changes, Entry
from namesakes.pipeline.engine import ENGINES
from namesakes.pipeline.incremental import IncrementalLinking
from namesakes.pipeline.linking import BlockLinker
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.reading import DocumentReader, ReadDocument, title_of
from namesakes.pipeline.resolve import ResolveSettings, identities_code, linking_of, pipeline_of
from namesakes.store.bindings import bind, chain_at, located, told
from namesakes.store.correct import check_consistent
from namesakes.store.export.jsonl import document_of, document_record
from namesakes.store.ids import split_id
from namesakes.store.records import ChainKey, Correction, DocumentState, Event, Membership, StoredDocument
from namesakes.store.store import Store
from namesakes.text.document import Document

_LARGEST: Final = 256_000_000
"""Bytes of what was there before a correction, at most."""


def applied(store: Store, new: Correction, pipeline: Pipeline | None = None) -> Correction:
    """Record a correction about mentions, and let it hold; a `DataError` names others that it contradicts."""
    nlp = pipeline or pipeline_of(store)
    with store.transaction():
        before = _Before.of(store, new.document)
        made = store.corrections.add(new)
        document = _stored(store, new.document)
        read = reread(store, nlp, document)
        _check_met(store, made, read)
        store.documents.write([read.stored])
        _check_kept(store, made, before)
        bind(store, read.stored, store.corrections.of_mentions()[new.document])
        others = [one for one in store.corrections.all() if one.id != made.id]
        (bound,) = (one for one in store.corrections.all() if one.id == made.id)
        check_consistent(others, bound, store.chains.keys())
        home = next((id for key, id in before.homes.items() if key in _chains_of(document, bound)), "")
        store.events.add([Event("mention", home, chains=1, why=f"correction {made.id}: {told(bound)}")])
        relink(store, nlp, f"correction {made.id}: {made.what}")
        store.corrections.set_before(made.id, before.packed(store))
    return bound


def taken_back(store: Store, number: int, pipeline: Pipeline | None = None) -> Correction:
    """Take a correction about mentions back."""
    nlp = pipeline or pipeline_of(store)
    with store.transaction():
        undone = store.corrections.undo(number)
        before = _Before.unpacked(store.corrections.before(number))
        why = f"correction {number} taken back"
        document = store.documents.get(undone.document)
        if document is not None:
            left = store.corrections.of_mentions().get(document.id, [])
            exact = before is not None and before.fits(document, left)
            stored = before.document if before is not None and exact else reread(store, nlp, document).stored
            store.documents.write([stored])
            if before is not None:
                before.put_back(store, exact=exact)
            bind(store, stored, left)
            store.events.add([Event("mention", "", chains=1, why=f"{why}: {told(undone)}")])
            relink(store, nlp, why)
    return undone


# Reading one document again.


def reread(store: Store, pipeline: Pipeline, document: StoredDocument) -> ReadDocument:
    """What a store keeps of a document, under the corrections that hold now."""
    settings = settings_of(store)
    extraction = pipeline.extraction(settings.kinds, max_seconds=settings.limits.seconds)
    reader = DocumentReader(extraction, store.corrections.of_mentions())
    read = reader(Entry(document.id, document.path, document.hash, source(document, settings)))
    if read.stored.text != document.text:
        raise DataError(f"{document.id} could not be read as it was; nothing was changed", "Resolve it again first.")
    return replace(read, stored=_dated(read.stored, document))


def settings_of(store: Store) -> ResolveSettings:
    """With which settings the last run of a store read its documents."""
    run = store.runs.last()
    said = run.manifest.get("settings") if run else None
    said = said if isinstance(said, dict) else {}
    kinds, reading = said.get("kinds"), said.get("reading")
    own: dict[str, Any] = {"kinds": tuple(kinds)} if kinds else {}
    if isinstance(reading, dict):
        own["reading"] = ReadOptions(**reading)
    return ResolveSettings(**own)


def source(document: StoredDocument, settings: ResolveSettings) -> Document:
    """The document as its file has it, where that is there and says the same; else its text."""
    path = Path(document.path) if document.path else None
    if path is not None and path.is_file():
        known = {document.id: DocumentState("", document.path)}
        try:
            changes = Changes([path], known, "", settings.limits, None, settings.links, settings.reading)
            for entry in changes:
                if entry.id == document.id and entry.document.text == document.text:
                    return entry.document
        except NamesakesError:
            pass  # what cannot be read any more has its text in the store
    plain = Document(id=document.id, text=document.text)
    return plain if title_of(plain) == document.title else plain.replace(meta={"title": document.title})


def _dated(new: StoredDocument, old: StoredDocument) -> StoredDocument:
    """The document with the date that it had, where its text alone does not say it."""
    dated = next((each for each in old.profiles if each.date), None)
    if dated is None or any(each.date for each in new.profiles):
        return new
    profiles = (replace(each, date=dated.date, dated_by=dated.dated_by) for each in new.profiles)
    return replace(new, profiles=tuple(profiles))


def relink(store: Store, pipeline: Pipeline, why: str) -> None:
    """Find the people again whose chains have changed."""
    settings = settings_of(store)
    linking = linking_of(store) or pipeline.definition.identities
    linker = BlockLinker(pipeline.parts["identities"], linking)
    salt = identities_code(linking, pipeline)
    IncrementalLinking(store, linker, settings.kinds, salt, why=why).run(ENGINES["local"](1))


def _stored(store: Store, id: str) -> StoredDocument:
    document = store.documents.get(id)
    if document is None:
        raise DataError(f"there is no document '{id}' in this store")
    return document


# What contradicts what.


def _check_met(store: Store, made: Correction, read: ReadDocument) -> None:
    """An error where a new correction and older ones cannot hold together."""
    if made.id in read.asleep:
        raise DataError("this mention cannot be found again in its document; nothing was changed")
    for pair in read.unmet:
        other = next((number for number in pair if number != made.id), None)
        if other is None:
            raise DataError("this contradicts itself; nothing was changed")
        raise _contradiction(store, other)


def _contradiction(store: Store, number: int) -> DataError:
    one = next(each for each in store.corrections.all() if each.id == number)
    said = told(one) if one.anchors else " ".join((one.what, *one.names))
    return DataError(
        f"this contradicts what was said before, in correction {number} ({said}); nothing was changed",
        f"Take it back first: namesakes correct undo {number}",
    )


def _check_kept(store: Store, made: Correction, before: "_Before") -> None:
    """An error where a chain is gone that an older correction about people names."""
    rows = store.database.execute(
        "SELECT correction, side, place FROM correction_chains WHERE document = ?", (made.document,)
    )
    there = set(map(tuple, rows))
    about_people = {one.id for one in store.corrections.all() if not one.anchors}
    for number, side, place, _ in before.bound:
        if number in about_people and (number, side, place) not in there:
            raise _contradiction(store, number)


def _chains_of(document: StoredDocument, correction: Correction) -> set[ChainKey]:
    """The chains that the mentions of a correction were in."""
    spans = (located(correction, document) or {}).get("mention", [])
    return {ChainKey(document.id, chain) for span in spans if (chain := chain_at(document, span)) is not None}


# What was there before.


def _decompressed(data: bytes) -> bytes:
    """The bytes, of which there are not too many: what was there before may come from somebody else's export."""
    work = zlib.decompressobj()
    found = work.decompress(data, _LARGEST)
    if work.unconsumed_tail:
        raise ValueError("this is too large")
    return found


@dataclass(frozen=True)
class _Before:
    """What was there before a correction about mentions.

    Parameters
    ----------
    document : as it was.
    others : the corrections about its mentions that held.
    homes : the identity of each chain.
    identities : the id, name, kind and age of each identity.
    bound : the chains of the document that corrections were about.
    """

    document: StoredDocument
    others: list[int]
    homes: dict[ChainKey, str]
    identities: dict[str, tuple[str, str, int]]
    bound: list[tuple[int, int, int, int]]

    @classmethod
    def of(cls, store: Store, id: str) -> "_Before":
        rows = store.database.execute("SELECT id, name, kind, created FROM identities")
        bound = store.database.execute(
            "SELECT correction, side, place, chain FROM correction_chains WHERE document = ? ORDER BY 1, 2, 3", (id,)
        )
        return cls(
            _stored(store, id),
            [one.id for one in store.corrections.of_mentions().get(id, ())],
            {one.chain: one.identity for one in store.memberships.all()},
            {id: (name, kind, created) for id, name, kind, created in rows},
            [(number, side, place, chain) for number, side, place, chain in bound],
        )

    def packed(self, store: Store) -> str:
        """The part that has changed since, as a text."""
        after = {one.chain: one.identity for one in store.memberships.all()}
        there = store.identities.all()
        own = self.document.id
        homes = [[*key, id] for key, id in self.homes.items() if after.get(key) != id or key.document == own]
        named = {str(id) for *_, id in homes} | (self.identities.keys() - there.keys())
        said = {
            "document": document_record(self.document),
            "others": self.others,
            "homes": homes,
            "identities": {id: self.identities[id] for id in sorted(named)},
            "bound": self.bound,
        }
        return base64.b85encode(zlib.compress(json.dumps(said).encode())).decode()

    @classmethod
    def unpacked(cls, text: str) -> "_Before | None":
        """What `packed` wrote; None where there is nothing."""
        if not text:
            return None
        try:
            said = json.loads(_decompressed(base64.b85decode(text)))
            homes = {ChainKey(document, chain): id for document, chain, id in said["homes"]}
            identities = {id: (name, kind, created) for id, (name, kind, created) in said["identities"].items()}
            for id in identities:
                split_id(id)
            bound = [(number, side, place, chain) for number, side, place, chain in said["bound"]]
            return cls(document_of(said["document"]), said["others"], homes, identities, bound)
        except (DataError, ValueError, KeyError, TypeError, AttributeError, RecursionError, zlib.error):
            return None  # then the document is read again

    def fits(self, document: StoredDocument, left: Iterable[Correction]) -> bool:
        """Whether this is what there must be again: the same content under the same corrections."""
        own = (self.document.id, self.document.hash, self.document.text)
        return own == (document.id, document.hash, document.text) and [one.id for one in left] == self.others

    def put_back(self, store: Store, *, exact: bool) -> None:
        """Let chains be where they were, under the ids that were there, before they are looked at again."""
        there = {key: one for one in store.memberships.all() for key in [one.chain]}
        own = self.document.id
        known = set(store.chains.keys())
        homes = {key: id for key, id in self.homes.items() if key in known and (exact or key.document != own)}
        missing = sorted(set(homes.values()) - store.identities.all().keys())
        store.database.executemany(
            "INSERT INTO identities (id, name, kind, created) VALUES (?, ?, ?, ?)",
            ((id, *self.identities[id]) for id in missing),
        )
        changed = [key for key, id in homes.items() if key not in there or there[key].identity != id]
        store.memberships.replace([Membership(key, homes[key]) for key in changed])
        if exact:
            holding = {one.id for one in store.corrections.all() if not one.anchors}
            store.database.executemany(
                "UPDATE correction_chains SET chain = ?, checksum = NULL "
                "WHERE correction = ? AND side = ? AND place = ? AND document = ?",
                ((chain, *at, own) for *at, chain in self.bound if at[0] in holding),
            )
