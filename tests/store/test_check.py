"""Checking stores: whatever bit of a file is another one, the store says the same, is refused, or is found damaged."""

import json
import os
import random
from pathlib import Path

import pytest

from namesakes.errors import StoreError
from namesakes.store import correct
from namesakes.store.anchors import anchor
from namesakes.store.check import check
from namesakes.store.checksums import SEALED
from namesakes.store.export.jsonl import load, records
from namesakes.store.person_summary import person_summaries
from namesakes.store.records import Correction
from namesakes.store.store import Store, open_store
from namesakes.view.people_lines import alternatives, people_lines
from namesakes.view.people_show import show_lines
from tests.store.made import document, fact, key, write_people

FLIPS = 1_012 if os.environ.get("NAMESAKES_FAULTS") else 240
"""How many single bits are flipped, one at a time."""


def fill(store: Store) -> None:
    """Three people in six documents, a correction of each kind, a run."""
    documents = [f"d{number}.txt" for number in range(6)]
    store.documents.write(
        [
            document(
                id,
                "Mark Johnson",
                "Ann Lee",
                facts=(fact("occupation", "linguist"),),
                text=f"Mark Johnson met Ann Lee. Zoë {id}\ud800",
            )
            for id in documents
        ]
    )
    mark = [key(id) for id in documents]
    ids = write_people(
        store,
        [("Mark Johnson", mark[:3]), ("Mark Johnson", mark[3:]), ("Ann Lee", [key(id, 1) for id in documents])],
        d0_txt_0=0.75,
    )
    correct.rename(store, ids[2], "Anne Lee", who="ann")
    correct.different(store, ids[0], ids[1])
    correct.undo(store, 1)
    correct.not_a_person(store, ids[1])
    text = "Mark Johnson met Ann Lee. Zoë d1.txt\ufffd"
    store.corrections.add(Correction(0, "nobody", (), who="ann", anchors=(anchor("d1.txt", text, (0, 12)),)))
    run = store.runs.write({"seed": 1})
    store.runs.write({"seed": 2, "state": "x"}, run)


def test_what_is_written_is_whole(store: Store) -> None:
    fill(store)
    assert list(check(store)) == []
    store.documents.write([document("d1.txt", "Mark Johnson", text="Mark Johnson left."), document("e", "Bob Ray")])
    store.documents.remove(["d2.txt"])
    store.identities.rename("mark-johnson-1", "M. Johnson")
    store.identities.clear_labels()
    assert list(check(store)) == []


def test_what_is_loaded_is_whole(store: Store) -> None:
    with open_store(":memory:") as source:
        fill(source)
        load(store, [json.dumps(record) for record in records(source)])
    assert list(check(store)) == []


CHANGES = {
    "documents": "UPDATE documents SET text = 'Mark' WHERE id = 'd3.txt'",
    "chains": "UPDATE chains SET mentions = mentions + 1 WHERE chain = 1",
    "mentions": "UPDATE mentions SET end_at = end_at - 1 WHERE place = 0",
    "identities": "UPDATE identities SET created = created + 8",
    "memberships": "UPDATE memberships SET strength = strength / 2 WHERE chain = 1",
    "numbers": "UPDATE numbers SET last = last + 1",
    "corrections": "UPDATE corrections SET who = 'bob'",
    "correction_chains": "UPDATE correction_chains SET chain = chain + 1",
    "events": "UPDATE events SET why = ''",
    "runs": "UPDATE runs SET manifest = '{}'",
    "correction_anchors": "UPDATE correction_anchors SET anchors = '[]'",
}


@pytest.mark.parametrize("table", CHANGES)
def test_a_row_that_was_changed_otherwise_is_found(store: Store, table: str) -> None:
    fill(store)
    store.database.execute(CHANGES[table])
    found = {each.table for each in check(store)}
    assert found == {"documents" if table in ("chains", "mentions") else table}


@pytest.mark.parametrize("table", SEALED)
def test_a_row_without_its_checksum_is_found(store: Store, table: str) -> None:
    fill(store)
    store.database.execute(f"UPDATE {table} SET checksum = NULL")
    assert {each.table for each in check(store)} == {table}


def test_an_old_store_gets_its_checksums(place: str) -> None:
    with open_store(place) as store:
        fill(store)
        store.database.execute("DELETE FROM corrections WHERE what = 'nobody'")
        store.database.execute("DROP TABLE correction_anchors")
        for name in (name for name, table in SEALED.items() if table.since == 3):
            store.database.execute(f"DROP INDEX {name}_unsealed")
            store.database.execute(f"ALTER TABLE {name} DROP COLUMN checksum")
        store.database.execute("DROP TABLE document_checksums")
        store.database.execute("DROP TABLE block_rows")
        for name in ("documents_states", "identities_labelled"):
            store.database.execute(f"DROP INDEX {name}")
        store.database.set_version(2)
        before = list(records(store))
    with open_store(place) as store:
        assert list(records(store)) == before
        assert list(check(store)) == []


def said(path: Path) -> list[str]:
    """All that a store says."""
    with open_store(path, create=False) as store:
        lines = [json.dumps(record) for record in records(store)]
        people = person_summaries(store)
        lines += people_lines(people, alternatives(store, people))
        for what in (*(one.identity.id for one in people), *store.documents.states()):
            lines += show_lines(store, what)
        lines += [str(hit) for hit in store.documents.search("johnson lee")]
        return lines + [one.id for one in store.identities.named("lee")]


def test_no_bit_changes_in_silence(tmp_path: Path) -> None:
    path, flipped = tmp_path / "people.db", tmp_path / "flipped.db"
    with open_store(path) as store:
        fill(store)
    whole, before, silent, found = path.read_bytes(), said(path), [], 0
    draw = random.Random(17)
    full = [place for place, byte in enumerate(whole) if byte]
    for _ in range(FLIPS):
        place, bit = draw.choice(full), draw.randrange(8)
        content = bytearray(whole)
        content[place] ^= 1 << bit
        for beside in tmp_path.glob("flipped.db*"):
            beside.unlink()
        flipped.write_bytes(content)
        try:
            with open_store(flipped, create=False) as store:
                damaged = bool(list(check(store)))
        except StoreError:
            damaged = True
        found += damaged
        if not damaged and said(flipped) != before:
            silent.append((place, bit))
    assert silent == []
    assert found > FLIPS // 3
