"""Whether anybody has written, and whether the store is still there: what servers ask before each answer."""

from pathlib import Path

import pytest

from namesakes.errors import StoreError
from namesakes.store import correct
from namesakes.store.store import open_store
from tests.store.made import document, key, write_people


def test_every_write_of_others_is_seen_and_reading_is_none(place: str) -> None:
    with open_store(place) as writing, open_store(place, write=False) as reading:
        seen = [reading.database.changes()]
        writing.documents.write([document("a", "Ann Lee"), document("b", "Ann Lee")])
        seen.append(reading.database.changes())
        write_people(writing, [("Ann Lee", [key("a")]), ("Ann Lee", [key("b")])])
        seen.append(reading.database.changes())
        made = correct.same(writing, "ann-lee-1", "ann-lee-2")
        seen.append(reading.database.changes())
        correct.undo(writing, made.id)
        seen.append(reading.database.changes())
        assert len(set(seen)) == len(seen)
        reading.identities.all()
        writing.documents.search("lee")
        assert reading.database.changes() == seen[-1]


def test_a_file_that_is_gone_or_another_one(tmp_path: Path) -> None:
    for name in ("one.db", "other.db"):
        open_store(tmp_path / name).close()
    with open_store(tmp_path / "one.db", write=False) as store:
        (tmp_path / "one.db").rename(tmp_path / "elsewhere.db")
        with pytest.raises(StoreError, match="there is no store"):
            store.database.changes()
        (tmp_path / "other.db").rename(tmp_path / "one.db")
        with pytest.raises(StoreError, match="another file"):
            store.database.changes()


def test_a_store_in_memory() -> None:
    with open_store(":memory:") as store:
        before = store.database.changes()
        store.documents.write([document("a", "Ann Lee")])
        assert store.database.changes() != before
